import SwitchwayJSON

/// Which commands a front end acts on, whatever their arguments.
public enum Claim: Hashable, Sendable {
  /// Every command. `items`: the number of items to choose from. nil: not given.
  case all(items: Int? = nil)
  /// Names from the vocabulary, or a front end's own names (`x-…`).
  case commands([String], items: Int? = nil)

  var members: JSONObject {
    let (commands, items): (JSONValue, Int?) =
      switch self {
      case .all(let items): (.string("all"), items)
      case .commands(let names, let items): (.array(names.map { .string($0) }), items)
      }
    var members: JSONObject = ["commands": commands]
    if let items { members["items"] = .integer(Int64(items)) }
    return members
  }
}
