// Searching pictures with cascades.
#ifndef TRACKLET_TCV_SEARCH_H
#define TRACKLET_TCV_SEARCH_H

#include "tcv_cascade.h"
#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A picture to be searched, with what has been made of it: reduced pictures and their integral images, each made once for
/// all cascades. Its memory is used again for the next picture. Serves one thread at a time.
typedef struct tcv_search tcv_search;

/// A place where a cascade's window passed all stages. Whole pixels of the picture that was set; what lies beyond its edge is
/// cut off.
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

typedef struct tcv_search_parameters {
    /// 0 gives every window that passed. Above 0 windows are grouped as cv::groupRectangles does: groups of no more than so
    /// many windows are dropped, the others give their mean box and their highest weight.
    int32_t min_neighbors;
    /// Bounds on the window in pixels; 0 is no bound.
    int32_t min_width;
    int32_t min_height;
    int32_t max_width;
    int32_t max_height;
    /// Not 0: looks for the mirror image of what the cascade was trained on.
    int32_t mirrored;
    /// Windows are looked at only where their centre lies in one of `area_count` rectangles of the picture; null is the whole
    /// picture. Finds there what a search of the whole picture finds there.
    const tcv_box *_Nullable areas;
    int64_t area_count;
} tcv_search_parameters;

/// On `TCV_OK` the caller owns `*search` and gives it back to `tcv_search_destroy`. Any thread.
tcv_status tcv_search_create(tcv_search *_Nullable *_Nonnull search, tcv_error *_Nullable error);

/// Frees the search and the windows it gave. Null is allowed.
void tcv_search_destroy(tcv_search *_Nullable search);

/// Takes a copy of a one-channel picture. `scale_factor`, above 1, is the ratio of one searched size to the next.
tcv_status tcv_search_set_picture(
    tcv_search *_Nonnull search, tcv_image image, double scale_factor, tcv_error *_Nullable error);

/// Runs a cascade over the picture that was set, at all sizes from the cascade's window on. On `TCV_OK` `*windows` points at
/// `*count` windows in ascending order of top, left, width, height and weight, whatever the number of threads; they belong to
/// the search and hold until its next call. Null when there are none. A picture smaller than the cascade's window has none.
///
/// Finds what cv::CascadeClassifier::detectMultiScale of OpenCV 4.6 finds, in the mirrored picture where `mirrored`, window by
/// window and with the same weights, with two exceptions. OpenCV leaves out the last row of windows at some sizes. And where its
/// compiler rounded products and sums as one (ARM), a window on the edge of a threshold may differ.
tcv_status tcv_search_run(
    tcv_search *_Nonnull search, tcv_cascade *_Nonnull cascade, const tcv_search_parameters *_Nonnull parameters,
    const tcv_window *_Nullable *_Nonnull windows, int64_t *_Nonnull count, tcv_error *_Nullable error);

/// For tests: not 0 keeps to instructions that every processor of this kind has. What is found is the same.
void tcv_search_use_base_instructions(tcv_search *_Nonnull search, int32_t base);

#ifdef __cplusplus
}
#endif

#endif
