import SwitchwayCore
import SwitchwayTime

/// Rules of other systems, according to their sources or manuals, for the same contacts. None of them backdates a
/// press, so `pressed` is the time of the decision. Lengths are in milliseconds.
public enum PeerRule: Hashable, Sendable {
  /// Every closing is a press.
  case nothing
  /// libinput: a change counts at once and is followed by 25 ms without changes; then the level counts. `spurious`:
  /// also its second method, which removes releases of less than 12 ms.
  case libinput(spurious: Bool)
  /// XKB's BounceKeys, GNOME's bounce keys: after each release, also an ignored one, the same switch is ignored for
  /// this time. Only the switch of the last release is remembered.
  case bounceKeys(Int64)
  /// XKB's SlowKeys: pressed after being held for this time.
  case slowKeys(Int64)
  /// Both of XKB's: first slow keys, then bounce keys.
  case slowAndBounce(slow: Int64, bounce: Int64)
  /// Like Apple's Switch Control: a hold duration, and a dead time after an accepted press.
  case holdAndIgnore(hold: Int64, ignore: Int64)
  /// Android's Switch Access: pressed at once, with a dead time after an accepted press.
  case ignoreAfterPress(Int64)

  /// The families with every setting to try.
  public static let families: [(name: String, settings: [PeerRule])] = [
    ("X/GNOME bounce keys", stride(from: 50, through: 900, by: 50).map { .bounceKeys($0) }),
    (
      "Apple-like hold and ignore-repeat",
      stride(from: Int64(0), through: 300, by: 50).flatMap { hold in
        stride(from: 0, through: 1_000, by: 100).map { .holdAndIgnore(hold: hold, ignore: $0) }
      }
    ),
    ("Android ignore-repeat", stride(from: 100, through: 1_500, by: 100).map { .ignoreAfterPress($0) }),
    (
      "X/GNOME slow and bounce keys",
      stride(from: Int64(50), through: 300, by: 50).flatMap { slow in
        stride(from: 50, through: 600, by: 50).map { .slowAndBounce(slow: slow, bounce: $0) }
      }
    ),
    ("X/GNOME slow keys", stride(from: 50, through: 400, by: 50).map { .slowKeys($0) }),
    ("libinput debounce", [.libinput(spurious: false), .libinput(spurious: true)]),
    ("nothing", [.nothing]),
  ]

  /// The setting in the table.
  public var setting: String {
    switch self {
    case .nothing: ""
    case .libinput(let spurious): spurious ? "25 ms, spurious 12 ms" : "25 ms"
    case .bounceKeys(let delay), .slowKeys(let delay), .ignoreAfterPress(let delay): "\(delay) ms"
    case .slowAndBounce(let slow, let bounce): "slow \(slow) ms, bounce \(bounce) ms"
    case .holdAndIgnore(let hold, let ignore): "hold \(hold) ms, ignore \(ignore) ms"
    }
  }

  /// The commands for a scene, in order of time.
  public func commands(of scene: Scene) -> [SteadyingRun.Command] {
    var presses: [(time: Instant, switchIndex: Int, release: Instant)] = []
    for (index, spans) in scene.contacts.enumerated() {
      for span in present(spans, scene.absences) { presses.append((span.start, index, span.end)) }
    }
    presses.sort { ($0.time, $0.switchIndex) < ($1.time, $1.switchIndex) }
    let accepted: [(time: Instant, switchIndex: Int)] =
      switch self {
      case .nothing: presses.map { ($0.time, $0.switchIndex) }
      case .libinput(let spurious): libinput(presses, spurious: spurious)
      case .bounceKeys(let delay): bounced(presses, .milliseconds(delay))
      case .slowKeys(let delay): held(presses, .milliseconds(delay)).map { ($0.time, $0.switchIndex) }
      case .slowAndBounce(let slow, let bounce):
        bounced(held(presses, .milliseconds(slow)), .milliseconds(bounce))
      case .holdAndIgnore(let hold, let ignore): spaced(held(presses, .milliseconds(hold)), .milliseconds(ignore))
      case .ignoreAfterPress(let delay): spaced(presses, .milliseconds(delay))
      }
    return accepted.sorted { ($0.time, $0.switchIndex) < ($1.time, $1.switchIndex) }
      .map { .init(switchIndex: $0.switchIndex, pressed: $0.time, accepted: $0.time) }
  }

