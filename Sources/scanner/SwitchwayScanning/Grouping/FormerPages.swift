/// The pages of the windows that were read last. With them, an item that appears or disappears in a window changes as
/// few groups as possible.
///
/// People learn the place of an item. Therefore, when a window is read again, its former pages are kept if possible;
/// see `PageKeeper`. The pages of one window do not depend on other windows.
public struct FormerPages: Sendable {
  /// The largest number of windows that are kept; the window that was not read for the longest time is dropped.
  public static let limit = 16

  private let grouping: Grouping
  /// The first page of each window, with the reference of its `Tree.nodes[0]`. The window that was read last is at the
  /// end.
  private var windows: [(root: Reference, pages: Group)] = []

  public init(grouping: Grouping) { self.grouping = grouping }

  /// Returns the first page of a window, which contains all its other pages.
  ///
  /// - Parameter isWhole: whether the whole window was read. If not, its pages are not stored, because more of the
  ///   window follows.
  public mutating func pages(of tree: Tree, window: WindowKind, isWhole: Bool) -> Group {
    let root = tree.nodes.first?.reference
    let former = windows.firstIndex { $0.root == root }.map { windows.remove(at: $0).pages }
    let pages = Pages.make(of: tree, window: window, grouping: grouping, former: former)
    if isWhole, let root { windows = windows.suffix(Self.limit - 1) + [(root, pages)] }
    return pages
  }
}
