// Sparse optical flow of one box between two frames, on pyramids that are built once a frame and shared by all trackers.
#ifndef TRACKLET_TCV_FLOW_H
#define TRACKLET_TCV_FLOW_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A Gaussian pyramid of one luma picture with its derivatives. Never written after it is made: any number of threads may
/// read one at the same time. The caller owns it and destroys it once.
typedef struct tcv_flow_pyramid tcv_flow_pyramid;

/// How large a pyramid is.
typedef struct tcv_flow_pyramid_facts {
    /// Pyramid pixels (of its finest level) to one pixel of the picture, 0...1, along each axis.
    double scale_x;
    double scale_y;
    int32_t width;
    int32_t height;
    /// Levels in it, at least 1; small pictures have fewer than were asked for.
    int32_t levels;
} tcv_flow_pyramid_facts;

/// Copies a one-channel picture, reduced by area averaging when its longer side is above `longest_side`, and builds up to
/// `levels` levels, each half the one below, for windows of up to `window` pixels.
///
/// Invalid when the picture has 3 channels, or `longest_side`, `window` (3...63) or `levels` (1...8) are out of range.
tcv_status tcv_flow_pyramid_create(
    tcv_image luma, int32_t longest_side, int32_t window, int32_t levels,
    tcv_flow_pyramid *_Nullable *_Nonnull pyramid, tcv_error *_Nullable error);

void tcv_flow_pyramid_destroy(tcv_flow_pyramid *_Nullable pyramid);

tcv_flow_pyramid_facts tcv_flow_pyramid_describe(const tcv_flow_pyramid *_Nonnull pyramid);

/// How points are chosen, followed and believed. Lengths are pixels of the pyramid's finest level unless said otherwise.
typedef struct tcv_flow_parameters {
    /// The box is cut into `columns` by `rows` cells (1...16 each); each cell whose centre lies in the ellipse gets the point of
    /// strongest corner in it.
    int32_t columns;
    int32_t rows;
    /// The ellipse's axes over the box's sides, above 0.
    double ellipse;
    /// Lucas-Kanade's window (3 up to the pyramid's), levels (1 up to the pyramid's) and iterations a level.
    int32_t window;
    int32_t levels;
    int32_t iterations;
    /// Whether each point is also followed back: a point that does not return to within `backward_error` is no witness.
    int32_t backward;
    double backward_error;
    /// The least normalised correlation of the small patches around a point before and after, -1...1.
    double point_likeness;
    /// A point agrees with the fitted motion when it lies within `agreement` plus `agreement_share` of the box's mean side.
    double agreement;
    double agreement_share;
    /// The largest change of size against the guess: the scale stays within this factor of the guess's.
    double scale_bound;
} tcv_flow_parameters;

/// How a box moved.
typedef struct tcv_flow_estimate {
    /// The shift of the box's centre, in pixels of the picture.
    double shift_x;
    double shift_y;
    /// The new size over the old one.
    double scale;
    /// The turn about the centre, in radians, clockwise on the screen.
    double angle;
    /// Points that were chosen, those that came back, and those that agree with the motion fitted to them.
    int32_t chosen;
    int32_t returned;
    int32_t agreeing;
} tcv_flow_estimate;

/// The most points a box can have: 16 columns of 16 rows.
#define TCV_FLOW_MAXIMUM_POINTS 256

/// Chooses the points of `box` that are worth following: one a cell, in pixels of the pyramid's finest level. `points` has room for
/// `TCV_FLOW_MAXIMUM_POINTS`; `*count` says how many there are, 0 when no cell lies in the picture.
tcv_status tcv_flow_choose_points(
    const tcv_flow_pyramid *_Nonnull pyramid, tcv_box box, const tcv_flow_parameters *_Nonnull parameters,
    tcv_point *_Nonnull points, int32_t *_Nonnull count, tcv_error *_Nullable error);

/// Follows the points chosen in `box` of `previous` into `next` and fits one motion to them: Lucas-Kanade forward and backward
/// (Kalal, Mikolajczyk, Matas, Forward-Backward Error, ICPR 2010), then a similarity by iteratively reweighted least squares.
///
/// `guess` is where the box is believed to be in `next`: each point's search starts from its place in it. With no point in agreement the estimate has `agreeing`
/// 0, no shift and scale 1. Invalid when the pyramids differ in size, when a box is not finite or has no area, or when a parameter breaks its range.
tcv_status tcv_flow_follow(
    const tcv_flow_pyramid *_Nonnull previous, const tcv_flow_pyramid *_Nonnull next, tcv_box box, tcv_box guess,
    const tcv_point *_Nullable points, int32_t count, const tcv_flow_parameters *_Nonnull parameters, tcv_flow_estimate *_Nonnull estimate, tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
