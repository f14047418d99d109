// Neural networks in ONNX files, run by OpenCV's dnn module on the processor.
#ifndef TRACKLET_TCV_NETWORK_H
#define TRACKLET_TCV_NETWORK_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A loaded network with its working memory. Serves one thread at a time.
typedef struct tcv_network tcv_network;

/// How a picture becomes the network's input: 1 by planes by height by width numbers.
typedef struct tcv_network_input {
    /// The input's size.
    int32_t width;
    int32_t height;
    /// The size the picture is brought to, at the input's top left corner; at most the input's size. What is right of it and below
    /// is 0.
    int32_t content_width;
    int32_t content_height;
    /// What each value (0...255) of a plane is multiplied by, and what is added then.
    float scale[3];
    float offset[3];
    /// 3, a plane a colour, or 1, for which the picture must have one channel.
    int32_t planes;
    /// Not 0: red comes first; otherwise blue. A one-channel picture stands for all three.
    int32_t red_first;
} tcv_network_input;

/// One of the network's outputs, borrowed: valid until the network runs again or is destroyed.
typedef struct tcv_tensor {
    /// Null when it has no values.
    const float *_Nullable values;
    int64_t count;
    /// The lengths of the first `dimensions` dimensions; the last of them is the innermost.
    int32_t sizes[6];
    int32_t dimensions;
} tcv_tensor;

/// Loads a network from an ONNX file. On `TCV_OK` the caller owns `*network` and gives it back to `tcv_network_destroy`.
/// `TCV_BAD_FILE` when OpenCV cannot make a network of it; the message is OpenCV's reason on one line. Any thread.
tcv_status tcv_network_create(
    const char *_Nonnull path, tcv_network *_Nullable *_Nonnull network, tcv_error *_Nullable error);

/// Frees the network. Null is allowed.
void tcv_network_destroy(tcv_network *_Nullable network);

/// How many outputs the network has, and the name of one of them: the network's own string. Null for an index out of range.
int32_t tcv_network_output_count(const tcv_network *_Nonnull network);
const char *_Nullable tcv_network_output_name(const tcv_network *_Nonnull network, int32_t index);

/// Runs the network on a picture. `TCV_OPENCV_ERROR` when it cannot be run on an input of that size, or when an output is not made of
/// floats in at most 6 dimensions. A network that has failed should not be run again.
tcv_status tcv_network_run(
    tcv_network *_Nonnull network, tcv_image picture, tcv_network_input input, tcv_error *_Nullable error);

/// An output of the latest run. `TCV_INVALID_ARGUMENT` for an index out of range, or before the first run.
tcv_status tcv_network_output(
    const tcv_network *_Nonnull network, int32_t index, tcv_tensor *_Nonnull tensor, tcv_error *_Nullable error);

#ifdef __cplusplus
}
#endif

#endif
