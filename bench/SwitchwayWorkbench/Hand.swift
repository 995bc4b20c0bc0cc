import SwitchwayCore
import SwitchwayTime

/// Makes contacts for intended presses, and unwanted contacts. Times are in milliseconds.
struct Hand {
  /// Unwanted contacts are at least this far from a press, because a hand that presses is not at rest.
  private static let distance = 60.0
  /// The least time from the contacts after a press to the next press of a run, because nobody presses with a hand that
  /// still shakes. No figure is known.
  private static let breath = Length.uniform(60...200)
  /// The least time from one answer to a prompt to the next.
  private static let rest = 400.0

  private let traits: Traits
  private var chance: Chance
  private var contacts: [[(start: Double, end: Double)]]
  /// From the first contact of a press to its last after-contact.
  private var busy: [(start: Double, end: Double)] = []
  private var intents: [(target: Int, onset: Double, release: Double)] = []
  private var absences: [(start: Double, end: Double)] = []
  private var length: Double
  /// For a calibration, which is too short to tire: 0, or 1 after the day's use. Otherwise nil.
  private let tiredness: Double?
  private var progress = 0.0

  /// A hand in daily use, in which fatigue grows.
  init(_ traits: Traits, _ chance: Chance) {
    self.init(traits, chance, length: 0, tiredness: nil)
  }

  /// A hand in a calibration of this length.
  init(_ traits: Traits, _ chance: Chance, calibrating length: Double, isTired: Bool) {
    self.init(traits, chance, length: length, tiredness: isTired ? 1 : 0)
  }

  private init(_ traits: Traits, _ chance: Chance, length: Double, tiredness: Double?) {
    self.traits = traits
    self.chance = chance
    self.length = length
    self.tiredness = tiredness
    progress = tiredness ?? 0
    contacts = Array(repeating: [], count: traits.switches)
  }

  static func instant(_ time: Double) -> Instant { Instant(Int64((time * 1_000).rounded())) }

  /// The factor of probabilities and rates: linear over the scene.
  private func growth(at progress: Double) -> Double { 1 + (traits.fatigue - 1) * progress }

  mutating func answer(promptAt time: Double, target: Int, count: Int) {
    // After a late press the next one begins later too.
    let onset = max(time + chance.draw(traits.reaction), (busy.last?.end ?? 0) + Hand.rest)
    var done = press(target, at: onset)
    for _ in 1..<max(count, 1) {
      let gap = chance.draw(traits.run?.gap ?? .uniform(120...300))
      done = press(target, at: next(after: done, gap: gap))
    }
  }

  /// When the next press begins: not before the contacts after this one are over.
  private mutating func next(after press: (release: Double, end: Double), gap: Double) -> Double {
    guard press.end > press.release else { return press.release + gap }
    return max(press.release + gap, press.end + chance.draw(Hand.breath))
  }

  mutating func use(presses: Int) {
    var time = 2_000.0
    var done = 0
    let jamAt = traits.jam == nil ? -1 : presses / 3
    let absentAt = traits.absence == nil ? -1 : 2 * presses / 3
    while done < presses {
      progress = Double(done) / Double(presses)
      if done == absentAt { time = unplug(at: time) }
      let target = traits.switches == 1 ? 0 : traits.run == nil ? done % 2 : 0
      var count = 1
      if let run = traits.run, chance.isTrue(run.chance) { count = Int.random(in: run.count, using: &chance) }
      for index in 0..<count where done < presses {
        let isJam = done == jamAt
        let press = press(target, at: time, lasting: isJam ? traits.jam.map { chance.draw($0) } : nil)
        done += 1
        let gap = index + 1 < count ? traits.run?.gap : nil
        time = next(after: press, gap: chance.draw(gap ?? traits.pause))
      }
      // A run of steps ends with the other switch, which selects the item.
      if traits.switches == 2, traits.run != nil, done < presses {
        time = press(1, at: time).end + chance.draw(traits.pause)
        done += 1
      }
    }
    length = time + 2_000
  }

  /// Unplugs the device and plugs it in again, sometimes while the switch is pressed. Returns when use continues.
  private mutating func unplug(at time: Double) -> Double {
    let start = time + 200
    let end = start + chance.draw(traits.absence ?? .uniform(1...1))
    if chance.isTrue(0.5) {
      // The switch is already pressed when the device returns. Its onset is not seen, and no press is intended.
      contacts[0].append((end - 300, end + 900))
      busy.append((end - 300, end + 900))
    }
    absences.append((start, end))
    return end + 2_500
  }

