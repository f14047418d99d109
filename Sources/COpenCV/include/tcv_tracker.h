// OpenCV's own single-object trackers behind one handle.
#ifndef TRACKLET_TCV_TRACKER_H
#define TRACKLET_TCV_TRACKER_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which tracker. TrackerMIL is left out: it does not repeat from run to run.
typedef enum tcv_tracker_kind {
    /// Kernelised correlation filters (Henriques and others, TPAMI 2015); 1 or 3 channels.
    TCV_TRACKER_KCF = 0,
    /// Discriminative correlation filter with channel and spatial reliability (Lukezic and others, IJCV 2018); 1 or 3 channels.
    TCV_TRACKER_CSRT = 1,
    /// Minimum output sum of squared error (Bolme and others, CVPR 2010); 1 channel.
    TCV_TRACKER_MOSSE = 2,
    /// Median flow (Kalal and others, ICPR 2010); 1 channel.
    TCV_TRACKER_MEDIAN_FLOW = 3,
} tcv_tracker_kind;

/// One tracker of one object. The caller owns it and destroys it once; one thread at a time.
typedef struct tcv_tracker tcv_tracker;

tcv_status tcv_tracker_create(
    tcv_tracker_kind kind, tcv_tracker *_Nullable *_Nonnull tracker, tcv_error *_Nullable error);

void tcv_tracker_destroy(tcv_tracker *_Nullable tracker);

/// Starts, or starts anew, on `box`, which must be whole pixels and lie wholly inside the picture with sides of at least 4 pixels; anything else
/// is invalid and never reaches OpenCV.
tcv_status tcv_tracker_start(
    tcv_tracker *_Nonnull tracker, tcv_image image, tcv_box box, tcv_error *_Nullable error);

/// Looks for the object in the next picture, which must have the size and channels of the first; `found` is 1 and `box` set, or `found` is 0.
///
/// An exception of OpenCV's ends as `TCV_OPENCV_ERROR`; the tracker is then of no more use until it is started again.
tcv_status tcv_tracker_update(
    tcv_tracker *_Nonnull tracker, tcv_image image, tcv_box *_Nonnull box, int32_t *_Nonnull found,
    tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
