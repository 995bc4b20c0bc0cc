import Glibc
import SwitchwayConfig
import SwitchwayCore

/// Restores a copy of a person's file that was kept before a change (`FormerFile`).
struct EarlierVersion {
  let file: EditedFile
  /// The copies whose contents differ from the present contents of the file, the newest first.
  let copies: [FormerFile]

  /// Finds the copies of the person's file of the profile `name`. Throws if there is no such copy, or if an edit of the
  /// file is not finished.
  init(of name: String) throws(CommandFailure) {
    file = try EditedFile(path: "\(try ProfileInForce.ownFolder())/\(name).yaml")
    try file.refuseDraft()
    var copies: [FormerFile] = []
    for copy in file.formerFiles where try EditedFile.read(file.path(of: copy)) != file.original { copies.append(copy) }
    guard !copies.isEmpty else {
      throw CommandFailure(
        .failed, "no earlier version of \(Terminal.printable(file.path)) is kept",
        help: "setup, learn, calibrate, edit and 'profile --keep' save one each time they change it")
    }
    self.copies = copies
  }

  /// The text that lists the copies with numbers, and asks which one to restore.
  var question: String {
    copies.enumerated().map { "\($0 + 1)  as it was until \($1.moment)\n" }.joined()
      + "Which one? Enter: 1; q: change nothing: "
  }

  /// Returns the copy that a typed line chooses, or `nil` if the line is not a valid answer.
  func copy(chosenBy line: String) -> FormerFile? {
    let number = line.isEmpty ? 1 : Int(line)
    return number.flatMap { copies.indices.contains($0 - 1) ? copies[$0 - 1] : nil }
  }

  /// Returns the copy to restore. With `asks`, if there are several, asks on the terminal, and returns `nil` if the
  /// person chooses none. Otherwise returns the newest copy.
  func chosen(asks: Bool) -> FormerFile? {
    guard asks, copies.count > 1 else { return copies[0] }
    while true {
      Terminal.ask(question)
      guard let line = readLine(), line != "q" else { return nil }
      if let copy = copy(chosenBy: line) { return copy }
    }
  }

  /// Writes the copy's contents into the file. Returns the path of a new copy that has the contents from before. Throws
  /// if the profile would have errors.
  func restore(_ copy: FormerFile) throws(CommandFailure) -> String? {
    let bytes = try EditedFile.read(file.path(of: copy))
    let result = file.load(checked: bytes)
    guard result.profile != nil else {
      throw CommandFailure(
        .failed,
        Terminal.printable(result.text, keepsLines: true)
          + "\(Terminal.printable(file.path)): not changed: the earlier version has these errors")
    }
    return try file.replace(with: bytes)
  }
}
