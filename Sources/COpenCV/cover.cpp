#include "tcv_draw.h"

#include "canvas.hpp"
#include "guard.hpp"

namespace {

/// Squares across the smaller side of what is pixelated.
constexpr double squares = 8;
/// The blur's sigma as a share of the smaller side.
constexpr double blur = 1.0 / 6;
/// The rim as a share of the smaller side.
constexpr double rim = 0.1;
constexpr int solid_gray = 96;

/// Full in the shape, fading to nothing over `fade` pixels outside of it.
cv::Mat shape(const cv::Rect &part, const tcv_box &box, bool ellipse, int fade) {
    cv::Mat mask = cv::Mat::zeros(part.size(), CV_8UC1);
    const double grown = fade / 2.0;
    const cv::Point2d center(box.left + box.width / 2 - part.x, box.top + box.height / 2 - part.y);
    const double half_width = box.width / 2 + grown, half_height = box.height / 2 + grown;
    if (ellipse) {
        cv::ellipse(
            mask, cv::RotatedRect(center, cv::Size2f(2 * half_width + 1, 2 * half_height + 1), 0), cv::Scalar(255),
            cv::FILLED);
    } else {
        cv::rectangle(
            mask, cv::Point(cvFloor(center.x - half_width), cvFloor(center.y - half_height)),
            cv::Point(cvCeil(center.x + half_width), cvCeil(center.y + half_height)), cv::Scalar(255), cv::FILLED);
    }
    // A box of odd size as wide as the rim: half of it reaches inward, back to the shape itself.
    const int size = fade | 1;
    if (size > 1) cv::blur(mask, mask, cv::Size(size, size), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    return mask;
}

cv::Mat blurred(const cv::Mat &plane, double sigma) {
    // A wide blur is the same on a reduced picture, and much faster.
    const int factor = std::max(1, static_cast<int>(sigma / 3));
    const cv::Size small(std::max(1, plane.cols / factor), std::max(1, plane.rows / factor));
    cv::Mat reduced, result;
    cv::resize(plane, reduced, small, 0, 0, cv::INTER_AREA);
    cv::GaussianBlur(reduced, reduced, cv::Size(), std::max(0.5, sigma / factor), 0, cv::BORDER_REPLICATE);
    cv::resize(reduced, result, plane.size(), 0, 0, cv::INTER_LINEAR);
    return result;
}

cv::Mat pixelated(const cv::Mat &plane, double side) {
    const cv::Size small(
        std::max(1, static_cast<int>(std::lround(plane.cols / side))),
        std::max(1, static_cast<int>(std::lround(plane.rows / side))));
    cv::Mat reduced, result;
    cv::resize(plane, reduced, small, 0, 0, cv::INTER_AREA);
    cv::resize(reduced, result, plane.size(), 0, 0, cv::INTER_NEAREST);
    return result;
}

void cover(cv::Mat plane, const cv::Mat &mask, tcv_cover_style style, double side, int gray) {
    cv::Mat covered;
    switch (style) {
    case TCV_COVER_GAUSSIAN: covered = blurred(plane, std::max(1.0, side * blur)); break;
    case TCV_COVER_PIXELATE: covered = pixelated(plane, std::max(2.0, side / squares)); break;
    case TCV_COVER_SOLID: covered = cv::Mat(plane.size(), CV_8UC1, cv::Scalar(gray)); break;
    default: throw tcv::invalid_argument("there is no such way of covering");
    }
    tcv::Canvas::mix(plane, mask, 1, [&](int x, int y) { return static_cast<int>(covered.at<uint8_t>(y, x)); });
}

}  // namespace

tcv_status tcv_cover(tcv_canvas canvas, tcv_box box, int32_t ellipse, tcv_cover_style style, tcv_error *error) {
    return tcv::guarded(error, [&] {
        const auto sane = [](double value) { return std::isfinite(value) && std::abs(value) < 1e6; };
        if (!sane(box.left) || !sane(box.top) || !(box.width > 0) || !(box.height > 0) || !sane(box.width)
            || !sane(box.height)) {
            throw tcv::invalid_argument("a box to be covered needs an area");
        }
        tcv::Canvas picture(canvas);
        const double side = std::min(box.width, box.height);
        const int fade = std::max(2, static_cast<int>(std::lround(side * rim)));
        const cv::Rect part = picture.part(
            box.left - fade - 1, box.top - fade - 1, box.left + box.width + fade + 1, box.top + box.height + fade + 1);
        if (part.empty()) return;
        const cv::Mat mask = shape(part, box, ellipse != 0, fade);
        cover(picture.luma(part), mask, style, side, solid_gray);
        // Where a chroma sample belongs to one covered pixel it is covered: its largest weight counts.
        cv::Mat half(part.height / 2, part.width / 2, CV_8UC1);
        for (int y = 0; y < half.rows; ++y) {
            for (int x = 0; x < half.cols; ++x) {
                half.at<uint8_t>(y, x) = std::max(
                    std::max(mask.at<uint8_t>(2 * y, 2 * x), mask.at<uint8_t>(2 * y, 2 * x + 1)),
                    std::max(mask.at<uint8_t>(2 * y + 1, 2 * x), mask.at<uint8_t>(2 * y + 1, 2 * x + 1)));
            }
        }
        for (auto &plane : picture.chroma) cover(plane(tcv::Canvas::halved(part)), half, style, side / 2, 128);
    });
}

tcv_status tcv_sharpness(tcv_image luma, tcv_box box, double *sharpness, tcv_error *error) {
    return tcv::guarded(error, [&] {
        const cv::Mat picture = tcv::matrix(luma);
        const auto whole = [](double value) { return static_cast<int>(std::lround(std::clamp(value, -1e6, 1e6))); };
        const cv::Rect wanted(whole(box.left), whole(box.top), whole(box.width), whole(box.height));
        const cv::Rect part = wanted & cv::Rect(0, 0, picture.cols, picture.rows);
        *sharpness = 0;
        if (luma.channels != 1 || part.width < 8 || part.height < 8) return;
        cv::Mat seen = picture(part), laplacian, mean, deviation;
        if (part.height > 64) {
            const int width = std::max(8, part.width * 64 / part.height);
            cv::resize(seen, seen, cv::Size(width, 64), 0, 0, cv::INTER_AREA);
        }
        cv::meanStdDev(seen, mean, deviation);
        const double contrast = deviation.at<double>(0);
        if (contrast < 2) return;
        cv::Laplacian(seen, laplacian, CV_16S, 1);
        const double strength = cv::norm(laplacian, cv::NORM_L1) / static_cast<double>(seen.total()) / contrast;
        *sharpness = std::clamp(strength, 0.0, 1.0);
    });
}
