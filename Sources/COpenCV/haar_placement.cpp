#include "haar_placement.hpp"

#include <algorithm>
#include <cmath>

// A product and a sum rounded as one would give other bits on processors that can.
#pragma clang fp contract(off)

namespace tcv {
namespace {

cv::Rect mirrored_in(const cv::Rect &rectangle, cv::Size window) {
    return cv::Rect(window.width - rectangle.x - rectangle.width, rectangle.y, rectangle.width, rectangle.height);
}

/// Finds whether `part` is one half of `whole`, and gives the corners of the folded form for minus whole plus twice part.
bool fold(const cv::Rect &whole, const cv::Rect &part, cv::Point corners[6]) {
    if ((part & whole) != part || 2 * part.area() != whole.area()) {
        return false;
    }
    const cv::Point top_left = whole.tl();
    const cv::Point bottom_right = whole.br();
    const cv::Point top_right(bottom_right.x, top_left.y);
    const cv::Point bottom_left(top_left.x, bottom_right.y);
    cv::Point folded[6];
    bool is_first;
    if (part.height == whole.height) {
        const int middle = whole.x + whole.width / 2;
        is_first = part.x == whole.x;
        if (!is_first && part.x != middle) {
            return false;
        }
        // Left minus right.
        const cv::Point made[6] = {
            top_left, bottom_left, top_right, bottom_right, {middle, bottom_right.y}, {middle, top_left.y}};
        std::copy(made, made + 6, folded);
    } else if (part.width == whole.width) {
        const int middle = whole.y + whole.height / 2;
        is_first = part.y == whole.y;
        if (!is_first && part.y != middle) {
            return false;
        }
        // Top minus bottom.
        const cv::Point made[6] = {
            top_left, top_right, bottom_left, bottom_right, {bottom_right.x, middle}, {top_left.x, middle}};
        std::copy(made, made + 6, folded);
    } else {
        return false;
    }
    for (int pair = 0; pair < 3; ++pair) {
        corners[2 * pair] = folded[2 * pair + (is_first ? 0 : 1)];
        corners[2 * pair + 1] = folded[2 * pair + (is_first ? 1 : 0)];
    }
    return true;
}

}  // namespace

void haar_placement::place(const haar_cascade &cascade, size_t count, bool mirrored, const geometry &geometry) {
    nodes.clear();
    stages.clear();
    const auto at = [&](const cv::Point &point) {
        return (point.y * geometry.pitch + (point.x % geometry.step) * geometry.half + point.x / geometry.step)
            * geometry.stride;
    };
    const auto place_rectangle = [&](const cv::Rect &rectangle, int32_t *corners) {
        corners[0] = at(rectangle.tl());
        corners[1] = at({rectangle.x + rectangle.width, rectangle.y});
        corners[2] = at(rectangle.br());
        corners[3] = at({rectangle.x, rectangle.y + rectangle.height});
    };
    for (size_t index = 0; index < std::min(count, cascade.stages.size()); ++index) {
        const haar_stage &stage = cascade.stages[index];
        const int first = static_cast<int>(nodes.size());
        double magnitude = 0;
        for (const haar_tree &tree : stage.trees) {
            double largest = 0;
            for (const haar_node &node : tree.nodes) {
                const haar_feature &feature = cascade.features[static_cast<size_t>(node.feature)];
                haar_placed_node placed{};
                cv::Rect rectangles[3];
                std::copy(feature.rectangles.begin(), feature.rectangles.end(), rectangles);
                if (mirrored) {
                    for (cv::Rect &rectangle : rectangles) {
                        rectangle = mirrored_in(rectangle, cascade.window);
                    }
                }
                cv::Point corners[6];
                placed.base_weight = feature.weights[0];
                placed.weight = feature.weights[1];
                if (feature.weights[2] != 0) {
                    placed.form = haar_placed_node::shape::three;
                } else if (
                    feature.weights[0] == -1 && feature.weights[1] == 2 && fold(rectangles[0], rectangles[1], corners)) {
                    placed.form = haar_placed_node::shape::folded;
                } else {
                    placed.form = haar_placed_node::shape::two;
                }
                if (placed.form == haar_placed_node::shape::folded) {
                    std::transform(corners, corners + 6, placed.corners, at);
                } else {
                    for (int part = 0; part < (placed.form == haar_placed_node::shape::three ? 3 : 2); ++part) {
                        place_rectangle(rectangles[part], placed.corners + 4 * part);
                    }
                }
                placed.threshold = node.threshold;
                placed.below = node.below;
                placed.above = node.above;
                placed.below_value = node.below_value;
                placed.above_value = node.above_value;
                placed.tree_nodes = static_cast<int32_t>(tree.nodes.size());
                nodes.push_back(placed);
                largest = std::max({largest, std::abs(double{node.below_value}), std::abs(double{node.above_value})});
            }
            magnitude += largest;
        }
        // Each addition in float is off by at most 2^-24 of a partial sum; twice as much is on the safe side.
        const double error = magnitude * static_cast<double>(stage.trees.size()) * 0x1p-23 + 1e-6;
        stages.push_back(
            {first, static_cast<int>(nodes.size()), stage.threshold,
             static_cast<float>(stage.threshold + 2 * error), static_cast<float>(stage.threshold - 2 * error)});
    }
}

double haar_placement::sum(const haar_placed_stage &stage, const uint32_t *sums, float factor) const {
    const auto rectangle = [&](const int32_t *corners) {
        return static_cast<float>(
            static_cast<int32_t>(sums[corners[0]] - sums[corners[1]] + sums[corners[2]] - sums[corners[3]]));
    };
    const auto value = [&](const haar_placed_node &node) {
        const int32_t *corners = node.corners;
        switch (node.form) {
        case haar_placed_node::shape::folded:
            return static_cast<float>(static_cast<int32_t>(
                sums[corners[0]] - sums[corners[1]] + sums[corners[2]] - sums[corners[3]]
                + 2 * (sums[corners[4]] - sums[corners[5]])));
        case haar_placed_node::shape::two:
            return node.base_weight * rectangle(corners) + node.weight * rectangle(corners + 4);
        case haar_placed_node::shape::three:
            break;
        }
        return node.base_weight * rectangle(corners)
            + node.weight * (rectangle(corners + 4) + rectangle(corners + 8));
    };
    double total = 0;
    for (int first = stage.first; first < stage.end; first += nodes[static_cast<size_t>(first)].tree_nodes) {
        const haar_placed_node *tree = nodes.data() + first;
        int node = 0;
        float leaf = 0;
        do {
            const bool is_below = value(tree[node]) * factor < tree[node].threshold;
            leaf = is_below ? tree[node].below_value : tree[node].above_value;
            node = is_below ? tree[node].below : tree[node].above;
        } while (node > 0);
        total += double{leaf};
    }
    return total;
}

}  // namespace tcv