  /// Makes an intended press with its other contacts. Returns its release and the end of the contacts after it.
  private mutating func press(
    _ target: Int, at time: Double, lasting jam: Double? = nil
  ) -> (release: Double, end: Double) {
    var start = time
    let first = start
    let growth = growth(at: progress)
    if let arriving = traits.arriving, chance.isTrue(arriving.chance * growth) {
      for _ in 0...chance.times(arriving.more, limit: arriving.limit - 1) {
        let length = chance.draw(arriving.length)
        contacts[target].append((start, start + length))
        start += length + chance.draw(arriving.gap)
      }
    }
    let length = jam ?? chance.draw(traits.press) / growth.squareRoot()
    let release = start + length
    close(target, from: start, to: release)
    intents.append((target, first, release))
    if let slip = traits.slip, traits.switches > 1, chance.isTrue(slip.chance * growth) {
      let onset = start + chance.draw(slip.offset)
      contacts[1 - target].append((onset, onset + chance.draw(slip.length)))
    }
    let end = jam == nil ? follow(target, from: release, growth: growth) : release
    busy.append((first - 100, end))
    return (release, end)
  }

  /// Makes the main contact as the switch shows it: with bounce, and broken if the hand releases for a moment.
  private mutating func close(_ target: Int, from start: Double, to release: Double) {
    var openings: [(start: Double, end: Double)] = []
    if chance.isTrue(traits.bounce.chance) {
      let at = start + chance.uniform(0.3...4)
      openings.append((at, at + chance.draw(traits.bounce.gap)))
    }
    if let breaks = traits.breaks {
      for _ in 0..<chance.times(breaks.chance, limit: 3) {
        let at = start + (release - start) * chance.uniform(0.15...0.85)
        openings.append((at, at + chance.draw(breaks.gap)))
      }
    }
    var from = start
    for opening in openings.sorted(by: { $0.start < $1.start })
    where opening.start > from && opening.end < release {
      contacts[target].append((from, opening.start))
      from = opening.end
    }
    contacts[target].append((from, release))
  }

  /// Makes the after-contacts. Returns their end.
  private mutating func follow(_ target: Int, from release: Double, growth: Double) -> Double {
    guard let after = traits.after, chance.isTrue(min(after.chance * growth, 0.95)) else { return release }
    var end = release
    for _ in 0...chance.times(after.more, limit: after.limit - 1) {
      let start = end + chance.draw(after.gap)
      end = start + chance.draw(after.length)
      contacts[target].append((start, end))
    }
    return end
  }

  /// Adds unwanted contacts between the presses of the whole scene. A train ends before the next of its kind begins,
  /// because it is the same hand.
  mutating func addNoise() {
    for train in traits.trains {
      var time = 0.0
      var over = -Hand.distance
      while true {
        // Thinning: events are drawn at the highest rate and kept with the ratio of the present rate to it.
        let peak = growth(at: tiredness ?? 1)
        time += chance.wait(mean: 60_000 / (train.rate * peak))
        guard time < length else { break }
        let isKept = tiredness != nil || chance.isTrue(growth(at: time / length) / peak)
        let target = Int.random(in: 0..<traits.switches, using: &chance)
        time = max(time, over + Hand.distance)
        var start = time
        for _ in 0..<Int.random(in: train.count, using: &chance) {
          let end = start + chance.draw(train.length)
          over = end
          if isKept, end < length, isFree(start, end) { contacts[target].append((start, end)) }
          start = end + chance.draw(train.gap)
        }
      }
    }
  }

  private func isFree(_ start: Double, _ end: Double) -> Bool {
    !busy.contains { start < $0.end + Hand.distance && end > $0.start - Hand.distance }
  }

  func scene() -> Scene {
    Scene(
      contacts: contacts.map(Hand.joined),
      intents: intents.sorted { ($0.onset, $0.target) < ($1.onset, $1.target) }.map {
        .init(switchIndex: $0.target, onset: Hand.instant($0.onset), release: Hand.instant($0.release))
      },
      absences: absences.map { ClosedSpan(start: Hand.instant($0.start), end: Hand.instant($0.end)) },
      length: Microseconds(Int64((length * 1_000).rounded())))
  }

  /// Sorted, with touching contacts joined.
  private static func joined(_ contacts: [(start: Double, end: Double)]) -> [ClosedSpan] {
    var joined: [ClosedSpan] = []
    for contact in contacts.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      let span = ClosedSpan(start: instant(max(contact.start, 0)), end: instant(max(contact.end, 0)))
      guard span.end > span.start else { continue }
      if let last = joined.last, span.start <= last.end {
        joined[joined.count - 1].end = max(last.end, span.end)
      } else {
        joined.append(span)
      }
    }
    return joined
  }
}
