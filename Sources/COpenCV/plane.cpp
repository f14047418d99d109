#include "tcv_plane.h"

#include "guard.hpp"
#include "pyramid.hpp"

#include <opencv2/calib3d.hpp>
#include <opencv2/video/tracking.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

std::vector<cv::Point2f> points_of(const tcv_point *points, int32_t count) {
    std::vector<cv::Point2f> result;
    for (int32_t i = 0; i < count; ++i) result.emplace_back(points[i].x, points[i].y);
    return result;
}

}  // namespace

tcv_status tcv_points_follow(
    const tcv_flow_pyramid *previous, const tcv_flow_pyramid *next, const tcv_point *points, const tcv_point *guesses,
    int32_t count, const tcv_flow_parameters *parameters, tcv_point *moved, uint8_t *found, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (previous->luma(0).size() != next->luma(0).size() || previous->levels() != next->levels()) {
            throw tcv::invalid_argument("the two pyramids differ in size");
        }
        if (count < 0 || parameters->window < 3 || parameters->window > previous->window || parameters->levels < 1
            || parameters->iterations < 1) {
            throw tcv::invalid_argument("a parameter of the flow is out of its range");
        }
        if (count == 0) return;
        const std::vector<cv::Point2f> start = points_of(points, count);
        std::vector<cv::Point2f> end = points_of(guesses, count), back = start;
        const cv::Size window(parameters->window, parameters->window);
        const cv::TermCriteria criteria(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, parameters->iterations, 0.01);
        const int top_level = std::min(parameters->levels, previous->levels()) - 1;
        std::vector<uint8_t> there, here;
        cv::calcOpticalFlowPyrLK(
            previous->images, next->images, start, end, there, cv::noArray(), window, top_level, criteria,
            cv::OPTFLOW_USE_INITIAL_FLOW, 1e-4);
        cv::calcOpticalFlowPyrLK(
            next->images, previous->images, end, back, here, cv::noArray(), window, top_level, criteria,
            cv::OPTFLOW_USE_INITIAL_FLOW, 1e-4);
        for (size_t i = 0; i < start.size(); ++i) {
            const bool is_finite = std::isfinite(end[i].x) && std::isfinite(end[i].y);
            found[i] = is_finite && there[i] && here[i] && cv::norm(back[i] - start[i]) <= parameters->backward_error
                && tcv::point_likeness(previous->luma(0), start[i], next->luma(0), end[i]) >= parameters->point_likeness;
            moved[i] = {end[i].x, end[i].y};
        }
    });
}

tcv_status tcv_plane_fit(
    const tcv_point *from, const tcv_point *to, int32_t count, double tolerance, double *matrix, int32_t *agreeing,
    tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (count < 4 || !(tolerance > 0)) throw tcv::invalid_argument("a plane needs 4 points and a tolerance above 0");
        std::vector<uint8_t> agrees;
        const cv::Mat fit = cv::findHomography(
            points_of(from, count), points_of(to, count), cv::RANSAC, tolerance, agrees, 500, 0.995);
        int32_t total = 0;
        if (!fit.empty() && cv::checkRange(fit)) {
            for (int i = 0; i < 9; ++i) matrix[i] = fit.at<double>(i / 3, i % 3);
            total = static_cast<int32_t>(std::count(agrees.begin(), agrees.end(), 1));
        }
        *agreeing = total;
    });
}
