#include "tcv_tracker.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/tracking.hpp>
#include <opencv2/tracking/tracking_legacy.hpp>

#include <cmath>
#include <memory>

struct tcv_tracker {
    tcv_tracker_kind kind;
    cv::Ptr<cv::Tracker> modern;
    cv::Ptr<cv::legacy::Tracker> legacy;
    cv::Size size;
    int channels = 0;
};

namespace {

/// OpenCV's trackers cannot all be started twice, so each start makes a new one.
void renew(tcv_tracker &tracker) {
    tracker.modern.reset();
    tracker.legacy.reset();
    switch (tracker.kind) {
    case TCV_TRACKER_KCF: tracker.modern = cv::TrackerKCF::create(); return;
    case TCV_TRACKER_CSRT: tracker.modern = cv::TrackerCSRT::create(); return;
    case TCV_TRACKER_MOSSE: tracker.legacy = cv::legacy::TrackerMOSSE::create(); return;
    case TCV_TRACKER_MEDIAN_FLOW: tracker.legacy = cv::legacy::TrackerMedianFlow::create(); return;
    }
    throw tcv::invalid_argument("there is no such tracker");
}

/// KCF of OpenCV 4.6 fails at its second update on one channel: it gets three equal ones.
cv::Mat as_wanted(const tcv_tracker &tracker, const cv::Mat &picture) {
    if (tracker.kind != TCV_TRACKER_KCF || picture.channels() == 3) return picture;
    cv::Mat colour;
    cv::cvtColor(picture, colour, cv::COLOR_GRAY2BGR);
    return colour;
}

bool started(const tcv_tracker &tracker) { return tracker.modern || tracker.legacy; }

}  // namespace

tcv_status tcv_tracker_create(tcv_tracker_kind kind, tcv_tracker **tracker, tcv_error *error) {
    return tcv::guarded(error, [&] {
        auto made = std::make_unique<tcv_tracker>();
        made->kind = kind;
        renew(*made);
        made->modern.reset();
        made->legacy.reset();
        *tracker = made.release();
    });
}

void tcv_tracker_destroy(tcv_tracker *tracker) { delete tracker; }

tcv_status tcv_tracker_start(tcv_tracker *tracker, tcv_image image, tcv_box box, tcv_error *error) {
    return tcv::guarded(error, [&] {
        const cv::Mat picture = tcv::matrix(image);
        const bool whole = std::floor(box.left) == box.left && std::floor(box.top) == box.top
            && std::floor(box.width) == box.width && std::floor(box.height) == box.height;
        const bool inside = box.left >= 0 && box.top >= 0 && box.width >= 4 && box.height >= 4
            && box.left + box.width <= picture.cols && box.top + box.height <= picture.rows;
        if (!whole || !inside) throw tcv::invalid_argument("the box is not whole pixels inside the picture");
        renew(*tracker);
        tracker->size = picture.size();
        tracker->channels = picture.channels();
        try {
            if (tracker->modern) {
                tracker->modern->init(
                    as_wanted(*tracker, picture), cv::Rect(
                                 static_cast<int>(box.left), static_cast<int>(box.top), static_cast<int>(box.width),
                                 static_cast<int>(box.height)));
            } else if (!tracker->legacy->init(picture, cv::Rect2d(box.left, box.top, box.width, box.height))) {
                throw std::runtime_error("the tracker refused the box");
            }
        } catch (...) {
            tracker->modern.reset();
            tracker->legacy.reset();
            throw;
        }
    });
}

tcv_status tcv_tracker_update(
    tcv_tracker *tracker, tcv_image image, tcv_box *box, int32_t *found, tcv_error *error) {
    return tcv::guarded(error, [&] {
        const cv::Mat picture = tcv::matrix(image);
        if (!started(*tracker)) throw tcv::invalid_argument("the tracker has not been started");
        if (picture.size() != tracker->size || picture.channels() != tracker->channels) {
            throw tcv::invalid_argument("the picture differs in size or channels from the first");
        }
        cv::Rect2d place;
        bool seen = false;
        if (tracker->modern) {
            cv::Rect pixels;
            seen = tracker->modern->update(as_wanted(*tracker, picture), pixels);
            place = pixels;
        } else {
            seen = tracker->legacy->update(picture, place);
        }
        *found = seen ? 1 : 0;
        if (seen) *box = {place.x, place.y, place.width, place.height};
    });
}
