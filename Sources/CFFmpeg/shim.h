// What Swift needs to call FFmpeg's C API directly: its headers, constants for the macros Swift cannot see, and the few
// places where FFmpeg's releases differ.
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
#include <libavutil/sha.h>
#include <libavutil/time.h>
#include <libswscale/swscale.h>

static const int tff_error_eof = AVERROR_EOF;
static const int tff_error_again = AVERROR(EAGAIN);
static const int tff_error_invalid_data = AVERROR_INVALIDDATA;
static const int tff_error_exit = AVERROR_EXIT;
static const int tff_error_no_memory = AVERROR(ENOMEM);
static const int tff_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int tff_error_demuxer_not_found = AVERROR_DEMUXER_NOT_FOUND;
static const int tff_error_protocol_not_found = AVERROR_PROTOCOL_NOT_FOUND;
static const int tff_error_stream_not_found = AVERROR_STREAM_NOT_FOUND;
static const int tff_error_patch_welcome = AVERROR_PATCHWELCOME;
static const int tff_error_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;
static const int tff_error_http_bad_request = AVERROR_HTTP_BAD_REQUEST;
static const int tff_error_http_unauthorized = AVERROR_HTTP_UNAUTHORIZED;
static const int tff_error_http_forbidden = AVERROR_HTTP_FORBIDDEN;
static const int tff_error_http_not_found = AVERROR_HTTP_NOT_FOUND;
static const int tff_error_http_other_client = AVERROR_HTTP_OTHER_4XX;
static const int tff_error_http_server = AVERROR_HTTP_SERVER_ERROR;
static const int64_t tff_no_timestamp = AV_NOPTS_VALUE;
static const int tff_avformat_major = LIBAVFORMAT_VERSION_MAJOR;

/// How long the frame is shown, in ticks of its stream's time base; 0 when unknown. The field was renamed in FFmpeg 6.
static inline int64_t tff_frame_duration(const AVFrame *_Nonnull frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

/// Says how long the frame is shown, in ticks.
static inline void tff_set_frame_duration(AVFrame *_Nonnull frame, int64_t ticks) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    frame->duration = ticks;
#else
    frame->pkt_duration = ticks;
#endif
}

/// The stream's display matrix (nine numbers, owned by the stream), or null. It moved in FFmpeg 7.
static inline const int32_t *_Nullable tff_stream_display_matrix(const AVStream *_Nonnull stream) {
#if LIBAVCODEC_VERSION_MAJOR >= 61
    const AVPacketSideData *side = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return side != NULL && side->size >= 9 * sizeof(int32_t) ? (const int32_t *)side->data : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data != NULL && size >= 9 * sizeof(int32_t) ? (const int32_t *)(const void *)data : NULL;
#endif
}

#endif
