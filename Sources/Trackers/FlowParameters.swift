import COpenCV

extension FlowConfiguration {
    /// From one frame to the next.
    var stepParameters: tcv_flow_parameters {
        parameters(levels: levels, backward: checksBackward, scaleBound: scaleBound)
    }

    /// From the key frame to a later one: the guess is near, so two levels reach far enough, but the size may have changed a lot.
    /// Always followed back as well: without it twice as many boxes on nothing keep their confidence.
    var keyParameters: tcv_flow_parameters {
        parameters(levels: min(2, levels), backward: true, scaleBound: 1.3)
    }

    private func parameters(levels: Int, backward: Bool, scaleBound: Double) -> tcv_flow_parameters {
        // An ellipse a little larger than the box's own leaves out its very corners, which are background, and keeps the outline of the head,
        // which tells most about its size.
        tcv_flow_parameters(
            columns: Int32(clamping: pointsPerSide), rows: Int32(clamping: pointsPerSide), ellipse: 1.15,
            window: Int32(clamping: window), levels: Int32(clamping: levels), iterations: 12,
            backward: backward ? 1 : 0, backward_error: 0.6, point_likeness: 0.5, agreement: 0.6,
            agreement_share: 0.02, scale_bound: scaleBound)
    }
}
