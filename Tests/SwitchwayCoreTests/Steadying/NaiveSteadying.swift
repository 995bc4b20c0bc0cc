import SwitchwayTime

@testable import SwitchwayCore

/// A second implementation of the steadying of a few switches, written directly from the text with one variable for
/// each of its variables. Every step looks at every switch. The pipeline must decide the same.
struct NaiveSteadying {
  enum Phase { case idle, tentative, held, ignored, blocked }

  /// In the order in which deadlines at the same time are handled.
  enum Kind: Int { case accept, override, release, stuck }

  struct Machine {
    let parameters: SteadyingParameters
    let neighbours: Neighbours
    var phase = Phase.idle
    var raw = false
    var start: Int64 = 0
    var origin: Int64 = 0
    var closed: Int64 = 0
    var last: Int64 = 0
    /// The number of closings before its last.
    var turn = 0
    var up: Int64?
    var parked = false
    var rival: Int?
    var quietUntil = Int64.min
    var quietCap = Int64.min
    var pre: (origin: Int64, end: Int64)?
    var prevUp: Int64?
    var wasStuck = false
    /// After `stuck`: when it opened and closed again.
    var renewal: (up: Int64, down: Int64)?
  }

  var machines: [Machine]
  var now: Int64 = 0
  var turns = 0
  var lines: [String] = []

  init(_ switches: [SwitchDefinition]) {
    machines = switches.map { Machine(parameters: $0.steadying, neighbours: $0.neighbours) }
  }

  mutating func edge(_ time: Int64, _ index: Int, down: Bool) {
    advance(to: time)
    guard machines[index].raw != down else { return }
    if down { close(index) } else { open(index) }
    advance(to: time)
  }

  mutating func gone(_ time: Int64) {
    advance(to: time)
    var rejected: [String] = []
    for index in machines.indices {
      let machine = machines[index]
      let end = machine.raw ? time : machine.up ?? time
      switch machine.phase {
      case .idle, .blocked: break
      case .tentative: rejected.append("\(now) \(index) rejected \(machine.origin) device-lost")
      case .ignored: rejected.append("\(now) \(index) rejected \(machine.start) repeat")
      case .held:
        lines.append("\(now) \(index) up \(end)")
        quieten(index, from: end)
      }
      if machine.phase != .idle { machines[index].up = end }
      machines[index].phase = .idle
      machines[index].raw = false
      machines[index].parked = false
      machines[index].renewal = nil
      machines[index].rival = nil
    }
    lines += rejected
  }

  mutating func arrive(_ time: Int64, down: [Int]) {
    advance(to: time)
    for index in down {
      machines[index].raw = true
      machines[index].phase = .blocked
      machines[index].last = time
      lines.append("\(now) \(index) rejected \(now) down-at-arrival")
    }
  }

  mutating func resync(_ time: Int64, _ index: Int, down: Bool) {
    advance(to: time)
    if machines[index].raw, !down, machines[index].phase == .tentative {
      machines[index].raw = false
      machines[index].up = time
      end(index, "rejected \(machines[index].origin) sync-lost", phase: .idle)
      advance(to: time)
    } else {
      edge(time, index, down: down)
    }
  }

  mutating func advance(to time: Int64) {
    while let next = nextDeadline(), next.time <= time {
      now = max(now, next.time)
      handle(next.kind, of: next.index)
    }
    now = max(now, time)
  }

  private mutating func close(_ index: Int) {
    turns += 1
    machines[index].raw = true
    machines[index].last = now
    machines[index].turn = turns
    machines[index].parked = false
    if machines[index].phase == .held, machines[index].wasStuck {
      machines[index].renewal = (machines[index].up ?? 0, now)
    }
    guard machines[index].phase == .idle else { return }
    let parameters = machines[index].parameters
    machines[index].prevUp = machines[index].up
    machines[index].start = now
    machines[index].origin = now
    machines[index].closed = 0
    machines[index].wasStuck = false
    guard now >= machines[index].quietUntil else {
      machines[index].phase = .ignored
      return
    }
    machines[index].phase = .tentative
    if parameters.rejoin.value > 0, let pre = machines[index].pre, now - pre.end <= parameters.rejoin.value,
      now - pre.origin <= parameters.backdateMax.value
    {
      machines[index].origin = pre.origin
    }
    guard parameters.neighbour.value > 0 else { return }
    let candidates = machines.indices.filter { other in
      guard other != index, machines[other].phase == .tentative, machines[other].rival == nil,
        now - machines[other].start <= parameters.neighbour.value
      else { return false }
      switch machines[index].neighbours {
      case .everyone: return machines[other].parameters.neighbour.value > 0
      case .only(let named): return named.contains(other)
      }
    }
    guard let rival = candidates.max(by: { machines[$0].turn < machines[$1].turn }) else { return }
    machines[index].rival = rival
    machines[rival].rival = index
  }

