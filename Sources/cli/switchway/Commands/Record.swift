import ArgumentParser
import Switchway
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// `switchway record [WHAT] -o FILE`: records a device in evemu's format, through the daemon.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record the events of a device.",
    discussion: """
      For 'replay', 'calibrate' and other programs. The daemon reads the device, so you need no group. While it \
      records, presses make no commands; Ctrl-C ends it. Keys that type text are left out. With --with-text, such a \
      key is recorded only if it is pressed three times in a row.
      """)

  @Argument(
    help:
      "A switch, an entry of the profile, or a device's name or id. Default: the first device that is pressed.",
    completion: Completions.switches)
  var what: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Also record keys that type text.")
  var withText = false

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption

  func validate() throws {
    if output.isEmpty || output.hasSuffix("/") { throw ValidationError("record: --output: expected a file's name") }
  }

  func run() throws {
    let choice = RecordedChoice(
      what, profile: what == nil ? nil : try ProfileInForce.load(file: profile.config, askingAt: daemon.socket).profile)
    if choice.typesText, !withText { throw Record.refusal(of: choice.name ?? "") }
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let interrupts = try Interrupts()
    // A recording with text has keys that were typed three times in a row, so only its owner may read it.
    let file = try NewFile(output, replaces: force, mode: withText ? 0o600 : 0o666)
    try dialogue.demand(.learn(Wire.Request.Learning(true, events: true)))
    for words in PressingWords.texts(of: dialogue.state.modes) { Terminal.complain(words.english) }
    var recording = Recording(choice: choice, recorder: Recorder { [withText] _, _ in withText }, file: file)
    let isLost = try recording.run(&dialogue, interrupts)
    try recording.finish(at: dialogue.now)
    try StandardOutput.write("\(Terminal.printable(output)): \(recording.summary)\n")
    if isLost { throw CommandFailure(.noDaemon, "the daemon has ended, so the recording has ended too") }
  }

  private static func refusal(of name: String) -> CommandFailure {
    CommandFailure(
      .usage, "record: '\(Terminal.printable(name))' is a key that types text; such keys are not recorded",
      help: "use --with-text to record it, and type nothing else meanwhile")
  }
}

extension Record {
  private struct Recording {
    let choice: RecordedChoice
    var recorder: Recorder
    let file: NewFile
    private var device: Int?
    private var bytes = 0
    private var isFull = false

    init(choice: RecordedChoice, recorder: Recorder, file: NewFile) {
      (self.choice, self.recorder, self.file) = (choice, recorder, file)
    }

    /// Records until a signal arrives. Returns true if the daemon ended the recording.
    mutating func run(_ dialogue: inout DaemonDialogue, _ interrupts: Interrupts) throws(CommandFailure) -> Bool {
      try takeFirst(&dialogue)
      Terminal.complain(
        device.map { "recording \(name(of: $0)); Ctrl-C ends it" }
          ?? "press the switch: its device is recorded; Ctrl-C ends it")
      while !isFull {
        switch try dialogue.next(or: [interrupts.descriptor]) {
        case .line(let line): try take(line)
        case .closed: return true
        case .time: break
        case .other: if interrupts.next() != nil { return try end(&dialogue) }
        }
      }
      Terminal.complain("the recording has reached \(SwitchwayDevices.Recording.limit / 1_048_576) MiB and ends here")
      return try end(&dialogue)
    }

    /// Handles the daemon's reports of connected devices, which have already arrived. Throws if the person named a
    /// device and none matches.
    private mutating func takeFirst(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
      while case .line(let line) = try dialogue.next(or: [], until: dialogue.now) { try take(line) }
      let present = recorder.devices.map(\.description)
      let matching = present.indices.filter { choice.includes(present[$0]) }
      guard choice.name != nil else { return }
      guard !matching.isEmpty else { throw choice.absence(among: present) }
      if matching.count == 1 { device = matching[0] }
    }

    private mutating func take(_ line: DaemonDialogue.Line) throws(CommandFailure) {
      guard line.type == "learn" else {
        if let words = Wire.Event(line.value).flatMap(PressingWords.text(about:)) { Terminal.complain(words.english) }
        return
      }
      guard let learned = LearnedLine(line.value) else { throw Recorder.oldDaemon }
      guard let index = recorder.take(learned) else { return }
      if device == nil, recorder.devices[index].isPressed, choice.includes(recorder.devices[index].description) {
        device = index
        Terminal.complain("recording \(name(of: index))")
      }
      if index == device {
        try write(recorder.takeText(of: index))
      } else if device != nil || !choice.includes(recorder.devices[index].description) {
        _ = recorder.takeText(of: index)
      }
    }

    private mutating func write(_ text: String) throws(CommandFailure) {
      bytes += text.utf8.count
      // Leaves 64 KiB for the events that still arrive before the recording ends.
      isFull = bytes > SwitchwayDevices.Recording.limit - 65_536
      try file.write(text)
    }

    private mutating func end(_ dialogue: inout DaemonDialogue) throws(CommandFailure) -> Bool {
      try dialogue.demand(.learn(Wire.Request.Learning(false)))
      while case .line(let line) = try dialogue.next(or: [], until: dialogue.now) { try take(line) }
      return false
    }

    /// Writes the remaining events. Removes the file if no press was recorded.
    mutating func finish(at time: Int64) throws(CommandFailure) {
      guard let device, hasPress(device) else {
        let leftOut = recorder.devices.contains { $0.leftOutText && choice.includes($0.description) }
        throw CommandFailure(
          .failed, "nothing was pressed, so no file was written",
          help: leftOut ? "keys that type text were pressed; use --with-text to record them" : nil)
      }
      recorder.finish(at: Instant(time))
      try write(recorder.takeText(of: device))
      try file.finish()
    }

    /// Whether the device was pressed. If the person named the device, a movement is enough, such as that of a mouse.
    private func hasPress(_ device: Int) -> Bool {
      recorder.devices[device].isPressed || choice.name != nil && recorder.devices[device].hasMoved
    }

    var summary: String {
      guard let device else { return "" }
      let leftOut = recorder.devices[device].leftOutText ? "; keys that type text were left out" : ""
      let others = recorder.devices.indices.filter { $0 != device && recorder.devices[$0].isPressed }
      let missed =
        others.isEmpty ? "" : "; not recorded: \(others.map { name(of: $0) }.joined(separator: ", "))"
      return "a recording of \(name(of: device))\(leftOut)\(missed)"
    }

    private func name(of index: Int) -> String {
      Terminal.printable(PrintableName.of(recorder.devices[index].description.name))
    }
  }
}
