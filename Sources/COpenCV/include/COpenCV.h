// Tracklet's C bridge to OpenCV: the one header Swift imports. Each facility has a header here and a .cpp of its own.
#ifndef TRACKLET_COPENCV_H
#define TRACKLET_COPENCV_H

#include "tcv_cascade.h"
#include "tcv_core.h"
#include "tcv_draw.h"
#include "tcv_flow.h"
#include "tcv_letters.h"
#include "tcv_network.h"
#include "tcv_patch.h"
#include "tcv_plane.h"
#include "tcv_recognition.h"
#include "tcv_rectangles.h"
#include "tcv_search.h"
#include "tcv_segments.h"
#include "tcv_tracker.h"

#endif
