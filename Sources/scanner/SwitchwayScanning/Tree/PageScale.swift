extension Tree {
  /// Converts the rectangles that Chromium reports for a web page into the pixels of its other rectangles.
  ///
  /// If the desktop's scale is not 1, Chromium reports web pages in smaller pixels than the rest of its window: smaller
  /// by that scale on X11, and by the next whole number on Wayland (seen: Chromium 156 on X11 and sway). The factor is
  /// the ratio of the page's size to the size of the view that it fills.
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
  /// With GTK 3 on Wayland, LibreOffice reports these parts as if they began at the top of the window, although a menu
  /// bar is above them (seen: LibreOffice 25.2). These parts are below a root pane. The panel that the root pane fills
  /// is reported at the right place, so the difference between the two gives the distance.
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

  /// How far a root pane must move to fill its panel. `nil` if the node is not a root pane, has another size than the
  /// panel, or is in the right place.
  private func moveOfRootPane(_ index: Int) -> (x: Int, y: Int)? {
    guard nodes[index].role == .rootPane, let panel = nodes[index].parent.map({ nodes[$0].extents }) else { return nil }
    let pane = nodes[index].extents
    guard !pane.isEmpty, (pane.width, pane.height) == (panel.width, panel.height) else { return nil }
    let move = (x: panel.x &- pane.x, y: panel.y &- pane.y)
    return move == (0, 0) ? nil : move
  }

  /// The factor by which a page is larger than the view that it fills. `nil` if the node is not a web page, is as large
  /// as the view, or does not fill the view.
  private func scaleOfPage(_ index: Int) -> Double? {
    guard nodes[index].role == .documentWeb else { return nil }
    var parent = nodes[index].parent
    // The view is the nearest ancestor that has a size.
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

  /// The rectangle with all its values divided by `scale`. Each edge is rounded to the nearest pixel.
  fileprivate func divided(by scale: Double) -> Rect {
    func part(_ edge: Int) -> Int { Int((Double(edge) / scale).rounded()) }
    return Rect(x: part(x), y: part(y), width: part(right) - part(x), height: part(bottom) - part(y))
  }
}
