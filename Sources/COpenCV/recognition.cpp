#include "tcv_recognition.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/face.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

constexpr int cells = 8;

/// Blurs away, in pixels, what of a face's patterns is the noise and the sharpness of one picture.
constexpr double blur = 2;

/// More would only be averaged away again.
constexpr int finest = 8;

cv::Mat patterns(const float *values) {
    return cv::Mat(1, TCV_PATTERNS_LENGTH, CV_32F, const_cast<float *>(values));
}

}  // namespace

tcv_status tcv_cut_out(
    tcv_image source, const double *map, uint8_t *destination, int32_t width, int32_t height, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (map == nullptr || destination == nullptr || width < 1 || height < 1) {
            throw tcv::invalid_argument("a part of a picture needs a map, a size and a place to go");
        }
        const cv::Mat picture = tcv::matrix(source);
        const double scale = std::sqrt(std::abs(map[0] * map[4] - map[1] * map[3]));
        if (!std::isfinite(scale) || scale <= 0 || !std::isfinite(map[2]) || !std::isfinite(map[5])) {
            throw tcv::invalid_argument("the map of a part of a picture has no inverse");
        }
        // Taken finer than wanted, and averaged: warping looks at four pixels only.
        const int fine = std::clamp(static_cast<int>(std::ceil(scale - 0.01)), 1, finest);
        const double half = 0.5 / fine;
        const cv::Mat warp = (cv::Mat_<double>(2, 3) << map[0] / fine, map[1] / fine,
                              (map[0] + map[1]) * half + map[2] - 0.5, map[3] / fine, map[4] / fine,
                              (map[3] + map[4]) * half + map[5] - 0.5);
        cv::Mat target(height, width, picture.type(), destination);
        cv::Mat large = fine == 1 ? target : cv::Mat();
        cv::warpAffine(
            picture, large, warp, cv::Size(width * fine, height * fine), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
            cv::BORDER_REPLICATE);
        if (fine > 1) {
            cv::resize(large, target, target.size(), 0, 0, cv::INTER_AREA);
        }
    });
}

tcv_status tcv_patterns_describe(tcv_image picture, float *target, tcv_error *error) {
    return tcv::guarded(error, [&] {
        const cv::Mat gray = tcv::matrix(picture);
        if (target == nullptr || gray.channels() != 1 || gray.cols < cells + 2 || gray.rows < cells + 2) {
            throw tcv::invalid_argument("patterns need a one-channel picture of 10x10 pixels or more, and a place to go");
        }
        cv::Mat smooth;
        cv::GaussianBlur(gray, smooth, cv::Size(), blur);
        const auto recogniser = cv::face::LBPHFaceRecognizer::create(1, 8, cells, cells);
        recogniser->train(std::vector<cv::Mat>{smooth}, std::vector<int>{0});
        const std::vector<cv::Mat> histograms = recogniser->getHistograms();
        if (histograms.size() != 1 || histograms[0].total() != TCV_PATTERNS_LENGTH || histograms[0].type() != CV_32F) {
            throw std::runtime_error("OpenCV's LBPH recogniser gave patterns of another length");
        }
        std::copy_n(histograms[0].ptr<float>(), TCV_PATTERNS_LENGTH, target);
    });
}

tcv_status tcv_patterns_distance(const float *first, const float *second, double *distance, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (first == nullptr || second == nullptr || distance == nullptr) {
            throw tcv::invalid_argument("two descriptions are compared, and the distance needs a place to go");
        }
        *distance = cv::compareHist(patterns(first), patterns(second), cv::HISTCMP_CHISQR_ALT);
    });
}
