#include "tcv_cascade.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/objdetect.hpp>

#include <algorithm>
#include <cstdio>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <tuple>
#include <vector>

struct tcv_cascade {
    cv::CascadeClassifier classifier;
    cv::Mat mirrored;
    std::vector<cv::Rect> boxes;
    std::vector<int> levels;
    std::vector<double> weights;
    std::vector<tcv_window> windows;
};

namespace {

/// Says what OpenCV does not: whether the file is there, is a file, and may be read.
void require_readable(const char *path) {
    struct stat facts;
    if (::stat(path, &facts) != 0) {
        throw tcv::bad_file(std::strerror(errno));
    }
    if (S_ISDIR(facts.st_mode)) {
        throw tcv::bad_file("it is a folder");
    }
    std::FILE *file = std::fopen(path, "rb");
    if (file == nullptr) {
        throw tcv::bad_file(std::strerror(errno));
    }
    std::fclose(file);
    if (facts.st_size == 0) {
        throw tcv::bad_file("the file is empty");
    }
}

auto rank(const tcv_window &window) {
    return std::make_tuple(window.top, window.left, window.width, window.height, window.level_weight);
}

}  // namespace

tcv_status tcv_cascade_create(const char *path, tcv_cascade **cascade, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (path == nullptr || cascade == nullptr) {
            throw tcv::invalid_argument("cascade needs a path and a place for the handle");
        }
        require_readable(path);
        auto made = std::make_unique<tcv_cascade>();
        bool loaded = false;
        try {
            loaded = made->classifier.load(path);
        } catch (const cv::Exception &) {
            // OpenCV's own words name its source lines, which help nobody who gave the wrong file.
        }
        if (!loaded || made->classifier.empty()) {
            throw tcv::bad_file("it holds no Haar or LBP cascade that OpenCV can read");
        }
        const cv::Size window = made->classifier.getOriginalWindowSize();
        if (window.width < 1 || window.height < 1) {
            throw tcv::bad_file("the cascade states no window size");
        }
        *cascade = made.release();
    });
}

void tcv_cascade_destroy(tcv_cascade *cascade) {
    (void)tcv::guarded(nullptr, [&] { delete cascade; });
}

void tcv_cascade_window_size(const tcv_cascade *cascade, int32_t *width, int32_t *height) {
    (void)tcv::guarded(nullptr, [&] {
        const cv::Size window = cascade->classifier.getOriginalWindowSize();
        *width = window.width;
        *height = window.height;
    });
}

tcv_status tcv_cascade_detect(
    tcv_cascade *cascade, tcv_image image, const tcv_cascade_parameters *parameters, const tcv_window **windows,
    int64_t *count, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (cascade == nullptr || parameters == nullptr || windows == nullptr || count == nullptr) {
            throw tcv::invalid_argument("cascade, parameters and results must not be null");
        }
        if (!(parameters->scale_factor > 1) || parameters->min_neighbors < 0 || parameters->min_width < 0 ||
            parameters->min_height < 0 || parameters->max_width < 0 || parameters->max_height < 0) {
            throw tcv::invalid_argument("scale factor must be above 1, neighbours and sizes not negative");
        }
        if (image.channels != 1) {
            throw tcv::invalid_argument("cascades need a picture of one channel");
        }
        cv::Mat picture = tcv::matrix(image);
        if (parameters->mirrored != 0) {
            cv::flip(picture, cascade->mirrored, 1);
            picture = cascade->mirrored;
        }

        cascade->boxes.clear();
        cascade->levels.clear();
        cascade->weights.clear();
        cascade->windows.clear();
        const cv::Size window = cascade->classifier.getOriginalWindowSize();
        if (picture.cols >= window.width && picture.rows >= window.height) {
            cascade->classifier.detectMultiScale(
                picture, cascade->boxes, cascade->levels, cascade->weights, parameters->scale_factor,
                parameters->min_neighbors, 0, cv::Size(parameters->min_width, parameters->min_height),
                cv::Size(parameters->max_width, parameters->max_height), true);
        }
        if (cascade->levels.size() != cascade->boxes.size() || cascade->weights.size() != cascade->boxes.size()) {
            throw std::runtime_error("OpenCV gave boxes without weights");
        }
        cascade->windows.reserve(cascade->boxes.size());
        for (size_t index = 0; index < cascade->boxes.size(); ++index) {
            const cv::Rect box = cascade->boxes[index];
            const int left = parameters->mirrored != 0 ? picture.cols - box.x - box.width : box.x;
            cascade->windows.push_back(
                {left, box.y, box.width, box.height, cascade->levels[index], cascade->weights[index]});
        }
        // OpenCV's threads append in the order they finish; a fixed order makes the run repeatable.
        std::sort(cascade->windows.begin(), cascade->windows.end(), [](const tcv_window &one, const tcv_window &other) {
            return rank(one) < rank(other);
        });
        *windows = cascade->windows.empty() ? nullptr : cascade->windows.data();
        *count = static_cast<int64_t>(cascade->windows.size());
    });
}
