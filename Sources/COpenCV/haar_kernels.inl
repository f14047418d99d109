// The functions of `haar_kernels`, included once for each instruction set inside a namespace of its name.
//
// Vectors are passed by reference: by value their place would depend on the instruction set.

typedef float floats __attribute__((vector_size(4 * haar_lanes)));
typedef int32_t masks __attribute__((vector_size(4 * haar_lanes)));
typedef uint32_t words __attribute__((vector_size(4 * haar_lanes)));
typedef uint32_t quads __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(8 * haar_lanes)));
typedef bool bits __attribute__((ext_vector_type(haar_lanes)));

static inline uint32_t bit_mask(const masks &mask) {
    return __builtin_bit_cast(uint8_t, __builtin_convertvector(mask, bits));
}

static inline void load(words &into, const uint32_t *from) { std::memcpy(&into, from, sizeof into); }

static inline void rectangle(words &sum, const uint32_t *sums, const int32_t *corners) {
    words a, b, c, d;
    load(a, sums + corners[0]);
    load(b, sums + corners[1]);
    load(c, sums + corners[2]);
    load(d, sums + corners[3]);
    sum = (a - b) + (c - d);
}

static inline void to_floats(floats &into, const words &from) { into = __builtin_convertvector((masks)from, floats); }

/// Which windows' features are below the node's threshold.
static inline void is_below(masks &below, const haar_placed_node &node, const uint32_t *sums, const floats &factors) {
    using shape = haar_placed_node::shape;
    words base, part, other;
    floats value;
    rectangle(base, sums, node.corners);
    if (node.form == shape::halves) {
        load(part, sums + node.corners[4]);
        load(other, sums + node.corners[5]);
        part -= other;
        to_floats(value, base + (part + part));
    } else {
        rectangle(part, sums, node.corners + 4);
        if (node.form == shape::two_twice || node.form == shape::other) {
            rectangle(other, sums, node.corners + 8);
            part += other;
        }
        if (node.form == shape::thrice) {
            to_floats(value, (part + part) + (part - base));
        } else if (node.form == shape::other) {
            floats part_value;
            to_floats(value, base);
            to_floats(part_value, part);
            value = value * node.base_weight + part_value * node.weight;
        } else {
            to_floats(value, (part + part) - base);
        }
    }
    below = value * factors < node.threshold;
}

static inline void add_where(floats &total, const masks &where, float change) {
    const floats changes = floats{} + change;
    total += (floats)((masks)changes & where);
}

/// Those of the open windows, which begin at neighbouring sums, that pass the stage.
static inline uint32_t passing(
    const haar_placement &cascade, const haar_placed_stage &stage, const uint32_t *sums, const floats &factors,
    uint32_t open) {
    floats total = floats{} + stage.start;
    const haar_placed_node *const end = cascade.nodes.data() + stage.end;
    for (const haar_placed_node *tree = cascade.nodes.data() + stage.first; tree != end; tree += tree->tree_nodes) {
        // Which windows reach a node and are below its threshold, and which reach it and are not.
        masks below[haar_cascade::maximum_nodes];
        masks above[haar_cascade::maximum_nodes];
        is_below(below[0], *tree, sums, factors);
        add_where(total, below[0], tree->change);
        if (tree->tree_nodes == 1) {
            continue;
        }
        above[0] = ~below[0];
        // Children come after their parents.
        for (int index = 1; index < tree->tree_nodes; ++index) {
            const haar_placed_node &node = tree[index];
            const masks &reaching = node.is_below_parent ? below[node.parent] : above[node.parent];
            masks here;
            is_below(here, node, sums, factors);
            below[index] = reaching & here;
            above[index] = reaching & ~here;
            add_where(total, below[index], node.change);
        }
    }
    uint32_t passed = bit_mask(total >= stage.surely_passes) & open;
    uint32_t unsure = bit_mask(total >= stage.surely_fails) & open & ~passed;
    for (; unsure != 0; unsure &= unsure - 1) {
        const int lane = __builtin_ctz(unsure);
        if (cascade.sum(stage, sums + lane, factors[lane]) >= stage.threshold) {
            passed |= 1U << lane;
        }
    }
    return passed;
}

static void measure_contrast(
    const haar_contrast &contrast, const uint32_t *sums, const uint32_t *squares, int columns, float *factors) {
    for (int first = 0; first < columns; first += haar_lanes) {
        words sum, square;
        rectangle(sum, sums + first, contrast.corners);
        rectangle(square, squares + first, contrast.corners);
        const doubles brightness = __builtin_convertvector((masks)sum, doubles);
        const doubles power = __builtin_convertvector((masks)square, doubles);
        const doubles spread = contrast.area * power - brightness * brightness;
        const floats factor = __builtin_convertvector(1.0 / __builtin_elementwise_sqrt(spread), floats);
        // OpenCV's rule: a standard deviation of up to 10 is no object. A spread of 0 or less gives no number or infinity.
        const auto enough = contrast.area * __builtin_convertvector(factor, doubles) < 1e-1;
        const floats zero = {};
        floats kept = __builtin_convertvector(enough, masks) ? factor : zero;
        for (int lane = columns - first; lane < haar_lanes; ++lane) {
            kept[lane] = 0;
        }
        std::memcpy(factors + first, &kept, sizeof kept);
    }
}

/// Of a group of windows with enough contrast, those that pass the first stage.
static inline uint32_t passing_first(
    const haar_placement &cascade, const haar_row &row, int first, floats &factors, uint32_t &open) {
    std::memcpy(&factors, row.factors + first, sizeof factors);
    open = bit_mask(factors > 0);
    return open == 0 ? 0 : passing(cascade, cascade.stages[0], row.sums + first, factors, open);
}

