/// People of no kind. Every trait is drawn from a wide range, so that no calibration is designed for them.
///
/// The ranges include and exceed those of the kinds. Two of them are limits of what can be distinguished at all:
/// unwanted contacts are rarely longer than half a press, and a person leaves a gap before a second quick press.
extension Traits {
  static func stranger(_ chance: inout Chance) -> Traits {
    let length = chance.logUniform(120...800)
    var traits = Traits(
      press: .logNormal(median: length, spread: chance.uniform(0.22...0.4), within: 0.3 * length...4 * length))
    traits.isAxis = chance.isTrue(0.1)
    if length > 450 {
      traits.reaction = .logNormal(median: chance.uniform(600...1_200), spread: 0.25, within: 350...2_200)
    }
    traits.pause = .logNormal(median: chance.uniform(1_800...4_000) + length, spread: 0.35, within: 900...12_000)
    if chance.isTrue(0.5) { traits.trains = [.stranger(&chance, press: length)] }
    if chance.isTrue(0.6) { traits.after = .stranger(&chance, press: length) }
    if chance.isTrue(0.15) {
      traits.arriving = .init(
        chance: chance.uniform(0.1...0.5), more: 0.3, limit: 2, gap: .uniform(20...chance.uniform(60...110)),
        length: .uniform(10...min(80, 0.3 * length)))
    }
    if chance.isTrue(0.2) {
      traits.breaks = (chance.uniform(0.05...0.3), .uniform(3...chance.uniform(20...80)))
    }
    if chance.isTrue(0.3) {
      traits.switches = 2
      traits.slip = .stranger(&chance, press: length)
    }
    if chance.isTrue(0.2) {
      let gap = chance.logUniform(170...650)
      traits.run = .init(
        chance: chance.uniform(0.2...0.7), count: 2...4,
        gap: .logNormal(median: gap, spread: 0.35, within: (gap < 300 ? 0.5 : 0.3) * gap...3 * gap))
      traits.pressesTwice = gap < 300
    }
    if chance.isTrue(0.3) { traits.fatigue = chance.uniform(1.2...3) }
    return traits
  }
}

extension Traits.Train {
  /// A quarter has trains like those of tremor.
  fileprivate static func stranger(_ chance: inout Chance, press: Double) -> Traits.Train {
    let isTremor = chance.isTrue(0.25)
    let rate = isTremor ? chance.logUniform(1...8) : chance.logUniform(1.5...25)
    let count = isTremor ? 2...Int(chance.uniform(4...11)) : 1...Int(chance.uniform(1...3.99))
    let gap = chance.uniform(60...140)
    return .init(
      rate: rate, count: count, length: .stranger(&chance, press: press, share: 0.5),
      gap: .uniform(0.7 * gap...2 * gap))
  }
}

extension Traits.Following {
  /// A quarter has after-contacts like those of spasms, up to 420 ms after a release; a seventh has some as long as a
  /// press.
  fileprivate static func stranger(_ chance: inout Chance, press: Double) -> Traits.Following {
    let gap: Length
    if chance.isTrue(0.25) {
      gap = .uniform(80...chance.uniform(250...420))
    } else {
      let mean = chance.logUniform(30...200)
      gap = .normal(mean: mean, deviation: 0.28 * mean, within: 0.3 * mean...2 * mean)
    }
    return .init(
      chance: chance.uniform(0.1...0.75), more: chance.uniform(0.1...0.5), gap: gap,
      length: .stranger(&chance, press: press, share: chance.isTrue(0.15) ? 1 : 0.5))
  }
}

extension Traits.Slip {
  fileprivate static func stranger(_ chance: inout Chance, press: Double) -> Traits.Slip {
    let length = min(chance.uniform(50...140), 0.5 * press)
    return .init(
      chance: chance.uniform(0.05...0.3),
      offset: .normal(mean: chance.uniform(5...35), deviation: chance.uniform(10...25), within: -50...75),
      length: .logNormal(median: length, spread: 0.35, within: 15...2.5 * length))
  }
}

extension Length {
  /// Unwanted contacts: at most `share` of a press of length `press`, or mostly shorter than half of that.
  fileprivate static func stranger(_ chance: inout Chance, press: Double, share: Double) -> Length {
    if chance.isTrue(0.5) {
      let most = min(chance.logUniform(35...190), share * press)
      return .uniform(0.12 * most...most)
    }
    let median = min(chance.logUniform(20...100), 0.55 * share * press)
    return .logNormal(median: median, spread: chance.uniform(0.3...0.5), within: 0.3 * median...2.8 * median)
  }
}
