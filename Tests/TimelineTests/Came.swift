import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime

/// Something that came of a script, as words. An expectation may leave out words that are optional.
struct Came: Sendable {
  /// `?word` may be left out; so may `~word`, which the short form has all the same.
  private let words: [String]

  init(at time: Instant? = nil, _ words: [String]) {
    self.words = (time.map { ["?" + Timeline.text($0)] } ?? []) + words.flatMap { $0.parts(at: " ") }
  }

  /// All of it.
  var text: String { words.map { "?~".contains($0.first ?? " ") ? String($0.dropFirst()) : $0 }.joined(separator: " ") }

  /// As short as a timeline writes it.
  var short: String {
    words.filter { !$0.hasPrefix("?") }.map { $0.hasPrefix("~") ? String($0.dropFirst()) : $0 }.joined(separator: " ")
  }

  func matches(_ expected: String) -> Bool { matches(expected.parts(at: " ")[...], words[...]) }

  private func matches(_ expected: ArraySlice<String>, _ words: ArraySlice<String>) -> Bool {
    guard let word = words.first else { return expected.isEmpty }
    let isOptional = "?~".contains(word.first ?? " ")
    let text = isOptional ? String(word.dropFirst()) : word
    if expected.first == text, matches(expected.dropFirst(), words.dropFirst()) { return true }
    return isOptional && matches(expected, words.dropFirst())
  }
}

// What an interpreter decides, as words.
extension TimelineRun {
  func words(of effect: Effect) -> Came? {
    switch effect {
    case .press, .pending, .rejected, .stuck, .restsAboveRelease, .muted, .unmuted, .recalibrate, .clockWentBack:
      return pressWords(of: effect)
    case .published(let command, _, let owner, let place, _):
      return words(of: command, owner, place)
    case .scan(let scan):
      let settings = ["?" + scan.style.rawValue, "?" + Timeline.text(Instant(scan.interval))]
      return Came(at: Instant(scan.time), ["scan", scan.state.rawValue] + settings + words(of: scan.pageItem))
    case .refused(let command, let reason):
      let who = command.press.map { name(of: $0.origin) } ?? ""
      return Came(at: command.accepted, [who, "rejected", "?\(Timeline.text(command.pressed))", reason.rawValue])
    case .asked(let question): return Came(at: question.command.accepted, ["question", text(question.command.word)])
    case .answered(_, let answer, let time): return Came(at: time, ["question", answer.rawValue])
    case .attention(let command):
      let press = command.press.map { ["?" + name(of: $0.origin), "?" + $0.gesture.rawValue] } ?? []
      return Came(at: command.accepted, ["attention"] + press + ["?\(Timeline.text(command.pressed))"])
    case .mode(let mode, let isOn, let time): return Came(at: time, ["mode", mode.rawValue, isOn ? "on" : "off"])
    case .sticky(let name, let state, let time):
      return Came(at: time, ["mode", "sticky-\(name.rawValue)", state.rawValue])
    case .key(let code, let down, let time): return Came(at: time, [(down ? "+" : "-") + key(code)])
    case .reply(_, .typed(let reason)): return Came(["typed"] + (reason.map { ["not", text($0)] } ?? []))
    case .stroke(let stroke, let time): return Came(at: time, words(of: stroke))
    case .reply(_, .pointed(let reason)): return Came(["pointed"] + (reason.map { ["not", text($0)] } ?? []))
    case .node(let change, let facts, let time):
      let name = facts.entry.map { interpreter.profile.devices[$0].name } ?? "null"
      return shows.contains("devices") ? Came(at: time, ["device", name, "\(change)"]) : nil
    case .learned(let edge, _):
      return Came(at: edge.time, ["learn", (edge.down ? "+" : "-") + name(of: edge.input)])
    case .sighted(let sight, _, let time):
      return shows.contains("sights") ? Came(at: time, ["learn", "seen", sight.rawValue]) : nil
    case .wantsProfile(let name, let time): return Came(at: time, ["wants", name])
    case .profile(let name, _, let time): return Came(at: time, ["profile", name])
    case .sharedInput(_, _, let time): return Came(at: time, ["shared"])
    case .heldBack: return shows.contains("held-back") ? Came(["held", "back"]) : nil
    case .pointer(let event):
      guard shows.contains("cursor"), event.type == EventType.relative else { return nil }
      let name = EventNames.name(type: event.type, event.code) ?? ""
      return Came(at: event.time, ["cursor", name, "\(event.value)"])
    case .performed, .reply, .profileInForce, .recorded: return nil
    }
  }

