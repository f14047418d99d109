#include "tcv_search.h"

#include "cascade.hpp"
#include "guard.hpp"
#include "haar_layer.hpp"
#include "haar_scan.hpp"

#include <opencv2/core.hpp>
#include <opencv2/objdetect.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <vector>

struct tcv_search {
    cv::Mat picture;
    cv::Mat mirrored;
    double scale_factor = 2;
    /// From the picture's own size on; memory of later ones is kept for larger pictures. A deque, since scans point at them.
    std::deque<tcv::haar_layer> layers;
    /// So many layers are of this picture.
    size_t layer_count = 0;
    std::vector<uint32_t> squares;
    tcv::haar_scan scan;
    const tcv::haar_kernels *kernels = &tcv::haar_kernels::best();
    std::vector<tcv::haar_columns> columns;
    std::vector<cv::Rect> boxes;
    std::vector<int> levels;
    std::vector<double> weights;
    std::vector<tcv_window> windows;
};

namespace {

auto rank(const tcv_window &window) {
    return std::make_tuple(window.top, window.left, window.width, window.height, window.level_weight);
}

void require_usable(const tcv_search_parameters &parameters) {
    if (parameters.min_neighbors < 0 || parameters.min_width < 0 || parameters.min_height < 0 ||
        parameters.max_width < 0 || parameters.max_height < 0) {
        throw tcv::invalid_argument("neighbours and sizes must not be negative");
    }
    if (parameters.area_count < 0) {
        throw tcv::invalid_argument("the number of areas must not be negative");
    }
    for (int64_t index = 0; parameters.areas != nullptr && index < parameters.area_count; ++index) {
        const tcv_box &area = parameters.areas[index];
        if (!std::isfinite(area.left) || !std::isfinite(area.top) || !std::isfinite(area.width)
            || !std::isfinite(area.height)) {
            throw tcv::invalid_argument("an area is not finite");
        }
    }
}

cv::Size scaled(cv::Size window, float scale) {
    return cv::Size(
        cvRound(static_cast<float>(window.width) * scale), cvRound(static_cast<float>(window.height) * scale));
}

bool is_allowed(cv::Size size, const tcv_search_parameters &parameters) {
    return size.width >= parameters.min_width && size.height >= parameters.min_height
        && (parameters.max_width == 0 || size.width <= parameters.max_width)
        && (parameters.max_height == 0 || size.height <= parameters.max_height);
}

/// The number of sizes at which the window fits into the picture, the first being its own.
size_t scale_count(const tcv_search &search, cv::Size window) {
    size_t count = 0;
    for (double factor = 1;; factor *= search.scale_factor) {
        if (cvRound(window.width * factor) > search.picture.cols || cvRound(window.height * factor) > search.picture.rows) {
            return count;
        }
        ++count;
    }
}

tcv::haar_layer &layer(tcv_search &search, size_t index) {
    // OpenCV's arithmetic: powers in double, the scale in float.
    for (; search.layer_count <= index; ++search.layer_count) {
        double factor = 1;
        for (size_t power = 0; power < search.layer_count; ++power) {
            factor *= search.scale_factor;
        }
        if (search.layers.size() <= search.layer_count) {
            search.layers.emplace_back();
        }
        search.layers[search.layer_count].set(search.picture, static_cast<float>(factor));
    }
    return search.layers[index];
}

/// The columns of a row of the layer whose windows' centres lie in an area.
void find_columns(
    const tcv::haar_layer &layer, int row, const tcv_search_parameters &parameters, std::vector<tcv::haar_columns> &columns) {
    columns.clear();
    const auto first = [&](double edge, int side, int origin) {
        const double step = std::ceil((edge / layer.scale - side / 2.0 - origin) / layer.step);
        return static_cast<int>(std::clamp(step, 0.0, 1e6));
    };
    for (int64_t index = 0; index < parameters.area_count; ++index) {
        const tcv_box &area = parameters.areas[index];
        const cv::Size window = layer.window;
        if (first(area.top, window.height, 0) <= row && row < first(area.top + area.height, window.height, 0)) {
            const int origin = layer.windows(parameters.mirrored != 0).origin;
            columns.push_back(
                {first(area.left, window.width, origin), first(area.left + area.width, window.width, origin)});
        }
    }
}

/// Fills the search's boxes and weights with what our own evaluator finds.
void run_haar(tcv_search &search, const tcv::haar_classifier &classifier, const tcv_search_parameters &parameters) {
    const cv::Size window = classifier.model.window;
    const size_t scales = scale_count(search, window);
    search.scan.begin(classifier, parameters.mirrored != 0, *search.kernels);
    for (size_t index = 0; index < scales; ++index) {
        tcv::haar_layer &current = layer(search, index);
        if (!is_allowed(scaled(window, current.scale), parameters) || current.size.width < window.width
            || current.size.height < window.height) {
            continue;
        }
        current.prepare(window, *search.kernels, search.squares);
        search.scan.enter(current, static_cast<int>(index));
        for (int row = 0; row < current.rows(); ++row) {
            if (parameters.areas == nullptr) {
                search.scan.scan_row(row, nullptr);
                continue;
            }
            find_columns(current, row, parameters, search.columns);
            if (!search.columns.empty()) {
                search.scan.scan_row(row, &search.columns);
            }
        }
    }
    for (const tcv::haar_found_window &found : search.scan.finish()) {
        const tcv::haar_layer &current = search.layers[static_cast<size_t>(found.layer)];
        const cv::Size size = scaled(window, current.scale);
        const auto position = [&](int steps) {
            return cvRound(static_cast<float>(steps * current.step) * current.scale);
        };
        // Mirrored windows are counted from the right.
        const int left = parameters.mirrored == 0
            ? position(found.column)
            : search.picture.cols - position(current.columns() - 1 - found.column) - size.width;
        search.boxes.emplace_back(cv::Point(left, position(found.row)), size);
        search.levels.push_back(static_cast<int>(classifier.model.stages.size()));
        search.weights.push_back(found.weight);
    }
    if (parameters.min_neighbors > 0) {
        cv::groupRectangles(search.boxes, search.levels, search.weights, parameters.min_neighbors);
    }
    // A layer's size is rounded, so that its last windows may reach beyond the picture. OpenCV cuts them off too.
    for (cv::Rect &box : search.boxes) {
        box &= cv::Rect(cv::Point(), search.picture.size());
    }
}

/// Fills the search's boxes and weights with what OpenCV's evaluator finds.
void run_other(tcv_search &search, cv::CascadeClassifier &classifier, const tcv_search_parameters &parameters) {
    const cv::Size window = classifier.getOriginalWindowSize();
    double factor = 1;
    bool any_allowed = false;
    for (size_t index = 0; index < scale_count(search, window); ++index, factor *= search.scale_factor) {
        any_allowed = any_allowed || is_allowed(scaled(window, static_cast<float>(factor)), parameters);
    }
    // OpenCV would take the nearest size where none is allowed.
    if (!any_allowed) {
        return;
    }
    if (parameters.mirrored != 0) {
        cv::flip(search.picture, search.mirrored, 1);
    }
    const int unbounded = std::max(search.picture.cols, search.picture.rows);
    classifier.detectMultiScale(
        parameters.mirrored != 0 ? search.mirrored : search.picture, search.boxes, search.levels, search.weights,
        search.scale_factor, parameters.areas == nullptr ? parameters.min_neighbors : 0, 0,
        cv::Size(parameters.min_width, parameters.min_height),
        cv::Size(
            parameters.max_width == 0 ? unbounded : parameters.max_width,
            parameters.max_height == 0 ? unbounded : parameters.max_height),
        true);
    if (search.levels.size() != search.boxes.size() || search.weights.size() != search.boxes.size()) {
        throw std::runtime_error("OpenCV gave boxes without weights");
    }
    for (cv::Rect &box : search.boxes) {
        box.x = parameters.mirrored != 0 ? search.picture.cols - box.x - box.width : box.x;
    }
    if (parameters.areas == nullptr) {
        return;
    }
    size_t kept = 0;
    for (size_t index = 0; index < search.boxes.size(); ++index) {
        const cv::Rect box = search.boxes[index];
        const double x = box.x + box.width / 2.0;
        const double y = box.y + box.height / 2.0;
        const bool is_inside = std::any_of(
            parameters.areas, parameters.areas + parameters.area_count, [&](const tcv_box &area) {
                return area.left <= x && x < area.left + area.width && area.top <= y && y < area.top + area.height;
            });
        if (is_inside) {
            search.boxes[kept] = box;
            search.levels[kept] = search.levels[index];
            search.weights[kept] = search.weights[index];
            ++kept;
        }
    }
    search.boxes.resize(kept);
    search.levels.resize(kept);
    search.weights.resize(kept);
    if (parameters.min_neighbors > 0) {
        cv::groupRectangles(search.boxes, search.levels, search.weights, parameters.min_neighbors);
    }
}

}  // namespace

