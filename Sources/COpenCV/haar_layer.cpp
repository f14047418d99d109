#include "haar_layer.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace tcv {
namespace {

/// Spare sums at the end of a row: a group of windows may reach beyond the last window.
constexpr int spare = 2 * haar_lanes;

/// Adds a row of pixels to the sums above it; `sums` and `squares` are the row below, of which the first sum is 0.
template <int step>
void sum_up_row(const uint8_t *pixels, int width, int pitch, int half, uint32_t *sums, uint32_t *squares) {
    uint32_t sum = 0;
    uint32_t square = 0;
    sums[0] = 0;
    squares[0] = 0;
    for (int column = 1; column <= width; ++column) {
        const uint32_t pixel = pixels[column - 1];
        sum += pixel;
        square += pixel * pixel;
        const int at = (column % step) * half + column / step;
        sums[at] = sums[at - pitch] + sum;
        squares[at] = squares[at - pitch] + square;
    }
}

}  // namespace

void haar_layer::set(const cv::Mat &picture, float new_scale) {
    scale = new_scale;
    step = scale >= 2 ? 1 : 2;
    size = cv::Size(cvRound(static_cast<float>(picture.cols) / scale), cvRound(static_cast<float>(picture.rows) / scale));
    half = (size.width + step) / step + spare;
    pitch = half * step;
    pixels_ = picture;
    has_sums_ = false;
    window = cv::Size();
}

void haar_layer::prepare(cv::Size new_window, const haar_kernels &kernels, std::vector<uint32_t> &squares) {
    if (window == new_window) {
        return;
    }
    if (!has_sums_) {
        if (pixels_.size() == size) {
            reduced_ = pixels_;
        } else {
            cv::resize(pixels_, reduced_, size, 0, 0, cv::INTER_LINEAR_EXACT);
        }
        sums.resize(static_cast<size_t>(pitch) * static_cast<size_t>(size.height + 1));
    }
    squares.resize(sums.size());
    sum_up(squares);
    has_sums_ = true;

    window = new_window;
    factor_pitch = (columns() + haar_lanes - 1) / haar_lanes * haar_lanes;
    const int origin = (size.width - window.width) % step;
    mirrored_grid_ = origin == 0 ? 0 : 1;
    lay_out(grids_[0], 0, kernels, squares);
    if (mirrored_grid_ != 0) {
        lay_out(grids_[1], origin, kernels, squares);
    }
}

void haar_layer::lay_out(grid &made, int origin, const haar_kernels &kernels, const std::vector<uint32_t> &squares) {
    made.origin = origin;
    made.start = origin * half;
    // From an odd column the next one is even, and one sum further on.
    made.apart = origin == 0 ? half : 1 - half;
    made.factors.resize(static_cast<size_t>(factor_pitch) * static_cast<size_t>(rows()));
    const haar_placement::geometry geometry{pitch, made.apart, step, 1};
    // Contrast is measured one pixel inside the window.
    const int right = window.width - 1;
    const int bottom = window.height - 1;
    const haar_contrast contrast{
        {geometry.at(1, 1), geometry.at(right, 1), geometry.at(right, bottom), geometry.at(1, bottom)},
        static_cast<double>(window.width - 2) * (window.height - 2)};
    for (int row = 0; row < rows(); ++row) {
        const size_t start = static_cast<size_t>(row) * static_cast<size_t>(step) * static_cast<size_t>(pitch)
            + static_cast<size_t>(made.start);
        kernels.measure_contrast(
            contrast, sums.data() + start, squares.data() + start, columns(),
            made.factors.data() + static_cast<size_t>(row) * static_cast<size_t>(factor_pitch));
    }
}

void haar_layer::sum_up(std::vector<uint32_t> &squares) {
    std::fill_n(sums.begin(), pitch, 0U);
    std::fill_n(squares.begin(), pitch, 0U);
    for (int row = 0; row < size.height; ++row) {
        const size_t below = static_cast<size_t>(row + 1) * static_cast<size_t>(pitch);
        const auto sum_up = step == 1 ? sum_up_row<1> : sum_up_row<2>;
        sum_up(reduced_.ptr<uint8_t>(row), size.width, pitch, half, sums.data() + below, squares.data() + below);
    }
}

}  // namespace tcv
