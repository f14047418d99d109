#include "haar_scan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tcv {
namespace {

/// So many stages are run for neighbouring windows at most.
constexpr size_t stages_in_rows = 8;

haar_placement placed_over_patch(const haar_cascade &model, bool mirrored) {
    haar_placement placement;
    placement.place(model, model.stages.size(), mirrored, {patch_pitch(model.window.width + 1), 0, 1, haar_lanes});
    return placement;
}

}  // namespace

haar_classifier::haar_classifier(haar_cascade cascade)
    : model(std::move(cascade)), straight(placed_over_patch(model, false)), mirrored(placed_over_patch(model, true)) {}

void haar_scan::begin(const haar_classifier &classifier, bool mirrored, const haar_kernels &kernels) {
    classifier_ = &classifier;
    stages_ = mirrored ? &classifier.mirrored : &classifier.straight;
    kernels_ = &kernels;
    layer_ = nullptr;
    mirrored_ = mirrored;
    waiting_.resize(std::max(waiting_.size(), stages_->stages.size() + 1));
    for (std::vector<haar_open_window> &windows : waiting_) {
        windows.clear();
    }
    const cv::Size window = classifier.model.window;
    patch_.resize(static_cast<size_t>(patch_pitch(window.width + 1)) * static_cast<size_t>(window.height + 1) * haar_lanes);
    found_.clear();
}

void haar_scan::enter(const haar_layer &layer, int index) {
    // The windows of one batch are equally far apart, and so their layers have equal steps.
    if (layer_ != nullptr && layer_->step != layer.step) {
        drain(1);
    }
    layer_ = &layer;
    layer_index_ = index;
    grid_ = &layer.windows(mirrored_);
    first_stages_.place(
        classifier_->model, stages_in_rows, mirrored_, {layer.pitch, grid_->apart, layer.step, 1});
}

void haar_scan::scan_row(int row, const std::vector<haar_columns> *wanted) {
    const int columns = layer_->columns();
    if (wanted != nullptr) {
        wanted_.assign(static_cast<size_t>(layer_->factor_pitch), 0);
        for (const haar_columns &range : *wanted) {
            const int first = std::clamp(range.first, 0, columns);
            const int end = std::clamp(range.end, first, columns);
            std::fill(wanted_.begin() + first, wanted_.begin() + end, uint8_t{1});
        }
    }
    const size_t start = static_cast<size_t>(row) * static_cast<size_t>(layer_->step) * static_cast<size_t>(layer_->pitch)
        + static_cast<size_t>(grid_->start);
    const float *factors = grid_->factors.data() + static_cast<size_t>(row) * static_cast<size_t>(layer_->factor_pitch);
    const uint8_t *flags = wanted == nullptr ? nullptr : wanted_.data();
    kernels_->scan_row(
        first_stages_, {layer_->sums.data() + start, factors, flags, columns, mirrored_, layer_, layer_index_, row},
        waiting_);
    drain(haar_lanes);
}

const std::vector<haar_found_window> &haar_scan::finish() {
    drain(1);
    return found_;
}

/// Runs all batches of at least so many windows.
void haar_scan::drain(size_t least) {
    const size_t count = stages_->stages.size();
    for (size_t stage = 1; stage < count; ++stage) {
        while (waiting_[stage].size() >= least) {
            run_batch(waiting_[stage], static_cast<int>(stage));
        }
    }
    // Only cascades of few stages come through in the rows.
    for (const haar_open_window &window : waiting_[count]) {
        found_.push_back(
            {window.layer_index, window.column, window.row,
             first_stages_.sum(first_stages_.stages.back(), window.sums, window.factor)});
    }
    waiting_[count].clear();
}

void haar_scan::run_batch(std::vector<haar_open_window> &windows, int stage) {
    const int count = static_cast<int>(std::min(windows.size(), static_cast<size_t>(haar_lanes)));
    haar_open_window batch_windows[haar_lanes];
    haar_batch batch;
    for (int lane = 0; lane < haar_lanes; ++lane) {
        // Lanes without a window repeat the last one.
        const size_t place = windows.size() - 1 - static_cast<size_t>(std::min(lane, count - 1));
        const haar_open_window &window = windows[place];
        batch_windows[lane] = window;
        batch.sums[lane] = window.sums;
        batch.pitch[lane] = window.layer->pitch;
        batch.apart[lane] = window.layer->windows(mirrored_).apart;
        batch.factors[lane] = window.factor;
    }
    batch.step = batch_windows[0].layer->step;
    windows.resize(windows.size() - static_cast<size_t>(count));

    const cv::Size window = classifier_->model.window;
    kernels_->gather(batch, window.width + 1, window.height + 1, patch_.data());
    uint32_t open = (1U << count) - 1;
    const int reached = kernels_->advance(*stages_, patch_.data(), batch.factors, stage, open);
    const bool passed_all = reached == static_cast<int>(stages_->stages.size());
    for (; open != 0; open &= open - 1) {
        const int lane = __builtin_ctz(open);
        const haar_open_window &passed = batch_windows[lane];
        if (passed_all) {
            const double weight = stages_->sum(stages_->stages.back(), patch_.data() + lane, passed.factor);
            found_.push_back({passed.layer_index, passed.column, passed.row, weight});
        } else {
            waiting_[static_cast<size_t>(reached)].push_back(passed);
        }
    }
}

}  // namespace tcv
