#include "tcv_network.h"

#include "guard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

struct tcv_network {
    cv::dnn::Net net;
    std::vector<std::string> names;
    std::vector<cv::Mat> outputs;
    /// Kept from run to run: the picture in the input's size, and the input.
    cv::Mat canvas;
    cv::Mat blob;
};

namespace {

/// OpenCV tells the terminal what it cannot load, in its own words, beside throwing it.
void silence_log() {
    static const bool is_silent = (cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT), true);
    (void)is_silent;
}

/// The message of OpenCV's exception without line breaks, which it has many of.
std::string on_one_line(const cv::Exception &exception) {
    std::string text = exception.err.empty() ? exception.what() : exception.err;
    for (char &letter : text) {
        if (letter == '\n' || letter == '\r' || letter == '\t') {
            letter = ' ';
        }
    }
    return text;
}

void check(const tcv_network_input &input) {
    if (input.width < 1 || input.height < 1 || input.content_width < 1 || input.content_height < 1
        || input.content_width > input.width || input.content_height > input.height) {
        throw tcv::invalid_argument("a network's input needs a size, and a content no larger than that");
    }
    if (input.planes != 1 && input.planes != 3) {
        throw tcv::invalid_argument("a network's input has 1 or 3 planes");
    }
}

/// The picture in the size of its content, with as many channels as it has; the picture itself when that is its size.
const cv::Mat resized(const cv::Mat &picture, cv::Size size, cv::Mat &canvas) {
    if (picture.size() == size) {
        return picture;
    }
    const bool shrinks = size.width <= picture.cols && size.height <= picture.rows;
    cv::resize(picture, canvas, size, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    return canvas;
}

/// Writes the content's values plane by plane into the top left corner of the blob.
void fill(cv::Mat &blob, const cv::Mat &content, const tcv_network_input &input) {
    const int channels = content.channels();
    for (int plane = 0; plane < input.planes; ++plane) {
        const float scale = input.scale[plane];
        const float offset = input.offset[plane];
        const int channel = channels == 1 ? 0 : (input.red_first != 0 ? 2 - plane : plane);
        float *target = blob.ptr<float>(0, plane);
        for (int y = 0; y < content.rows; ++y, target += input.width) {
            const uint8_t *source = content.ptr<uint8_t>(y) + channel;
            for (int x = 0; x < content.cols; ++x) {
                target[x] = static_cast<float>(source[x * channels]) * scale + offset;
            }
            std::fill(target + content.cols, target + input.width, 0.0F);
        }
        std::fill(target, blob.ptr<float>(0, plane) + static_cast<size_t>(input.width) * input.height, 0.0F);
    }
}

}  // namespace

tcv_status tcv_network_create(const char *path, tcv_network **network, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (path == nullptr || network == nullptr) {
            throw tcv::invalid_argument("network needs a path and a place for the handle");
        }
        silence_log();
        auto made = std::make_unique<tcv_network>();
        try {
            made->net = cv::dnn::readNetFromONNX(path);
            made->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
            made->net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
            made->names = made->net.getUnconnectedOutLayersNames();
        } catch (const cv::Exception &exception) {
            throw tcv::bad_file(on_one_line(exception));
        }
        if (made->net.empty() || made->names.empty()) {
            throw tcv::bad_file("it has no layers");
        }
        *network = made.release();
    });
}

void tcv_network_destroy(tcv_network *network) {
    (void)tcv::guarded(nullptr, [&] { delete network; });
}

int32_t tcv_network_output_count(const tcv_network *network) {
    return static_cast<int32_t>(network->names.size());
}

const char *tcv_network_output_name(const tcv_network *network, int32_t index) {
    if (index < 0 || static_cast<size_t>(index) >= network->names.size()) {
        return nullptr;
    }
    return network->names[static_cast<size_t>(index)].c_str();
}

tcv_status tcv_network_run(tcv_network *network, tcv_image picture, tcv_network_input input, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (network == nullptr) {
            throw tcv::invalid_argument("there is no network to run");
        }
        check(input);
        const cv::Mat content = resized(
            tcv::matrix(picture), cv::Size(input.content_width, input.content_height), network->canvas);
        if (input.planes == 1 && content.channels() != 1) {
            throw tcv::invalid_argument("a network of one plane is shown a one-channel picture");
        }
        const int sizes[] = {1, input.planes, input.height, input.width};
        network->blob.create(4, sizes, CV_32F);
        fill(network->blob, content, input);
        try {
            network->net.setInput(network->blob);
            network->net.forward(network->outputs, network->names);
        } catch (const cv::Exception &exception) {
            network->outputs.clear();
            throw std::runtime_error(on_one_line(exception));
        }
        for (const cv::Mat &output : network->outputs) {
            if (output.type() != CV_32F || !output.isContinuous() || output.dims > 6) {
                network->outputs.clear();
                throw std::runtime_error("an output is not made of floats in at most 6 dimensions");
            }
        }
    });
}

tcv_status tcv_network_output(
    const tcv_network *network, int32_t index, tcv_tensor *tensor, tcv_error *error) {
    return tcv::guarded(error, [&] {
        if (network == nullptr || tensor == nullptr || index < 0
            || static_cast<size_t>(index) >= network->outputs.size()) {
            throw tcv::invalid_argument("the latest run has no such output");
        }
        const cv::Mat &output = network->outputs[static_cast<size_t>(index)];
        tensor->values = output.ptr<float>();
        tensor->count = static_cast<int64_t>(output.total());
        tensor->dimensions = output.dims;
        std::copy_n(output.size.p, output.dims, tensor->sizes);
    });
}
