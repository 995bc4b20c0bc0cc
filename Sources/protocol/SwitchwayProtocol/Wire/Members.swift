/// A member of a message that could not be read, because its value is of another kind than the protocol says.
package struct UnreadMember: Hashable, Sendable, CustomStringConvertible {
  /// The path of the member, such as `devices[2].grabbed`. Elements are counted from 0.
  package let path: String
  /// The kind of value that the protocol says, such as `a string`.
  package let expected: String
  /// The kind of value in the message, such as `a number`.
  package let found: String

  package var description: String { "\(path): expected \(expected), found \(found)" }
}

/// The members of messages that could not be read, in the order of reading.
///
/// Only the first `limit` members are kept, so that a line with many wrong members costs little. The others are
/// counted.
package final class UnreadMembers {
  package static let limit = 8

  package private(set) var first: [UnreadMember] = []
  /// The number of all members that could not be read, also of those that are not kept.
  package private(set) var count = 0

  package init() {}

  func add(_ path: String, expected: String, found: JSONValue) {
    count += 1
    if first.count < Self.limit { first.append(UnreadMember(path: path, expected: expected, found: found.kind)) }
  }

  /// A line of text that says which members could not be read. `nil` if all could be read.
  package var text: String? {
    guard count > 0 else { return nil }
    let others = count > first.count ? "; and \(count - first.count) more" : ""
    return first.map(\.description).joined(separator: "; ") + others
  }
}

