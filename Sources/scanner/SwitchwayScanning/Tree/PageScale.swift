extension Tree {
  /// Brings what Chromium reports of a page into the pixels that it reports everything else in.
  ///
  /// Where the desktop's scale is not 1, the page's own are smaller, on X11 by that scale, on Wayland by the next whole
  /// one (seen: Chromium 156 on X11 and sway). The view that a page fills tells how much.
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

  /// How many times larger a page is than the view that it fills. nil: it is none, or as large.
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
  /// Each edge is rounded to the nearest pixel.
  fileprivate func divided(by scale: Double) -> Rect {
    func part(_ edge: Int) -> Int { Int((Double(edge) / scale).rounded()) }
    return Rect(x: part(x), y: part(y), width: part(right) - part(x), height: part(bottom) - part(y))
  }
}
