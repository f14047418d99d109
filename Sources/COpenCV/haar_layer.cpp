#include "haar_layer.hpp"

#include <opencv2/imgproc.hpp>

namespace tcv {
namespace {

/// Spare sums at the end of a row: a group of windows may reach beyond the last window.
constexpr int spare = 2 * haar_lanes;

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
    factors.resize(static_cast<size_t>(factor_pitch) * static_cast<size_t>(rows()));
    // Contrast is measured one pixel inside the window.
    const int right = window.width - 1;
    const int bottom = window.height - 1;
    const haar_contrast contrast{
        {offset(1, 1), offset(right, 1), offset(right, bottom), offset(1, bottom)},
        static_cast<double>(window.width - 2) * (window.height - 2)};
    for (int row = 0; row < rows(); ++row) {
        const size_t start = static_cast<size_t>(row) * static_cast<size_t>(step) * static_cast<size_t>(pitch);
        kernels.measure_contrast(
            contrast, sums.data() + start, squares.data() + start, columns(),
            factors.data() + static_cast<size_t>(row) * static_cast<size_t>(factor_pitch));
    }
}

void haar_layer::sum_up(std::vector<uint32_t> &squares) {
    std::fill_n(sums.begin(), pitch, 0U);
    std::fill_n(squares.begin(), pitch, 0U);
    for (int row = 0; row < size.height; ++row) {
        const uint8_t *pixels = reduced_.ptr<uint8_t>(row);
        uint32_t *sum_below = sums.data() + static_cast<size_t>(row + 1) * static_cast<size_t>(pitch);
        uint32_t *square_below = squares.data() + static_cast<size_t>(row + 1) * static_cast<size_t>(pitch);
        const uint32_t *sum_above = sum_below - pitch;
        const uint32_t *square_above = square_below - pitch;
        uint32_t sum = 0;
        uint32_t square = 0;
        for (int part = 0; part < step; ++part) {
            sum_below[part * half] = 0;
            square_below[part * half] = 0;
        }
        for (int column = 0; column < size.width; ++column) {
            const uint32_t pixel = pixels[column];
            sum += pixel;
            square += pixel * pixel;
            const int at = offset(column + 1, 0);
            sum_below[at] = sum_above[at] + sum;
            square_below[at] = square_above[at] + square;
        }
    }
}

}  // namespace tcv