/// The members of a JSON object in a message, from which the values of `Wire` are read.
///
/// Members that nobody asks for are ignored. A member that is missing or `null` is read as `nil`, because an older
/// daemon may not send it. A member of a wrong kind is also read as `nil`, and is recorded in `unread`.
package struct Members {
  private let members: JSONObject
  private let path: String
  private let unread: UnreadMembers?

  /// Makes the members of `value`. If it is not an object, there are none.
  init(_ value: JSONValue, unread: UnreadMembers?, at path: String = "") {
    self.path = path
    self.unread = unread
    if case .object(let members) = value {
      self.members = members
    } else {
      members = [:]
      if value != .null { unread?.add(path.isEmpty ? "the message" : path, expected: "an object", found: value) }
    }
  }

  /// Makes the members of a value that is not a part of a message, for example of a file.
  package init(_ value: JSONValue) { self.init(value, unread: nil) }

  private func place(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private func read<Value>(_ name: String, _ expected: String, _ take: (JSONValue) -> Value?) -> Value? {
    guard let value = members[name], value != .null else { return nil }
    if let found = take(value) { return found }
    unread?.add(place(of: name), expected: expected, found: value)
    return nil
  }

  /// The names of all members, in their order.
  var names: [String] { members.names }

  /// Returns whether there is a member of this name, even if it is `null`.
  package func has(_ name: String) -> Bool { members[name] != nil }

  package func text(_ name: String) -> String? { read(name, "a string", \.stringValue) }
  package func number(_ name: String) -> Int64? { read(name, "a number without a fraction", \.integerValue) }
  func flag(_ name: String) -> Bool? { read(name, "true or false", \.boolValue) }

  /// Reads a member that may have one of several kinds. `take` returns `nil` for all other kinds.
  func either<Value>(_ name: String, _ expected: String, _ take: (JSONValue) -> Value?) -> Value? {
    read(name, expected, take)
  }

  /// Returns a member of any kind.
  package func any(_ name: String) -> JSONValue? { members[name] }

  /// Reads a list of strings. Elements that are not strings are left out. Returns `nil` if there is no list.
  func texts(_ name: String) -> [String]? { elements(name, "a string", \.stringValue) }

  /// Reads a list of numbers. Elements that are not numbers are left out. Returns `nil` if there is no list.
  package func numbers(_ name: String) -> [Int64]? { elements(name, "a number without a fraction", \.integerValue) }

  /// Reads a list of lists of numbers. Returns `nil` if there is no list.
  func rows(_ name: String) -> [[Int64]]? {
    elements(name, "a list of numbers") { row in row.arrayValue.map { $0.compactMap(\.integerValue) } }
  }

  private func elements<Value>(_ name: String, _ expected: String, _ take: (JSONValue) -> Value?) -> [Value]? {
    guard let list = read(name, "a list", \.arrayValue) else { return nil }
    return list.enumerated().compactMap { index, element in
      if let found = take(element) { return found }
      unread?.add("\(place(of: name))[\(index)]", expected: expected, found: element)
      return nil
    }
  }

  /// Reads a list whose elements may be of any kind. Returns `nil` if there is no list.
  package func values(_ name: String) -> [JSONValue]? { read(name, "a list", \.arrayValue) }

  /// Returns the members of an object. Returns `nil` if there is no object.
  package func members(_ name: String) -> Members? {
    read(name, "an object", { if case .object = $0 { $0 } else { nil } }).map {
      Members($0, unread: unread, at: place(of: name))
    }
  }

  /// Reads an object as a value of the protocol. Returns `nil` if there is no object.
  func value<Value: WireValue>(_ name: String) -> Value? {
    guard let found = read(name, "an object", { if case .object = $0 { $0 } else { nil } }) else { return nil }
    return Value(Members(found, unread: unread, at: place(of: name)))
  }

  /// Reads a list of objects as values of the protocol. Returns `nil` if there is no list.
  func list<Value: WireValue>(_ name: String) -> [Value]? {
    guard let list = read(name, "a list", \.arrayValue) else { return nil }
    return Value.list(list, unread: unread, at: place(of: name))
  }

  /// Reads an object whose members may have any names, and returns these members in their order.
  func table<Value>(_ name: String, _ expected: String, _ take: (JSONValue) -> Value?) -> [(String, Value)] {
    guard case .object(let found)? = read(name, "an object", { if case .object = $0 { $0 } else { nil } }) else {
      return []
    }
    let inner = Members(.object(found), unread: unread, at: place(of: name))
    return found.names.compactMap { key in inner.read(key, expected, take).map { (key, $0) } }
  }

  /// Reads another value from the members of this same object.
  func same<Value: WireValue>() -> Value { Value(self) }
}

/// The messages of the protocol and their parts, as typed values that can be read from JSON and written as JSON.
///
/// The daemon and its clients use the same types, so the name of each member is written only here. Words such as
/// reasons are strings if a newer daemon may send other words.
package enum Wire {}

/// A value that is a JSON object in the protocol.
package protocol WireValue: Hashable, Sendable {
  /// Reads the value from the members of its object. Invalid members count as missing.
  init(_ members: Members)
  /// The JSON object, with its members in the order of the protocol.
  var json: JSONValue { get }
}

extension WireValue {
  /// Reads a value. Members that could not be read are recorded in `unread`.
  package init(_ value: JSONValue, unread: UnreadMembers? = nil) { self.init(Members(value, unread: unread)) }

  /// Reads a list of objects. Elements that are not objects are left out. If `value` is not a list, the result is
  /// empty.
  package static func list(_ value: JSONValue, unread: UnreadMembers? = nil) -> [Self] {
    if value.arrayValue == nil, value != .null { unread?.add("the result", expected: "a list", found: value) }
    return list(value.arrayValue ?? [], unread: unread, at: "")
  }

  static func list(_ elements: [JSONValue], unread: UnreadMembers?, at path: String) -> [Self] {
    elements.enumerated().compactMap { index, element in
      guard case .object = element else {
        unread?.add("\(path)[\(index)]", expected: "an object", found: element)
        return nil
      }
      return Self(Members(element, unread: unread, at: "\(path)[\(index)]"))
    }
  }
}

// The following functions convert values to JSON for `JSONObject`, which leaves out members that are `nil`.
func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }
func number(_ number: Int64?) -> JSONValue? { number.map(JSONValue.integer) }
func flag(_ flag: Bool?) -> JSONValue? { flag.map(JSONValue.bool) }
func objects<Value: WireValue>(_ values: [Value]) -> JSONValue { .array(values.map(\.json)) }
func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

extension JSONObject {
  /// Returns the object with the members `more` after its own.
  func adding(_ more: JSONObject) -> JSONObject {
    var all = self
    for (name, value) in more { all[name] = value }
    return all
  }
}

extension JSONValue {
  /// The members of this object. Empty if it is not an object.
  var members: JSONObject { if case .object(let members) = self { members } else { [:] } }
}
