// Runs a Haar cascade over the windows of layers.
#pragma once

#include "haar_kernels.hpp"
#include "haar_layer.hpp"
#include "haar_placement.hpp"

#include <cstdint>
#include <vector>

namespace tcv {

/// A Haar cascade ready to be run, straight and mirrored. Never changes, so threads may share it.
struct haar_classifier {
    haar_cascade model;
    /// Over a patch of sums that belong to one batch of windows.
    haar_placement straight;
    haar_placement mirrored;

    explicit haar_classifier(haar_cascade cascade);
};

/// A window that passed all stages, in steps of its layer's grid, and the last stage's sum.
struct haar_found_window {
    int layer;
    int column;
    int row;
    double weight;
};

/// Columns of a row of windows, in steps.
struct haar_columns {
    int first;
    int end;
};

/// Evaluates windows in two ways: the first stages for neighbouring windows together, since most of them fail there; then, for
/// the few that are left here and there, batches of copies of their sums, so that again each step serves a whole vector.
///
/// What is found does not depend on how windows come together: a stage's decision is exact for each window. It is OpenCV's
/// own to the last bit, with OpenCV's order of looking: see `haar_skip`.
class haar_scan {
public:
    /// Forgets what was found and takes another cascade, which must stay until `finish`.
    void begin(const haar_classifier &classifier, bool mirrored, const haar_kernels &kernels);
    /// Chooses the layer whose rows follow. Its sums and factors for the cascade's window must be there.
    void enter(const haar_layer &layer, int index);
    /// Looks at a row of windows; at the given columns only, unless null.
    void scan_row(int row, const std::vector<haar_columns> *wanted);
    /// Looks at what still waits. In no fixed order.
    const std::vector<haar_found_window> &finish();

private:
    const haar_classifier *classifier_ = nullptr;
    const haar_placement *stages_ = nullptr;
    const haar_kernels *kernels_ = nullptr;
    const haar_layer *layer_ = nullptr;
    const haar_layer::grid *grid_ = nullptr;
    bool mirrored_ = false;
    int layer_index_ = 0;
    haar_placement first_stages_;
    haar_waiting waiting_;
    std::vector<uint8_t> wanted_;
    std::vector<uint32_t> patch_;
    std::vector<haar_found_window> found_;

    void drain(size_t least);
    void run_batch(std::vector<haar_open_window> &windows, int stage);
};

}  // namespace tcv
