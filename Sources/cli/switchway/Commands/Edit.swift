import ArgumentParser
import Glibc
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// `switchway edit [NAME]`: opens a profile in an editor, and makes it active only if it has no errors.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit a profile; use it as soon as it has no errors.",
    discussion: """
      Opens a copy in $VISUAL, $EDITOR, sensible-editor or vi. If the copy has errors, they are shown, and the profile \
      stays as it was. A shipped or system-wide profile is copied to your own folder first.
      """)

  @Argument(
    help: "The name of a profile, also of a new one. Default: 'default'.", completion: Completions.files)
  var name: String?

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption

  func validate() throws {
    guard let name else { return }
    if profile.config != nil { throw ValidationError("edit: give a profile's name or --config, not both") }
    guard CommandVocabulary.isName(name) else {
      throw ValidationError(
        "edit: '\(Terminal.printable(name))' cannot be a profile's name (1 to 64 of the characters A-Z a-z 0-9 - _); "
          + "for a file, use --config FILE")
    }
  }

  func run() throws {
    let (file, fallback) = try work()
    var (bytes, isDraft) = try file.start(or: fallback)
    var pause = DaemonDialogue.pausingTyping(socket: daemon.socket)
    if isDraft { Terminal.complain("\(Terminal.printable(file.draft)): opened with your unfinished changes") }
    while true {
      guard try edit(bytes, file, fallback, &pause) else { return try StandardOutput.write("nothing has changed\n") }
      let result = file.loadDraft()
      if result.profile != nil { return try putInForce(file) }
      try StandardOutput.write(DiagnosticWords.text(of: result))
      switch Answer.ask(about: file.draft) {
      case .again: bytes = try file.start(or: fallback).bytes
      case .keep:
        throw CommandFailure(
          .failed, "the profile was not changed; your text is saved in \(Terminal.printable(file.draft))",
          help: "the next 'switchway edit' opens it again")
      case .throwAway:
        file.discardDraft()
        throw CommandFailure(.failed, "discarded; the profile was not changed")
      }
    }
  }

  /// Opens the editor once and keeps the result as the draft. Returns false if nothing has changed; then the draft is
  /// removed.
  private func edit(
    _ bytes: [UInt8], _ file: EditedFile, _ fallback: [UInt8], _ pause: inout DaemonDialogue?
  ) throws(CommandFailure) -> Bool {
    let copy = try EditorCopy(bytes, name: file.profileName + ".yaml")
    let edited: [UInt8]
    do throws(CommandFailure) {
      try Editor.open(copy.path, pause: &pause)
      edited = try copy.read()
    } catch {
      guard let written = try? copy.read(), written != bytes else { throw error }
      try copy.keep(written, asDraftOf: file)
      throw CommandFailure(
        error.status, error.message + "\nyour text is saved in \(Terminal.printable(file.draft))")
    }
    guard !file.isSame(edited, as: fallback) else {
      file.discardDraft()
      return false
    }
    try copy.keep(edited, asDraftOf: file)
    return true
  }

  /// Returns the file to edit, and its first content if it does not exist yet.
  private func work() throws(CommandFailure) -> (file: EditedFile, fallback: [UInt8]) {
    if let path = profile.config {
      let file = try EditedFile(path: path)
      return (file, Edit.template(file.profileName))
    }
    let name = name ?? "default"
    let own = try ProfileInForce.ownFolder(help: "name it with --config FILE")
    let fallback = try ProfileInForce.store.place(of: name).map(EditedFile.read) ?? Edit.template(name)
    return (try EditedFile(path: "\(own)/\(name).yaml"), fallback)
  }

  /// Returns the first content of a profile that does not exist yet.
  private static func template(_ name: String) -> [UInt8] {
    Array(
      """
      # The profile '\(Terminal.printable(name))'. Lines that start with # are comments.
      # For all settings see: man switchway.yaml
      switchway: 1

      # Starts from a shipped profile; the settings below change it.
      extends: two-switch

      # label: At the table
      # devices:
      #   box: {match: {kind: switch-interface}}
      # switches:
      #   left: {input: box/button-1, steady: tremor, tap: next}

      """.utf8)
  }

  /// Replaces the profile with the draft, which has no errors. A running daemon then reads its files again.
  private func putInForce(_ file: EditedFile) throws(CommandFailure) {
    guard let draft = try file.readDraft() else {
      throw CommandFailure(
        .failed, "\(Terminal.printable(file.draft)): removed by another program; the profile was not changed")
    }
    try file.replace(with: draft)
    try StandardOutput.write(DiagnosticWords.text(of: file.load()))
    let path = Terminal.printable(file.path)
    var dialogue: DaemonDialogue
    do throws(CommandFailure) {
      dialogue = try DaemonDialogue(socket: daemon.socket)
    } catch {
      guard error.isAbsence else {
        throw CommandFailure(error.status, "\(path): saved, but not active yet: \(error.message)")
      }
      return try StandardOutput.write("\(path): saved; no daemon is running\n")
    }
    try dialogue.demand(.reload)
    let inForce = dialogue.state.profile.name
    try StandardOutput.write(
      inForce == file.profileName
        ? "\(path): saved and active now\n"
        : "\(path): saved; the active profile is '\(Terminal.printable(inForce))'\n")
  }
}

/// What the person wants to do with a draft that has errors.
enum Answer {
  case again, keep, throwAway

  /// Asks on the terminal until there is a valid answer. Keeps the draft if there is no terminal, or if its input ends.
  static func ask(about draft: String) -> Answer {
    guard isatty(STDIN_FILENO) == 1 else { return .keep }
    while true {
      Terminal.complain(
        "edit it (e) again, keep (k) it as \(Terminal.printable(draft)), or discard (t) it?")
      guard let line = readLine() else { return .keep }
      switch line {
      case "e", "": return .again
      case "k": return .keep
      case "t": return .throwAway
      default: continue
      }
    }
  }
}
