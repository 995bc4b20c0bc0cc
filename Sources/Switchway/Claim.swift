import SwitchwayJSON

/// Which commands a front end acts on, each with whatever arguments.
public enum Claim: Hashable, Sendable {
  /// Every command. `items`: how many items there are to choose from; nil: not told.
  case all(items: Int64? = nil)
  /// Names of the vocabulary, or of front ends' own (`x-…`).
  case commands([String], items: Int64? = nil)

  var members: JSONObject {
    let (commands, items): (JSONValue, Int64?) =
      switch self {
      case .all(let items): (.string("all"), items)
      case .commands(let names, let items): (.array(names.map { .string($0) }), items)
      }
    var members: JSONObject = ["commands": commands]
    if let items { members["items"] = .integer(items) }
    return members
  }
}
