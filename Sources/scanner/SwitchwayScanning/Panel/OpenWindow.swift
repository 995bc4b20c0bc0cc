/// A window of the desktop, which can be brought to the front.
public struct OpenWindow: Hashable, Sendable {
  /// The number by which the desktop, or this program, identifies the window.
  public let id: Int64
  /// The title: at most 200 bytes, without control characters. It is empty if the window has no title.
  public let title: String

  public init(id: Int64, title: String) { (self.id, self.title) = (id, CleanName.text(of: title)) }
}
