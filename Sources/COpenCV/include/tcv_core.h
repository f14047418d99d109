// Status, errors, pictures and boxes: what every facility of the bridge shares.
#ifndef TRACKLET_TCV_CORE_H
#define TRACKLET_TCV_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a call ended. Whatever is not `TCV_OK` leaves the outputs untouched and fills the error.
typedef enum tcv_status {
    TCV_OK = 0,
    /// An argument breaks the rule its comment states; our own bug, never the user's data.
    TCV_INVALID_ARGUMENT = 1,
    /// A file could not be read or is not what it should be.
    TCV_BAD_FILE = 2,
    /// OpenCV threw; the message is OpenCV's.
    TCV_OPENCV_ERROR = 3,
    TCV_OUT_OF_MEMORY = 4,
} tcv_status;

/// Filled by a call that fails; the caller owns it. The message is UTF-8 and always terminated.
typedef struct tcv_error {
    char message[512];
} tcv_error;

/// A borrowed picture: 8 bits a channel, rows `bytes_per_row` apart. Valid only during the call it is passed to.
typedef struct tcv_image {
    const uint8_t *_Nonnull pixels;
    int32_t width;
    int32_t height;
    int64_t bytes_per_row;
    /// 1 (luma) or 3 (blue, green, red).
    int32_t channels;
} tcv_image;

/// Left, top, width and height in pixels of the picture the call was given; origin at the top left.
typedef struct tcv_box {
    double left;
    double top;
    double width;
    double height;
} tcv_box;

typedef struct tcv_point {
    float x;
    float y;
} tcv_point;

/// OpenCV's version, as "4.6.0". A static string.
const char *_Nonnull tcv_version(void);

/// Shrinks (area average) or grows (bilinear) a one-channel picture into `destination`, which the caller owns, `width` by
/// `height` bytes with rows `bytes_per_row` apart.
tcv_status tcv_resize(
    tcv_image source, uint8_t *_Nonnull destination, int32_t width, int32_t height, int64_t bytes_per_row,
    tcv_error *_Nullable error);

/// Turns a one-channel picture clockwise about its centre by `degrees` into `destination`, which the caller owns and which
/// has the size of the source with rows `bytes_per_row` apart. Corners that turn out of the picture are lost; what turns in is
/// the nearest edge pixel.
tcv_status tcv_turn(
    tcv_image source, double degrees, uint8_t *_Nonnull destination, int64_t bytes_per_row, tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
