// Straight edges.
#ifndef TRACKLET_TCV_SEGMENTS_H
#define TRACKLET_TCV_SEGMENTS_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A straight edge from one end to the other, in pixels of the picture the call was given.
typedef struct tcv_segment {
    double x1;
    double y1;
    double x2;
    double y2;
} tcv_segment;

/// Finds straight edges (LSD: Grompone von Gioi and others, "LSD: a line segment detector", IPOL 2012). On `TCV_OK` `*found` points at
/// `*count` of them, in a fixed order, that the caller gives back to `tcv_segments_free`; null when there are none. Any thread.
///
/// Invalid when the picture has 3 channels.
tcv_status tcv_segments_find(
    tcv_image luma, tcv_segment *_Nullable *_Nonnull found, int64_t *_Nonnull count, tcv_error *_Nullable error);

void tcv_segments_free(tcv_segment *_Nullable found);

#ifdef __cplusplus
}
#endif

#endif
