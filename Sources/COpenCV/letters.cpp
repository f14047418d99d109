#include "tcv_letters.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

/// How far around a region its surroundings are looked at.
constexpr int margin = 3;

/// The mask of one region, with room around it, and the part of the picture under it.
class RegionMask {
public:
    RegionMask(const std::vector<cv::Point> &points, const cv::Rect &bounds)
        : mask(cv::Mat::zeros(bounds.height + 2 * margin, bounds.width + 2 * margin, CV_8UC1)),
          origin(bounds.x - margin, bounds.y - margin) {
        for (const cv::Point &point : points) mask.at<uint8_t>(point - origin) = 255;
    }

    /// Mean brightness under the mask, and under the ring two to three pixels outside of it: between them the edge is blurred.
    void measure_brightness(const cv::Mat &picture, tcv_letter &letter) const {
        const cv::Rect area = cv::Rect(origin, mask.size()) & cv::Rect(cv::Point(), picture.size());
        const cv::Rect part(area.tl() - origin, area.size());
        cv::Mat near, ring;
        cv::dilate(mask, near, cv::Mat());
        cv::dilate(near, ring, cv::Mat(), cv::Point(-1, -1), 2);
        ring -= near;
        letter.inside = cv::mean(picture(area), mask(part))[0];
        letter.outside = cv::mean(picture(area), ring(part))[0];
    }

    /// Half a stroke's width is the distance to the edge along its middle, where no neighbour is farther from it.
    void measure_stroke(tcv_letter &letter) const {
        cv::Mat distance, highest;
        cv::distanceTransform(mask, distance, cv::DIST_L2, 3);
        cv::dilate(distance, highest, cv::Mat());
        double count = 0, sum = 0, squares = 0;
        for (int y = 0; y < distance.rows; ++y) {
            const float *values = distance.ptr<float>(y), *peaks = highest.ptr<float>(y);
            for (int x = 0; x < distance.cols; ++x) {
                if (values[x] <= 0 || values[x] < peaks[x]) continue;
                // The edge lies half a pixel before the first pixel outside.
                const double width = 2 * values[x] - 1;
                count += 1;
                sum += width;
                squares += width * width;
            }
        }
        if (count == 0) return;
        letter.stroke = std::max(1.0, sum / count);
        letter.stroke_deviation = std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count))) / letter.stroke;
    }

private:
    cv::Mat mask;
    cv::Point origin;
};

}  // namespace

tcv_status tcv_letters_find(
    tcv_image luma, const tcv_letter_parameters *parameters, tcv_letter **found, int64_t *count, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (parameters == nullptr || found == nullptr || count == nullptr) {
            throw tcv::invalid_argument("parameters and results must not be null");
        }
        if (parameters->min_height < 3 || parameters->max_height < parameters->min_height || parameters->delta < 1
            || parameters->delta > 100 || !(parameters->min_contrast >= 0 && parameters->min_contrast <= 255)) {
            throw tcv::invalid_argument("a parameter of the letters is out of its range");
        }
        if (luma.channels != 1) throw tcv::invalid_argument("letters need a picture of one channel");
        const cv::Mat picture = tcv::matrix(luma);
        std::vector<tcv_letter> letters;
        // OpenCV refuses pictures that are smaller than this.
        if (picture.cols >= 4 && picture.rows >= 4) {
            const int least = std::max(5, parameters->min_height * parameters->min_height / 8);
            const int most = std::max(least + 1, std::min(picture.rows * picture.cols / 8, parameters->max_height * parameters->max_height));
            const auto finder = cv::MSER::create(parameters->delta, least, most, 0.3, 0.2);
            std::vector<std::vector<cv::Point>> regions;
            std::vector<cv::Rect> bounds;
            finder->detectRegions(picture, regions, bounds);
            for (size_t index = 0; index < regions.size(); ++index) {
                const cv::Rect &box = bounds[index];
                if (box.height < parameters->min_height || box.height > parameters->max_height) continue;
                tcv_letter letter = {};
                letter.box = {
                    static_cast<double>(box.x), static_cast<double>(box.y), static_cast<double>(box.width),
                    static_cast<double>(box.height)};
                letter.area = static_cast<double>(regions[index].size());
                const RegionMask mask(regions[index], box);
                mask.measure_brightness(picture, letter);
                if (std::abs(letter.inside - letter.outside) < parameters->min_contrast) continue;
                mask.measure_stroke(letter);
                letters.push_back(letter);
            }
        }
        tcv_letter *result = nullptr;
        if (!letters.empty()) {
            result = new tcv_letter[letters.size()];
            std::copy(letters.begin(), letters.end(), result);
        }
        *found = result;
        *count = static_cast<int64_t>(letters.size());
    });
}

void tcv_letters_free(tcv_letter *found) { delete[] found; }
