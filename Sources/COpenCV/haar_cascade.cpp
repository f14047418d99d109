#include "haar_cascade.hpp"

#include "guard.hpp"

#include <algorithm>
#include <cmath>

namespace tcv {
namespace {

/// Whole-number weights of so much make every feature a whole number that a float holds exactly.
constexpr double exact_limit = 1 << 24;

std::optional<haar_feature> read_feature(const cv::FileNode &node, cv::Size window) {
    const cv::FileNode rectangles = node["rects"];
    if (static_cast<int>(node["tilted"]) != 0 || rectangles.size() < 1 || rectangles.size() > 3) {
        return std::nullopt;
    }
    haar_feature feature{};
    double magnitude = 0;
    for (size_t index = 0; index < rectangles.size(); ++index) {
        const cv::FileNode parts = rectangles[static_cast<int>(index)];
        if (parts.size() != 5) {
            return std::nullopt;
        }
        cv::Rect &rectangle = feature.rectangles[index];
        cv::FileNodeIterator part = parts.begin();
        part >> rectangle.x >> rectangle.y >> rectangle.width >> rectangle.height >> feature.weights[index];
        const bool inside = rectangle.x >= 0 && rectangle.y >= 0 && rectangle.width > 0 && rectangle.height > 0
            && rectangle.x <= window.width - rectangle.width && rectangle.y <= window.height - rectangle.height;
        const float weight = feature.weights[index];
        // OpenCV would read beside the picture.
        if (!inside) {
            throw bad_file("a feature does not lie inside the cascade's window");
        }
        if (!(std::abs(weight) < exact_limit) || weight != std::trunc(weight)) {
            return std::nullopt;
        }
        magnitude += std::abs(weight) * 255.0 * rectangle.area();
    }
    // The scan computes the second and the third rectangle with one weight.
    if (magnitude >= exact_limit || (rectangles.size() == 3 && feature.weights[1] != feature.weights[2])) {
        return std::nullopt;
    }
    return feature;
}

std::optional<haar_tree> read_tree(const cv::FileNode &node, size_t feature_count) {
    const cv::FileNode nodes = node["internalNodes"];
    const cv::FileNode leaves = node["leafValues"];
    const size_t count = nodes.size() / 4;
    if (count < 1 || nodes.size() % 4 != 0 || count > haar_cascade::maximum_nodes || leaves.size() != count + 1) {
        return std::nullopt;
    }
    std::vector<float> values(leaves.size());
    leaves >> values;
    // A child is a later node of the tree, or a leaf's number negated.
    const auto is_child = [&](int child, size_t parent) {
        return child > 0 ? child > static_cast<int>(parent) && child < static_cast<int>(count)
                         : -static_cast<int64_t>(child) < static_cast<int64_t>(values.size());
    };
    haar_tree tree;
    cv::FileNodeIterator part = nodes.begin();
    for (size_t index = 0; index < count; ++index) {
        haar_node made{};
        part >> made.below >> made.above >> made.feature >> made.threshold;
        // OpenCV would go round in circles or read what is not there.
        if (!is_child(made.below, index) || !is_child(made.above, index)) {
            throw bad_file("a tree has a node whose child is not there");
        }
        if (made.feature < 0 || static_cast<size_t>(made.feature) >= feature_count) {
            throw bad_file("a tree asks for a feature that is not there");
        }
        if (!std::isfinite(made.threshold)) {
            return std::nullopt;
        }
        made.below_value = made.below > 0 ? 0 : values[static_cast<size_t>(-made.below)];
        made.above_value = made.above > 0 ? 0 : values[static_cast<size_t>(-made.above)];
        if (!std::isfinite(made.below_value) || !std::isfinite(made.above_value)) {
            return std::nullopt;
        }
        tree.nodes.push_back(made);
    }
    return tree;
}

std::optional<haar_stage> read_stage(const cv::FileNode &node, size_t feature_count) {
    haar_stage stage{};
    // OpenCV lowers thresholds by as much, against rounding.
    stage.threshold = static_cast<float>(node["stageThreshold"]) - 1e-5F;
    if (!std::isfinite(stage.threshold) || node["weakClassifiers"].empty()) {
        return std::nullopt;
    }
    for (const cv::FileNode &weak : node["weakClassifiers"]) {
        std::optional<haar_tree> tree = read_tree(weak, feature_count);
        if (!tree) {
            return std::nullopt;
        }
        stage.trees.push_back(std::move(*tree));
    }
    return stage;
}

std::optional<haar_cascade> read_cascade(const cv::FileNode &root) {
    if (!root.isMap() || static_cast<std::string>(root["stageType"]) != "BOOST"
        || static_cast<std::string>(root["featureType"]) != "HAAR"
        || static_cast<int>(root["featureParams"]["maxCatCount"]) != 0) {
        return std::nullopt;
    }
    haar_cascade cascade;
    cascade.window = cv::Size(static_cast<int>(root["width"]), static_cast<int>(root["height"]));
    const int smallest = std::min(cascade.window.width, cascade.window.height);
    const int largest = std::max(cascade.window.width, cascade.window.height);
    // The contrast is measured one pixel inside the window.
    if (smallest < 3 || largest > haar_cascade::maximum_side) {
        return std::nullopt;
    }
    for (const cv::FileNode &node : root["features"]) {
        const std::optional<haar_feature> feature = read_feature(node, cascade.window);
        if (!feature) {
            return std::nullopt;
        }
        cascade.features.push_back(*feature);
    }
    for (const cv::FileNode &node : root["stages"]) {
        std::optional<haar_stage> stage = read_stage(node, cascade.features.size());
        if (!stage) {
            return std::nullopt;
        }
        cascade.stages.push_back(std::move(*stage));
    }
    if (cascade.stages.empty()) {
        return std::nullopt;
    }
    return cascade;
}

}  // namespace

std::optional<haar_cascade> haar_cascade::read(const std::string &path) {
    try {
        const cv::FileStorage file(path, cv::FileStorage::READ);
        if (!file.isOpened()) {
            return std::nullopt;
        }
        return read_cascade(file.getFirstTopLevelNode());
    } catch (const cv::Exception &) {
        // Whether OpenCV's own reader makes something of the file is for the caller to try.
        return std::nullopt;
    }
}

}  // namespace tcv
