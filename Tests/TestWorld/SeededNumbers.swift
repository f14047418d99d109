internal import Foundation

/// A generator whose numbers are the same on every run (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// Different numbers for each combination of the seeds, whatever was drawn before: what a frame gets does not depend on
    /// the order in which frames are asked for.
    package init(_ seeds: Int...) {
        state = seeds.reduce(0) { state, seed in
            var mixer = SeededNumbers(state: state ^ UInt64(bitPattern: Int64(seed)))
            return mixer.next()
        }
    }

    private init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0..<1.
    package mutating func share() -> Double { Double.random(in: 0..<1, using: &self) }

    /// Normally distributed with mean 0 and standard deviation 1 (Box and Muller, 1958).
    package mutating func normal() -> Double {
        (-2 * log(1 - share())).squareRoot() * cos(2 * .pi * share())
    }
}
