/// The cost of reaching the items of a window. On each page, the clock makes one step for each place up to the chosen
/// one, including the first place; then one press chooses.
public struct Cost: Hashable, Sendable {
  /// The number of items that can be reached.
  public private(set) var items = 0
  /// The steps to each item, summed over all items.
  public private(set) var steps = 0
  /// The presses that choose each item, summed over all items.
  public private(set) var presses = 0
  /// The steps to the item that needs the most steps.
  public private(set) var worstSteps = 0
  /// The presses for the item that needs the most presses.
  public private(set) var worstPresses = 0

  public init(of page: Group) { self.init(of: page.places) }

  init(of places: [Place]) { add(places, steps: 0, presses: 1) }

  private mutating func add(_ places: [Place], steps above: Int, presses: Int) {
    for (index, place) in places.enumerated() {
      if case .group(let group) = place { add(group.places, steps: above + index + 1, presses: presses + 1) }
      guard case .item = place else { continue }
      items += 1
      steps += above + index + 1
      self.presses += presses
      worstSteps = max(worstSteps, above + index + 1)
      worstPresses = max(worstPresses, presses)
    }
  }
}
