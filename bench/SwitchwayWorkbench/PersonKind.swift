/// The kinds of simulated people. Each person of a kind is drawn from a seed; medians and rates differ between persons
/// by about a fifth, like the published deviations.
///
/// No distributions of press lengths or after-contacts of people who use switches are published. These are derived from
/// figures on hardware, tremor and typing, as noted. bench/results/steadying.md lists the sources.
public enum PersonKind: String, CaseIterable, Sendable {
  /// No impairment of the hand, a good switch. Presses of 158 ms, a little longer than typing's 80–130.
  case clean
  /// A worn switch: openings of up to 24 ms in a press, and repeats up to 157 ms after opening, the longest that
  /// Ganssle measured.
  case worn
  /// Essential tremor: after the press the finger continues at 5.8 ± 1.3 Hz (Elble 2000).
  case essentialTremor = "essential-tremor"
  /// Parkinson's tremor at rest, 4–6 Hz, in unwanted trains; presses are long (typing: hold time grows).
  case restTremor = "rest-tremor"
  /// Slow, heavy presses, sometimes with a touch before (contact times grow with gross motor impairment).
  case slow
  /// Double presses as fast as 50 ms apart.
  case fastDouble = "fast-double"
  /// Single short touches, about seventeen a minute besides presses (spurious touches are frequent in Findlater's
  /// subjects).
  case brushes
  /// A spasm after the release presses again, as long as a press, 100–400 ms later.
  case spasm
  /// Rested at first; later shorter presses, many after-contacts and touches. The calibration saw only the start.
  case fatigue
  /// Two switches, and the finger hits both (Trewin & Pain: neighbour keys are a main error).
  case neighbour
  /// Long writhing contacts that overlap with short presses; presses that break open.
  case athetoid
  /// A little of everything: tremor after presses, touches, a neighbour.
  case mixed
  /// Step scanning: runs of presses close together, with tremor between them.
  case stepScanning = "step-scanning"
  /// Sip-and-puff: a pressure line with spikes and flutter.
  case sipAndPuff = "sip-and-puff"
  /// A switch that jams for seconds, and a device that is unplugged.
  case jammed
  /// The hand arrives with touches before the press holds.
  case hovering
  /// Holmes tremor, 2.5–5 Hz: after-contacts as long as presses, far apart.
  case holmes

  func traits(_ chance: inout Chance) -> Traits {
    switch self {
    case .clean, .worn, .slow, .fastDouble, .jammed, .sipAndPuff: steadyHand(&chance)
    case .essentialTremor, .restTremor, .holmes, .stepScanning: tremor(&chance)
    case .brushes, .spasm, .fatigue, .neighbour, .athetoid, .mixed, .hovering: otherMotion(&chance)
    }
  }

  /// A factor by which persons differ.
  private func own(_ chance: inout Chance) -> Double {
    chance.draw(.logNormal(median: 1, spread: 0.18, within: 0.65...1.55))
  }

  private func steadyHand(_ chance: inout Chance) -> Traits {
    let own = own(&chance)
    switch self {
    case .worn:
      var traits = Traits(press: .logNormal(median: 190 * own, spread: 0.35, within: 60...700))
      traits.breaks = (0.25, .uniform(3...24))
      traits.bounce = (0.6, .uniform(0.5...9))
      traits.after = .init(
        chance: 0.4, more: 0.35, gap: .logNormal(median: 26, spread: 0.75, within: 3...157), length: .uniform(2...28))
      return traits
    case .slow:
      var traits = Traits(press: .logNormal(median: 700 * own, spread: 0.4, within: 240...2_500))
      traits.reaction = .logNormal(median: 1_300 * own, spread: 0.25, within: 600...2_600)
      traits.pause = .logNormal(median: 4_500, spread: 0.35, within: 2_000...12_000)
      traits.arriving = .init(chance: 0.15, gap: .uniform(25...100), length: .uniform(12...60))
      traits.after = .init(chance: 0.08, gap: .uniform(30...140), length: .uniform(15...70))
      traits.breaks = (0.08, .uniform(5...22))
      return traits
    case .fastDouble:
      var traits = Traits(press: .logNormal(median: 110 * own, spread: 0.25, within: 45...260))
      traits.run = .init(
        chance: 0.3, count: 2...2, gap: .logNormal(median: 118 * own, spread: 0.35, within: 50...200))
      traits.pressesTwice = true
      return traits
    case .jammed:
      var traits = Traits(press: .logNormal(median: 240 * own, spread: 0.35, within: 70...800))
      traits.jam = .uniform(11_000...25_000)
      traits.absence = .uniform(3_000...8_000)
      traits.after = .init(chance: 0.2, more: 0.3, gap: .uniform(30...130), length: .uniform(10...60))
      return traits
    case .sipAndPuff:
      var traits = Traits(press: .logNormal(median: 430 * own, spread: 0.35, within: 150...1_500))
      traits.isAxis = true
      traits.trains = [
        .init(
          rate: 7, count: 1...2, length: .logNormal(median: 24, spread: 0.5, within: 6...75), gap: .uniform(15...80))
      ]
      traits.breaks = (0.2, .uniform(4...26))
      traits.after = .init(chance: 0.3, more: 0.4, gap: .uniform(15...120), length: .uniform(6...60))
      return traits
    default:
      var traits = Traits(press: .logNormal(median: 158 * own, spread: 0.34, within: 50...600))
      traits.pressesTwice = true
      return traits
    }
  }

