// What a disk and a clock can do to a program, for one that this is loaded into (LD_PRELOAD, ld.so(8)).
//
//   FAULTS_SHARED  a file of four 64-bit numbers, shared with the test: calls counted, calls failed, whether faults
//                  are off, seconds to add to the wall clock
//   FAULTS_BELOW   only files below this directory count; ends with a slash
//   FAULTS_KIND    enospc, eio: any call that writes; short: half is written, the rest finds the disk full;
//                  sync: fsync and fdatasync fail with EIO; death: the program is killed before the call
//   FAULTS_AT      the first call that fails, from 1; 0: none
//   FAULTS_LASTING set: all later ones fail too
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct shared {
    _Atomic long calls, failed, off, seconds;
} *shared;

static const char *below;
static enum { none, enospc, eio, shortened, sync_only, death } kind;
static long at;
static int lasting;
// The descriptor whose last write was cut short; -1 when none was.
static _Atomic int cut = -1;

enum call { call_write, call_sync, call_other };

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("FAULTS_SHARED"), *what = getenv("FAULTS_KIND"), *first = getenv("FAULTS_AT");
    if (!file) return;
    int descriptor = REAL(open)(file, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (memory == MAP_FAILED) return;
    shared = memory;
    below = getenv("FAULTS_BELOW");
    at = first ? atol(first) : 0;
    lasting = getenv("FAULTS_LASTING") != NULL;
    if (!what) return;
    kind = !strcmp(what, "enospc")  ? enospc
           : !strcmp(what, "eio")   ? eio
           : !strcmp(what, "short") ? shortened
           : !strcmp(what, "sync")  ? sync_only
           : !strcmp(what, "death") ? death
                                    : none;
}

static int path_counts(const char *path) { return below && !strncmp(path, below, strlen(below)); }

static int counts(int descriptor) {
    char link[64], path[4096];
    if (!shared || !below || kind == none) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    // The directory itself is one of them: its names are written by fsync.
    return path_counts(path) || (strlen(below) == (size_t)length + 1 && !strncmp(path, below, (size_t)length));
}

// The errno this call is to fail with; 0: it does not; -1: it is cut short.
static int verdict(enum call call, int descriptor) {
    if (kind == sync_only && call != call_sync) return 0;
    if (kind == shortened && call != call_write) return 0;
    int saved = errno, applies = counts(descriptor);
    errno = saved;
    if (!applies) return 0;
    if (kind == shortened && atomic_load(&cut) == descriptor) {
        atomic_store(&cut, -1);
        return ENOSPC;
    }
    long number = atomic_fetch_add(&shared->calls, 1) + 1;
    if (!at || atomic_load(&shared->off) || (lasting ? number < at : number != at)) return 0;
    atomic_fetch_add(&shared->failed, 1);
    if (kind == death) kill(getpid(), SIGKILL);
    if (kind == shortened) {
        atomic_store(&cut, descriptor);
        return -1;
    }
    return kind == enospc ? ENOSPC : EIO;
}

#define FAIL(number) return errno = (number), -1

#define WRITER(name, parameters, arguments, shorter)                                                                    \
    ssize_t name parameters {                                                                                           \
        int number = verdict(call_write, descriptor);                                                                   \
        if (number > 0) FAIL(number);                                                                                   \
        if (number < 0 && size < 2) FAIL(ENOSPC);                                                                       \
        return number < 0 ? REAL(name) shorter : REAL(name) arguments;                                                  \
    }

WRITER(write, (int descriptor, const void *bytes, size_t size), (descriptor, bytes, size), (descriptor, bytes, size / 2))
WRITER(pwrite, (int descriptor, const void *bytes, size_t size, off_t offset), (descriptor, bytes, size, offset),
       (descriptor, bytes, size / 2, offset))
WRITER(pwrite64, (int descriptor, const void *bytes, size_t size, off64_t offset), (descriptor, bytes, size, offset),
       (descriptor, bytes, size / 2, offset))

#define OTHER(call, name, parameters, arguments)                                                                        \
    int name parameters {                                                                                               \
        int number = verdict(call, descriptor);                                                                         \
        if (number) FAIL(number);                                                                                       \
        return REAL(name) arguments;                                                                                    \
    }

OTHER(call_sync, fsync, (int descriptor), (descriptor))
OTHER(call_sync, fdatasync, (int descriptor), (descriptor))
OTHER(call_other, ftruncate, (int descriptor, off_t size), (descriptor, size))
OTHER(call_other, ftruncate64, (int descriptor, off64_t size), (descriptor, size))

// These return the errno.
int posix_fallocate(int descriptor, off_t offset, off_t size) {
    int number = verdict(call_other, descriptor);
    return number ? number : REAL(posix_fallocate)(descriptor, offset, size);
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t size) {
    int number = verdict(call_other, descriptor);
    return number ? number : REAL(posix_fallocate64)(descriptor, offset, size);
}

// A call that changes names is judged by the directory it changes.
static int name_verdict(const char *path) {
    if (!shared || kind == none || !below || !path_counts(path)) return 0;
    int directory = REAL(open)(below, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int number = verdict(call_other, directory);
    if (directory >= 0) close(directory);
    return number;
}

int rename(const char *old, const char *new) {
    int number = name_verdict(new);
    if (number) FAIL(number);
    return REAL(rename)(old, new);
}

#define OPENER(name)                                                                                                    \
    int name(const char *path, int flags, ...) {                                                                        \
        va_list rest;                                                                                                   \
        va_start(rest, flags);                                                                                          \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                                                       \
        va_end(rest);                                                                                                   \
        int number = flags & O_CREAT && access(path, F_OK) ? name_verdict(path) : 0;                                    \
        if (number) FAIL(number);                                                                                       \
        return REAL(name)(path, flags, mode);                                                                           \
    }

OPENER(open)
OPENER(open64)

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = REAL(clock_gettime)(clock, time);
    if (!result && shared && clock == CLOCK_REALTIME) time->tv_sec += atomic_load(&shared->seconds);
    return result;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
