// The one place where C++ exceptions become statuses. Every exported function runs its body through `tcv::guarded`: an
// exception that reached Swift would end the process.
#pragma once

#include "tcv_core.h"

#include <opencv2/core.hpp>

#include <cstdio>
#include <new>
#include <stdexcept>

namespace tcv {

inline void set_message(tcv_error *error, const char *message) {
    if (error != nullptr) {
        std::snprintf(error->message, sizeof error->message, "%s", message);
    }
}

/// Thrown inside a guarded body when an argument breaks its contract.
struct invalid_argument : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Thrown inside a guarded body when a file cannot be used.
struct bad_file : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Keeps every call on its caller's thread, process-wide: the callers are many tasks already, and OpenCV's own threads would only
/// take their cores and, in places, change the order of results.
inline void keep_to_one_thread() {
    static const bool is_set = (cv::setNumThreads(0), true);
    (void)is_set;
}

template <typename Body>
tcv_status guarded(tcv_error *error, Body &&body) noexcept {
    try {
        keep_to_one_thread();
        body();
        return TCV_OK;
    } catch (const invalid_argument &exception) {
        set_message(error, exception.what());
        return TCV_INVALID_ARGUMENT;
    } catch (const bad_file &exception) {
        set_message(error, exception.what());
        return TCV_BAD_FILE;
    } catch (const cv::Exception &exception) {
        set_message(error, exception.err.empty() ? exception.what() : exception.err.c_str());
        return TCV_OPENCV_ERROR;
    } catch (const std::bad_alloc &) {
        set_message(error, "out of memory");
        return TCV_OUT_OF_MEMORY;
    } catch (const std::exception &exception) {
        set_message(error, exception.what());
        return TCV_OPENCV_ERROR;
    } catch (...) {
        set_message(error, "unknown C++ exception");
        return TCV_OPENCV_ERROR;
    }
}

/// A header over the caller's pixels: nothing is copied, and OpenCV must not write to it.
inline cv::Mat matrix(const tcv_image &image) {
    if (image.pixels == nullptr || image.width < 1 || image.height < 1) {
        throw invalid_argument("picture is empty");
    }
    if (image.channels != 1 && image.channels != 3) {
        throw invalid_argument("picture must have 1 or 3 channels");
    }
    if (image.bytes_per_row < static_cast<int64_t>(image.width) * image.channels) {
        throw invalid_argument("rows are shorter than the picture is wide");
    }
    return cv::Mat(
        image.height, image.width, image.channels == 1 ? CV_8UC1 : CV_8UC3,
        const_cast<uint8_t *>(image.pixels), static_cast<size_t>(image.bytes_per_row));
}

}  // namespace tcv
