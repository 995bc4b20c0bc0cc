extension Tree {
  /// Converts Chromium's values for a page into the pixels of its other values.
  ///
  /// If the desktop's scale is not 1, the page's own pixels are smaller, on X11 by that scale, on Wayland by the next
  /// whole one (seen: Chromium 156 on X11 and sway). The view that the page fills shows the factor.
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

  /// Moves the parts that LibreOffice draws itself to their place in its window.
  ///
  /// With GTK 3 on Wayland, it reports these parts as if they began at the top of the window, although a menu bar is
  /// above them (seen:
  /// LibreOffice 25.2). The panel that its root pane fills is reported at the right place.
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

  /// The distance of a root pane from the panel that it fills. `nil` if it is none, or has another size.
  private func moveOfRootPane(_ index: Int) -> (x: Int, y: Int)? {
    guard nodes[index].role == .rootPane, let panel = nodes[index].parent.map({ nodes[$0].extents }) else { return nil }
    let pane = nodes[index].extents
    guard !pane.isEmpty, (pane.width, pane.height) == (panel.width, panel.height) else { return nil }
    let move = (x: panel.x &- pane.x, y: panel.y &- pane.y)
    return move == (0, 0) ? nil : move
  }

  /// The factor by which a page is larger than the view that it fills. `nil` if it is not a page, or as large as the
  /// view.
  private func scaleOfPage(_ index: Int) -> Double? {
    guard nodes[index].role == .documentWeb else { return nil }
    var parent = nodes[index].parent
    // The nearest ancestors may have no size.
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
  func moved(by move: (x: Int, y: Int)) -> Rect {
    Rect(x: x &+ move.x, y: y &+ move.y, width: width, height: height)
  }

  /// Each edge is rounded to the nearest pixel.
  fileprivate func divided(by scale: Double) -> Rect {
    func part(_ edge: Int) -> Int { Int((Double(edge) / scale).rounded()) }
    return Rect(x: part(x), y: part(y), width: part(right) - part(x), height: part(bottom) - part(y))
  }
}
