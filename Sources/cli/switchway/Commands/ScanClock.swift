import ArgumentParser
import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// `switchway scan WORD|DURATION`: changes the pace of the scanning clock, or starts and stops it.
struct ScanClock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Change the scanning pace, or start and stop scanning.",
    discussion: """
      'faster' and 'slower' change the time per item by a fifth; a time from 0.2s to 30s, such as 0.8s, sets it. \
      'stop' stops the highlight until 'start' or a press of the switch; 'pause' halts it until 'resume'; 'toggle' \
      switches between these two. 'restart' starts again at the first item, 'reverse' changes the direction.
      The change lasts until the profile changes. A program that scans by itself gets the same commands.
      """)

  /// The words that can follow `scan-rate`. The words that can follow `scan` are in `words`.
  static let rates = ["faster", "slower"]
  static let words = ScanWord.allCases.map(\.rawValue)

  @Argument(
    help: ArgumentHelp(
      "'faster', 'slower', a time for an item, or one of \(words.map { "'\($0)'" }.joined(separator: ", ")).",
      valueName: "wanted"),
    completion: .list(rates + words))
  var given: [String]

  /// The arguments as one text. A time may be typed with a space before its unit, as it is printed; this returns it
  /// without the space.
  private var wanted: String {
    let text = given.joined(separator: " ")
    return TypedLength.length(text) == nil ? text : TypedLength.plain(text)
  }

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    let known = Self.rates + Self.words
    guard !known.contains(wanted), (try? CommandVocabulary.parse("scan-rate(\(wanted))")) == nil else { return }
    let near = NearestName.suggestion(for: wanted, among: known)
    let help =
      near.map { "did you mean '\($0)'?" }
      ?? "write \(known.map { "'\($0)'" }.joined(separator: ", ")), or a time from 0.2s to 30s, such as 0.8s"
    throw ValidationError("unknown scan action '\(Terminal.printable(wanted))'\nhelp: \(help)")
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let before = dialogue.state.scan
    let command = Self.words.contains(wanted) ? "scan" : "scan-rate"
    let isClaimed = dialogue.state.consumers.contains { $0.covers(command) }
    guard before.map({ $0.style != "front-end" }) ?? false || isClaimed else {
      throw CommandFailure(
        .failed, "nothing to scan with: this profile has no scanning clock, and no scanning program is connected",
        help: "start that program, or set 'style: auto' with 'switchway setup'")
    }
    try dialogue.demand(.send(Wire.Request.Send(command, [wanted])), json: output.json)
    guard !output.json else { return }
    let scan = try dialogue.freshState().scan
    let text = scan?.style == "front-end" ? nil : scan.flatMap(ScanWords.text)
    try StandardOutput.write(
      (text ?? "sent to the scanning program; this profile has no scanning clock") + "\n")
    if text != nil, let note = Self.wayOn(wanted, scan?.state) ?? note(before, scan) {
      try StandardOutput.write(note + "\n")
    }
  }

  /// Returns a sentence about how to continue after the highlight was halted, or `nil` if it was not halted.
  static func wayOn(_ wanted: String, _ state: String?) -> String? {
    switch (wanted, state) {
    case ("stop", "resting"): "'switchway scan start' starts it again, and so does a press"
    case ("stop", "paused"): "'switchway scan start' starts it again"
    case ("pause", "paused"), ("toggle", "paused"): "'switchway scan resume' lets it continue"
    default: nil
    }
  }

  /// Returns a note about the pace, for example that it has not changed. Returns `nil` if there is nothing to add to
  /// the printed state of the clock.
  private func note(_ before: Wire.Scan?, _ after: Wire.Scan?) -> String? {
    guard let old = before?.interval, let new = after?.interval else { return nil }
    let isRate = !Self.words.contains(wanted)
    if isRate, after?.state == "off" {
      return "\(LengthWords.seconds(new)) per item, as soon as something is scanned"
    }
    guard isRate, old == new else { return nil }
    return "nothing changed: it was already \(LengthWords.seconds(new))"
      + (Self.rates.contains(wanted) ? ", the limit" : "")
  }
}
