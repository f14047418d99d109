// Haar and LBP cascades: cv::CascadeClassifier.
#ifndef TRACKLET_TCV_CASCADE_H
#define TRACKLET_TCV_CASCADE_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A loaded cascade with its working memory. Serves one thread at a time.
typedef struct tcv_cascade tcv_cascade;

/// A place where the cascade's window passed all stages. Whole pixels of the picture the call was given.
typedef struct tcv_window {
    int32_t left;
    int32_t top;
    int32_t width;
    int32_t height;
    /// The stages passed: always all of them, since OpenCV 3.
    int32_t reject_level;
    /// The last stage's sum: higher is surer. The scale is the cascade's own.
    double level_weight;
} tcv_window;

typedef struct tcv_cascade_parameters {
    /// The ratio of one window size to the next; above 1.
    double scale_factor;
    /// 0 gives every window that passed. Above 0 windows are grouped as cv::groupRectangles does: groups of no more than so
    /// many windows are dropped, the others give their mean box and their highest weight.
    int32_t min_neighbors;
    /// Bounds on the window in pixels; 0 is no bound.
    int32_t min_width;
    int32_t min_height;
    int32_t max_width;
    int32_t max_height;
    /// Not 0: looks at the picture mirrored left to right, and mirrors what it finds back.
    int32_t mirrored;
} tcv_cascade_parameters;

/// Loads a cascade, Haar or LBP, in the old or the new XML format. On `TCV_OK` the caller owns `*cascade` and gives it back
/// to `tcv_cascade_destroy`. `TCV_BAD_FILE` when the file cannot be read or holds no cascade. Any thread.
tcv_status tcv_cascade_create(
    const char *_Nonnull path, tcv_cascade *_Nullable *_Nonnull cascade, tcv_error *_Nullable error);

/// Frees the cascade and the windows it gave. Null is allowed.
void tcv_cascade_destroy(tcv_cascade *_Nullable cascade);

/// The size of the objects the cascade was trained on, in pixels: the smallest it can find.
void tcv_cascade_window_size(const tcv_cascade *_Nonnull cascade, int32_t *_Nonnull width, int32_t *_Nonnull height);

/// Runs the cascade over a one-channel picture at all sizes (cv::CascadeClassifier::detectMultiScale3). On `TCV_OK`
/// `*windows` points at `*count` windows in ascending order of top, left, width, height and weight, whatever the number of
/// threads; they belong to the cascade and hold until its next call. Null when there are none. A picture smaller than the
/// cascade's window has none. One thread at a time for each cascade.
tcv_status tcv_cascade_detect(
    tcv_cascade *_Nonnull cascade, tcv_image image, const tcv_cascade_parameters *_Nonnull parameters,
    const tcv_window *_Nullable *_Nonnull windows, int64_t *_Nonnull count, tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
