import SwitchwayScanning

/// What the bar writes for a place.
enum PlaceWords {
  /// The place's name. An item without one is named after what it is, a group after its first items.
  static func label(_ place: Session.PagePlace) -> String {
    switch place {
    case .window(.item(let item)): name(item)
    case .window(.group(let group)): group.items.prefix(3).map(name).joined(separator: ", ")
    default: place.label
    }
  }

  private static func name(_ item: Item) -> String {
    item.title.isEmpty ? item.node.role.name : item.title
  }
}
