/// The pages of the windows that were read last. An item that appears or disappears in a window changes only the groups
/// that it must.
///
/// People learn the place of an item. Therefore the former pages of a window that was read before are kept if possible;
/// see `PageKeeper`. The pages of one window depend only on what was read of it before.
public struct FormerPages: Sendable {
  /// The largest number of windows that are kept; the window that was not read for the longest time is dropped.
  public static let limit = 16

  private let grouping: Grouping
  /// By the reference of `Tree.nodes[0]`; the window that was read last is at the end.
  private var windows: [(root: Reference, pages: Group)] = []

  public init(grouping: Grouping) { self.grouping = grouping }

  /// The first page of a window, and below it all others.
  ///
  /// - Parameter isWhole: whether the whole window was read. If not, its pages are not stored, because more follows.
  public mutating func pages(of tree: Tree, window: WindowKind, isWhole: Bool) -> Group {
    let root = tree.nodes.first?.reference
    let former = windows.firstIndex { $0.root == root }.map { windows.remove(at: $0).pages }
    let pages = Pages.make(of: tree, window: window, grouping: grouping, former: former)
    if isWhole, let root { windows = windows.suffix(Self.limit - 1) + [(root, pages)] }
    return pages
  }
}
