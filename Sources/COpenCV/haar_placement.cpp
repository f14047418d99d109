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

/// Finds whether `part` is one half of `whole`, and gives the corners of `haar_placed_node::shape::halves`.
bool split(const cv::Rect &whole, const cv::Rect &part, cv::Point corners[6]) {
    if ((part & whole) != part || 2 * part.area() != whole.area()) {
        return false;
    }
    const cv::Point top_left = whole.tl();
    const cv::Point bottom_right = whole.br();
    const cv::Point top_right(bottom_right.x, top_left.y);
    const cv::Point bottom_left(top_left.x, bottom_right.y);
    cv::Point halves[6];
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
        std::copy(made, made + 6, halves);
    } else if (part.width == whole.width) {
        const int middle = whole.y + whole.height / 2;
        is_first = part.y == whole.y;
        if (!is_first && part.y != middle) {
            return false;
        }
        // Top minus bottom.
        const cv::Point made[6] = {
            top_left, top_right, bottom_left, bottom_right, {bottom_right.x, middle}, {top_left.x, middle}};
        std::copy(made, made + 6, halves);
    } else {
        return false;
    }
    for (int pair = 0; pair < 3; ++pair) {
        corners[2 * pair] = halves[2 * pair + (is_first ? 0 : 1)];
        corners[2 * pair + 1] = halves[2 * pair + (is_first ? 1 : 0)];
    }
    return true;
}

/// Lays out a feature; mirrored in the window unless that is null.
haar_placed_node placed(const haar_feature &feature, const cv::Size *window, const haar_placement::geometry &geometry) {
    const auto at = [&](const cv::Point &point) { return geometry.at(point.x, point.y); };
    cv::Rect rectangles[3];
    for (size_t part = 0; part < 3; ++part) {
        const cv::Rect &rectangle = feature.rectangles[part];
        rectangles[part] = window == nullptr ? rectangle : mirrored_in(rectangle, *window);
    }
    haar_placed_node made{};
    made.base_weight = feature.weights[0];
    made.weight = feature.weights[1];
    cv::Point halves[6];
    using shape = haar_placed_node::shape;
    made.form = shape::other;
    if (made.base_weight == -1 && made.weight == 2) {
        made.form = feature.weights[2] != 0 ? shape::two_twice : shape::twice;
        if (made.form == shape::twice && split(rectangles[0], rectangles[1], halves)) {
            made.form = shape::halves;
        }
    } else if (made.base_weight == -1 && made.weight == 3 && feature.weights[2] == 0) {
        made.form = shape::thrice;
    }
    if (made.form == shape::halves) {
        std::transform(halves, halves + 6, made.corners, at);
        return made;
    }
    // A third rectangle that is not there has no size: its sum is 0.
    for (int part = 0; part < 3; ++part) {
        const cv::Rect &rectangle = rectangles[part];
        made.corners[4 * part] = at(rectangle.tl());
        made.corners[4 * part + 1] = at({rectangle.x + rectangle.width, rectangle.y});
        made.corners[4 * part + 2] = at(rectangle.br());
        made.corners[4 * part + 3] = at({rectangle.x, rectangle.y + rectangle.height});
    }
    return made;
}

/// Connects the nodes of a tree and gives its value when no feature is below its threshold.
double connect(haar_placed_node *tree, size_t count) {
    double always_above[haar_cascade::maximum_nodes];
    // Children come after their parents.
    for (size_t index = count; index-- > 0;) {
        haar_placed_node &node = tree[index];
        const auto value = [&](int32_t child, float leaf, bool is_below) {
            if (child <= 0) {
                return double{leaf};
            }
            tree[child].parent = static_cast<int32_t>(index);
            tree[child].is_below_parent = is_below;
            return always_above[child];
        };
        always_above[index] = value(node.above, node.above_value, false);
        node.change = static_cast<float>(value(node.below, node.below_value, true) - always_above[index]);
    }
    return always_above[0];
}

}  // namespace

void haar_placement::place(const haar_cascade &cascade, size_t count, bool mirrored, const geometry &geometry) {
    nodes.clear();
    stages.clear();
    for (size_t index = 0; index < std::min(count, cascade.stages.size()); ++index) {
        const haar_stage &stage = cascade.stages[index];
        const size_t first = nodes.size();
        double start = 0;
        double magnitude = 0;
        for (const haar_tree &tree : stage.trees) {
            const size_t root = nodes.size();
            for (const haar_node &node : tree.nodes) {
                nodes.push_back(placed(
                    cascade.features[static_cast<size_t>(node.feature)], mirrored ? &cascade.window : nullptr, geometry));
                haar_placed_node &made = nodes.back();
                made.threshold = node.threshold;
                made.below = node.below;
                made.above = node.above;
                made.below_value = node.below_value;
                made.above_value = node.above_value;
                made.tree_nodes = static_cast<int32_t>(tree.nodes.size());
            }
            start += connect(nodes.data() + root, tree.nodes.size());
        }
        for (size_t node = first; node < nodes.size(); ++node) {
            magnitude += std::abs(double{nodes[node].change});
        }
        magnitude += std::abs(start) + std::abs(double{stage.threshold});
        // Rounding a change and adding it are each off by at most 2^-24 of a partial sum; this is more than twice as much.
        const double error = magnitude * static_cast<double>(nodes.size() - first + 1) * 0x1p-22 + 1e-6;
        stages.push_back(
            {static_cast<int>(first), static_cast<int>(nodes.size()), stage.threshold, static_cast<float>(start),
             static_cast<float>(stage.threshold + error), static_cast<float>(stage.threshold - error)});
    }
}

double haar_placement::sum(const haar_placed_stage &stage, const uint32_t *sums, float factor) const {
    const auto rectangle = [&](const int32_t *corners) {
        return sums[corners[0]] - sums[corners[1]] + sums[corners[2]] - sums[corners[3]];
    };
    const auto as_float = [](uint32_t whole) { return static_cast<float>(static_cast<int32_t>(whole)); };
    // Whole numbers that a float holds: the order of adding does not matter.
    const auto value = [&](const haar_placed_node &node) {
        const int32_t *corners = node.corners;
        if (node.form == haar_placed_node::shape::halves) {
            return as_float(rectangle(corners) + 2 * (sums[corners[4]] - sums[corners[5]]));
        }
        return node.base_weight * as_float(rectangle(corners))
            + node.weight * as_float(rectangle(corners + 4) + rectangle(corners + 8));
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
