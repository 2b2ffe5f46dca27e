// libmicrohttpd's C interface, for the simulator only.
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

enum {
    /// POLLRDHUP of poll(2), which needs _GNU_SOURCE: the peer closed its half of the connection.
    CMHD_PEER_CLOSED = 0x2000,
};

/// What a daemon calls; each gets `context`, the connection and request ones on the connection's own thread.
struct cmhd_callbacks {
    void *context;
    /// Once a request, before everything else; the result is the request's own pointer in the calls below.
    void *(*begun)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

/// MHD_start_daemon is variadic. Takes over the listening socket, also when it fails (NULL); a thread for
/// each connection, so that a blocking callback stops nobody else. With certificate and key (PEM texts that
/// outlive the daemon) it speaks TLS, with NULL plain HTTP.
static inline struct MHD_Daemon *cmhd_start(
    int listening, struct cmhd_callbacks callbacks, size_t stack_size, const char *certificate,
    const char *key) {
    unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL |
                         MHD_USE_ITC | (certificate ? MHD_USE_TLS : 0);
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem *extra = certificate ? tls : tls + 2;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, callbacks.access, callbacks.context,
        MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks.begun, callbacks.context,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.context,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.context,
        MHD_OPTION_THREAD_STACK_SIZE, stack_size,
        MHD_OPTION_ARRAY, extra,
        MHD_OPTION_END);
}

/// The connection's socket, for faults below HTTP (reset, hang); -1 when it cannot be told.
static inline int cmhd_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// Macros with casts, which Swift does not import.
static const ssize_t cmhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t cmhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t cmhd_size_unknown = MHD_SIZE_UNKNOWN;

#endif
