/// A parsed JSON text.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction or an exponent.
  case integer(Int64)
  /// Any other number; finite.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The member `key`, or `nil` if this is not an object or has no such member. Only a lookup in an object returns a
  /// member.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element at `index`, or `nil` if this is not an array or has no such element.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// `true` or `false`, or `nil` if this is not a Boolean.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
  /// The number of an `integer`, or `nil` for any other value, including a `real`.
  public var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }
  /// The text of a string, or `nil` if this is not a string.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }
  /// The elements of an array, or `nil` if this is not an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }
  /// The texts in an array; empty if this is not an array.
  package var strings: [String] { (arrayValue ?? []).compactMap(\.stringValue) }

  // A member of the wrong kind counts as missing.

  /// The text of the member `key`; empty if there is none.
  package func text(_ key: String) -> String { self[key]?.stringValue ?? "" }
  /// The number of the member `key`; 0 if there is none.
  package func number(_ key: String) -> Int64 { self[key]?.integerValue ?? 0 }
  /// The elements of the member `key`; empty if there is none.
  package func list(_ key: String) -> [JSONValue] { self[key]?.arrayValue ?? [] }
  /// The texts in the member `key`; empty if there is none.
  package func strings(_ key: String) -> [String] { self[key]?.strings ?? [] }

  /// An array of texts.
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// The members of an object by their names, or `nil` if this is not an object.
  public var objectValue: [String: JSONValue]? {
    if case .object(let value) = self { value.byName } else { nil }
  }

  /// The kind of value, for messages: `a string`, `null` …
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
  /// A member that is `nil` is left out.
  public init(dictionaryLiteral members: (String, JSONValue?)...) { self = .object(JSONObject(members)) }
}

/// The members of an object, each name once. They keep their order for human readers. Equality ignores the order.
public struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
  /// The names, in order.
  public private(set) var names: [String] = []
  /// The values by name.
  public private(set) var byName: [String: JSONValue] = [:]

  /// An object without members.
  public init() {}

  /// An object with its members sorted by name.
  public init(_ members: [String: JSONValue]) {
    names = members.keys.sorted()
    byName = members
  }

  /// A member that is `nil` is left out.
  public init(dictionaryLiteral members: (String, JSONValue?)...) { self.init(members) }

  /// An object with its members in this order. A member that is `nil` is left out.
  init(_ members: [(String, JSONValue?)]) {
    for case (let name, let value?) in members { self[name] = value }
  }

  /// The member of this name. `nil` if there is none. A new member is put last.
  public subscript(name: String) -> JSONValue? {
    get { byName[name] }
    set {
      if newValue == nil { names.removeAll { $0 == name } } else if byName[name] == nil { names.append(name) }
      byName[name] = newValue
    }
  }

  /// The members, in order.
  public func makeIterator() -> AnyIterator<(name: String, value: JSONValue)> {
    var rest = names[...]
    return AnyIterator { rest.popFirst().flatMap { name in byName[name].map { (name, $0) } } }
  }

  public static func == (one: JSONObject, other: JSONObject) -> Bool { one.byName == other.byName }
  public func hash(into hasher: inout Hasher) { hasher.combine(byName) }
}

/// The reason why bytes were not accepted as a JSON text.
public struct JSONError: Error, Hashable, Sendable {
  /// The reason, in plain English.
  public let message: String
  /// The place where the error was found, in bytes from 0.
  public let offset: Int

  public init(message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }
}
