#include "tcv_segments.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <vector>

tcv_status tcv_segments_find(tcv_image luma, tcv_segment **found, int64_t *count, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (found == nullptr || count == nullptr) throw tcv::invalid_argument("results must not be null");
        if (luma.channels != 1) throw tcv::invalid_argument("edges need a picture of one channel");
        std::vector<cv::Vec4f> lines;
        cv::createLineSegmentDetector(cv::LSD_REFINE_STD)->detect(tcv::matrix(luma), lines);
        tcv_segment *result = nullptr;
        if (!lines.empty()) {
            result = new tcv_segment[lines.size()];
            for (size_t index = 0; index < lines.size(); ++index) {
                const cv::Vec4f &line = lines[index];
                result[index] = {line[0], line[1], line[2], line[3]};
            }
        }
        *found = result;
        *count = static_cast<int64_t>(lines.size());
    });
}

void tcv_segments_free(tcv_segment *found) { delete[] found; }
