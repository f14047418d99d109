// The model of a Haar cascade of upright features, as read from OpenCV's XML.
#pragma once

#include <opencv2/core.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tcv {

/// The brightness of up to three rectangles of the window, each times a whole number, summed.
struct haar_feature {
    std::array<cv::Rect, 3> rectangles;
    std::array<float, 3> weights;
};

/// Asks whether a feature, in units of the window's contrast, lies below a threshold.
struct haar_node {
    int feature;
    float threshold;
    /// Where to go when it does and when it does not. Above 0: that node of the same tree, always a later one.
    /// Otherwise the end, with the value beside it.
    int below;
    int above;
    float below_value;
    float above_value;
};

struct haar_tree {
    std::vector<haar_node> nodes;
};

struct haar_stage {
    std::vector<haar_tree> trees;
    /// The window passes when the trees' values sum up to this.
    float threshold;
};

struct haar_cascade {
    cv::Size window;
    std::vector<haar_feature> features;
    std::vector<haar_stage> stages;

    /// The largest tree: the scan keeps a value for each node.
    static constexpr int maximum_nodes = 16;
    /// The largest side of a window in pixels: the scan keeps copies of windows.
    static constexpr int maximum_side = 64;

    /// Reads a cascade in the new XML format. Nothing when the file holds anything else or anything the scan cannot do: local
    /// binary patterns, tilted features, weights that are no whole numbers, the old format, broken XML. Throws `bad_file` when
    /// features or trees point at what is not there, which OpenCV does not see.
    static std::optional<haar_cascade> read(const std::string &path);
};

}  // namespace tcv
