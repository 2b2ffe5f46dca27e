// SQLite's C interface. The variadic calls and the destructor macros, which Swift cannot import,
// have static inline equivalents here.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// sqlite3_bind_text with SQLITE_TRANSIENT: SQLite copies the bytes before it returns.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// sqlite3_bind_blob with SQLITE_TRANSIENT: SQLite copies the bytes before it returns.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// sqlite3_file_control(SQLITE_FCNTL_PERSIST_WAL): keep -wal and -shm after the last close.
static inline int csqlite_persist_wal(sqlite3 *database) {
    int on = 1;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &on);
}

/// sqlite3_db_config for the boolean options (https://www.sqlite.org/c3ref/c_dbconfig_defensive.html).
static inline int csqlite_db_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
