#include "tcv_flow.h"

#include "guard.hpp"
#include "pyramid.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>

#include <algorithm>
#include <memory>
#include <mutex>

namespace {

using Points = std::vector<cv::Point2f>;

/// The smaller eigenvalue of the gradient matrix around a pixel (Shi and Tomasi, Good Features to Track, 1994).
double corner_strength(const cv::Mat &derivatives, int x, int y) {
    constexpr int reach = 3;
    double xx = 0, yy = 0, xy = 0;
    for (int row = std::max(0, y - reach); row <= std::min(derivatives.rows - 1, y + reach); ++row) {
        const auto *line = derivatives.ptr<cv::Vec<int16_t, 2>>(row);
        for (int column = std::max(0, x - reach); column <= std::min(derivatives.cols - 1, x + reach); ++column) {
            const double dx = line[column][0], dy = line[column][1];
            xx += dx * dx;
            yy += dy * dy;
            xy += dx * dy;
        }
    }
    return (xx + yy) / 2 - std::sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
}

/// One point a cell: a grid, so that every part of the object votes, bent to the corners, so that each vote is sharp.
Points choose_points(const tcv_flow_pyramid &pyramid, const cv::Rect2d &box, const tcv_flow_parameters &parameters) {
    constexpr int places = 3;
    const cv::Mat &derivatives = pyramid.derivatives(0);
    const double cell_width = box.width / parameters.columns, cell_height = box.height / parameters.rows;
    Points points;
    for (int row = 0; row < parameters.rows; ++row) {
        for (int column = 0; column < parameters.columns; ++column) {
            const double u = (2.0 * column + 1) / parameters.columns - 1, v = (2.0 * row + 1) / parameters.rows - 1;
            if (u * u + v * v > parameters.ellipse * parameters.ellipse) continue;
            double best_strength = -1;
            cv::Point2f best;
            for (int place = 0; place < places * places; ++place) {
                const double x = box.x + (column + (place % places + 0.5) / places) * cell_width - 0.5;
                const double y = box.y + (row + (place / places + 0.5) / places) * cell_height - 0.5;
                const int pixel_x = static_cast<int>(std::lround(x)), pixel_y = static_cast<int>(std::lround(y));
                if (pixel_x < 0 || pixel_y < 0 || pixel_x >= derivatives.cols || pixel_y >= derivatives.rows) continue;
                const double strength = corner_strength(derivatives, pixel_x, pixel_y);
                if (strength > best_strength) {
                    best_strength = strength;
                    best = cv::Point2f(static_cast<float>(x), static_cast<float>(y));
                }
            }
            if (best_strength >= 0) points.push_back(best);
        }
    }
    return points;
}

double median(std::vector<double> &values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// to = centre + shift + (a, -b; b, a) * (from - centre)
struct Similarity {
    double a = 1, b = 0, shift_x = 0, shift_y = 0;
    double scale() const { return std::hypot(a, b); }

    double distance(cv::Point2d from, cv::Point2d to) const {
        return std::hypot(a * from.x - b * from.y + shift_x - to.x, b * from.x + a * from.y + shift_y - to.y);
    }
};

/// Weighted least squares; too few or too narrow points for a turn and a size give a shift alone.
Similarity fit(const std::vector<cv::Point2d> &from, const std::vector<cv::Point2d> &to, const std::vector<double> &weights) {
    double total = 0, fx = 0, fy = 0, tx = 0, ty = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        total += weights[i];
        fx += weights[i] * from[i].x;
        fy += weights[i] * from[i].y;
        tx += weights[i] * to[i].x;
        ty += weights[i] * to[i].y;
    }
    Similarity motion;
    if (total <= 0) return motion;
    fx /= total, fy /= total, tx /= total, ty /= total;
    double spread = 0, along = 0, across = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        const double px = from[i].x - fx, py = from[i].y - fy, qx = to[i].x - tx, qy = to[i].y - ty;
        spread += weights[i] * (px * px + py * py);
        along += weights[i] * (px * qx + py * qy);
        across += weights[i] * (px * qy - py * qx);
    }
    if (spread > total) {
        motion.a = along / spread;
        motion.b = across / spread;
    }
    motion.shift_x = tx - (motion.a * fx - motion.b * fy);
    motion.shift_y = ty - (motion.b * fx + motion.a * fy);
    return motion;
}

