import Glibc

/// A copy of a person's file that was made before the file was replaced. It is named after the local time, such as
/// `NAME.yaml.before-20261123-154210`. The last ten copies are kept.
///
/// No copy ever replaces another: a second copy in the same second is called `…-154210-2`. Files with other names, such
/// as `NAME.yaml.before-holiday`, are the person's own and are never removed.
struct FormerFile: Comparable {
  static let limit = 10
  /// How many names are tried for a copy. The first names can be in use, because other programs may make copies
  /// meanwhile.
  static let mostTries = 99

  let name: String
  private let time: String
  private let number: Int

  /// Describes the copy of the file `file` with the number `number` among the copies of the second `time`.
  init(of file: String, at time: String, number: Int) {
    (self.time, self.number) = (time, number)
    name = "\(file).before-\(time)" + (number > 1 ? "-\(number)" : "")
  }

  /// Returns `nil` if `name` is not the name of a copy of `file`.
  private init?(_ name: String, of file: String) {
    let start = "\(file).before-"
    guard name.hasPrefix(start) else { return nil }
    let parts = name.dropFirst(start.count).split(separator: "-", omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard isNumber, parts.count >= 2, parts[0].utf8.count == 8, parts[1].utf8.count == 6,
      let number = parts.count == 2 ? 1 : Int(parts[2]), number < 1_000_000
    else { return nil }
    self.init(of: file, at: "\(parts[0])-\(parts[1])", number: number)
    guard self.name == name else { return nil }
  }

  /// Returns the copies of `file` whose names are in `names`, the newest first.
  static func all(of file: String, among names: [String]) -> [FormerFile] {
    names.compactMap { FormerFile($0, of: file) }.sorted().reversed()
  }

  /// The time when the copy was made, for people: `2026-11-23 15:42:10`.
  var moment: String {
    let digits = Array(time).map(String.init)
    func part(_ range: Range<Int>) -> String { digits[range].joined() }
    let clock = [part(9..<11), part(11..<13), part(13..<15)].joined(separator: ":")
    return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8)) \(clock)"
  }

  static func < (one: FormerFile, other: FormerFile) -> Bool {
    (one.time, one.number) < (other.time, other.number)
  }

  /// Returns the number for the next copy in the second `time`: one more than the largest number in `names`.
  static func firstNumber(of file: String, at time: String, among names: [String]) -> Int {
    let present = names.compactMap { FormerFile($0, of: file) }.filter { $0.time == time }
    return 1 + (present.map(\.number).max() ?? 0)
  }

  /// Returns the names of the oldest copies of `file`, which must be removed so that only `limit` copies stay. `kept`
  /// is the name of the newest copy, which always stays.
  static func surplus(of file: String, among names: [String], kept: String) -> [String] {
    let others = names.filter { $0 != kept }.compactMap { FormerFile($0, of: file) }.sorted()
    return others.dropLast(limit - 1).map(\.name)
  }

  /// Returns the local time as the names of copies have it, such as `20261123-154210`.
  static func time(_ seconds: time_t) -> String {
    TimeText.text(seconds, "%Y%m%d-%H%M%S") ?? "00000000-000000"
  }

  /// Returns a text that names the copy, and says how to restore it.
  static func words(_ copy: String, of file: String) -> Phrase {
    let (copy, file) = (Terminal.printable(copy), Terminal.printable(file))
    return "The previous contents are in \(copy). To restore them: cp \(copy) \(file)"
  }
}
