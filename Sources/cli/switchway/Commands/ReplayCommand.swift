import ArgumentParser
import SwitchwayClock
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayEngine
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// `switchway replay --config FILE RECORDING…`: prints the lines that the daemon would send while it plays the
/// recordings, without waiting for their times.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Print the messages that a recording would cause.",
    discussion: "The same recording gives the same messages. Give one recording per device; they are merged by time.")

  @Argument(help: "Recordings (evemu's text).", completion: .file())
  var recordings: [String]

  @Option(
    help: ArgumentHelp(
      "Commands to treat as claimed by a client: all, none, or names separated by commas.", valueName: "claims"),
    transform: ClaimArgument.read)
  var claim = ReplayClaims.all

  @Option(
    help: ArgumentHelp("Print only messages of these types, separated by commas.", valueName: "types"),
    transform: TypesArgument.read)
  var only: [MessageTypes] = []

  @Option(
    help: ArgumentHelp(
      "Let the claiming client show pages of this many items (1 to 1000), and a new page after each choice.",
      valueName: "count"))
  var items: Int?

  @Flag(help: "Also print the keys that are typed on the virtual keyboard.")
  var keys = false

  @OptionGroup var profile: ConfigOption

  func validate() throws {
    guard let items, !ClockPage.sizes.contains(items) else { return }
    throw ValidationError("--items: expected a number from 1 to \(ClockPage.sizes.upperBound), found \(items)")
  }

  func run() throws {
    let (store, result) = ProfileInForce.load(file: profile.config)
    guard let profile = result.profile else {
      throw ProfileInForce.refusal(of: result)
    }
    for diagnostic in result.diagnostics where diagnostic.severity == .warning {
      Terminal.complain(result.text(of: diagnostic))
    }
    let recordings = try RecordingArguments.read(recordings)
    let output = ReplayOutput(only: only)
    let replay = Replay(
      recordings, profile: profile, store: store, environment: ProcessContext.current().environment, claims: claim,
      items: items, sink: output, keys: keys ? output : nil)
    replay.onRefusal = {
      let words = RefusalWords.text($0.message, reason: $0.reason.rawValue, to: "set")
      Terminal.complain("warning: " + Terminal.printable(words))
    }
    while replay.step() { try output.flush(all: false) }
    try output.flush(all: true)
  }
}

/// Collects lines, and writes them to standard output in large pieces.
private final class ReplayOutput: LineSink, KeySink {
  /// The size of a piece, in bytes. It is large, because one system call takes as long as formatting thousands of
  /// lines.
  private static let piece = 1_048_576

  private let types: MessageTypes
  /// The lines that are not written yet. `nil` only while `use` has them.
  private var output: LineBuffer? = LineBuffer(capacity: ReplayOutput.piece + 65_536)

  init(only: [MessageTypes]) {
    types = only.isEmpty ? .all : only.reduce(into: []) { $0.formUnion($1) }
  }

  func emit(_ head: LineHead, _ line: LineBuffer) {
    if types.contains(head.type) { use { $0.putJSON(line) } }
  }

  /// Moves the output into a local variable for `body`. Otherwise Swift would check at each use of the property that
  /// nothing else accesses it.
  @inline(__always) private func use<Failure>(_ body: (inout LineBuffer) throws(Failure) -> Void) throws(Failure) {
    var taken: LineBuffer?
    swap(&taken, &output)
    guard var own = taken.take() else { return }
    defer { output = own }
    try body(&own)
  }

  func type(_ code: UInt16, down: Bool, at time: Instant) {
    use {
      $0.writeKey(EscapedText(EventNames.shown(type: EventType.key, code)), down: down, time: time.microseconds)
    }
  }

  func flushTyped() {}

  func flush(all: Bool) throws(CommandFailure) {
    try use { own throws(CommandFailure) in
      guard all || own.count >= ReplayOutput.piece else { return }
      try StandardOutput.stream(own.bytes)
      own.clear()
    }
  }
}

/// Reads the value of the option `--claim`.
enum ClaimArgument {
  static func read(_ text: String) throws -> ReplayClaims {
    if text == "all" { return .all }
    if text == "none" { return .none }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in names { try check(name) }
    return .names(Set(names))
  }

  private static func check(_ name: String) throws {
    if CommandVocabulary.names.contains(name) { return }
    if name.hasPrefix("x-"), (try? CommandVocabulary.command(name: name, arguments: [])) != nil { return }
    let near = NearestName.suggestion(for: name, among: CommandVocabulary.names + ["all", "none"])
    throw ValidationError(
      "unknown command '\(Terminal.printable(name))'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
  }
}

/// Reads the value of an option `--only`.
enum TypesArgument {
  static func read(_ text: String) throws -> MessageTypes {
    var types: MessageTypes = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      // `key` is the type of the lines that `--keys` adds. The socket has no such type.
      if word == "key" { continue }
      guard let type = MessageType(rawValue: word) else {
        let near = NearestName.suggestion(for: word, among: MessageType.allCases.map(\.rawValue) + ["key"])
        throw ValidationError(
          "unknown type '\(Terminal.printable(word))'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
      types.insert(MessageTypes(type))
    }
    return types
  }
}
