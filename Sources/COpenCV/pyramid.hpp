// The pyramid behind `tcv_flow_pyramid`, shared by the flow and the patch facilities.
#pragma once

#include "guard.hpp"
#include "tcv_flow.h"

#include <opencv2/core.hpp>

#include <cmath>
#include <vector>

struct tcv_flow_pyramid {
    /// Alternately a level's luma (8 bits) and its derivatives (two 16-bit channels), from the finest level on.
    std::vector<cv::Mat> images;
    double scale_x = 1;
    double scale_y = 1;
    int window = 0;
    /// As asked for; a small picture has fewer.
    int levels_wanted = 0;

    int levels() const { return static_cast<int>(images.size() / 2); }
    const cv::Mat &luma(int level) const { return images[static_cast<size_t>(level) * 2]; }
    const cv::Mat &derivatives(int level) const { return images[static_cast<size_t>(level) * 2 + 1]; }
};

namespace tcv {

inline void require_usable(const tcv_box &box) {
    const bool finite = std::isfinite(box.left) && std::isfinite(box.top) && std::isfinite(box.width) && std::isfinite(box.height);
    if (!finite || box.width <= 0 || box.height <= 0 || std::abs(box.left) > 1e6 || std::abs(box.top) > 1e6
        || box.width > 1e6 || box.height > 1e6) {
        throw invalid_argument("box is not finite, has no area, or is absurdly large");
    }
}

/// The brightness between pixels; outside the picture it is that of the nearest pixel.
inline float brightness(const cv::Mat &luma, float x, float y) {
    const float right = static_cast<float>(luma.cols - 1);
    const float bottom = static_cast<float>(luma.rows - 1);
    x = x < 0 ? 0 : (x > right ? right : x);
    y = y < 0 ? 0 : (y > bottom ? bottom : y);
    const int column = static_cast<int>(x);
    const int row = static_cast<int>(y);
    const int next_column = column + 1 < luma.cols ? column + 1 : column;
    const uint8_t *upper = luma.ptr<uint8_t>(row);
    const uint8_t *lower = luma.ptr<uint8_t>(row + 1 < luma.rows ? row + 1 : row);
    const float a = x - static_cast<float>(column);
    const float b = y - static_cast<float>(row);
    const float top = static_cast<float>(upper[column]) + a * static_cast<float>(upper[next_column] - upper[column]);
    const float low = static_cast<float>(lower[column]) + a * static_cast<float>(lower[next_column] - lower[column]);
    return top + b * (low - top);
}

/// The normalised correlation of the 9 by 9 pixels around two points.
inline double point_likeness(const cv::Mat &first, cv::Point2f a, const cv::Mat &second, cv::Point2f b) {
    constexpr int reach = 4;
    constexpr double count = (2 * reach + 1) * (2 * reach + 1);
    double sum_a = 0, sum_b = 0, sum_aa = 0, sum_bb = 0, sum_ab = 0;
    for (int y = -reach; y <= reach; ++y) {
        for (int x = -reach; x <= reach; ++x) {
            const double value_a = brightness(first, a.x + static_cast<float>(x), a.y + static_cast<float>(y));
            const double value_b = brightness(second, b.x + static_cast<float>(x), b.y + static_cast<float>(y));
            sum_a += value_a;
            sum_b += value_b;
            sum_aa += value_a * value_a;
            sum_bb += value_b * value_b;
            sum_ab += value_a * value_b;
        }
    }
    const double spread = (sum_aa - sum_a * sum_a / count) * (sum_bb - sum_b * sum_b / count);
    return spread > 1 ? (sum_ab - sum_a * sum_b / count) / std::sqrt(spread) : 0;
}

}  // namespace tcv
