// The reduced pictures a Haar cascade is run over, with the sums that make rectangles cheap.
#pragma once

#include "haar_kernels.hpp"

#include <opencv2/core.hpp>

#include <cstdint>
#include <vector>

namespace tcv {

/// A picture reduced so that objects of one size are as large as a cascade's window.
///
/// `sums` is its integral image: at (x, y) the brightness of all pixels above and to the left, modulo 2^32, which is no loss
/// for differences. Where windows are two pixels apart, each row holds the even columns first and then the odd ones, so that
/// the sums which neighbouring windows need are neighbours too.
struct haar_layer {
    /// Pixels of the whole picture for one of the layer; OpenCV's arithmetic, a float.
    float scale = 1;
    /// From one window to the next, both ways: OpenCV's rule is 2 where objects are smaller than twice the window, else 1.
    int step = 1;
    cv::Size size;
    /// From a row of sums to the next, and from the even columns of a row to the odd ones.
    int pitch = 0;
    int half = 0;
    std::vector<uint32_t> sums;

    /// The size of the windows that the grids are for.
    cv::Size window;
    int columns() const { return (size.width - window.width) / step + 1; }
    int rows() const { return (size.height - window.height) / step + 1; }

    /// The windows looked at: every `step` pixels from the left edge on, or for mirrored cascades from the right.
    struct grid {
        /// The first column.
        int origin = 0;
        /// Where its sums begin in a row, and from the sums an even number of columns further on to the odd ones.
        int start = 0;
        int apart = 0;
        /// What a feature is to be multiplied by, 1 / (area x standard deviation), for each window; 0 where there is too
        /// little contrast for any object, and beyond the last window of a row.
        std::vector<float> factors;
    };
    /// From one row of factors to the next.
    int factor_pitch = 0;
    const grid &windows(bool mirrored) const { return grids_[mirrored ? mirrored_grid_ : 0]; }

    /// Takes the picture for this scale. What is made of it is made when `prepare` asks for it.
    void set(const cv::Mat &picture, float scale);
    /// Makes the sums, and the grids of windows of this size, unless they are there. The window must fit.
    void prepare(cv::Size window, const haar_kernels &kernels, std::vector<uint32_t> &squares);

private:
    cv::Mat pixels_;
    cv::Mat reduced_;
    bool has_sums_ = false;
    /// The second, where windows from the right edge on are others.
    grid grids_[2];
    int mirrored_grid_ = 0;

    void sum_up(std::vector<uint32_t> &squares);
    void lay_out(grid &made, int origin, const haar_kernels &kernels, const std::vector<uint32_t> &squares);
};

}  // namespace tcv
