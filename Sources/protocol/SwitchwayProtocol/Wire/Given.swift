/// A kind of value that a member of a request can have.
package protocol GivenKind: Hashable, Sendable {
  /// Converts a JSON value. Returns `nil` if the value is of another kind.
  init?(of value: JSONValue)
  var jsonValue: JSONValue { get }
}

/// A member of a request, as the client has written it.
///
/// This type also keeps a value of a wrong kind, because the reader of requests refuses such a member and says which
/// kind it has found. A missing member and a member that is `null` differ here; in messages of the daemon they mean the
/// same.
package struct Given<Value: GivenKind>: Hashable, Sendable {
  /// The value that was found. `nil` if there is no such member.
  package let found: JSONValue?

  init(found: JSONValue?) { self.found = found }

  /// Makes a member with this value. `nil` means that there is no such member.
  package init(_ value: Value?) { found = value?.jsonValue }

  /// The value, converted. `nil` if the member is missing, or of another kind.
  package var value: Value? { found.flatMap(Value.init(of:)) }
}

extension String: GivenKind {
  package init?(of value: JSONValue) {
    guard let text = value.stringValue else { return nil }
    self = text
  }
  package var jsonValue: JSONValue { .string(self) }
}

extension Int64: GivenKind {
  package init?(of value: JSONValue) {
    guard let number = value.integerValue else { return nil }
    self = number
  }
  package var jsonValue: JSONValue { .integer(self) }
}

extension Double: GivenKind {
  /// Converts any number, with or without a fraction.
  package init?(of value: JSONValue) {
    switch value {
    case .integer(let number): self = Double(number)
    case .real(let number): self = number
    default: return nil
    }
  }
  package var jsonValue: JSONValue { .real(self) }
}

extension Bool: GivenKind {
  package init?(of value: JSONValue) {
    guard let flag = value.boolValue else { return nil }
    self = flag
  }
  package var jsonValue: JSONValue { .bool(self) }
}

/// A member that is a list. The reader of the request checks the kind of each element.
extension [JSONValue]: GivenKind {
  package init?(of value: JSONValue) {
    guard let list = value.arrayValue else { return nil }
    self = list
  }
  package var jsonValue: JSONValue { .array(self) }
}

/// A member that may be of several kinds.
extension JSONValue: GivenKind {
  package init?(of value: JSONValue) { self = value }
  package var jsonValue: JSONValue { self }
}

extension JSONObject {
  /// Returns a member in the form that the reader of requests needs.
  func given<Value>(_ name: String) -> Given<Value> { Given(found: self[name]) }
}
