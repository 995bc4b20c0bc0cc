import SwitchwayBus
import SwitchwayScanning

/// Finds the visible rows of a long list by asking which object is at a point, for points from the top down. The points
/// are near the left edge; if no object is found there, they are further right. Qt 5 reports no object at the headers
/// of a table's rows.
final class RowSearch {
  /// The largest number of rows that are found. Source: docs/design/desktop.md, "Reading a window".
  static let mostRows = 30
  /// The largest number of points below one another. There are more points than rows, because a header, gaps and partly
  /// visible rows also need some.
  private static let mostPoints = 60
  /// The distance to the next point if no object was found, in pixels. It is less than a row.
  private static let gap = 12

  private let list: Reference
  private let area: Rect
  private let coordinates: ATSPI.Coordinates
  private let group: AnswerGroup
  private let onRow: (Reference) -> Bool
  private var x: Int
  private var y: Int
  private var points = 0
  private var rows = 0

  /// `onRow` gets each object that was found, and returns false if the object was already known.
  init(
    _ list: Draft, _ coordinates: ATSPI.Coordinates, in group: AnswerGroup, onRow: @escaping (Reference) -> Bool
  ) {
    (self.list, area, self.group, self.onRow) = (list.node.reference, list.seen, group, onRow)
    self.coordinates = coordinates
    (x, y) = (area.x + min(24, area.width / 2), area.y + 2)
  }

  func step() {
    guard rows < Self.mostRows, points < Self.mostPoints, y < area.bottom else {
      // The points move to the right by an eighth of the list's width, so that no column of at least this width is
      // missed.
      x += max(area.width / 8, 1)
      guard rows == 0, x < area.middle.x else { return }
      (y, points) = (area.y + 2, 0)
      return step()
    }
    points += 1
    let point: [any CVarArg & Sendable] = [
      Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y), coordinates.rawValue,
    ]
    group.send(Call(list, ATSPI.component, "GetAccessibleAtPoint", "iiu", numbers: point)) { [self] reply in
      guard let found = reply.reference() ?? nil, found != list, onRow(found) else {
        y += Self.gap
        return step()
      }
      rows += 1
      group.send(.extents(found, coordinates)) { [self] reply in
        y = max(y + 4, (reply.rect()?.bottom ?? 0) + 2)
        step()
      }
    }
  }
}
