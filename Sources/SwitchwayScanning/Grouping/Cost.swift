/// What it costs to reach the items of a window: by the clock one step for each place up to the one that is chosen,
/// the first included, and a press for each page.
public struct Cost: Hashable, Sendable {
  public private(set) var items = 0
  public private(set) var steps = 0
  public private(set) var presses = 0
  public private(set) var worstSteps = 0
  public private(set) var worstPresses = 0

  public init(of page: Group) { add(page.places, steps: 0, presses: 1) }

  init(of places: [Place]) { add(places, steps: 0, presses: 1) }

  private mutating func add(_ places: [Place], steps above: Int, presses level: Int) {
    for (index, place) in places.enumerated() {
      let reached = above + index + 1
      switch place {
      case .group(let group): add(group.places, steps: reached, presses: level + 1)
      case .item:
        items += 1
        steps += reached
        presses += level
        worstSteps = max(worstSteps, reached)
        worstPresses = max(worstPresses, level)
      case .out, .close, .panel: break
      }
    }
  }
}
