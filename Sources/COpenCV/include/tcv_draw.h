// Drawing, covering and judging parts of a picture in 4:2:0, directly on its planes.
#ifndef TRACKLET_TCV_DRAW_H
#define TRACKLET_TCV_DRAW_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A borrowed picture to be drawn on: brightness, and two chroma planes half as wide and half as high. Width and height are
/// even. Valid only during the call it is passed to; one thread at a time draws on it.
typedef struct tcv_canvas {
    uint8_t *_Nonnull luma;
    uint8_t *_Nonnull blue_difference;
    uint8_t *_Nonnull red_difference;
    int32_t width;
    int32_t height;
    int64_t luma_bytes_per_row;
    int64_t chroma_bytes_per_row;
} tcv_canvas;

/// A colour in the picture's own numbers, and how much of it is laid over what is there, 0...1.
typedef struct tcv_ink {
    uint8_t luma;
    uint8_t blue_difference;
    uint8_t red_difference;
    double opacity;
} tcv_ink;

/// Draws straight lines from point to point, smooth at their edges; what lies outside the picture is left out.
///
/// `thickness` is in pixels, at least 1. With `dash` above 0, dashes of that length and gaps of the length `gap` follow each
/// other from the first point on. Invalid for fewer than two points or a point that is no number.
tcv_status tcv_draw_lines(
    tcv_canvas canvas, const tcv_point *_Nonnull points, int32_t count, int32_t closed, int32_t thickness, double dash,
    double gap, tcv_ink ink, tcv_error *_Nullable error);

/// Fills a box.
tcv_status tcv_fill_box(tcv_canvas canvas, tcv_box box, tcv_ink ink, tcv_error *_Nullable error);

/// Writes a line of printable ASCII (what else there is becomes a question mark) whose capitals are `height` pixels high and stand on
/// `origin`.
tcv_status tcv_draw_text(
    tcv_canvas canvas, const char *_Nonnull text, tcv_point origin, double height, tcv_ink ink,
    tcv_error *_Nullable error);

/// How wide the line would be and how far it reaches below where it stands, in pixels.
tcv_status tcv_measure_text(
    const char *_Nonnull text, double height, double *_Nonnull width, double *_Nonnull descent,
    tcv_error *_Nullable error);

/// What a covered part of a picture looks like.
typedef enum tcv_cover_style {
    TCV_COVER_GAUSSIAN = 0,
    TCV_COVER_PIXELATE = 1,
    TCV_COVER_SOLID = 2,
} tcv_cover_style;

/// Makes what is in the box unrecognisable: all of the box (`ellipse` 0) or of the ellipse that touches its sides (1) is replaced, and
/// outside of it a rim of a tenth of the box fades out.
///
/// Gaussian: blurred by a sixth of the box's smaller side. Pixelated: eight squares across its smaller side. Solid: gray.
tcv_status tcv_cover(
    tcv_canvas canvas, tcv_box box, int32_t ellipse, tcv_cover_style style, tcv_error *_Nullable error);

/// How sharp the box's part of a one-channel picture is, 0...1: the mean strength of its Laplacian relative to its contrast, seen at
/// 64 rows or, where it has fewer, at as many as it has. Flat parts are 0.
tcv_status tcv_sharpness(tcv_image luma, tcv_box box, double *_Nonnull sharpness, tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
