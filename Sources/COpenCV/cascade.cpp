#include "tcv_cascade.h"

#include "cascade.hpp"
#include "guard.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <utility>

namespace {

/// Says what OpenCV does not: whether the file is there, is a file, and may be read.
void require_readable(const char *path) {
    struct stat facts;
    if (::stat(path, &facts) != 0) {
        throw tcv::bad_file(std::strerror(errno));
    }
    if (S_ISDIR(facts.st_mode)) {
        throw tcv::bad_file("it is a folder");
    }
    std::FILE *file = std::fopen(path, "rb");
    if (file == nullptr) {
        throw tcv::bad_file(std::strerror(errno));
    }
    std::fclose(file);
    if (facts.st_size == 0) {
        throw tcv::bad_file("the file is empty");
    }
}

void load(cv::CascadeClassifier &classifier, const char *path) {
    bool loaded = false;
    try {
        loaded = classifier.load(path);
    } catch (const cv::Exception &) {
        // OpenCV's own words name its source lines, which help nobody who gave the wrong file.
    }
    if (!loaded || classifier.empty()) {
        throw tcv::bad_file("it holds no Haar or LBP cascade that OpenCV can read");
    }
}

tcv_status create(const char *path, bool may_be_ours, tcv_cascade **cascade, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (path == nullptr || cascade == nullptr) {
            throw tcv::invalid_argument("cascade needs a path and a place for the handle");
        }
        require_readable(path);
        auto made = std::make_unique<tcv_cascade>();
        std::optional<tcv::haar_cascade> model = may_be_ours ? tcv::haar_cascade::read(path) : std::nullopt;
        if (model) {
            made->haar.emplace(std::move(*model));
        } else {
            load(made->other, path);
        }
        const cv::Size window = made->window();
        if (window.width < 1 || window.height < 1) {
            throw tcv::bad_file("the cascade states no window size");
        }
        *cascade = made.release();
    });
}

}  // namespace

tcv_status tcv_cascade_create(const char *path, tcv_cascade **cascade, tcv_error *error) {
    return create(path, true, cascade, error);
}

tcv_status tcv_cascade_create_for_opencv(const char *path, tcv_cascade **cascade, tcv_error *error) {
    return create(path, false, cascade, error);
}

void tcv_cascade_destroy(tcv_cascade *cascade) {
    (void)tcv::guarded(nullptr, [&] { delete cascade; });
}

void tcv_cascade_window_size(const tcv_cascade *cascade, int32_t *width, int32_t *height) {
    (void)tcv::guarded(nullptr, [&] {
        const cv::Size window = cascade->window();
        *width = window.width;
        *height = window.height;
    });
}

int32_t tcv_cascade_is_shareable(const tcv_cascade *cascade) {
    return cascade->haar ? 1 : 0;
}
