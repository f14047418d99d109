// The inner loops of the Haar scan, compiled once for each instruction set.
#pragma once

#include "haar_placement.hpp"

#include <cstdint>
#include <vector>

namespace tcv {

struct haar_layer;

/// Windows looked at together.
constexpr int haar_lanes = 8;

/// The corners of the rectangle whose contrast counts, clockwise from the top left, as distances from the window's first sum,
/// and its area.
struct haar_contrast {
    int corners[4];
    double area;
};

/// A window that passed some stages and waits for the next.
struct haar_open_window {
    /// Of the layer, at the window's top left.
    const uint32_t *sums;
    float factor;
    const haar_layer *layer;
    int layer_index;
    /// In steps.
    int column;
    int row;
};

/// The open windows by the stage they wait for.
using haar_waiting = std::vector<std::vector<haar_open_window>>;

/// One row of windows of a layer.
struct haar_row {
    const uint32_t *sums;
    const float *factors;
    /// Not 0 for each window to look at, padded to a whole number of groups; null for all.
    const uint8_t *wanted;
    int columns;
    /// Looks from right to left.
    bool mirrored;
    const haar_layer *layer;
    int layer_index;
    int row;
};

/// Where the sums of some windows are to be copied from; the windows of one batch are equally far apart in their layers.
struct haar_batch {
    const uint32_t *sums[haar_lanes];
    int pitch[haar_lanes];
    int apart[haar_lanes];
    float factors[haar_lanes];
    int step;
};

/// From one row of a patch to the next, in sums of each window: whole blocks, of which the last may reach beyond the window.
constexpr int patch_pitch(int width) { return (width + 7) / 8 * 8; }

struct haar_kernels {
    /// Fills a row of `haar_layer::factors`.
    void (*measure_contrast)(
        const haar_contrast &contrast, const uint32_t *sums, const uint32_t *squares, int columns, float *factors);
    /// Runs the first stages over a row of windows. Those that pass them all, or that so few of their neighbours pass that
    /// going on with the group is wasteful, are appended to `waiting`.
    void (*scan_row)(const haar_placement &first_stages, const haar_row &row, haar_waiting &waiting);
    /// Copies `width` by `height` sums of each window to `patch`, row by row, each sum beside the same one of the others.
    void (*gather)(const haar_batch &batch, int width, int height, uint32_t *patch);
    /// Runs the stages from `stage` on over the windows of a patch until few are open. Gives the stage they wait for, which is
    /// the number of stages when they passed all; `open` has a bit for each window.
    int (*advance)(
        const haar_placement &stages, const uint32_t *patch, const float *factors, int stage, uint32_t &open);

    /// What this processor does best. All give the same bits.
    static const haar_kernels &best();
    /// What every processor of its kind can do.
    static const haar_kernels &base();
};

}  // namespace tcv
