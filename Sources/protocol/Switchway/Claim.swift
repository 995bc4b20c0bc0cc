import SwitchwayProtocol

/// The commands that a front end acts on. A claim names commands without their arguments.
public enum Claim: Hashable, Sendable {
  /// All commands. `items` is the number of items that the person can choose from, or `nil` if it is not given.
  case all(items: Int? = nil)
  /// The commands with these names, which are names of the vocabulary or a front end's own names (`x-…`).
  case commands([String], items: Int? = nil)

  var members: JSONObject {
    switch self {
    case .all(let items): Wire.Request.Claim(nil, items: items.map(Int64.init)).members
    case .commands(let names, let items): Wire.Request.Claim(names, items: items.map(Int64.init)).members
    }
  }
}
