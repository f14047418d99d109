#include "tcv_draw.h"

#include "canvas.hpp"
#include "guard.hpp"

#include <string>
#include <vector>

namespace {

constexpr int font = cv::FONT_HERSHEY_SIMPLEX;
/// Points of lines are given to OpenCV in sixteenths of a pixel.
constexpr int fraction_bits = 4;
/// Farther out nothing is drawn, and OpenCV's whole numbers would not do.
constexpr double farthest = 1e5;

struct Letters {
    std::string text;
    double scale;
    int thickness;

    Letters(const char *given, double height) : text(given) {
        if (!(height >= 2 && height <= 2000)) throw tcv::invalid_argument("text needs a height of 2 to 2000 pixels");
        for (auto &letter : text) {
            if (letter < 32 || letter > 126) letter = '?';
        }
        thickness = std::max(1, static_cast<int>(std::lround(height / 8)));
        scale = cv::getFontScaleFromHeight(font, std::max(2, static_cast<int>(std::lround(height))), thickness);
    }

    cv::Size size(int &descent) const { return cv::getTextSize(text, font, scale, thickness, &descent); }
};

struct Pen {
    cv::Mat &mask;
    cv::Point2d shift;
    int thickness;

    void stroke(cv::Point2d from, cv::Point2d to) const {
        const auto place = [&](cv::Point2d point) {
            const double factor = 1 << fraction_bits;
            return cv::Point(
                static_cast<int>(std::lround((point.x - shift.x) * factor)),
                static_cast<int>(std::lround((point.y - shift.y) * factor)));
        };
        cv::line(mask, place(from), place(to), cv::Scalar(255), thickness, cv::LINE_AA, fraction_bits);
    }
};

/// Strokes the dashes of one side; `walked` is how far along the line it begins.
void stroke_dashes(const Pen &pen, cv::Point2d from, cv::Point2d to, double dash, double gap, double walked) {
    const double length = cv::norm(to - from), period = dash + gap;
    for (double begin = std::floor(walked / period) * period; begin < walked + length; begin += period) {
        const double first = std::max(begin, walked) - walked, last = std::min(begin + dash, walked + length) - walked;
        if (last > first) pen.stroke(from + (to - from) * (first / length), from + (to - from) * (last / length));
    }
}

}  // namespace

tcv_status tcv_draw_lines(
    tcv_canvas canvas, const tcv_point *points, int32_t count, int32_t closed, int32_t thickness, double dash, double gap,
    tcv_ink ink, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (count < 2 || thickness < 1 || thickness > 255) {
            throw tcv::invalid_argument("lines need two points and a thickness of 1 to 255");
        }
        tcv::Canvas picture(canvas);
        std::vector<cv::Point2d> places;
        double left = farthest, top = farthest, right = -farthest, bottom = -farthest;
        for (int i = 0; i < count; ++i) {
            const double x = points[i].x, y = points[i].y;
            if (!std::isfinite(x) || !std::isfinite(y)) throw tcv::invalid_argument("a point is no number");
            places.emplace_back(std::clamp(x, -farthest, farthest), std::clamp(y, -farthest, farthest));
            left = std::min(left, places.back().x), right = std::max(right, places.back().x);
            top = std::min(top, places.back().y), bottom = std::max(bottom, places.back().y);
        }
        if (closed != 0) places.push_back(places.front());
        const double margin = thickness + 2;
        const cv::Rect part = picture.part(left - margin, top - margin, right + margin, bottom + margin);
        if (part.empty()) return;
        cv::Mat mask = cv::Mat::zeros(part.size(), CV_8UC1);
        // A pixel's middle lies half a pixel from its corner; OpenCV counts from the middle.
        const Pen pen{mask, {part.x + 0.5, part.y + 0.5}, thickness};
        double walked = 0;
        for (size_t i = 1; i < places.size(); ++i) {
            if (dash > 0 && gap > 0) {
                stroke_dashes(pen, places[i - 1], places[i], std::max(1.0, dash), std::max(1.0, gap), walked);
            } else {
                pen.stroke(places[i - 1], places[i]);
            }
            walked += cv::norm(places[i] - places[i - 1]);
        }
        picture.lay(ink, mask, part);
    });
}

tcv_status tcv_fill_box(tcv_canvas canvas, tcv_box box, tcv_ink ink, tcv_error *error) {
    return tcv::guarded(error, [&] {
        tcv::Canvas picture(canvas);
        const cv::Rect part = picture.part(box.left, box.top, box.left + box.width, box.top + box.height);
        if (!part.empty()) picture.lay(ink, cv::Mat(part.size(), CV_8UC1, cv::Scalar(255)), part);
    });
}

tcv_status tcv_draw_text(
    tcv_canvas canvas, const char *text, tcv_point origin, double height, tcv_ink ink, tcv_error *error) {
    return tcv::guarded(error, [&] {
        tcv::Canvas picture(canvas);
        const Letters letters(text, height);
        int descent = 0;
        const cv::Size size = letters.size(descent);
        const double margin = letters.thickness + 2;
        const cv::Rect part = picture.part(
            origin.x - margin, origin.y - size.height - margin, origin.x + size.width + margin, origin.y + descent + margin);
        if (part.empty()) return;
        cv::Mat mask = cv::Mat::zeros(part.size(), CV_8UC1);
        const cv::Point place(
            static_cast<int>(std::lround(origin.x)) - part.x, static_cast<int>(std::lround(origin.y)) - part.y);
        cv::putText(mask, letters.text, place, font, letters.scale, cv::Scalar(255), letters.thickness, cv::LINE_AA);
        picture.lay(ink, mask, part);
    });
}

tcv_status tcv_measure_text(const char *text, double height, double *width, double *descent, tcv_error *error) {
    return tcv::guarded(error, [&] {
        int below = 0;
        *width = Letters(text, height).size(below).width;
        *descent = below;
    });
}
