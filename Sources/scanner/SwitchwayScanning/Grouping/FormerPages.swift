/// The pages of the windows that were read last. What comes or goes in a window changes only the groups that it must.
///
/// People learn where an item is. So of a window that was read before the former pages are kept where that is possible;
/// see `PageKeeper`. The pages of one window depend on what was read of it before, and on nothing else.
public struct FormerPages: Sendable {
  /// The most windows that are remembered; the one that was not read for the longest time is forgotten.
  public static let limit = 16

  private let grouping: Grouping
  /// By the reference of `Tree.nodes[0]`, the last one that was read at the end.
  private var windows: [(root: Reference, pages: Group)] = []

  public init(grouping: Grouping) { self.grouping = grouping }

  /// The first page of a window, and below it all others.
  ///
  /// - Parameter isWhole: all of the window was read. Else its pages are not remembered, because more comes.
  public mutating func pages(of tree: Tree, window: WindowKind, isWhole: Bool) -> Group {
    let root = tree.nodes.first?.reference
    let former = windows.firstIndex { $0.root == root }.map { windows.remove(at: $0).pages }
    let pages = Pages.make(of: tree, window: window, grouping: grouping, former: former)
    if isWhole, let root { windows = windows.suffix(Self.limit - 1) + [(root, pages)] }
    return pages
  }
}
