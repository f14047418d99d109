// The look of a box as a small square patch: taken from a pyramid and compared.
#ifndef TRACKLET_TCV_PATCH_H
#define TRACKLET_TCV_PATCH_H

#include "tcv_core.h"
#include "tcv_flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A patch is `TCV_PATCH_SIDE` squared values, row by row, over the box whatever its shape. Each pixel weighs by its place (an ellipse,
/// soft at its rim, so that the corners of the box do not count); under these weights its mean is 0 and its norm is 1.
enum { TCV_PATCH_SIDE = 24, TCV_PATCH_COUNT = 24 * 24 };

/// Takes the patch of `box` (pixels of the picture; pixels outside are those of the edge).
///
/// `contrast` is the weighted standard deviation of the brightness, 0...128. A patch without any (below 0.5) is all zeros. Invalid when the box
/// is not finite or has no area.
tcv_status tcv_patch_take(
    const tcv_flow_pyramid *_Nonnull pyramid, tcv_box box, float *_Nonnull patch, double *_Nonnull contrast,
    tcv_error *_Nullable error);

/// The weighted zero-mean normalised correlation of two patches, -1...1; 0 when either has no contrast.
double tcv_patch_likeness(const float *_Nonnull first, const float *_Nonnull second);

#ifdef __cplusplus
}
#endif

#endif
