/// A window of the desktop, which can be brought to the front.
public struct OpenWindow: Hashable, Sendable {
  /// What the compositor or window manager knows it by.
  public let id: Int64
  /// At most 200 bytes, without control characters. Empty: it has none.
  public let title: String

  public init(id: Int64, title: String) { (self.id, self.title) = (id, CleanName.text(of: title)) }
}
