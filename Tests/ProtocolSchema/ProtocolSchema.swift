import Foundation
import SwitchwayProtocol
import Testing

/// `docs/protocol.schema.json`, to which every line is held that a test of a server, an engine or a replay sees.
public enum ProtocolSchema {
  /// The folder of the sources.
  public static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().standardizedFileURL.path

  /// The schema's file.
  public static let path = "\(top)/docs/protocol.schema.json"

  public static let schema: JSONSchema = {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return JSONSchema((try? JSONValue.parse(Array(bytes))) ?? .null)
  }()

  /// What is wrong with a line of the server: by the schema, or because the typed values do not say the same.
  public static func problems(ofServerLine line: String) -> [String] { problems(line, as: "server") }

  /// What is wrong with a line of a client.
  public static func problems(ofClientLine line: String) -> [String] { problems(line, as: "client") }

  private static func problems(_ line: String, as name: String) -> [String] {
    do throws(JSONError) {
      let value = try JSONValue.parse(Array(line.utf8))
      let typed = name == "server" ? TypedValues.problems(ofServerLine: value) : []
      return schema.problems(value, as: name) + typed
    } catch {
      return ["no JSON: \(error.message)"]
    }
  }

  /// Records an issue where a line of the server is not as the schema says.
  public static func expect(_ line: String) {
    let problems = problems(ofServerLine: line)
    if !problems.isEmpty {
      Issue.record("\(problems.joined(separator: "; ")) in \(line.prefix(600))")
    }
  }
}
