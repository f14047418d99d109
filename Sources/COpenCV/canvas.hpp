// A picture in 4:2:0 as OpenCV's matrices, and the one way in which something is laid over it.
#pragma once

#include "tcv_draw.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tcv {

struct Canvas {
    cv::Mat luma;
    std::array<cv::Mat, 2> chroma;

    explicit Canvas(const tcv_canvas &canvas) {
        if (canvas.width < 2 || canvas.height < 2 || canvas.width % 2 != 0 || canvas.height % 2 != 0
            || canvas.luma_bytes_per_row < canvas.width || canvas.chroma_bytes_per_row < canvas.width / 2) {
            throw invalid_argument("a canvas needs even sides and rows as long as it is wide");
        }
        const auto row = static_cast<size_t>(canvas.luma_bytes_per_row);
        const auto half_row = static_cast<size_t>(canvas.chroma_bytes_per_row);
        luma = cv::Mat(canvas.height, canvas.width, CV_8UC1, canvas.luma, row);
        chroma[0] = cv::Mat(canvas.height / 2, canvas.width / 2, CV_8UC1, canvas.blue_difference, half_row);
        chroma[1] = cv::Mat(canvas.height / 2, canvas.width / 2, CV_8UC1, canvas.red_difference, half_row);
    }

    /// The part of the picture that a place touches, on even pixels; empty when it touches none.
    cv::Rect part(double left, double top, double right, double bottom) const {
        const auto even_below = [](double value, int limit) {
            return std::clamp(static_cast<int>(std::floor(std::clamp(value, -1.0, 1e6) / 2)) * 2, 0, limit);
        };
        const auto even_above = [](double value, int limit) {
            return std::clamp(static_cast<int>(std::ceil(std::clamp(value, -1.0, 1e6) / 2)) * 2, 0, limit);
        };
        const int x = even_below(left, luma.cols), y = even_below(top, luma.rows);
        const int end_x = even_above(right, luma.cols), end_y = even_above(bottom, luma.rows);
        return {x, y, std::max(0, end_x - x), std::max(0, end_y - y)};
    }

    static cv::Rect halved(const cv::Rect &part) {
        return {part.x / 2, part.y / 2, part.width / 2, part.height / 2};
    }

    /// Lays the ink over the part, each pixel as much as the mask (of the part's size) says.
    void lay(const tcv_ink &ink, const cv::Mat &mask, const cv::Rect &part) {
        const double opacity = std::clamp(ink.opacity, 0.0, 1.0);
        mix(luma(part), mask, opacity, [&](int, int) { return ink.luma; });
        cv::Mat half;
        cv::resize(mask, half, cv::Size(part.width / 2, part.height / 2), 0, 0, cv::INTER_AREA);
        mix(chroma[0](halved(part)), half, opacity, [&](int, int) { return ink.blue_difference; });
        mix(chroma[1](halved(part)), half, opacity, [&](int, int) { return ink.red_difference; });
    }

    template <typename Source>
    static void mix(cv::Mat target, const cv::Mat &mask, double opacity, Source &&source) {
        const int full = static_cast<int>(std::lround(opacity * 256));
        for (int y = 0; y < target.rows; ++y) {
            uint8_t *pixels = target.ptr<uint8_t>(y);
            const uint8_t *weights = mask.ptr<uint8_t>(y);
            for (int x = 0; x < target.cols; ++x) {
                if (weights[x] == 0) continue;
                const int weight = (weights[x] + (weights[x] >> 7)) * full;
                const int there = pixels[x];
                pixels[x] = static_cast<uint8_t>(there + ((source(x, y) - there) * weight + (1 << 15)) / (1 << 16));
            }
        }
    }
};

}  // namespace tcv
