/// A kind of value that a member of a request can have.
package protocol GivenKind: Hashable, Sendable {
  /// `nil` if the value is of another kind.
  init?(of value: JSONValue)
  var jsonValue: JSONValue { get }
}

/// A member of a request, as the client has written it.
///
/// A reader of requests refuses a member of another kind, and says what it has found. So this keeps the found value. An
/// absent member and `null` are not the same here, as they are in messages.
package struct Given<Value: GivenKind>: Hashable, Sendable {
  /// What is there. `nil` if there is no such member.
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
  /// Any number, also one without a fraction.
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

/// The elements of a list, whose kinds the reader of the request checks one by one.
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
  /// A member, as a reader of requests needs it.
  func given<Value>(_ name: String) -> Given<Value> { Given(found: self[name]) }
}
