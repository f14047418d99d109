// Candidates for letters: small regions that stand out evenly from what is around them.
#ifndef TRACKLET_TCV_LETTERS_H
#define TRACKLET_TCV_LETTERS_H

#include "tcv_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One region and what its shape and brightness are. Lengths are pixels of the picture the call was given.
typedef struct tcv_letter {
    tcv_box box;
    /// How many pixels it has.
    double area;
    /// Its mean brightness and that of the ring around it, 0...255.
    double inside;
    double outside;
    /// The mean width of its strokes, and how much that varies along them: the standard deviation over the mean.
    double stroke;
    double stroke_deviation;
} tcv_letter;

typedef struct tcv_letter_parameters {
    /// Regions of other heights are left out; 3 pixels at least.
    int32_t min_height;
    int32_t max_height;
    /// How many gray levels brighter or darker than its surroundings a region must stay itself, 1...100.
    int32_t delta;
    /// The least difference between inside and outside, 0...255.
    double min_contrast;
} tcv_letter_parameters;

/// Finds maximally stable extremal regions (Matas, Chum, Urban, Pajdla, BMVC 2002), bright ones and dark ones, and measures them.
/// One letter is commonly found several times, at different gray levels. On `TCV_OK` `*found` points at `*count` regions, in a
/// fixed order, that the caller gives back to `tcv_letters_free`; null when there are none. Any thread.
///
/// Invalid when the picture has 3 channels or a parameter is out of its range.
tcv_status tcv_letters_find(
    tcv_image luma, const tcv_letter_parameters *_Nonnull parameters, tcv_letter *_Nullable *_Nonnull found,
    int64_t *_Nonnull count, tcv_error *_Nullable error);

/// Frees what `tcv_letters_find` gave. Null is allowed.
void tcv_letters_free(tcv_letter *_Nullable found);

#ifdef __cplusplus
}
#endif

#endif
