import SwitchwayProtocol

/// The commands that a front end acts on, whatever their arguments.
public enum Claim: Hashable, Sendable {
  /// Every command. `items`: the number of items to choose from. `nil` if the number is not given.
  case all(items: Int? = nil)
  /// Names from the vocabulary, or a front end's own names (`x-…`).
  case commands([String], items: Int? = nil)

  var members: JSONObject {
    switch self {
    case .all(let items): Wire.Request.Claim(nil, items: items.map(Int64.init)).members
    case .commands(let names, let items): Wire.Request.Claim(names, items: items.map(Int64.init)).members
    }
  }
}