  private func words(of stroke: PointerStroke) -> [String] {
    switch stroke {
    case .move(let place): ["point", "\(place.x)", "\(place.y)"]
    case .button(let code, let down): [(down ? "+" : "-") + key(code)]
    case .wheel(let code, let forward):
      ["wheel", EventNames.name(type: EventType.relative, code) ?? "", forward ? "1" : "-1"]
    }
  }

  func text(_ refusal: PointingRefusal) -> String {
    if case .obstacle(let obstacle) = refusal { "\(obstacle)" } else { "\(refusal)" }
  }

  private func name(of input: InputListener.Input) -> String {
    switch input {
    case .key(let code): key(code)
    case .axis: "axis"
    case .movement(let code, let isNegative):
      (EventNames.name(type: EventType.relative, code) ?? "") + (isNegative ? "<" : ">")
    }
  }

  func text(_ refusal: TypingRefusal) -> String {
    if case .obstacle(let obstacle) = refusal { "\(obstacle)" } else { "\(refusal)" }
  }

  private func pressWords(of effect: Effect) -> Came? {
    let t = Timeline.text
    func name(_ index: Int) -> String { interpreter.profile.switches[index].name }
    let isShown = shows.contains("presses")
    switch effect {
    case .press(let index, let down, let time, let accepted):
      return isShown ? Came(at: accepted, [name(index), down ? "down" : "up", "?\(t(time))"]) : nil
    case .pending(let index, let pressed, let until, let reason):
      return isShown ? Came([name(index), "pending", t(pressed), "until", t(until), reason.rawValue]) : nil
    case .rejected(let index, let pressed, let time, let reason):
      return Came(at: time, [name(index), "rejected", "?\(t(pressed))", reason.rawValue])
    case .stuck(let index, let after, let time):
      return Came(at: time, [name(index), "stuck", "\(after.value / 1_000)"])
    case .restsAboveRelease(let rest, _, let time):
      return Came(at: time, [name(rest.switchIndex), "rests", "\(rest.percent)"])
    case .muted(_, _, let time): return Came(at: time, ["muted"])
    case .unmuted(_, _, let time): return Came(at: time, ["unmuted"])
    case .recalibrate(let figures, let time):
      return Came(at: time, ["recalibrate", "\(figures.rejected)/\(figures.closings)"])
    case .clockWentBack(_, let time): return Came(at: time, ["clock"])
    default: return nil
    }
  }

  private func words(of pageItem: PageItem?) -> [String] { pageItem.map { ["?at", "?\($0.page)/\($0.item)"] } ?? [] }

  private func words(of command: Command, _ owner: ClientName?, _ pageItem: PageItem?) -> Came {
    var words: [String] = []
    switch command.source {
    case .press(let press):
      // With the switch's name, the command's may be left out.
      words += ["~" + text(command.word), "?" + name(of: press.origin), press.gesture.rawValue]
    case .key(let key):
      words.append(text(command.word))
      if key.gesture != .chord { words.append(key.gesture.rawValue) }
    case .client(let client): words += [text(command.word), "?by", "?" + String(decoding: client.bytes, as: UTF8.self)]
    case .clock(let style): words += [text(command.word), "clock", "?" + style.rawValue]
    }
    let released = command.released.map { "-" + Timeline.text($0) } ?? ""
    words.append("?\(Timeline.text(command.pressed))\(released)")
    if command.phase != .once { words.append(command.phase.rawValue) }
    if command.count > 1 { words.append("#\(command.count)") }
    if command.isUncertain { words.append("uncertain") }
    words += owner.map { ["?for", "?" + String(decoding: $0.bytes, as: UTF8.self)] } ?? ["null"]
    return Came(at: command.accepted, words + self.words(of: pageItem))
  }

  private func name(of origin: CommandOrigin) -> String {
    switch origin {
    case .single(let index): interpreter.profile.switches[index].name
    case .chord(let index): interpreter.profile.chords[index].name
    }
  }

  private func text(_ word: ScanCommand) -> String {
    word.arguments.isEmpty ? word.name : "\(word.name)(\(word.arguments.joined(separator: ", ")))"
  }

  func key(_ code: UInt16) -> String {
    let name = EventNames.shown(type: EventType.key, code).lowercased()
    return name.hasPrefix("key_") ? String(name.dropFirst(4)) : name
  }
}
