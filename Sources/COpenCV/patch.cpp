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

tcv_box box_of(const tcv_flow_pyramid &pyramid, const Place &at) {
    return {
        (at.x - at.half_width) / pyramid.scale_x, (at.y - at.half_height) / pyramid.scale_y,
        2 * at.half_width / pyramid.scale_x, 2 * at.half_height / pyramid.scale_y};
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

/// The patch's change as it is shifted right, shifted down and grown, freed of what a change of light would explain.
struct Gradients {
    std::array<Patch, 3> images;
    cv::Matx33d inverse;
    bool usable = false;
};

Gradients gradients_of(const float *patch, bool with_scale) {
    Gradients result;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const auto i = static_cast<size_t>(row * side + column);
            const int left = std::max(0, column - 1), right = std::min(side - 1, column + 1);
            const int above = std::max(0, row - 1), below = std::min(side - 1, row + 1);
            const float dx = (patch[row * side + right] - patch[row * side + left]) / (place(right) - place(left));
            const float dy = (patch[below * side + column] - patch[above * side + column]) / (place(below) - place(above));
            result.images[0][i] = dx;
            result.images[1][i] = dy;
            result.images[2][i] = with_scale ? place(column) * dx + place(row) * dy : 0;
        }
    }
    const Patch &weight = weights();
    for (auto &image : result.images) {
        float mean = 0;
        for (size_t i = 0; i < count; ++i) mean += weight[i] * image[i];
        const float along = dot(image.data(), patch);
        for (size_t i = 0; i < count; ++i) image[i] -= mean + along * patch[i];
    }
    cv::Matx33d normal;
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            normal(a, b) = static_cast<double>(
                dot(result.images[static_cast<size_t>(a)].data(), result.images[static_cast<size_t>(b)].data()));
        }
        normal(a, a) += 1e-3;
    }
    result.inverse = normal.inv(cv::DECOMP_CHOLESKY, &result.usable);
    return result;
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

tcv_status tcv_patch_align(
    const tcv_flow_pyramid *pyramid, const float *patch, tcv_box box, int32_t iterations, int32_t with_scale,
    tcv_patch_alignment *alignment, tcv_error *error) {
    return tcv::guarded(error, [&] {
        tcv::require_usable(box);
        const Gradients gradients = gradients_of(patch, with_scale != 0);
        Place at = place_of(*pyramid, box);
        const Place first = at;
        const int level = level_for(*pyramid, at);
        Patch seen;
        tcv_patch_alignment result = {box, -1, -1};
        for (int step = 0;; ++step) {
            sample(*pyramid, at, level, seen);
            normalise(seen);
            const double likeness = tcv_patch_likeness(seen.data(), patch);
            if (step == 0) result.initial_likeness = result.likeness = likeness;
            if (likeness > result.likeness) {
                result.likeness = likeness;
                result.box = box_of(*pyramid, at);
            }
            if (step >= iterations || !gradients.usable) break;
            for (size_t i = 0; i < count; ++i) seen[i] -= patch[i];
            cv::Vec3d slope;
            for (int a = 0; a < 3; ++a) {
                slope[a] = static_cast<double>(dot(gradients.images[static_cast<size_t>(a)].data(), seen.data()));
            }
            const cv::Vec3d change = gradients.inverse * slope;
            const double growth = 1 + std::clamp(change[2], -0.1, 0.1);
            const double across = std::clamp(change[0] / growth, -0.25, 0.25);
            const double down = std::clamp(change[1] / growth, -0.25, 0.25);
            at.x -= at.half_width * across;
            at.y -= at.half_height * down;
            at.half_width /= growth;
            at.half_height /= growth;
            const bool astray = std::abs(at.x - first.x) > first.half_width || std::abs(at.y - first.y) > first.half_height
                || at.half_width > first.half_width * 1.5 || at.half_width < first.half_width / 1.5;
            if (astray) break;
            if (std::abs(across) < 5e-4 && std::abs(down) < 5e-4 && std::abs(growth - 1) < 5e-4) break;
        }
        *alignment = result;
    });
}
