import SwitchwayProtocol

/// `switchway setup --json`: every question is a line on standard output. Answers are members of objects on standard
/// input, one object per line. They may arrive at any time before they are needed.
///
///     {"type":"question","question":"interval","text":"How long is …?","choices":[…],"proposal":"1500ms"}
///     {"interval":"1s"}
///
/// If a question comes several times, such as `action`, a list gives the answers in their order. For `press`, a list
/// gives the switches. `{"back":true}` undoes the last answer, and `{"leave":true}` cancels setup.
final class JSONVoice: SetupVoice {
  let isTerminal = false
  private var answers = JSONObject()
  /// The members that answer no question.
  private static let (back, leave) = ("back", "leave")

  func ask(_ prompt: SetupPrompt) throws {
    let choices: [JSONValue] = prompt.choices.map { ["answer": .string($0.word), "text": .string($0.text.english)] }
    try put([
      "type": "question", "question": .string(prompt.name), "switch": prompt.subject.map(JSONValue.string),
      "text": .string(prompt.text.english), "choices": choices.isEmpty ? nil : .array(choices),
      "proposal": prompt.proposal.map(JSONValue.string),
    ])
  }

  func reply(_ line: String, to prompt: SetupPrompt) throws -> SetupReply? {
    guard !line.allSatisfy({ " \t\r".contains($0) }) else { return nil }
    guard let value = try? JSONValue.parse(Array(line.utf8)), case .object(let members) = value else {
      throw CommandFailure(
        .usage,
        "setup: expected one JSON object per line, such as {\"\(prompt.name)\":\"\(prompt.proposal ?? "…")\"}")
    }
    for (name, value) in members { answers[name] = value }
    return try waiting(for: prompt)
  }

  func waiting(for prompt: SetupPrompt) throws -> SetupReply? {
    if answers[Self.leave] == true { throw SetupEnd.left }
    if prompt.canGoBack, take(Self.back) == true { return .back }
    // A program that has already answered `press`, the first question of a new setup, wants to answer all questions.
    let isWhole = prompt.name == SetupQuestion.change.name && answers[SetupQuestion.press.name] != nil
    if prompt.name == SetupQuestion.press.name, let pressed = try pressed(prompt) { return .pressed(pressed) }
    guard let value = take(prompt.name) ?? (isWhole ? .string(SetupChoices.all) : nil) else { return nil }
    switch value {
    case .string(let word): return .word(word)
    case .integer(let number): return .word("\(number)")
    case .bool(let isYes): return .word(isYes ? "yes" : "no")
    case .null, .real, .array, .object: throw refusal(prompt, "a word")
    }
  }

  /// Returns the switches in an answer to `press`, which is an object or a list of objects. Returns `nil` if it is
  /// another answer.
  private func pressed(_ prompt: SetupPrompt) throws -> [LearnedPresses]? {
    let list: [JSONValue]
    switch answers[prompt.name] {
    case .object(let one): list = [.object(one)]
    case .array(let several):
      guard case .object = several.first else { return nil }
      list = several
    default: return nil
    }
    answers[prompt.name] = nil
    let pressed = list.compactMap { JSONVoice.presses($0) }
    guard pressed.count == list.count else { throw refusal(prompt, "the device and the input of each switch") }
    return pressed
  }

  private func refusal(_ prompt: SetupPrompt, _ expected: String) -> CommandFailure {
    CommandFailure(.usage, "setup: '\(prompt.name)': expected \(expected)")
  }

  private func take(_ name: String) -> JSONValue? {
    guard let value = answers[name] else { return nil }
    guard case .array(let list) = value else {
      answers[name] = nil
      return value
    }
    answers[name] = list.count > 1 ? .array(Array(list.dropFirst())) : nil
    return list.first
  }

  /// Reads an object such as `{"device":{"name":…,"id":…,"kind":…},"input":"btn_trigger"}`. It counts as if the switch
  /// had been pressed once.
  private static func presses(_ value: JSONValue) -> LearnedPresses? {
    guard let source = LearnedPresses.Source(Wire.Learn(value)) else { return nil }
    var presses = LearnedPresses()
    for (isDown, time) in [(true, Int64(0)), (false, 150_000)] {
      _ = presses.takeEdge(source, isDown: isDown, at: time)
    }
    return presses
  }

  func closed(_ prompt: SetupPrompt) throws {
    // The person can still answer this question by pressing a switch.
    guard prompt.name != SetupQuestion.press.name else { return }
    throw CommandFailure(.failed, "setup: no answer to '\(prompt.name)'; nothing was changed")
  }

  func highlight(_ item: Int, of prompt: SetupPrompt) throws {
    let word = prompt.choices.indices.contains(item) ? prompt.choices[item].word : Self.back
    try put(["type": "highlight", "answer": .string(word)])
  }

  /// Does nothing, because a program knows what it has answered.
  func repeatAnswer(_ text: Phrase, to prompt: SetupPrompt) throws {}
  func refuse(_ refusal: SetupRefusal, _ prompt: SetupPrompt) throws {
    try tell("Not a valid answer: \(refusal.message).")
  }

  var isLive: Bool { false }
  func draw(_ lines: [Phrase], spoken: Phrase) throws {
    try put(["type": "highlight", "text": .string(spoken.english)])
  }
  /// Does nothing, because a program types no arrow keys.
  func eraseArrow() throws {}
  func settle() throws {}
  func tell(_ text: Phrase) throws { try put(["type": "note", "text": .string(text.english)]) }

  func show(change: String, of path: String) throws {
    try put(["type": "change", "file": .string(path), "difference": .string(change)])
  }

  func finish(path: String, profile: String, option: String, stop: Phrase?) throws {
    try put(["type": "result", "file": .string(path), "profile": .string(profile)])
  }

  private func put(_ line: JSONObject) throws(CommandFailure) {
    try StandardOutput.stream(JSONValue.object(line).line)
  }
}
