#include "haar_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstring>

// A product and a sum rounded as one would give other bits on processors that can.
#pragma clang fp contract(off)

namespace tcv {
namespace {

/// A group of neighbours with no more open windows is given up: its windows go on in batches.
constexpr int few_in_row = 2;
/// The same for a batch, whose windows go on in another.
constexpr int few_in_batch = 2;

struct haar_skip {
    uint8_t visited;
    uint8_t skips_next;
};

/// OpenCV passes over the window after one that fails the first stage. For the windows of a group that fail it (a bit each)
/// and whether the first is passed over, which are looked at, and whether the next group's first is passed over.
constexpr std::array<haar_skip, 2 << haar_lanes> make_skips() {
    std::array<haar_skip, 2 << haar_lanes> skips{};
    for (uint32_t index = 0; index < skips.size(); ++index) {
        bool is_skipped = (index >> haar_lanes) != 0;
        for (int lane = 0; lane < haar_lanes; ++lane) {
            if (is_skipped) {
                is_skipped = false;
            } else {
                skips[index].visited = static_cast<uint8_t>(skips[index].visited | 1U << lane);
                is_skipped = (index >> lane & 1) != 0;
            }
        }
        skips[index].skips_next = is_skipped ? 1 : 0;
    }
    return skips;
}

constexpr std::array<haar_skip, 2 << haar_lanes> haar_skips = make_skips();

uint32_t wanted_bits(const uint8_t *wanted) {
    uint32_t bits = 0;
    for (int lane = 0; lane < haar_lanes; ++lane) {
        bits |= (wanted[lane] != 0 ? 1U : 0U) << lane;
    }
    return bits;
}

namespace base_set {
#include "haar_kernels.inl"
}

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
namespace avx2_set {
#include "haar_kernels.inl"
}
#pragma clang attribute pop
#endif

}  // namespace

const haar_kernels &haar_kernels::base() { return base_set::kernels; }

const haar_kernels &haar_kernels::best() {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) {
        return avx2_set::kernels;
    }
#endif
    return base_set::kernels;
}

}  // namespace tcv
