import SwitchwayProtocol

/// Whether the typed values of the protocol say the same as a line.
public enum TypedValues {
  /// What the reader of a line of the server could not read, or the writer writes otherwise.
  public static func problems(ofServerLine value: JSONValue) -> [String] {
    let unread = UnreadMembers()
    guard let event = Wire.Event(value, unread: unread) else { return ["no message"] }
    // `key`, of replays only.
    if case .unknown = event { return [] }
    var problems = difference(event.json, value, "the line")
    if case .ok(let ok) = event, let result = ok.result {
      problems += difference(read(result, unread), result, "the result")
    }
    return problems + (unread.text.map { ["not read: \($0)"] } ?? [])
  }

  /// The value of a result, by its form, read and written again.
  private static func read(_ result: JSONValue, _ unread: UnreadMembers) -> JSONValue {
    func has(_ name: String) -> Bool { result.objectValue?[name] != nil }
    if case .array = result { return .array(Wire.Binding.list(result, unread: unread).map(\.json)) }
    if has("modes") { return Wire.State(result, unread: unread).json }
    if has("days") { return Wire.Statistics(result, unread: unread).json }
    if has("files") { return Wire.Configuration(result, unread: unread).json }
    return result
  }

  private static func difference(_ typed: JSONValue, _ value: JSONValue, _ what: String) -> [String] {
    guard typed != value else { return [] }
    let (ours, theirs) = (typed.objectValue ?? [:], value.objectValue ?? [:])
    let names = Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] }.sorted()
    return ["the typed value of \(what) differs in \(names.isEmpty ? "an entry" : names.joined(separator: ", "))"]
  }
}