tcv_status tcv_search_create(tcv_search **search, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (search == nullptr) {
            throw tcv::invalid_argument("a search needs a place for the handle");
        }
        *search = std::make_unique<tcv_search>().release();
    });
}

void tcv_search_destroy(tcv_search *search) {
    (void)tcv::guarded(nullptr, [&] { delete search; });
}

tcv_status tcv_search_set_picture(tcv_search *search, tcv_image image, double scale_factor, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (search == nullptr) {
            throw tcv::invalid_argument("search must not be null");
        }
        if (!(scale_factor > 1)) {
            throw tcv::invalid_argument("scale factor must be above 1");
        }
        if (image.channels != 1) {
            throw tcv::invalid_argument("cascades need a picture of one channel");
        }
        tcv::matrix(image).copyTo(search->picture);
        search->scale_factor = scale_factor;
        search->layer_count = 0;
    });
}

tcv_status tcv_search_run(
    tcv_search *search, tcv_cascade *cascade, const tcv_search_parameters *parameters, const tcv_window **windows,
    int64_t *count, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (search == nullptr || cascade == nullptr || parameters == nullptr || windows == nullptr || count == nullptr) {
            throw tcv::invalid_argument("search, cascade, parameters and results must not be null");
        }
        if (search->picture.empty()) {
            throw tcv::invalid_argument("no picture was set");
        }
        require_usable(*parameters);
        search->boxes.clear();
        search->levels.clear();
        search->weights.clear();
        search->windows.clear();
        if (cascade->haar) {
            run_haar(*search, *cascade->haar, *parameters);
        } else {
            run_other(*search, cascade->other, *parameters);
        }
        search->windows.reserve(search->boxes.size());
        for (size_t index = 0; index < search->boxes.size(); ++index) {
            const cv::Rect box = search->boxes[index];
            search->windows.push_back(
                {box.x, box.y, box.width, box.height, search->levels[index], search->weights[index]});
        }
        // Both evaluators find in an order of their own; a fixed order makes the run repeatable.
        std::sort(search->windows.begin(), search->windows.end(), [](const tcv_window &one, const tcv_window &other) {
            return rank(one) < rank(other);
        });
        *windows = search->windows.empty() ? nullptr : search->windows.data();
        *count = static_cast<int64_t>(search->windows.size());
    });
}

void tcv_search_use_base_instructions(tcv_search *search, int32_t base) {
    search->kernels = base != 0 ? &tcv::haar_kernels::base() : &tcv::haar_kernels::best();
}
