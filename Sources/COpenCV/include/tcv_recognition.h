// Parts of pictures brought to one size and position, and local binary patterns of them.
#ifndef TRACKLET_TCV_RECOGNITION_H
#define TRACKLET_TCV_RECOGNITION_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Cuts a part out of a picture, shifted, turned and scaled, into `destination`, which the caller owns: `width` by `height` pixels with as
/// many channels as the source, rows without padding.
///
/// The place (x, y) of the destination shows the place (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]) of the source; a pixel's middle lies at
/// half. Beyond the source's edge its last pixel goes on. What is reduced is averaged.
tcv_status tcv_cut_out(
    tcv_image source, const double *_Nonnull map, uint8_t *_Nonnull destination, int32_t width, int32_t height,
    tcv_error *_Nullable error);

/// The numbers that describe a picture: 256 shares for each of 8 by 8 cells.
#define TCV_PATTERNS_LENGTH 16384

/// Describes a one-channel picture as OpenCV's LBPH recogniser does: how often each local binary pattern (radius 1, 8 neighbours) occurs in each
/// cell, once it is blurred by two pixels. `patterns` has room for TCV_PATTERNS_LENGTH numbers, 0...1, which add up to 1 in each cell. The picture must have 10 by 10 pixels or more.
tcv_status tcv_patterns_describe(tcv_image picture, float *_Nonnull patterns, tcv_error *_Nullable error);

/// How different two descriptions are, as OpenCV's LBPH recogniser measures it (chi square): 0 for the same, at most 256.
tcv_status tcv_patterns_distance(
    const float *_Nonnull first, const float *_Nonnull second, double *_Nonnull distance, tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
