// libmicrohttpd's headers, and what Swift cannot see of them: a function with a variable number of arguments, and macros.
#ifndef TRACKLET_CMICROHTTPD_SHIM_H
#define TRACKLET_CMICROHTTPD_SHIM_H

#include <stdint.h>
#include <sys/types.h>
#include <microhttpd.h>

// Macros of the same names hide these from Swift.
static const enum MHD_Result tmh_yes = MHD_YES;
static const enum MHD_Result tmh_no = MHD_NO;

/// Starts a server with one thread of its own on a socket that already listens, and takes the socket over. Null when there is no
/// memory or thread for it. `handler` and `completed` are called on that thread with `context`, which must outlive the server.
static inline struct MHD_Daemon *_Nullable tmh_start(
    int listening_socket, MHD_AccessHandlerCallback _Nonnull handler, MHD_RequestCompletedCallback _Nonnull completed,
    void *_Nonnull context, unsigned connections, unsigned timeout_seconds, size_t connection_memory) {
    return MHD_start_daemon(
        MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context,
        MHD_OPTION_LISTEN_SOCKET, listening_socket, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory, MHD_OPTION_END);
}

/// The value of a request's header field; null when it has none. Lives as long as the request.
static inline const char *_Nullable tmh_header(struct MHD_Connection *_Nonnull connection, const char *_Nonnull name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/// The value of an argument in a request's address; null when it has none.
static inline const char *_Nullable tmh_argument(struct MHD_Connection *_Nonnull connection, const char *_Nonnull name) {
    return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

/// A response with a copy of the bytes; null when there is no memory.
static inline struct MHD_Response *_Nullable tmh_response(const void *_Nullable bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

#endif
