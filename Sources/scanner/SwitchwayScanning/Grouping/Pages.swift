/// How the items of a window are grouped. The raw values are the words of the settings file.
public enum Grouping: String, Hashable, Sendable, CaseIterable {
  /// In regions, which are cut only by the positions of items.
  case rows
  /// In regions. Cuts that divide none of the program's containers are preferred.
  case containers
  /// One item after the other, in the order of reading, wherever they are.
  case none
}

/// Makes the pages of a window. Source: docs/design/desktop.md, "What counts, and how it is grouped".
public enum Pages {
  /// Makes the first page, which contains all other pages. A window without items has one page with one place:
  /// `.panel`.
  ///
  /// - Parameter window: the kind of the active window. If it is `nil`, the role of the tree's first node decides.
  public static func make(of tree: Tree, window: WindowKind? = nil, grouping: Grouping = .containers) -> Group {
    make(of: tree, window: window, grouping: grouping, former: nil)
  }

  /// - Parameter former: the former first page of the same window, or `nil` if the window is new.
  static func make(of tree: Tree, window: WindowKind?, grouping: Grouping, former: Group?) -> Group {
    var tree = tree
    // The first node is the root, even if a program reports a parent for it.
    if tree.nodes.first?.parent != nil { tree.nodes[0].parent = nil }
    let window = window ?? WindowKind(of: tree)
    let ends: [Place] = window == .window ? [.panel] : [.close, .panel]
    let maker = PageMaker(ItemFinder.items(of: tree), tree: tree, grouping: grouping)
    guard !maker.items.isEmpty else { return Group(places: [.panel]) }
    let fresh = maker.places(of: Array(maker.items.indices), capacity: Group.limit - ends.count)
    let kept = former.flatMap { PageKeeper.places($0.places, insteadOf: fresh, maker, most: Group.limit - ends.count) }
    var page = Group(places: (kept ?? fresh) + ends)
    maker.nameGroups(of: &page)
    page.name = tree.nodes.first?.name ?? ""
    return page
  }
}

/// Makes pages of the items of one window.
struct PageMaker {
  let items: [FoundItem]
  let grouping: Grouping
  /// The index in `items` of each item.
  private let numbers: [Reference: Int]
  private let containers: Containers

  init(_ items: [FoundItem], tree: Tree, grouping: Grouping) {
    (self.items, self.grouping) = (items, grouping)
    containers = Containers(of: items, in: tree)
    numbers = Dictionary(items.enumerated().map { ($1.item.reference, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index of an item in `items`. `nil` if it no longer exists.
  func number(of item: Item) -> Int? { numbers[item.reference] }

  /// The places of the first page of these items, without the place that ends the page.
  func places(of members: [Int], capacity: Int) -> [Place] {
    let known = members.map { grouping == .containers ? containers.ofItems[$0] : [] }
    guard
      let region = RegionCutter.region(
        of: members.map { items[$0].rect }, containers: known, texts: members.map { containers.texts[$0] })
    else { return [] }
    return PagePlan(grouping == .none ? region.flat : region).places(capacity: capacity) {
      .item(items[members[$0]].item)
    }
  }

  /// Gives each group the name of the container that holds its items and no others.
  func nameGroups(of page: inout Group) {
    for index in page.places.indices {
      guard case .group(var group) = page.places[index] else { continue }
      group.name = containers.name(of: group.items.compactMap { number(of: $0).map { items[$0].index } })
      nameGroups(of: &group)
      page.places[index] = .group(group)
    }
  }
}
