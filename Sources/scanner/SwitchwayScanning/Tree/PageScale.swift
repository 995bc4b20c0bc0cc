extension Tree {
  /// Brings what Chromium reports of a page into the pixels that it reports everything else in.
  ///
  /// Where the desktop's scale is not 1, the page's own are smaller, on X11 by that scale, on Wayland by the next whole
  /// one (seen: Chromium 156 on X11 and sway). The view that a page fills shows how much.
  public mutating func scalePages() {
    guard toolkit == "Chromium" else { return }
    var scales: [Int: Double] = [:]
    for index in nodes.indices {
      guard let parent = nodes[index].parent, let scale = scales[parent] ?? scaleOfPage(index) else { continue }
      scales[index] = scale
      nodes[index].reportedExtents = nodes[index].extents
      nodes[index].extents = nodes[index].extents.divided(by: scale)
      nodes[index].lines = nodes[index].lines.map { $0.divided(by: scale) }
    }
  }

  /// Moves what LibreOffice draws itself to where it is in its window.
  ///
  /// With GTK 3 on Wayland it reports all of that as if it began where the window does, but a menu bar is above (seen:
  /// LibreOffice 25.2). The panel that its root pane fills is in the right place.
  public mutating func moveRootPanes() {
    guard toolkit == "gtk" else { return }
    var moves: [Int: (x: Int, y: Int)] = [:]
    for index in nodes.indices {
      guard let parent = nodes[index].parent, let move = moves[parent] ?? moveOfRootPane(index) else { continue }
      moves[index] = move
      nodes[index].reportedExtents = nodes[index].extents
      nodes[index].extents = nodes[index].extents.moved(by: move)
      nodes[index].lines = nodes[index].lines.map { $0.moved(by: move) }
    }
  }

  /// How far a root pane is from the panel that it fills. `nil` if it is none, or has another size.
  private func moveOfRootPane(_ index: Int) -> (x: Int, y: Int)? {
    guard nodes[index].role == .rootPane, let panel = nodes[index].parent.map({ nodes[$0].extents }) else { return nil }
    let pane = nodes[index].extents
    guard !pane.isEmpty, (pane.width, pane.height) == (panel.width, panel.height) else { return nil }
    let move = (x: panel.x &- pane.x, y: panel.y &- pane.y)
    return move == (0, 0) ? nil : move
  }

  /// How many times larger a page is than the view that it fills. `nil` if it is not a page, or as large as the view.
  private func scaleOfPage(_ index: Int) -> Double? {
    guard nodes[index].role == .documentWeb else { return nil }
    var parent = nodes[index].parent
    // The nearest ones may have no size.
    while let above = parent, nodes[above].extents.isEmpty { parent = nodes[above].parent }
    guard let view = parent.map({ nodes[$0].extents }) else { return nil }
    let page = nodes[index].extents
    let scale = Double(page.width) / Double(view.width)
    func fits(_ part: KeyPath<Rect, Int>) -> Bool {
      abs(Double(page[keyPath: part]) - Double(view[keyPath: part]) * scale) <= 2 * scale
    }
    return scale > 1.05 && fits(\.x) && fits(\.y) && fits(\.height) ? scale : nil
  }
}

extension Rect {
  fileprivate func moved(by move: (x: Int, y: Int)) -> Rect {
    Rect(x: x &+ move.x, y: y &+ move.y, width: width, height: height)
  }

  /// Each edge is rounded to the nearest pixel.
  fileprivate func divided(by scale: Double) -> Rect {
    func part(_ edge: Int) -> Int { Int((Double(edge) / scale).rounded()) }
    return Rect(x: part(x), y: part(y), width: part(right) - part(x), height: part(bottom) - part(y))
  }
}
