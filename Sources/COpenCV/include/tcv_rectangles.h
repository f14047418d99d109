// Candidates for rectangles: contours that are convex quadrilaterals.
#ifndef TRACKLET_TCV_RECTANGLES_H
#define TRACKLET_TCV_RECTANGLES_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Four corners in order around the shape, in pixels of the picture the call was given; whole numbers are pixel centres.
typedef struct tcv_quadrilateral {
    tcv_point corners[4];
} tcv_quadrilateral;

typedef struct tcv_quadrilateral_parameters {
    /// Candidates of a smaller area are left out; square pixels, above 0.
    double min_area;
    /// How far a contour may stray from the four sides, as a share of its length; above 0, below 0.2.
    double tolerance;
} tcv_quadrilateral_parameters;

/// Finds contours that come down to convex quadrilaterals in the picture's adaptive thresholds and edges. One outline is
/// commonly found several times, at both of its edges. On `TCV_OK` `*found` points at `*count` candidates, in a fixed
/// order, that the caller gives back to `tcv_quadrilaterals_free`; null when there are none. Any thread.
tcv_status tcv_quadrilaterals_find(
    tcv_image image, const tcv_quadrilateral_parameters *_Nonnull parameters,
    tcv_quadrilateral *_Nullable *_Nonnull found, int64_t *_Nonnull count, tcv_error *_Nullable error);

/// Frees what `tcv_quadrilaterals_find` gave. Null is allowed.
void tcv_quadrilaterals_free(tcv_quadrilateral *_Nullable found);

#ifdef __cplusplus
}
#endif

#endif
