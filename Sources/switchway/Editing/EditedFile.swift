import Glibc
import SwitchwayConfig

/// The files of an edit: the one that is meant, and beside it the copy that is worked on. A copy that is not right yet
/// is kept as `NAME.yaml.draft`, and opened again by the next edit.
struct EditedFile {
  /// Where the profile is, or is to be. No link: what a link leads to is replaced, not the link.
  let path: String
  /// What is there; nil: nothing yet.
  private let original: [UInt8]?
  private let mode: mode_t

  var draft: String { path + ".draft" }

  /// Much more than any profile that can be used.
  private static let largest = 16 * 1_024 * 1_024
  private static let newMode: mode_t = 0o644

  init(path wanted: String) throws(CommandFailure) {
    var status = stat()
    guard unsafe stat(wanted, &status) == 0 else {
      guard errno == ENOENT else { throw EditedFile.failure("cannot read", wanted) }
      path = wanted
      original = nil
      mode = EditedFile.newMode
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(
        .failed, "\(Terminal.printable(wanted)): not a regular file\nhelp: put a plain text file in its place")
    }
    path = try EditedFile.real(wanted)
    original = try EditedFile.read(wanted)
    mode = EditedFile.kept(status)
  }

  /// The rights of the file, without those that would have it refused.
  private static func kept(_ status: stat) -> mode_t {
    let isPrivate = status.st_gid == UserIdentity.current().privateGroup
    return status.st_mode & 0o777 & ~(isPrivate ? 0o002 : 0o022)
  }

  private static func real(_ path: String) throws(CommandFailure) -> String {
    guard let real = unsafe realpath(path, nil) else { throw failure("cannot read", path) }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// A file's bytes.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw failure("cannot read", path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= largest {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 { bytes.append(contentsOf: chunk[..<count]) }
      if count < 0, errno != EINTR { throw failure("cannot read", path) }
    }
    throw CommandFailure(.failed, "\(Terminal.printable(path)): too large for a profile\nhelp: is it the right file?")
  }

  /// What is there, or else is started from: a draft of before, the file itself, or `fallback`.
  func start(or fallback: [UInt8]) throws(CommandFailure) -> (bytes: [UInt8], isDraft: Bool) {
    if unsafe access(draft, F_OK) == 0 { return (try EditedFile.read(draft), true) }
    return (original ?? fallback, false)
  }

  /// Whether `bytes` would change nothing.
  func isSame(_ bytes: [UInt8], as fallback: [UInt8]) -> Bool { bytes == original ?? fallback }

  /// A new file beside the profile, with `bytes` in it; its name ends in `.yaml` for the editor's sake, and is no
  /// profile's.
  func makeCopy(_ bytes: [UInt8]) throws(CommandFailure) -> String {
    try EditedFile.makeFolders(above: path)
    let (folder, name) = EditedFile.split(path)
    var template = Array("\(folder).\(name).XXXXXX.yaml".utf8CString)
    let file = unsafe mkstemps(&template, Int32(".yaml".utf8.count))
    let copy = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard file >= 0 else { throw EditedFile.failure("cannot write beside", path) }
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe raw.baseAddress.map { unsafe write(file, $0 + done, bytes.count - done) } ?? 0
      }
      if count >= 0 { done += count }
      if count < 0, errno != EINTR {
        let failure = EditedFile.failure("cannot write", copy)
        unsafe _ = unlink(copy)
        throw failure
      }
    }
    guard fchmod(file, mode) == 0 else { throw EditedFile.failure("cannot set the rights of", copy) }
    return copy
  }

  /// Makes the copy the draft, which the next edit would open again.
  func keep(_ copy: String) throws(CommandFailure) {
    // The editor may have written another file under the copy's name.
    unsafe _ = chmod(copy, mode)
    guard unsafe rename(copy, draft) == 0 else { throw EditedFile.failure("cannot keep", copy) }
  }

  /// Takes the copy away.
  func remove(_ copy: String) { unsafe _ = unlink(copy) }

  /// Takes the copy and any draft away.
  func discard(_ copy: String) {
    unsafe _ = unlink(copy)
    unsafe _ = unlink(draft)
  }

  /// Puts the copy in the profile's place, whole or not at all; refuses where another has changed it meanwhile.
  func replace(by copy: String) throws(CommandFailure) {
    let now = unsafe access(path, F_OK) == 0 ? try EditedFile.read(path) : nil
    guard now == original else {
      throw CommandFailure(
        .failed,
        "\(Terminal.printable(path)): changed by another program meanwhile; what you wrote is in \(Terminal.printable(draft))\nhelp: compare the two, then edit again"
      )
    }
    let file = unsafe open(copy, O_RDONLY | O_CLOEXEC)
    if file >= 0 {
      fsync(file)
      close(file)
    }
    guard unsafe rename(copy, path) == 0 else { throw EditedFile.failure("cannot replace", path) }
    unsafe _ = unlink(draft)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  private static func makeFolders(above path: String) throws(CommandFailure) {
    var made = ""
    for part in split(path).folder.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      made += part + "/"
      guard !part.isEmpty else { continue }
      guard unsafe mkdir(made, 0o700) == 0 || errno == EEXIST else { throw failure("cannot make the folder", made) }
    }
  }

  private static func failure(_ what: String, _ path: String) -> CommandFailure {
    let code = errno
    let isDenied = code == EACCES || code == EPERM || code == EROFS
    return CommandFailure(
      isDenied ? .permission : .failed,
      unsafe "\(what) \(Terminal.printable(path)): \(String(cString: strerror(code)))\nhelp: see that you may write there"
    )
  }
}
