#include "tcv_rectangles.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <vector>

namespace {

using Contour = std::vector<cv::Point>;

void add_if_quadrilateral(
    const Contour &contour, const tcv_quadrilateral_parameters &parameters, std::vector<tcv_quadrilateral> &found) {
    Contour corners;
    cv::approxPolyDP(contour, corners, parameters.tolerance * cv::arcLength(contour, true), true);
    if (corners.size() != 4 || !cv::isContourConvex(corners) || cv::contourArea(corners) < parameters.min_area) {
        return;
    }
    tcv_quadrilateral quadrilateral;
    for (size_t index = 0; index < 4; ++index) {
        quadrilateral.corners[index] = {
            static_cast<float>(corners[index].x), static_cast<float>(corners[index].y)};
    }
    found.push_back(quadrilateral);
}

void add_quadrilaterals(
    const cv::Mat &mask, const tcv_quadrilateral_parameters &parameters, std::vector<tcv_quadrilateral> &found) {
    std::vector<Contour> contours;
    cv::findContours(mask, contours, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
    for (const Contour &contour : contours) {
        const cv::Rect bounds = cv::boundingRect(contour);
        if (bounds.area() < parameters.min_area) {
            continue;
        }
        add_if_quadrilateral(contour, parameters, found);
        // A nick in the outline, such as a finger's, leaves the hull whole.
        Contour hull;
        cv::convexHull(contour, hull);
        add_if_quadrilateral(hull, parameters, found);
    }
}

}  // namespace

tcv_status tcv_quadrilaterals_find(
    tcv_image image, const tcv_quadrilateral_parameters *parameters, tcv_quadrilateral **found, int64_t *count,
    tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (parameters == nullptr || found == nullptr || count == nullptr) {
            throw tcv::invalid_argument("parameters and results must not be null");
        }
        if (!(parameters->min_area > 0) || !(parameters->tolerance > 0 && parameters->tolerance < 0.2)) {
            throw tcv::invalid_argument("minimum area must be above 0 and tolerance between 0 and 0.2");
        }
        if (image.channels != 1) {
            throw tcv::invalid_argument("quadrilaterals need a picture of one channel");
        }
        cv::Mat smooth;
        cv::GaussianBlur(tcv::matrix(image), smooth, cv::Size(5, 5), 0);

        std::vector<tcv_quadrilateral> all;
        cv::Mat mask;
        // Brighter or darker than the surroundings, over a neighbourhood that spans most outlines.
        const int block = std::max(11, std::min(smooth.cols, smooth.rows) / 8) | 1;
        for (const int type : {cv::THRESH_BINARY, cv::THRESH_BINARY_INV}) {
            const double offset = type == cv::THRESH_BINARY ? -4 : 4;
            cv::adaptiveThreshold(smooth, mask, 255, cv::ADAPTIVE_THRESH_MEAN_C, type, block, offset);
            add_quadrilaterals(mask, *parameters, all);
        }
        // Brighter than a level, for outlines that run into others: one of the levels sets the shape apart.
        for (int level = 32; level < 256; level += 32) {
            cv::threshold(smooth, mask, level, 255, cv::THRESH_BINARY);
            add_quadrilaterals(mask, *parameters, all);
        }
        // Faint edges complete a pale sheet on a pale desk; strong edges alone leave the texture out. The wider the edges are
        // drawn, the larger the gaps they close.
        for (const double high : {40.0, 80.0, 160.0}) {
            cv::Canny(smooth, mask, high / 3, high);
            for (int width = 0; width < 2; ++width) {
                cv::dilate(mask, mask, cv::Mat());
                add_quadrilaterals(mask, *parameters, all);
            }
        }

        tcv_quadrilateral *result = nullptr;
        if (!all.empty()) {
            result = new tcv_quadrilateral[all.size()];
            std::copy(all.begin(), all.end(), result);
        }
        *found = result;
        *count = static_cast<int64_t>(all.size());
    });
}

void tcv_quadrilaterals_free(tcv_quadrilateral *found) { delete[] found; }