/// Keeps the size within the bound and the mean place of the weighted points where it was.
Similarity bounded(
    Similarity motion, double guessed_scale, double bound, const std::vector<cv::Point2d> &from, const std::vector<double> &weights) {
    const double scale = motion.scale();
    const double allowed = std::clamp(scale, guessed_scale / bound, guessed_scale * bound);
    if (scale == allowed || !(scale > 1e-6)) return scale > 1e-6 ? motion : Similarity{guessed_scale, 0, motion.shift_x, motion.shift_y};
    double total = 0, fx = 0, fy = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        total += weights[i];
        fx += weights[i] * from[i].x;
        fy += weights[i] * from[i].y;
    }
    const double a = motion.a * allowed / scale, b = motion.b * allowed / scale;
    if (total > 0) {
        motion.shift_x += ((motion.a - a) * fx - (motion.b - b) * fy) / total;
        motion.shift_y += ((motion.b - b) * fx + (motion.a - a) * fy) / total;
    }
    motion.a = a;
    motion.b = b;
    return motion;
}

Similarity fit_robustly(
    const std::vector<cv::Point2d> &from, const std::vector<cv::Point2d> &to, double tolerance, double guessed_scale,
    double scale_bound) {
    // The median shift is right while more than half of the points are on the object; the weights then let the others go.
    std::vector<double> shifts_x, shifts_y;
    for (size_t i = 0; i < from.size(); ++i) {
        shifts_x.push_back(to[i].x - guessed_scale * from[i].x);
        shifts_y.push_back(to[i].y - guessed_scale * from[i].y);
    }
    Similarity motion;
    motion.a = guessed_scale;
    motion.shift_x = median(shifts_x);
    motion.shift_y = median(shifts_y);
    std::vector<double> weights(from.size());
    double reach = tolerance * 4;
    for (int round = 0; round < 6; ++round) {
        for (size_t i = 0; i < from.size(); ++i) {
            const double share = motion.distance(from[i], to[i]) / reach;
            weights[i] = share < 1 ? (1 - share * share) * (1 - share * share) : 0;
        }
        motion = bounded(fit(from, to, weights), guessed_scale, scale_bound, from, weights);
        reach = std::max(tolerance * 1.5, reach * 0.7);
    }
    return motion;
}

/// The box in pixels of the pyramid's finest level.
cv::Rect2d area_of(const tcv_flow_pyramid &pyramid, const tcv_box &box) {
    return cv::Rect2d(
        box.left * pyramid.scale_x, box.top * pyramid.scale_y, box.width * pyramid.scale_x,
        box.height * pyramid.scale_y);
}

/// Pyramids that nobody needs any more, to be filled again: their memory is large enough that getting it anew for each frame, page by
/// page from the system, costs as much as filling it.
class SparePyramids {
public:
    std::unique_ptr<tcv_flow_pyramid> take(cv::Size size, int window, int levels) {
        {
            const std::lock_guard<std::mutex> lock(mutex);
            const auto fitting = std::find_if(pyramids.begin(), pyramids.end(), [&](const auto &pyramid) {
                return pyramid->luma(0).size() == size && pyramid->window == window && pyramid->levels_wanted == levels;
            });
            if (fitting != pyramids.end()) {
                auto taken = std::move(*fitting);
                pyramids.erase(fitting);
                return taken;
            }
        }
        return std::make_unique<tcv_flow_pyramid>();
    }

