import CFFmpeg
import TrackModel

/// The sentences for sources that cannot be opened.
enum OpeningFailure {
    static func error(of status: Int32, address: ContainerAddress) -> TrackletError {
        let name = address.spokenName
        switch status {
        case tff_error_invalid_data, tff_error_demuxer_not_found, tff_error_eof:
            if address.medium == .standardInput {
                return TrackletError(
                    .badData,
                    "\(name) is no video that can be read from a pipe: it is empty, of no known format, or a file with its index "
                        + "at the end; give such a file by its name.")
            }
            if address.medium == .file, FileBeginning.looksLikeMP4(address.url) {
                return TrackletError(
                    .badData,
                    "\(name) has no index (moov), so nothing in it can be decoded: the recording or the copy was cut off; "
                        + "copy it anew or repair it.")
            }
            return notVideo(address)
        case tff_error_decoder_not_found, tff_error_patch_welcome:
            return TrackletError(
                .badData, "\(name) cannot be decoded: \(FFmpegFailure.cause(of: status)); convert it first.")
        case tff_error_no_memory:
            return TrackletError(.failure, "\(name) cannot be opened: there is not enough memory.")
        default:
            return TrackletError(
                .noInput,
                "\(name) cannot be opened: \(FFmpegFailure.cause(of: status)); \(remedy(for: address.medium)).")
        }
    }

    static func notVideo(_ address: ContainerAddress) -> TrackletError {
        TrackletError(
            .badData,
            "\(address.spokenName) cannot be read as a video or picture: FFmpeg knows no such format, or it is damaged at its "
                + "beginning; check that it is the right file and whole.")
    }

    static func noVideo(_ address: ContainerAddress, hasStreams: Bool) -> TrackletError {
        TrackletError(
            .badData,
            hasStreams
                ? "\(address.spokenName) has no video in it, only sound or other data; give a file with pictures."
                : "\(address.spokenName) has nothing in it that can be decoded; check that it is complete.")
    }

    static func noFrames(_ name: String) -> TrackletError {
        TrackletError(
            .badData,
            "\(name) has no frame that can be decoded: it is empty inside, corrupt throughout, or a file with its index at the "
                + "end that came through a pipe; check that it is complete, or give the file by its name."
        )
    }

    private static func remedy(for medium: ContainerAddress.Medium) -> String {
        switch medium {
        case .file, .picture, .standardInput: "check the name and your right to read it"
        case .network: "check the address and the network"
        case .device: "check that it is a camera, plugged in and not in use"
        }
    }
}
