// Points of a flat thing followed from frame to frame, and how its plane has turned, tilted and moved.
#ifndef TRACKLET_TCV_PLANE_H
#define TRACKLET_TCV_PLANE_H

#include "tcv_flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Follows `count` points of `previous` into `next` by Lucas-Kanade, forward and backward; the search for each begins at its
/// guess. All are in pixels of the pyramids' finest level. `moved` and `found` have room for as many: `found` is 1 for a point that
/// came back to within the parameters' backward error and looks as it did, by their likeness, and 0 for others.
///
/// Invalid when the pyramids differ in size or a parameter breaks its range. Any thread.
tcv_status tcv_points_follow(
    const tcv_flow_pyramid *_Nonnull previous, const tcv_flow_pyramid *_Nonnull next, const tcv_point *_Nonnull points,
    const tcv_point *_Nonnull guesses, int32_t count, const tcv_flow_parameters *_Nonnull parameters,
    tcv_point *_Nonnull moved, uint8_t *_Nonnull found, tcv_error *_Nullable error);

/// Fits how a plane moved that carries these points: a homography by RANSAC, whose random numbers are the same in every call.
///
/// `matrix` is row by row, for (x, y, 1) of `from`; `*agreeing` says how many points lie within `tolerance` of where it puts
/// them, and is 0 when there is no fit. Invalid for fewer than 4 points.
tcv_status tcv_plane_fit(
    const tcv_point *_Nonnull from, const tcv_point *_Nonnull to, int32_t count, double tolerance,
    double *_Nonnull matrix, int32_t *_Nonnull agreeing, tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
