/// A kind of value that a member of a request can have.
package protocol GivenKind: Hashable, Sendable {
  /// `nil` if the value is of another kind.
  init?(of value: JSONValue)
  var jsonValue: JSONValue { get }
}

/// A member of a request, as the client has written it.
///
/// A reader of requests refuses a member of another kind, and reports the kind that it found. Therefore this type keeps
/// the found value. Here, an absent member and `null` are different; in messages they are the same.
package struct Given<Value: GivenKind>: Hashable, Sendable {
  /// The found value. `nil` if there is no such member.
  package let found: JSONValue?

  init(found: JSONValue?) { self.found = found }

  /// A member with this value, which is left out if `nil`.
  package init(_ value: Value?) { found = value?.jsonValue }

  /// The value. `nil` if the member is absent, or of another kind.
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
  /// Any number, with or without a fraction.
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

/// The elements of a list; the reader of the request checks their kinds one by one.
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
  /// A member in the form that a reader of requests needs.
  func given<Value>(_ name: String) -> Given<Value> { Given(found: self[name]) }
}
