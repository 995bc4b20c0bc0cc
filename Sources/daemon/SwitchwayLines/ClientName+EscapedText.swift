import SwitchwayCore
import SwitchwayProtocol

extension ClientName {
  /// Makes a client's name from its escaped form in lines.
  public init(_ name: EscapedText) { self.init(name.bytes) }
}

extension EscapedText {
  /// Makes the escaped form of a client's name, as lines contain it.
  public init(_ name: ClientName) { self.init(escaped: name.bytes) }
}