    void give(std::unique_ptr<tcv_flow_pyramid> pyramid) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (pyramids.size() >= most) pyramids.erase(pyramids.begin());
        pyramids.push_back(std::move(pyramid));
    }

private:
    static constexpr size_t most = 3;
    std::mutex mutex;
    std::vector<std::unique_ptr<tcv_flow_pyramid>> pyramids;
};

SparePyramids &spare_pyramids() {
    // Never destroyed: tasks may still give pyramids back while the program ends.
    static auto *const spare = new SparePyramids;
    return *spare;
}

void require_valid(const tcv_flow_pyramid &pyramid, const tcv_flow_parameters &parameters) {
    const bool valid = parameters.columns >= 1 && parameters.columns <= 16 && parameters.rows >= 1 && parameters.rows <= 16
        && parameters.window >= 3 && parameters.window <= pyramid.window && parameters.levels >= 1
        && parameters.iterations >= 1 && parameters.ellipse > 0 && parameters.scale_bound >= 1 && parameters.agreement > 0;
    if (!valid) throw tcv::invalid_argument("a parameter of the flow is out of its range");
}

}  // namespace

tcv_status tcv_flow_pyramid_create(
    tcv_image luma, int32_t longest_side, int32_t window, int32_t levels, tcv_flow_pyramid **pyramid, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (luma.channels != 1) throw tcv::invalid_argument("a flow pyramid needs one channel");
        if (longest_side < 1 || window < 3 || window > 63 || levels < 1 || levels > 8) {
            throw tcv::invalid_argument("the flow pyramid's side, window or levels are out of range");
        }
        cv::Mat picture = tcv::matrix(luma);
        const int longer = std::max(picture.cols, picture.rows);
        if (longer > longest_side) {
            const double factor = static_cast<double>(longest_side) / longer;
            const cv::Size size(
                std::max(1, cvRound(picture.cols * factor)), std::max(1, cvRound(picture.rows * factor)));
            cv::Mat reduced;
            cv::resize(picture, reduced, size, 0, 0, cv::INTER_AREA);
            picture = reduced;
        }
        auto made = spare_pyramids().take(picture.size(), window, levels);
        made->levels_wanted = levels;
        made->scale_x = static_cast<double>(picture.cols) / luma.width;
        made->scale_y = static_cast<double>(picture.rows) / luma.height;
        made->window = window;
        cv::buildOpticalFlowPyramid(
            picture, made->images, cv::Size(window, window), levels - 1, true, cv::BORDER_REFLECT_101,
            cv::BORDER_CONSTANT, false);
        *pyramid = made.release();
    });
}

void tcv_flow_pyramid_destroy(tcv_flow_pyramid *pyramid) {
    if (pyramid != nullptr) (void)tcv::guarded(nullptr, [&] { spare_pyramids().give(std::unique_ptr<tcv_flow_pyramid>(pyramid)); });
}

tcv_flow_pyramid_facts tcv_flow_pyramid_describe(const tcv_flow_pyramid *pyramid) {
    const cv::Mat &finest = pyramid->luma(0);
    return {pyramid->scale_x, pyramid->scale_y, finest.cols, finest.rows, pyramid->levels()};
}

tcv_status tcv_flow_choose_points(
    const tcv_flow_pyramid *pyramid, tcv_box box, const tcv_flow_parameters *parameters, tcv_point *points,
    int32_t *count, tcv_error *error) {
    return tcv::guarded(error, [&] {
        tcv::require_usable(box);
        require_valid(*pyramid, *parameters);
        const Points chosen = choose_points(*pyramid, area_of(*pyramid, box), *parameters);
        std::transform(chosen.begin(), chosen.end(), points, [](cv::Point2f point) {
            return tcv_point{point.x, point.y};
        });
        *count = static_cast<int32_t>(chosen.size());
    });
}