  private typealias Press = (time: Instant, switchIndex: Int, release: Instant)

  /// The contacts that reach the system: unplugging releases, and a switch that is closed at the return is not seen.
  private func present(_ spans: [ClosedSpan], _ absences: [ClosedSpan]) -> [ClosedSpan] {
    spans.compactMap { span in
      guard !absences.contains(where: { $0.start <= span.start && span.start <= $0.end }) else { return nil }
      let cut = absences.map(\.start).filter { $0 > span.start }.min()
      return ClosedSpan(start: span.start, end: cut.map { min($0, span.end) } ?? span.end)
    }
  }

  /// The presses that are held for this time, at the time when it is over.
  private func held(_ presses: [Press], _ delay: Microseconds) -> [Press] {
    presses.filter { $0.release - $0.time >= delay }.map { ($0.time + delay, $0.switchIndex, $0.release) }
  }

  private func bounced(_ presses: [Press], _ delay: Microseconds) -> [(time: Instant, switchIndex: Int)] {
    var accepted: [(Instant, Int)] = []
    var edges: [(time: Instant, press: Int?, switchIndex: Int)] = []
    for (place, press) in presses.enumerated() {
      edges.append((press.time, place, press.switchIndex))
      edges.append((press.release, nil, press.switchIndex))
    }
    edges.sort {
      ($0.time, $0.press == nil ? 0 : 1, $0.switchIndex) < ($1.time, $1.press == nil ? 0 : 1, $1.switchIndex)
    }
    var last: (switchIndex: Int, release: Instant)?
    for edge in edges {
      guard edge.press != nil else {
        last = (edge.switchIndex, edge.time)
        continue
      }
      if let last, last.switchIndex == edge.switchIndex, edge.time - last.release < delay { continue }
      accepted.append((edge.time, edge.switchIndex))
    }
    return accepted
  }

  private func spaced(_ presses: [Press], _ delay: Microseconds) -> [(time: Instant, switchIndex: Int)] {
    var latest: [Int: Instant] = [:]
    return presses.compactMap { press in
      if let before = latest[press.switchIndex], press.time - before < delay { return nil }
      latest[press.switchIndex] = press.time
      return (press.time, press.switchIndex)
    }
  }

  private func libinput(_ presses: [Press], spurious: Bool) -> [(time: Instant, switchIndex: Int)] {
    var accepted: [(Instant, Int)] = []
    for index in Set(presses.map(\.switchIndex)).sorted() {
      var edges: [(time: Instant, down: Bool)] = []
      for press in presses where press.switchIndex == index {
        if spurious, let last = edges.last, press.time - last.time < .milliseconds(12) {
          edges.removeLast()
        } else {
          edges.append((press.time, true))
        }
        edges.append((press.release, false))
      }
      var isDown = false
      var quietUntil = Instant(.min)
      for (place, edge) in edges.enumerated() where edge.down != isDown || edge.time < quietUntil {
        if edge.time >= quietUntil {
          isDown = edge.down
          quietUntil = edge.time + .milliseconds(25)
          if isDown { accepted.append((edge.time, index)) }
        }
        // The level at the end of the quiet time counts.
        let next = place + 1 < edges.count ? edges[place + 1].time : Instant(.max)
        if next >= quietUntil, edge.down != isDown {
          isDown = edge.down
          if isDown { accepted.append((quietUntil, index)) }
          quietUntil = quietUntil + .milliseconds(25)
        }
      }
    }
    return accepted
  }
}