  private func tremor(_ chance: inout Chance) -> Traits {
    let own = own(&chance)
    switch self {
    case .restTremor:
      // Contact and gap share the period; the finger touches for less than half of it.
      let period = 1_000 / chance.uniform(4...6)
      var traits = Traits(press: .logNormal(median: 405 * own, spread: 0.38, within: 130...1_500))
      let length = Length.normal(mean: 0.335 * period, deviation: 0.1 * period, within: 18...140)
      traits.trains = [
        .init(
          rate: 4.4 * own, count: 3...11, length: length,
          gap: .normal(mean: 0.63 * period, deviation: 0.08 * period, within: 60...230))
      ]
      traits.after = .init(
        chance: 0.25, more: 0.4, gap: .normal(mean: 0.6 * period, deviation: 0.1 * period, within: 50...230),
        length: length)
      // It grows during half a minute of posture (PMC6537174).
      traits.fatigue = 1.5
      return traits
    case .holmes:
      let period = 1_000 / chance.uniform(2.5...5)
      var traits = Traits(press: .logNormal(median: 450 * own, spread: 0.35, within: 160...1_800))
      traits.after = .init(
        chance: 0.7, more: 0.5, gap: .normal(mean: 0.5 * period, deviation: 0.1 * period, within: 60...300),
        length: .normal(mean: 0.45 * period, deviation: 0.12 * period, within: 30...260))
      return traits
    case .stepScanning:
      var traits = Traits(press: .logNormal(median: 150 * own, spread: 0.3, within: 60...450))
      traits.switches = 2
      traits.after = .init(
        chance: 0.45, more: 0.4, gap: .normal(mean: 78, deviation: 22, within: 20...150),
        length: .normal(mean: 55, deviation: 18, within: 12...120))
      traits.run = .init(
        chance: 0.8, count: 2...6, gap: .logNormal(median: 490 * own, spread: 0.42, within: 140...1_500))
      return traits
    default:
      let period = 1_000 / chance.draw(.normal(mean: 5.8, deviation: 1.3, within: 4...12))
      var traits = Traits(press: .logNormal(median: 220 * own, spread: 0.35, within: 80...800))
      traits.after = .init(
        chance: 0.7, more: 0.48, gap: .normal(mean: 0.46 * period, deviation: 0.13 * period, within: 25...200),
        length: .normal(mean: 0.42 * period, deviation: 0.12 * period, within: 15...160))
      traits.arriving = .init(
        chance: 0.12, gap: .normal(mean: 0.4 * period, deviation: 0.1 * period, within: 20...120),
        length: .uniform(15...70))
      return traits
    }
  }

  private func otherMotion(_ chance: inout Chance) -> Traits {
    let own = own(&chance)
    switch self {
    case .spasm:
      var traits = Traits(press: .logNormal(median: 330 * own, spread: 0.35, within: 110...1_300))
      traits.after = .init(
        chance: 0.55, more: 0.25, limit: 3, gap: .uniform(100...400),
        length: .logNormal(median: 160, spread: 0.4, within: 40...600))
      return traits
    case .fatigue:
      var traits = Traits(press: .logNormal(median: 290 * own, spread: 0.35, within: 80...1_000))
      traits.after = .init(
        chance: 0.15, more: 0.3, gap: .logNormal(median: 95, spread: 0.35, within: 20...280), length: .uniform(15...100)
      )
      traits.trains = [.init(rate: 1.5, count: 1...3, length: .uniform(12...80), gap: .uniform(60...200))]
      traits.fatigue = 4
      return traits
    case .neighbour:
      var traits = Traits(press: .logNormal(median: 300 * own, spread: 0.3, within: 110...900))
      traits.switches = 2
      traits.slip = .init(
        chance: 0.28, offset: .normal(mean: 18, deviation: 24, within: -45...75),
        length: .logNormal(median: 110, spread: 0.4, within: 20...260))
      return traits
    case .athetoid:
      var traits = Traits(press: .logNormal(median: 720 * own, spread: 0.38, within: 220...2_600))
      traits.trains = [
        .init(
          rate: 8, count: 1...3, length: .logNormal(median: 80, spread: 0.45, within: 15...230),
          gap: .uniform(60...300))
      ]
      traits.breaks = (0.3, .uniform(15...80))
      traits.after = .init(
        chance: 0.45, more: 0.4, gap: .uniform(60...320), length: .logNormal(median: 85, spread: 0.45, within: 15...230)
      )
      traits.reaction = .logNormal(median: 950, spread: 0.3, within: 400...2_200)
      traits.pause = .logNormal(median: 3_500, spread: 0.35, within: 1_500...10_000)
      return traits
    case .mixed:
      var traits = Traits(press: .logNormal(median: 310 * own, spread: 0.32, within: 110...1_100))
      traits.switches = 2
      traits.after = .init(
        chance: 0.5, more: 0.4, gap: .normal(mean: 88, deviation: 26, within: 25...200), length: .uniform(12...95))
      traits.trains = [.init(rate: 5, count: 1...2, length: .uniform(10...85), gap: .uniform(60...180))]
      traits.slip = .init(
        chance: 0.12, offset: .normal(mean: 18, deviation: 22, within: -40...70), length: .uniform(20...170))
      return traits
    case .hovering:
      var traits = Traits(press: .logNormal(median: 380 * own, spread: 0.35, within: 130...1_400))
      traits.arriving = .init(
        chance: 0.45, more: 0.3, limit: 2, gap: .uniform(25...105), length: .uniform(12...65))
      traits.trains = [.init(rate: 6, count: 1...2, length: .uniform(10...80), gap: .uniform(50...150))]
      return traits
    default:
      var traits = Traits(press: .logNormal(median: 330 * own, spread: 0.35, within: 120...1_200))
      traits.trains = [.init(rate: 24, count: 1...1, length: .uniform(10...96), gap: .uniform(60...150))]
      return traits
    }
  }
}
