// The functions of `haar_kernels`, included once for each instruction set inside a namespace of its name.
//
// Vectors are passed by reference: by value their place would depend on the instruction set.

typedef float floats __attribute__((vector_size(4 * haar_lanes)));
typedef int32_t masks __attribute__((vector_size(4 * haar_lanes)));
typedef uint32_t words __attribute__((vector_size(4 * haar_lanes)));
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

static inline void is_below(masks &below, const haar_placed_node &node, const uint32_t *sums, const floats &factors) {
    words base, part;
    floats value;
    rectangle(base, sums, node.corners);
    if (node.form == haar_placed_node::shape::folded) {
        words plus, minus;
        load(plus, sums + node.corners[4]);
        load(minus, sums + node.corners[5]);
        const words difference = plus - minus;
        to_floats(value, base + difference + difference);
    } else {
        rectangle(part, sums, node.corners + 4);
        if (node.form == haar_placed_node::shape::three) {
            words other;
            rectangle(other, sums, node.corners + 8);
            part += other;
        }
        floats base_value, part_value;
        to_floats(base_value, base);
        to_floats(part_value, part);
        value = base_value * node.base_weight + part_value * node.weight;
    }
    below = value * factors < node.threshold;
}

static inline void tree_value(
    floats &value, const haar_placed_node *tree, const uint32_t *sums, const floats &factors) {
    const floats zero = {};
    floats values[haar_cascade::maximum_nodes];
    // Children come after their parents.
    for (int index = tree->tree_nodes - 1; index > 0; --index) {
        const haar_placed_node &node = tree[index];
        masks below;
        is_below(below, node, sums, factors);
        const floats left = node.below > 0 ? values[node.below] : zero + node.below_value;
        const floats right = node.above > 0 ? values[node.above] : zero + node.above_value;
        values[index] = below ? left : right;
    }
    masks below;
    is_below(below, *tree, sums, factors);
    const floats left = tree->below > 0 ? values[tree->below] : zero + tree->below_value;
    const floats right = tree->above > 0 ? values[tree->above] : zero + tree->above_value;
    value = below ? left : right;
}

/// Those of the open windows, which begin at neighbouring sums, that pass the stage.
static inline uint32_t passing(
    const haar_placement &cascade, const haar_placed_stage &stage, const uint32_t *sums, const floats &factors,
    uint32_t open) {
    floats total = {};
    for (int first = stage.first; first < stage.end;) {
        const haar_placed_node *tree = cascade.nodes.data() + first;
        floats value;
        tree_value(value, tree, sums, factors);
        total += value;
        first += tree->tree_nodes;
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

static void scan_row(const haar_placement &cascade, const haar_row &row, haar_waiting &waiting) {
    const int stages = static_cast<int>(cascade.stages.size());
    uint32_t skips_next = 0;
    for (int first = 0; first < row.columns; first += haar_lanes) {
        const uint32_t *sums = row.sums + first;
        floats factors;
        std::memcpy(&factors, row.factors + first, sizeof factors);
        uint32_t open = bit_mask(factors > 0);
        if (row.wanted != nullptr) {
            open &= wanted_bits(row.wanted + first);
        }
        if (open == 0) {
            skips_next = 0;
            continue;
        }
        const uint32_t passed = passing(cascade, cascade.stages[0], sums, factors, open);
        const haar_skip skip = haar_skips[skips_next << haar_lanes | (open & ~passed)];
        skips_next = skip.skips_next;
        open = passed & skip.visited;
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

/// Columns become rows.
static inline void transpose(words rows[haar_lanes]) {
    words pairs[haar_lanes], fours[haar_lanes];
    for (int index = 0; index < 4; ++index) {
        const words &upper = rows[2 * index];
        const words &lower = rows[2 * index + 1];
        pairs[2 * index] = __builtin_shufflevector(upper, lower, 0, 8, 1, 9, 4, 12, 5, 13);
        pairs[2 * index + 1] = __builtin_shufflevector(upper, lower, 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int index = 0; index < 2; ++index) {
        for (int part = 0; part < 2; ++part) {
            const words &upper = pairs[4 * index + part];
            const words &lower = pairs[4 * index + 2 + part];
            fours[4 * index + 2 * part] = __builtin_shufflevector(upper, lower, 0, 1, 8, 9, 4, 5, 12, 13);
            fours[4 * index + 2 * part + 1] = __builtin_shufflevector(upper, lower, 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    for (int index = 0; index < 4; ++index) {
        rows[index] = __builtin_shufflevector(fours[index], fours[4 + index], 0, 1, 2, 3, 8, 9, 10, 11);
        rows[4 + index] = __builtin_shufflevector(fours[index], fours[4 + index], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

static void gather(const haar_batch &batch, int width, int height, uint32_t *patch) {
    for (int row = 0; row < height; ++row) {
        uint32_t *target = patch + static_cast<size_t>(row) * static_cast<size_t>(width) * haar_lanes;
        for (int part = 0; part < batch.step; ++part) {
            for (int first = 0; part + batch.step * first < width; first += haar_lanes) {
                words block[haar_lanes];
                for (int lane = 0; lane < haar_lanes; ++lane) {
                    load(block[lane], batch.sums[lane] + static_cast<ptrdiff_t>(row) * batch.pitch[lane]
                        + part * batch.half[lane] + first);
                }
                transpose(block);
                for (int index = 0; index < haar_lanes; ++index) {
                    const int column = part + batch.step * (first + index);
                    if (column < width) {
                        std::memcpy(target + static_cast<ptrdiff_t>(column) * haar_lanes, &block[index], sizeof block[index]);
                    }
                }
            }
        }
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
