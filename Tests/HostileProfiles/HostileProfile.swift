/// A profile that is as large as it may be, of a shape that could take long to read or much memory.
///
/// Used by the tests of the reader, by `make profiles-cost`, and by the tests on a real kernel, so that all three look
/// at the same files.
public struct HostileProfile: Sendable, CustomStringConvertible {
  /// The largest file that is read, in bytes.
  public static let largest = 262_144

  /// What the file consists of.
  public let name: String
  /// The text of the file: at most so many bytes, and about so many entries in each collection.
  private let make: @Sendable (Int, Int) -> String
  /// Profiles that it extends, by their names, each for a size in bytes.
  private let makeBases: @Sendable (Int, Int) -> [String: String]

  init(
    _ name: String, bases: @escaping @Sendable (Int, Int) -> [String: String] = { _, _ in [:] },
    _ make: @escaping @Sendable (Int, Int) -> String
  ) {
    self.name = name
    self.make = make
    makeBases = bases
  }

  /// A shape that repeats `piece` between `head` and `tail` for as long as there is room.
  init(
    _ name: String, _ head: String, _ tail: String = "", _ piece: @escaping @Sendable (Int) -> String
  ) {
    self.init(name) { HostileProfile.fill($0, $1, head, tail, piece) }
  }

  /// The text of the file. `size`: its length in bytes, which it reaches but for one piece. `most`: no more pieces.
  public func text(size: Int = largest, most: Int = .max) -> String { make(size, most) }

  /// The profiles that it extends, by name, each of at most `size` bytes.
  public func bases(size: Int = largest, most: Int = .max) -> [String: String] { makeBases(size, most) }

  public var description: String { name }

  static func fill(
    _ size: Int, _ most: Int, _ head: String, _ tail: String = "", _ piece: (Int) -> String
  ) -> String {
    var text = head
    var count = text.utf8.count + tail.utf8.count
    var index = 0
    while index < most {
      let next = piece(index)
      count += next.utf8.count
      guard count <= size else { break }
      text += next
      index += 1
    }
    return text + tail
  }
}
