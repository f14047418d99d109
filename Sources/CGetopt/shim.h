// libc's getopt_long, which Swift's own module of libc leaves out, and its globals as functions: Swift rightly holds a
// mutable global to be unsafe. getopt_long is to be used by one thread at a time.
#ifndef TRACKLET_CGETOPT_SHIM_H
#define TRACKLET_CGETOPT_SHIM_H

#include <getopt.h>
#include <stddef.h>

/// Starts over, without messages of libc's own.
static inline void tgo_reset(void) {
#ifdef __GLIBC__
    optind = 0;
#else
    optind = 1;
#endif
    opterr = 0;
}

/// The index of the next argument to be looked at.
static inline int tgo_index(void) { return optind; }

/// The argument of the option just found; null when it has none.
static inline char *_Nullable tgo_argument(void) { return optarg; }

/// After a failure: the code of the long option or the letter of the short one it concerns; 0 for an unknown or ambiguous name.
static inline int tgo_failed(void) { return optopt; }

/// A long option. Its code must be its own, or abbreviations that fit several are taken for the first, and no letter's.
static inline struct option tgo_option(const char *_Nullable name, int takes_argument, int code) {
    return (struct option){name, takes_argument ? required_argument : no_argument, NULL, code};
}

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Has large pieces of memory come from the system and go back to it, where the C library's allocator would keep what frames
/// leave behind: a long video would take some 20 MB more than a short one. Call it before any thread is started.
static inline void tgo_return_large_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 64 << 10);
#endif
}

#endif
