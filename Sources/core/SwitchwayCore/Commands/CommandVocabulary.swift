import SwitchwayText

/// The vocabulary of commands: the words that may be written in a profile, on the socket and on the command line.
public enum CommandVocabulary {
  /// Commands that a single press never publishes.
  public static let destructive: Set<String> = ["restart", "power", "sos", "delete"]

  /// The names of all commands except front ends' own (`x-NAME`), in the order of the vocabulary's table.
  public static var names: [String] { CommandTable.rows.map(\.name) }

  /// Parses a command such as `select`, `move(left)` or `scroll(down, page)`. Blanks around the command and around its
  /// arguments are ignored.
  public static func parse(_ text: String) throws(CommandError) -> ScanCommand {
    let text = trimmed(text[...])
    guard !text.isEmpty else {
      throw CommandError("expected a command, found nothing", help: "write a command such as 'select'")
    }
    guard let open = text.firstIndex(of: "(") else { return try command(name: String(text), arguments: []) }
    let name = String(text[..<open])
    guard text.last == ")" else {
      throw CommandError(
        "expected ')' at the end of '\(brief(text))'", help: "close the bracket that '\(brief(name[...]))(' opens")
    }
    let inside = text[text.index(after: open)...].dropLast()
    if let row = CommandTable.row(name), row.shapes.count == 1, row.shapes[0].isOneText {
      return try command(name: name, arguments: [String(trimmed(inside))])
    }
    let arguments = inside.split(separator: ",", omittingEmptySubsequences: false).map { String(trimmed($0)) }
    return try command(name: name, arguments: arguments)
  }

  /// Returns the command of this name with these arguments, which are kept as they are.
  public static func command(name: String, arguments: [String]) throws(CommandError) -> ScanCommand {
    if name.hasPrefix("x-") { return try own(name, arguments) }
    guard let row = CommandTable.row(name) else { throw unknown(name) }
    if let error = misfit(arguments, in: row) { throw error }
    return ScanCommand(name: name, arguments: arguments, group: row.group)
  }

  /// Whether `text` can be a name that a person gives to a device, a switch or a profile: 1 to 64 of the characters
  /// `A–Z a–z 0–9 - _`.
  public static func isName(_ text: String) -> Bool { GivenName.isName(text) }

  private static func unknown(_ name: String) -> CommandError {
    let help =
      NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
      ?? "use a command of the vocabulary, such as 'select', or a scanning program's own, 'x-NAME'"
    return CommandError("unknown command '\(brief(name[...]))'", help: help)
  }

  /// Makes a front end's own command. Its name has `x-`, then lower-case letters, digits and hyphens, at most 64
  /// characters in all.
  private static func own(_ name: String, _ arguments: [String]) throws(CommandError) -> ScanCommand {
    let isFine =
      (3...64).contains(name.utf8.count)
      && name.utf8.dropFirst(2).allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2D: true
        default: false
        }
      }
    guard isFine else {
      throw CommandError(
        "'\(brief(name[...]))' is not a name for a scanning program's own command",
        help: "after 'x-' come lower-case letters, digits and hyphens, 64 characters at most in all")
    }
    guard arguments.count <= CommandShape.mostOwnArguments else {
      throw CommandError(
        "'\(name)' takes at most \(CommandShape.mostOwnArguments) arguments, found \(arguments.count)",
        help: "leave some out")
    }
    if let bad = arguments.first(where: { !CommandShape.isText($0) }) { throw wrong(bad, .text, name) }
    return ScanCommand(name: name, arguments: arguments, group: .own)
  }

  /// The reason why no shape of the row accepts `arguments`, or `nil` if one does.
  private static func misfit(_ arguments: [String], in row: CommandRow) -> CommandError? {
    // If a command has several shapes, the first argument decides which of them is checked.
    let shape =
      row.shapes.first { shape in arguments.first.map { shape.required.first?.accepts($0) ?? true } ?? false }
    guard let shape = shape ?? (row.shapes.count == 1 ? row.shapes[0] : nil) else {
      let first = ArgumentSlot.word(row.shapes.flatMap { $0.required.first?.words ?? [] })
      return arguments.first.map { wrong($0, first, row.name) } ?? missing(first, row, after: [])
    }
    for (index, slot) in shape.required.enumerated() {
      guard index < arguments.count else { return missing(slot, row, after: arguments) }
      if !slot.accepts(arguments[index]) { return wrong(arguments[index], slot, row.name) }
    }
    guard arguments.count <= shape.most else {
      guard shape.most > 0 else {
        return CommandError("'\(row.name)' takes no argument", help: "write only '\(row.name)'")
      }
      let most = shape.most == 1 ? "1 argument" : "\(shape.most) arguments"
      return CommandError(
        "'\(row.name)' takes at most \(most), found \(arguments.count)",
        help: "leave out '\(brief(arguments[shape.most][...]))' and what follows it")
    }
    var slots = shape.optional[...]
    for argument in arguments.dropFirst(shape.required.count) {
      guard let index = slots.firstIndex(where: { $0.accepts(argument) }) else {
        return wrong(argument, meant(by: argument, slots, of: shape), row.name)
      }
      slots = slots[(index + 1)...]
    }
    return nil
  }

  /// The slot that `argument` was probably meant for, to be named in the error message. None of `slots` accepts the
  /// argument. A number was meant for a slot that takes numbers.
  private static func meant(by argument: String, _ slots: ArraySlice<ArgumentSlot>, of shape: CommandShape)
    -> ArgumentSlot
  {
    let isNumber = argument.utf8.first.map { $0 == UInt8(ascii: "-") || (48...57).contains($0) } ?? false
    let number = isNumber ? slots.first { $0 == .count || $0 == .fingers } : nil
    return number ?? slots.first ?? shape.optional[shape.optional.count - 1]
  }

  private static func missing(_ slot: ArgumentSlot, _ row: CommandRow, after given: [String]) -> CommandError {
    let example = (given + [slot.example]).joined(separator: ", ")
    let which = given.isEmpty ? "an argument" : "one more argument"
    return CommandError(
      "'\(row.name)' needs \(which): \(slot.expectation)", help: "write for example '\(row.name)(\(example))'")
  }

  private static func wrong(_ argument: String, _ slot: ArgumentSlot, _ name: String) -> CommandError {
    let found = argument.isEmpty ? "nothing" : "'\(brief(argument[...]))'"
    let suggestion = NearestName.suggestion(for: argument, among: slot.words)
    return CommandError(
      "expected \(slot.expectation) in '\(name)(…)', found \(found)",
      help: suggestion.map { "did you mean '\($0)'?" } ?? "write for example '\(slot.example)' there")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  /// `text`, shortened so that a message stays readable.
  private static func brief(_ text: Substring) -> String {
    text.unicodeScalars.count <= 64 ? String(text) : String(text.unicodeScalars.prefix(64)) + "…"
  }
}
