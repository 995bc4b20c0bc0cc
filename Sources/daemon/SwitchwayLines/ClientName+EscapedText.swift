import SwitchwayCore
import SwitchwayProtocol

extension ClientName {
  /// The name as lines contain it.
  public init(_ name: EscapedText) { self.init(name.bytes) }
}

extension EscapedText {
  /// The name as lines contain it.
  public init(_ name: ClientName) { self.init(escaped: name.bytes) }
}
