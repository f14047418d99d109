#include "tcv_core.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

const char *tcv_version(void) { return CV_VERSION; }

tcv_status tcv_resize(
    tcv_image source, uint8_t *destination, int32_t width, int32_t height, int64_t bytes_per_row, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (destination == nullptr || width < 1 || height < 1 || bytes_per_row < width || source.channels != 1) {
            throw tcv::invalid_argument("resize needs one channel and a destination of at least 1 by 1 pixel");
        }
        cv::Mat target(height, width, CV_8UC1, destination, static_cast<size_t>(bytes_per_row));
        const bool shrinks = width <= source.width && height <= source.height;
        cv::resize(tcv::matrix(source), target, target.size(), 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    });
}

tcv_status tcv_turn(
    tcv_image source, double degrees, uint8_t *destination, int64_t bytes_per_row, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (destination == nullptr || bytes_per_row < source.width || source.channels != 1 || !(degrees == degrees)) {
            throw tcv::invalid_argument("turning needs one channel, an angle and a destination of the source's size");
        }
        cv::Mat target(source.height, source.width, CV_8UC1, destination, static_cast<size_t>(bytes_per_row));
        const cv::Point2f center((source.width - 1) / 2.0F, (source.height - 1) / 2.0F);
        // OpenCV counts angles anticlockwise.
        const cv::Mat turn = cv::getRotationMatrix2D(center, -degrees, 1);
        cv::warpAffine(tcv::matrix(source), target, turn, target.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    });
}
