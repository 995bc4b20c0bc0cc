/// A member of a message that could not be read, because it is of another kind than the protocol says.
package struct UnreadMember: Hashable, Sendable, CustomStringConvertible {
  /// The path of the member: `devices[2].grabbed`. Elements are counted from 0.
  package let path: String
  /// The kind in the protocol: `a string`.
  package let expected: String
  /// The kind in the message: `a number`.
  package let found: String

  package var description: String { "\(path): expected \(expected), found \(found)" }
}

/// The members of messages that could not be read, in the order of reading.
///
/// It keeps the first `limit`, so that a line with only wrong members costs little. The others are counted.
package final class UnreadMembers {
  package static let limit = 8

  package private(set) var first: [UnreadMember] = []
  /// The number of all of them, including those past `limit`.
  package private(set) var count = 0

  package init() {}

  func add(_ path: String, expected: String, found: JSONValue) {
    count += 1
    if first.count < Self.limit { first.append(UnreadMember(path: path, expected: expected, found: found.kind)) }
  }

  /// One line of text: which members could not be read. `nil` if all could be read.
  package var text: String? {
    guard count > 0 else { return nil }
    let others = count > first.count ? "; and \(count - first.count) more" : ""
    return first.map(\.description).joined(separator: "; ") + others
  }
}

/// The members of an object of the protocol, for the readers of `Wire`'s values.
///
/// A member that no reader asks for is ignored. A member that is absent or `null` reads as `nil`, because an older
/// daemon does not send it. A member of another kind also reads as `nil`, and is recorded in `unread`; the reader
/// continues with the next member.
package struct Members {
  private let members: JSONObject
  private let path: String
  private let unread: UnreadMembers?

  /// `value`: if it is not an object, there are no members.
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

  /// The members of a value that is not part of a message, such as a file.
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

  /// Whether there is such a member, even if it is `null`.
  package func has(_ name: String) -> Bool { members[name] != nil }

  package func text(_ name: String) -> String? { read(name, "a string", \.stringValue) }
  package func number(_ name: String) -> Int64? { read(name, "a number without a fraction", \.integerValue) }
  func flag(_ name: String) -> Bool? { read(name, "true or false", \.boolValue) }

  /// A member that has one of several kinds. `take` returns `nil` for all others.
  func either<Value>(_ name: String, _ expected: String, _ take: (JSONValue) -> Value?) -> Value? {
    read(name, expected, take)
  }

  /// A member whose meaning its reader decides later.
  package func any(_ name: String) -> JSONValue? { members[name] }

  /// The texts of a list. Elements that are not texts are left out. `nil` if there is no list.
  func texts(_ name: String) -> [String]? { elements(name, "a string", \.stringValue) }

  /// The numbers of a list. Elements that are not numbers are left out. `nil` if there is no list.
  package func numbers(_ name: String) -> [Int64]? { elements(name, "a number without a fraction", \.integerValue) }

  /// The lists of numbers in a list.
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

  /// The elements of a list, which its reader reads. `nil` if there is no list.
  package func values(_ name: String) -> [JSONValue]? { read(name, "a list", \.arrayValue) }

  /// The members of an object. `nil` if there is none.
  package func members(_ name: String) -> Members? {
    read(name, "an object", { if case .object = $0 { $0 } else { nil } }).map {
      Members($0, unread: unread, at: place(of: name))
    }
  }

  /// The value of an object. `nil` if there is none.
  func value<Value: WireValue>(_ name: String) -> Value? {
    guard let found = read(name, "an object", { if case .object = $0 { $0 } else { nil } }) else { return nil }
    return Value(Members(found, unread: unread, at: place(of: name)))
  }

  /// The values of a list of objects. `nil` if there is no list.
  func list<Value: WireValue>(_ name: String) -> [Value]? {
    guard let list = read(name, "a list", \.arrayValue) else { return nil }
    return Value.list(list, unread: unread, at: place(of: name))
  }

  /// The members of an object whose names are not fixed, in their order.
  func table<Value>(_ name: String, _ expected: String, _ take: (JSONValue) -> Value?) -> [(String, Value)] {
    guard case .object(let found)? = read(name, "an object", { if case .object = $0 { $0 } else { nil } }) else {
      return []
    }
    let inner = Members(.object(found), unread: unread, at: place(of: name))
    return found.names.compactMap { key in inner.read(key, expected, take).map { (key, $0) } }
  }

  /// The same members, for a value in the same object.
  func same<Value: WireValue>() -> Value { Value(self) }
}

/// The messages of the protocol and their parts, as typed values: each with its reader and its writer.
///
/// Both ends use them, so the name of a member is written in only one place. Words such as reasons stay texts if a
/// newer daemon may
/// send others.
package enum Wire {}

/// A value that is an object in the protocol.
package protocol WireValue: Hashable, Sendable {
  /// Reads all valid members.
  init(_ members: Members)
  /// The object, with its members in the order of the protocol.
  var json: JSONValue { get }
}

extension WireValue {
  /// Reads a value. Members that could not be read are recorded in `unread`.
  package init(_ value: JSONValue, unread: UnreadMembers? = nil) { self.init(Members(value, unread: unread)) }

  /// Reads a list of objects. Elements that are not objects are left out. `value`: if it is not a list, the result is
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

// The members of a writer: a `nil` is left out.
func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }
func number(_ number: Int64?) -> JSONValue? { number.map(JSONValue.integer) }
func flag(_ flag: Bool?) -> JSONValue? { flag.map(JSONValue.bool) }
func objects<Value: WireValue>(_ values: [Value]) -> JSONValue { .array(values.map(\.json)) }
func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

extension JSONObject {
  /// The object with more members after its own.
  func adding(_ more: JSONObject) -> JSONObject {
    var all = self
    for (name, value) in more { all[name] = value }
    return all
  }
}

extension JSONValue {
  /// The members that a writer has written.
  var members: JSONObject { if case .object(let members) = self { members } else { [:] } }
}
