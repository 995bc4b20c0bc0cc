/// A parsed JSON text.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction or an exponent.
  case integer(Int64)
  /// Any other number. It is always finite.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The member `key`, or `nil` if this value is not an object or has no such member.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element at `index`, or `nil` if this value is not an array or has no such element.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The Boolean, or `nil` if this value is not a Boolean.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
  /// The number, or `nil` if this value is not an `integer`. It is also `nil` for a `real`.
  public var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }
  /// The text of the string, or `nil` if this value is not a string.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }
  /// The elements of the array, or `nil` if this value is not an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }
  /// The strings in the array. Other elements are left out. Empty if this value is not an array.
  package var strings: [String] { (arrayValue ?? []).compactMap(\.stringValue) }

  // In the following functions, a member of the wrong kind counts as missing.

  /// Returns the text of the member `key`. Empty if there is none.
  package func text(_ key: String) -> String { self[key]?.stringValue ?? "" }
  /// Returns the number of the member `key`. 0 if there is none.
  package func number(_ key: String) -> Int64 { self[key]?.integerValue ?? 0 }
  /// Returns the elements of the member `key`. Empty if there is none.
  package func list(_ key: String) -> [JSONValue] { self[key]?.arrayValue ?? [] }
  /// Returns the strings in the member `key`. Empty if there is none.
  package func strings(_ key: String) -> [String] { self[key]?.strings ?? [] }

  /// Makes an array of strings.
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// The members of the object by their names, or `nil` if this value is not an object.
  public var objectValue: [String: JSONValue]? {
    if case .object(let value) = self { value.byName } else { nil }
  }

  /// The kind of this value as messages name it, such as `a string` or `null`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object. A member that is `nil` is left out.
  public init(dictionaryLiteral members: (String, JSONValue?)...) { self = .object(JSONObject(members)) }
}

/// The members of an object. Each name occurs once. The members keep their order, for people who read the text. Two
/// objects with the same members in another order are equal.
public struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
  /// The names of the members, in their order.
  public private(set) var names: [String] = []
  /// The values of the members, by name.
  public private(set) var byName: [String: JSONValue] = [:]

  /// Makes an object without members.
  public init() {}

  /// Makes an object whose members are sorted by name.
  public init(_ members: [String: JSONValue]) {
    names = members.keys.sorted()
    byName = members
  }

  /// Makes an object. A member that is `nil` is left out.
  public init(dictionaryLiteral members: (String, JSONValue?)...) { self.init(members) }

  /// Makes an object with its members in this order. A member that is `nil` is left out.
  init(_ members: [(String, JSONValue?)]) {
    for case (let name, let value?) in members { self[name] = value }
  }

  /// The member of this name. `nil` if there is none. A new member is added at the end.
  public subscript(name: String) -> JSONValue? {
    get { byName[name] }
    set {
      if newValue == nil { names.removeAll { $0 == name } } else if byName[name] == nil { names.append(name) }
      byName[name] = newValue
    }
  }

  /// Returns an iterator over the members, in their order.
  public func makeIterator() -> AnyIterator<(name: String, value: JSONValue)> {
    var rest = names[...]
    return AnyIterator { rest.popFirst().flatMap { name in byName[name].map { (name, $0) } } }
  }

  public static func == (one: JSONObject, other: JSONObject) -> Bool { one.byName == other.byName }
  public func hash(into hasher: inout Hasher) { hasher.combine(byName) }
}

/// The reason why bytes were not accepted as a JSON text.
public struct JSONError: Error, Hashable, Sendable {
  /// A message that says why.
  public let message: String
  /// The position at which the error was found, in bytes, counted from 0.
  public let offset: Int

  public init(message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }
}