/// The windows of a group in the order they are looked at.
static inline uint32_t in_order(const haar_row &row, uint32_t windows) {
    return row.mirrored ? __builtin_bitreverse8(static_cast<uint8_t>(windows)) : windows;
}

/// Whether the first window of a group is passed over, found from the groups looked at before: it is when an odd number of
/// neighbours up to it fail the first stage. Groups that fail as a whole are even.
static uint32_t skips_first(const haar_placement &cascade, const haar_row &row, int first) {
    const int back = row.mirrored ? haar_lanes : -haar_lanes;
    for (int group = first + back; group >= 0 && group < row.columns; group += back) {
        floats factors;
        uint32_t open;
        const uint32_t passed = passing_first(cascade, row, group, factors, open);
        const uint32_t others = in_order(row, ~(open & ~passed) & ((1U << haar_lanes) - 1));
        if (others != 0) {
            return static_cast<uint32_t>(__builtin_clz(others) - (32 - haar_lanes)) & 1;
        }
    }
    return 0;
}

static void scan_row(const haar_placement &cascade, const haar_row &row, haar_waiting &waiting) {
    const int stages = static_cast<int>(cascade.stages.size());
    const int groups = (row.columns + haar_lanes - 1) / haar_lanes;
    uint32_t skips_next = 0;
    bool knows_skip = true;
    for (int group = 0; group < groups; ++group) {
        const int first = (row.mirrored ? groups - 1 - group : group) * haar_lanes;
        const uint32_t wanted = row.wanted == nullptr ? ~0U : wanted_bits(row.wanted + first);
        if (wanted == 0) {
            knows_skip = false;
            continue;
        }
        if (!knows_skip) {
            skips_next = skips_first(cascade, row, first);
            knows_skip = true;
        }
        floats factors;
        uint32_t open;
        const uint32_t passed = passing_first(cascade, row, first, factors, open);
        const haar_skip skip = haar_skips[skips_next << haar_lanes | in_order(row, open & ~passed)];
        skips_next = skip.skips_next;
        open = passed & in_order(row, skip.visited) & wanted;
        const uint32_t *sums = row.sums + first;
        int stage = 1;
        while (__builtin_popcount(open) > few_in_row && stage < stages) {
            open = passing(cascade, cascade.stages[static_cast<size_t>(stage)], sums, factors, open);
            ++stage;
        }
        for (; open != 0; open &= open - 1) {
            const int lane = __builtin_ctz(open);
            waiting[static_cast<size_t>(stage)].push_back(
                {sums + lane, factors[lane], row.layer, row.layer_index, first + lane, row.row});
        }
    }
}

/// Copies four neighbouring sums of each window, each sum beside the same one of the others, `apart` words from one to the next.
static inline void gather_four(const uint32_t *const *sums, uint32_t *target, ptrdiff_t apart) {
    words rows[4];
    for (int lane = 0; lane < 4; ++lane) {
        quads first, second;
        std::memcpy(&first, sums[lane], sizeof first);
        std::memcpy(&second, sums[lane + 4], sizeof second);
        rows[lane] = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
    }
    // Two transpositions of four by four at once.
    const words low0 = __builtin_shufflevector(rows[0], rows[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const words low1 = __builtin_shufflevector(rows[2], rows[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const words high0 = __builtin_shufflevector(rows[0], rows[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const words high1 = __builtin_shufflevector(rows[2], rows[3], 2, 10, 3, 11, 6, 14, 7, 15);
    const words columns[4] = {
        __builtin_shufflevector(low0, low1, 0, 1, 8, 9, 4, 5, 12, 13),
        __builtin_shufflevector(low0, low1, 2, 3, 10, 11, 6, 7, 14, 15),
        __builtin_shufflevector(high0, high1, 0, 1, 8, 9, 4, 5, 12, 13),
        __builtin_shufflevector(high0, high1, 2, 3, 10, 11, 6, 7, 14, 15),
    };
    for (int column = 0; column < 4; ++column) {
        std::memcpy(target + column * apart, &columns[column], sizeof columns[column]);
    }
}

static void gather(const haar_batch &batch, int width, int height, uint32_t *patch) {
    const int step = batch.step;
    const uint32_t *rows[haar_lanes];
    std::copy(batch.sums, batch.sums + haar_lanes, rows);
    for (int row = 0; row < height; ++row) {
        for (int part = 0; part < step; ++part) {
            const uint32_t *sums[haar_lanes];
            for (int lane = 0; lane < haar_lanes; ++lane) {
                sums[lane] = rows[lane] + part * batch.apart[lane];
            }
            for (int column = part; column < width; column += 4 * step) {
                gather_four(sums, patch + column * haar_lanes, step * haar_lanes);
                for (int lane = 0; lane < haar_lanes; ++lane) {
                    sums[lane] += 4;
                }
            }
        }
        for (int lane = 0; lane < haar_lanes; ++lane) {
            rows[lane] += batch.pitch[lane];
        }
        patch += patch_pitch(width) * haar_lanes;
    }
}

static int advance(
    const haar_placement &cascade, const uint32_t *patch, const float *factors, int stage, uint32_t &open) {
    const int stages = static_cast<int>(cascade.stages.size());
    floats lanes;
    std::memcpy(&lanes, factors, sizeof lanes);
    // At least one stage, so that whatever waits gets on.
    do {
        open = passing(cascade, cascade.stages[static_cast<size_t>(stage)], patch, lanes, open);
        ++stage;
    } while (stage < stages && __builtin_popcount(open) > few_in_batch);
    return stage;
}

static const haar_kernels kernels = {measure_contrast, scan_row, gather, advance};
