#include "tcv_patch.h"

#include "guard.hpp"
#include "pyramid.hpp"

#include <opencv2/core.hpp>

#include <algorithm>
#include <array>

namespace {

constexpr int side = TCV_PATCH_SIDE;
constexpr int count = TCV_PATCH_COUNT;
using Patch = std::array<float, count>;

/// -1 ... 1 across the box at the middle of a patch pixel.
constexpr float place(int index) { return (2.0f * static_cast<float>(index) + 1) / side - 1; }

/// Full weight in the middle, none beyond the ellipse that touches the box's sides; they add up to 1.
const Patch &weights() {
    static const Patch table = [] {
        Patch made{};
        double total = 0;
        for (int i = 0; i < count; ++i) {
            const double u = place(i % side), v = place(i / side);
            const double rim = 1 - (u * u + v * v);
            made[static_cast<size_t>(i)] = static_cast<float>(std::clamp(rim * 2.5, 0.0, 1.0));
            total += made[static_cast<size_t>(i)];
        }
        for (auto &weight : made) weight = static_cast<float>(weight / total);
        return made;
    }();
    return table;
}

/// A box in pyramid pixels, by its centre and half sides.
struct Place {
    double x, y, half_width, half_height;
};

Place place_of(const tcv_flow_pyramid &pyramid, const tcv_box &box) {
    return {
        (box.left + box.width / 2) * pyramid.scale_x, (box.top + box.height / 2) * pyramid.scale_y,
        box.width / 2 * pyramid.scale_x, box.height / 2 * pyramid.scale_y};
}

/// The level whose pixels are about as far apart as the patch's.
int level_for(const tcv_flow_pyramid &pyramid, const Place &at) {
    const double spacing = 2 * std::sqrt(at.half_width * at.half_height) / side;
    return std::clamp(static_cast<int>(std::floor(std::log2(std::max(spacing, 1.0)) + 0.25)), 0, pyramid.levels() - 1);
}

/// Pixel (i, j) of a finest level lies at (i, j); halving keeps even pixels in place, so a level's coordinates are those of the
/// finest over 2^level.
void sample(const tcv_flow_pyramid &pyramid, const Place &at, int level, Patch &patch) {
    const cv::Mat &luma = pyramid.luma(level);
    const float factor = std::ldexp(1.0f, -level);
    for (int row = 0; row < side; ++row) {
        const float y = static_cast<float>(at.y - 0.5 + place(row) * at.half_height) * factor;
        for (int column = 0; column < side; ++column) {
            const float x = static_cast<float>(at.x - 0.5 + place(column) * at.half_width) * factor;
            patch[static_cast<size_t>(row * side + column)] = tcv::brightness(luma, x, y);
        }
    }
}

float dot(const float *a, const float *b) {
    const Patch &weight = weights();
    float sum = 0;
    for (size_t i = 0; i < count; ++i) sum += weight[i] * a[i] * b[i];
    return sum;
}

/// Makes the weighted mean 0 and the norm 1, and returns the standard deviation there was.
double normalise(Patch &patch) {
    const Patch &weight = weights();
    float mean = 0;
    for (size_t i = 0; i < count; ++i) mean += weight[i] * patch[i];
    for (auto &value : patch) value -= mean;
    const double deviation = std::sqrt(static_cast<double>(dot(patch.data(), patch.data())));
    const float factor = deviation < 0.5 ? 0 : static_cast<float>(1 / deviation);
    for (auto &value : patch) value *= factor;
    return deviation;
}

}  // namespace

tcv_status tcv_patch_take(
    const tcv_flow_pyramid *pyramid, tcv_box box, float *patch, double *contrast, tcv_error *error) {
    return tcv::guarded(error, [&] {
        tcv::require_usable(box);
        Patch taken;
        const Place at = place_of(*pyramid, box);
        sample(*pyramid, at, level_for(*pyramid, at), taken);
        *contrast = normalise(taken);
        std::copy(taken.begin(), taken.end(), patch);
    });
}

double tcv_patch_likeness(const float *first, const float *second) {
    return std::clamp(static_cast<double>(dot(first, second)), -1.0, 1.0);
}
