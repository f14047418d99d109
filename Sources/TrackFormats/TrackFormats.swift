// Built up in the commits that follow.