  private mutating func open(_ index: Int) {
    machines[index].raw = false
    machines[index].closed += now - machines[index].last
    machines[index].up = now
    machines[index].renewal = nil
  }

  private func nextDeadline() -> (time: Int64, kind: Kind, index: Int)? {
    var all: [(time: Int64, kind: Kind, index: Int)] = []
    for (index, machine) in machines.enumerated() {
      let parameters = machine.parameters
      if machine.phase != .idle, !machine.raw, !machine.parked, let up = machine.up {
        all.append((up + parameters.debounce.value, .release, index))
      }
      if machine.phase == .tentative, machine.raw || machine.parked {
        var time = max(
          machine.start + parameters.neighbour.value, machine.last + parameters.holdDuration.value - machine.closed)
        if let rival = machine.rival, !machines[rival].parked {
          time = max(time, max(machine.start, machines[rival].start) + parameters.neighbourMax.value)
        }
        time = max(time, machine.last)
        if machine.parked { time = max(time, (machine.up ?? 0) + parameters.debounce.value) }
        all.append((time, .accept, index))
      }
      if machine.phase == .ignored, machine.raw, parameters.override.value > 0,
        machine.prevUp.map({ machine.start - $0 >= parameters.overrideGap.value }) ?? true
      {
        all.append((machine.last + parameters.override.value, .override, index))
      }
      if machine.phase == .held, machine.raw, !machine.wasStuck, parameters.stuckAfter.value > 0 {
        all.append((machine.start + parameters.stuckAfter.value, .stuck, index))
      }
      if machine.phase == .held, machine.raw, machine.wasStuck, let renewal = machine.renewal {
        all.append((renewal.down + parameters.debounce.value, .release, index))
      }
    }
    // Never earlier than the input that caused it.
    return all.map { (max($0.time, now), $0.kind, $0.index) }
      .min { ($0.0, $0.1.rawValue, $0.2) < ($1.0, $1.1.rawValue, $1.2) }
  }

  private mutating func handle(_ kind: Kind, of index: Int) {
    switch kind {
    case .accept: decide(index)
    case .override:
      machines[index].origin = machines[index].start
      accept(index)
    case .release: release(index)
    case .stuck:
      machines[index].wasStuck = true
      lines.append("\(now) \(index) stuck")
    }
  }

  private mutating func decide(_ index: Int) {
    guard let rival = machines[index].rival else { return accept(index) }
    let wins: Bool
    switch (machines[index].parked, machines[rival].parked) {
    case (false, false): wins = machines[index].start <= machines[rival].start
    case (false, true): wins = true
    case (true, false): wins = false
    case (true, true): wins = machines[index].closed >= machines[rival].closed
    }
    let (winner, loser) = wins ? (index, rival) : (rival, index)
    end(
      loser, "rejected \(machines[loser].origin) neighbour", phase: machines[loser].parked ? .idle : .blocked)
    accept(winner)
  }

  private mutating func accept(_ index: Int) {
    lines.append("\(now) \(index) down \(machines[index].origin)")
    machines[index].pre = nil
    machines[index].phase = .held
    if machines[index].parked {
      machines[index].parked = false
      release(index)
    }
  }

  private mutating func release(_ index: Int) {
    let machine = machines[index]
    let up = machine.up ?? 0
    if let renewal = machine.renewal {
      lines.append("\(now) \(index) up \(renewal.up)")
      machines[index].renewal = nil
      machines[index].phase = .tentative
      machines[index].start = renewal.down
      machines[index].origin = renewal.down
      machines[index].closed = 0
      machines[index].wasStuck = false
      return
    }
    switch machine.phase {
    case .idle: break
    case .blocked: machines[index].phase = .idle
    case .held:
      lines.append("\(now) \(index) up \(up)")
      quieten(index, from: up)
      machines[index].phase = .idle
    case .ignored:
      machines[index].quietUntil = min(machine.quietCap, up + machine.parameters.ignoreRepeat.value)
      end(index, "rejected \(machine.start) repeat", phase: .idle)
    case .tentative:
      if machine.closed < machine.parameters.holdDuration.value {
        machines[index].pre = (machine.origin, up)
        end(index, "rejected \(machine.start) too-short", phase: .idle)
      } else if let rival = machine.rival, !machines[rival].parked {
        end(index, "rejected \(machine.origin) neighbour", phase: .idle)
      } else {
        machines[index].parked = true
      }
    }
  }

  private mutating func quieten(_ index: Int, from up: Int64) {
    machines[index].quietUntil = up + machines[index].parameters.ignoreRepeat.value
    machines[index].quietCap = up + machines[index].parameters.ignoreRepeatMax.value
  }

  /// A contact is rejected.
  private mutating func end(_ index: Int, _ line: String, phase: Phase) {
    lines.append("\(now) \(index) \(line)")
    machines[index].phase = phase
    machines[index].parked = false
    if let rival = machines[index].rival { machines[rival].rival = nil }
    machines[index].rival = nil
  }
}
