import SwitchwayProtocol

/// A JSON Schema, limited to the keywords that our schema has: `$ref`, `type`, `const`, `enum`, `properties`,
/// `required`, `additionalProperties`, `items`, `anyOf`, `oneOf`, `minimum` and `maximum` of draft 2020-12.
///
/// Stricter than a receiver may be: a member that the schema does not name is a problem.
public struct JSONSchema: Sendable {
  /// All that is understood; a schema with anything else is not held to what it says.
  static let keywords: Set<String> = [
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "const", "enum", "properties", "required",
    "additionalProperties", "items", "anyOf", "oneOf", "minimum", "maximum",
  ]

  public let root: JSONValue

  public init(_ root: JSONValue) { self.root = root }

  /// What is wrong with `value` as the definition `name`; empty: nothing.
  public func problems(_ value: JSONValue, as name: String) -> [String] {
    guard let schema = root["$defs"]?[name] else { return ["there is no definition '\(name)'"] }
    return problems(value, schema, at: "")
  }

  private func problems(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    var problems: [String] = []
    func add(_ what: String) { problems.append("\(place.isEmpty ? "the message" : place): \(what)") }
    for keyword in (schema.objectValue ?? [:]).keys.sorted() where !JSONSchema.keywords.contains(keyword) {
      add("the schema says '\(keyword)', which is not understood")
    }
    if let name = schema["$ref"]?.stringValue {
      guard let target = resolved(name) else { return ["the schema has no '\(name)'"] }
      problems += self.problems(value, target, at: place)
    }
    if let type = schema["type"]?.stringValue, type != value.schemaType, type != "number" || value.magnitude == nil {
      add("expected \(type), found \(value.kind)")
    }
    if let only = schema["const"], only != value { add("expected \(only)") }
    if let words = schema["enum"]?.arrayValue, !words.contains(value) {
      add("expected one of \(words), found \(value)")
    }
    if let least = schema["minimum"]?.integerValue, let number = value.magnitude, number < Double(least) {
      add("\(value.numeral) is below \(least)")
    }
    if let most = schema["maximum"]?.integerValue, let number = value.magnitude, number > Double(most) {
      add("\(value.numeral) is above \(most)")
    }
    if let members = value.objectValue { problems += self.problems(members, schema, at: place) }
    if let items = schema["items"], let list = value.arrayValue {
      for (index, item) in list.enumerated() { problems += self.problems(item, items, at: "\(place)/\(index)") }
    }
    for keyword in ["anyOf", "oneOf"] {
      guard let branches = schema[keyword]?.arrayValue else { continue }
      let results = candidates(for: value, among: branches).map { self.problems(value, $0, at: place) }
      let right = results.count { $0.isEmpty }
      if right == 0 {
        problems += results.min { $0.count < $1.count } ?? ["\(place): no type of message fits \(value)"]
      } else if keyword == "oneOf", right > 1 {
        add("\(right) descriptions fit where one may")
      }
    }
    return problems
  }

  private func problems(_ members: [String: JSONValue], _ schema: JSONValue, at place: String) -> [String] {
    var problems: [String] = []
    for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] where members[name] == nil {
      problems.append("\(place)/\(name) is missing")
    }
    let known = schema["properties"]?.objectValue
    let others = schema["additionalProperties"]
    guard known != nil || others != nil else { return problems }
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      if let one = known?[name] ?? others {
        problems += self.problems(member, one, at: "\(place)/\(name)")
      } else {
        problems.append("\(place)/\(name) is not in the schema")
      }
    }
    return problems
  }

  /// The branches whose `type` member is that of the message: problems are told of the one that was meant.
  private func candidates(for value: JSONValue, among branches: [JSONValue]) -> [JSONValue] {
    guard let type = value["type"], type.stringValue != nil else { return branches }
    return branches.compactMap { branch in
      let target = branch["$ref"]?.stringValue.flatMap(resolved) ?? branch
      return mayBe(target, of: type) ? target : nil
    }
  }

  private func mayBe(_ schema: JSONValue, of type: JSONValue) -> Bool {
    if let only = schema["properties"]?["type"]?["const"] { return only == type }
    return schema["anyOf"]?.arrayValue?.contains { mayBe($0, of: type) } ?? true
  }

  private func resolved(_ reference: String) -> JSONValue? {
    let prefix = "#/$defs/"
    guard reference.hasPrefix(prefix) else { return nil }
    return root["$defs"]?[String(reference.dropFirst(prefix.count))]
  }
}

extension JSONValue {
  /// As a number; nil: it is none.
  fileprivate var magnitude: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  fileprivate var numeral: String { integerValue.map(String.init) ?? magnitude.map { "\($0)" } ?? kind }

  /// The word of JSON Schema.
  fileprivate var schemaType: String {
    if integerValue != nil { return "integer" }
    if stringValue != nil { return "string" }
    if boolValue != nil { return "boolean" }
    if arrayValue != nil { return "array" }
    if objectValue != nil { return "object" }
    return self == .null ? "null" : "number"
  }
}
