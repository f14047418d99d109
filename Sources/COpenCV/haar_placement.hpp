// A Haar cascade laid out over an integral image.
#pragma once

#include "haar_cascade.hpp"

#include <cstdint>
#include <vector>

namespace tcv {

/// A node with its feature's corners as distances from the window's first sum.
///
/// With a, b, ... the sums at `corners` a feature is one of
///     folded: (a - b) + (c - d) + 2 (e - f), two equal rectangles side by side, one minus the other
///     two:    base_weight (a - b + c - d) + weight (e - f + g - h)
///     three:  base_weight (a - b + c - d) + weight (e - f + g - h + i - j + k - l)
/// in whole numbers without loss.
struct haar_placed_node {
    enum class shape : int32_t { folded, two, three };

    shape form;
    int32_t corners[12];
    float base_weight;
    float weight;
    float threshold;
    /// As in `haar_node`.
    int32_t below;
    int32_t above;
    float below_value;
    float above_value;
    /// Of a tree's first node: how many nodes the tree has.
    int32_t tree_nodes;
};

struct haar_placed_stage {
    /// The range of its nodes.
    int first;
    int end;
    float threshold;
    /// A sum in float that reaches this surely passes; one below the other surely does not. Between the two the order of
    /// rounding counts and the sum is made in double, as OpenCV makes it.
    float surely_passes;
    float surely_fails;
};

struct haar_placement {
    std::vector<haar_placed_node> nodes;
    std::vector<haar_placed_stage> stages;

    /// Where the sum at column x and row y of a window lies: y * pitch + (x % step) * half + x / step, times `stride`.
    struct geometry {
        int pitch;
        int half;
        int step;
        int stride;
    };

    /// Lays out the first `stages` stages. `mirrored` swaps left and right in every feature. Memory is reused.
    void place(const haar_cascade &cascade, size_t stages, bool mirrored, const geometry &geometry);

    /// The sum of a stage's trees for the window at `sums`, to the last bit as OpenCV computes it.
    double sum(const haar_placed_stage &stage, const uint32_t *sums, float factor) const;
};

}  // namespace tcv
