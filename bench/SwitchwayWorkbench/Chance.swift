import Glibc

/// Random numbers from a seed: splitmix64, so that a seed gives the same numbers everywhere. Lengths are in
/// milliseconds.
struct Chance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Another stream of the same seed. A person's traits do not depend on the length of a scene.
  init(seed: UInt64, stream: UInt64) {
    var mixed = Chance(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ stream)
    state = mixed.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 ..< 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func isTrue(_ probability: Double) -> Bool { unit() < probability }

  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// Uniform in the logarithm; the range is positive.
  mutating func logUniform(_ range: ClosedRange<Double>) -> Double {
    exp(uniform(log(range.lowerBound)...log(range.upperBound)))
  }

  /// Normal, mean 0 and deviation 1 (Box and Muller).
  mutating func normal() -> Double {
    let radius = (-2 * log(1 - unit())).squareRoot()
    return radius * cos(2 * .pi * unit())
  }

  /// The time to the next event of a Poisson process.
  mutating func wait(mean: Double) -> Double { -log(1 - unit()) * mean }

  /// How often something repeats, each time with this probability, at most `limit` times.
  mutating func times(_ probability: Double, limit: Int) -> Int {
    var count = 0
    while count < limit, isTrue(probability) { count += 1 }
    return count
  }

  mutating func draw(_ length: Length) -> Double {
    switch length {
    case .uniform(let range): return uniform(range)
    case .normal(let mean, let deviation, let range):
      return min(max(mean + deviation * normal(), range.lowerBound), range.upperBound)
    case .logNormal(let median, let spread, let range):
      return min(max(median * exp(spread * normal()), range.lowerBound), range.upperBound)
    }
  }
}

/// A distribution of durations, ms. Values outside its range become the nearest bound.
enum Length: Hashable, Sendable {
  case uniform(ClosedRange<Double>)
  case normal(mean: Double, deviation: Double, within: ClosedRange<Double>)
  /// `spread`: the deviation of the logarithm.
  case logNormal(median: Double, spread: Double, within: ClosedRange<Double>)

  /// Multiplies values and range by a factor.
  func scaled(_ factor: Double) -> Length {
    func scaled(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      range.lowerBound * factor...range.upperBound * factor
    }
    switch self {
    case .uniform(let range): return .uniform(scaled(range))
    case .normal(let mean, let deviation, let range):
      return .normal(mean: mean * factor, deviation: deviation * factor, within: scaled(range))
    case .logNormal(let median, let spread, let range):
      return .logNormal(median: median * factor, spread: spread, within: scaled(range))
    }
  }
}
