// The cascade behind `tcv_cascade`, shared by loading and searching.
#pragma once

#include "haar_scan.hpp"
#include "tcv_cascade.h"

#include <opencv2/objdetect.hpp>

#include <optional>

/// Holds one of two evaluators. Ours is several times as fast as OpenCV's, which looks at one window at a time, and finds the
/// same; but it knows only upright Haar features in the new XML format, which the face cascades have. Local binary patterns,
/// tilted features and old files are rarer and would be much code: OpenCV runs them.
struct tcv_cascade {
    std::optional<tcv::haar_classifier> haar;
    cv::CascadeClassifier other;

    cv::Size window() const { return haar ? haar->model.window : other.getOriginalWindowSize(); }
};
