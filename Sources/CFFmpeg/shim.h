// What Swift needs to call FFmpeg's C API directly: its headers, and constants for the macros Swift cannot see.
#ifndef TRACKLET_CFFMPEG_SHIM_H
#define TRACKLET_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

static const int tff_error_eof = AVERROR_EOF;
static const int tff_error_again = AVERROR(EAGAIN);
static const int tff_error_invalid_data = AVERROR_INVALIDDATA;
static const int tff_error_exit = AVERROR_EXIT;
static const int64_t tff_no_timestamp = AV_NOPTS_VALUE;

#endif
