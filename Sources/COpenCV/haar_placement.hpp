// A Haar cascade laid out over an integral image.
#pragma once

#include "haar_cascade.hpp"

#include <cstdint>
#include <vector>

namespace tcv {

/// A node with its feature's corners as distances from the window's first sum.
struct haar_placed_node {
    /// How the feature comes from the sums a, b, ... at its corners, without loss. Where R1, R2 and R3 are (a - b) + (c - d),
    /// (e - f) + (g - h) and (i - j) + (k - l), the forms most cascades consist of need no multiplication.
    enum class shape : int32_t {
        /// (a - b) + (c - d) + 2 (e - f): a rectangle minus its equal neighbour, which has two corners in common.
        halves,
        /// 2 R2 - R1
        twice,
        /// 3 R2 - R1
        thrice,
        /// 2 (R2 + R3) - R1
        two_twice,
        /// base_weight R1 + weight (R2 + R3)
        other,
    };

    shape form;
    int32_t corners[12];
    float threshold;
    /// What the tree's value changes by when the node is reached and its feature is below the threshold; see `haar_placed_stage`.
    float change;
    /// Of a tree's first node: how many nodes the tree has. Of the others: the node they are reached from...
    int32_t tree_nodes;
    int32_t parent;
    /// ...and whether that node's feature is then below its threshold.
    bool is_below_parent;
    /// Of `other`.
    float base_weight;
    float weight;
    /// As in `haar_node`.
    int32_t below;
    int32_t above;
    float below_value;
    float above_value;
};

struct haar_placed_stage {
    /// The range of its nodes.
    int first;
    int end;
    float threshold;
    /// The trees' sum when no feature is below its threshold. Each node that is reached, and whose feature is, adds its change:
    /// the difference of going on to the one side or to the other and then always above. So a vector of windows needs no choice.
    float start;
    /// A sum in float that reaches this surely passes; one below the other surely does not. Between the two the order of
    /// rounding counts and the sum is made in double, as OpenCV makes it.
    float surely_passes;
    float surely_fails;
};

struct haar_placement {
    std::vector<haar_placed_node> nodes;
    std::vector<haar_placed_stage> stages;

    /// Where a window's sums lie, from its first on.
    struct geometry {
        int pitch;
        /// From the even columns to the odd ones, where columns are split.
        int apart;
        /// 2 where columns are split, else 1.
        int step;
        int stride;

        int at(int x, int y) const { return (y * pitch + (x % step) * apart + x / step) * stride; }
    };

    /// Lays out the first `stages` stages. `mirrored` swaps left and right in every feature. Memory is reused.
    void place(const haar_cascade &cascade, size_t stages, bool mirrored, const geometry &geometry);

    /// The sum of a stage's trees for the window at `sums`, to the last bit as OpenCV computes it.
    double sum(const haar_placed_stage &stage, const uint32_t *sums, float factor) const;
};

}  // namespace tcv