tcv_status tcv_flow_follow(
    const tcv_flow_pyramid *previous, const tcv_flow_pyramid *next, tcv_box box, tcv_box guess,
    const tcv_point *points, int32_t count, const tcv_flow_parameters *parameters, tcv_flow_estimate *estimate, tcv_error *error) {
    return tcv::guarded(error, [&] {
        tcv::require_usable(box);
        tcv::require_usable(guess);
        require_valid(*previous, *parameters);
        if (previous->luma(0).size() != next->luma(0).size() || previous->levels() != next->levels()) {
            throw tcv::invalid_argument("the two pyramids differ in size");
        }
        tcv_flow_estimate result = {0, 0, 1, 0, 0, 0, 0};
        if (count < 0 || count > TCV_FLOW_MAXIMUM_POINTS || (count > 0 && points == nullptr)) {
            throw tcv::invalid_argument("there are no such points");
        }
        const cv::Rect2d area = area_of(*previous, box);
        Points start;
        for (int32_t i = 0; i < count; ++i) start.emplace_back(points[i].x, points[i].y);
        result.chosen = static_cast<int32_t>(start.size());
        if (start.empty()) {
            *estimate = result;
            return;
        }

        const cv::Point2d centre(area.x + area.width / 2 - 0.5, area.y + area.height / 2 - 0.5);
        const cv::Point2d guessed_centre(
            (guess.left + guess.width / 2) * previous->scale_x - 0.5,
            (guess.top + guess.height / 2) * previous->scale_y - 0.5);
        const double guessed_scale = std::sqrt(guess.width * guess.height / (box.width * box.height));
        Points end;
        for (const auto &point : start) end.emplace_back((cv::Point2d(point) - centre) * guessed_scale + guessed_centre);
        const cv::Size window(parameters->window, parameters->window);
        const cv::TermCriteria criteria(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, parameters->iterations, 0.03);
        const int top_level = std::min(parameters->levels, previous->levels()) - 1;
        std::vector<uint8_t> found, found_back;
        cv::calcOpticalFlowPyrLK(
            previous->images, next->images, start, end, found, cv::noArray(), window, top_level, criteria,
            cv::OPTFLOW_USE_INITIAL_FLOW, 1e-4);
        Points back;
        if (parameters->backward != 0) {
            back = end;
            for (auto &point : back) point = (cv::Point2d(point) - guessed_centre) / guessed_scale + centre;
            cv::calcOpticalFlowPyrLK(
                next->images, previous->images, end, back, found_back, cv::noArray(), window, top_level, criteria,
                cv::OPTFLOW_USE_INITIAL_FLOW, 1e-4);
        }

        std::vector<cv::Point2d> from, to;
        for (size_t i = 0; i < start.size(); ++i) {
            if (!found[i] || !std::isfinite(end[i].x) || !std::isfinite(end[i].y)) continue;
            if (parameters->backward != 0) {
                if (!found_back[i] || !(cv::norm(back[i] - start[i]) <= parameters->backward_error)) continue;
            }
            if (tcv::point_likeness(previous->luma(0), start[i], next->luma(0), end[i]) < parameters->point_likeness) continue;
            from.push_back(cv::Point2d(start[i]) - centre);
            to.push_back(cv::Point2d(end[i]) - centre);
        }
        result.returned = static_cast<int32_t>(from.size());
        if (!from.empty()) {
            const double tolerance =
                parameters->agreement + parameters->agreement_share * (area.width + area.height) / 2;
            const Similarity motion = fit_robustly(from, to, tolerance, guessed_scale, parameters->scale_bound);
            for (size_t i = 0; i < from.size(); ++i) {
                if (motion.distance(from[i], to[i]) <= tolerance) ++result.agreeing;
            }
            if (result.agreeing > 0) {
                result.shift_x = motion.shift_x / previous->scale_x;
                result.shift_y = motion.shift_y / previous->scale_y;
                result.scale = motion.scale();
                result.angle = std::atan2(motion.b, motion.a);
            }
        }
        *estimate = result;
    });
}
