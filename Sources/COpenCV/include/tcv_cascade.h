// Haar and LBP cascades. `tcv_search.h` runs them.
#ifndef TRACKLET_TCV_CASCADE_H
#define TRACKLET_TCV_CASCADE_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A loaded cascade. Serves one thread at a time, unless `tcv_cascade_is_shareable`.
typedef struct tcv_cascade tcv_cascade;

/// Loads a cascade, Haar or LBP, in the old or the new XML format. On `TCV_OK` the caller owns `*cascade` and gives it back
/// to `tcv_cascade_destroy`. `TCV_BAD_FILE` when the file cannot be read or holds no cascade. Any thread.
tcv_status tcv_cascade_create(
    const char *_Nonnull path, tcv_cascade *_Nullable *_Nonnull cascade, tcv_error *_Nullable error);

/// For tests: the same, but lets OpenCV run the cascade whatever it holds.
tcv_status tcv_cascade_create_for_opencv(
    const char *_Nonnull path, tcv_cascade *_Nullable *_Nonnull cascade, tcv_error *_Nullable error);

/// Frees the cascade. Null is allowed.
void tcv_cascade_destroy(tcv_cascade *_Nullable cascade);

/// The size of the objects the cascade was trained on, in pixels: the smallest it can find.
void tcv_cascade_window_size(const tcv_cascade *_Nonnull cascade, int32_t *_Nonnull width, int32_t *_Nonnull height);

/// Not 0 when any number of threads may run the cascade at once, each with a search of its own: cascades of upright Haar
/// features in the new format. OpenCV runs the others, with working memory in the cascade.
int32_t tcv_cascade_is_shareable(const tcv_cascade *_Nonnull cascade);

#ifdef __cplusplus
}
#endif

#endif
