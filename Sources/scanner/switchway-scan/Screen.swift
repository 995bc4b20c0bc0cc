import SwitchwayDesktopSettings
import SwitchwayScreen
import SwitchwayScanning

/// The contents of the screen: the ring around the highlighted place, and the bar with the names of the page.
final class Screen {
  /// The place that the session wants to highlight.
  var light: Session.Light?
  /// The position of the gliding line. `nil` if there is none.
  var line: Rect?
  var message: Session.Message?
  /// The active window, menu or dialog, as its program reports it.
  var front: (window: Session.Window, tree: Tree)? { didSet { findPlaces() } }
  /// The active window, as the compositor last reported it. `nil` if it does not report one.
  var place: WindowPlace? { didSet { findPlaces() } }
  /// The desktop's factor for the text size. The height of the bar is multiplied by it.
  var textScale = 1.0
  var isHighContrast = false
  /// Whether programs report places from the corner of the screen, as on X11. Then the place of a menu or popover can
  /// be computed from the place of its window.
  var tellsParts = false

  /// The places of the active window's items, and the name of the screen on which they are. `nil` if unknown.
  private var placement: (Placement, screen: String)?
  /// The placement of the last window whose place was known. A menu opens over this window.
  private var below: (Placement, SwitchwayScreen.Output)?
  let display: any Display
  private let settings: DesktopSettings
  let words: PanelWords

  init(_ display: any Display, _ settings: DesktopSettings, _ words: PanelWords) {
    (self.display, self.settings, self.words) = (display, settings, words)
    display.style = RingStyle(
      width: settings.ringWidth, inner: settings.ringColours[0], outer: settings.ringColours[1])
  }

  /// The highlighted item, if it is in an open menu whose place is not reported. Otherwise `nil`.
  var itemWithoutPlace: Item? {
    guard placement == nil, let light, let front, !front.window.id.isOfShell, front.window.id == light.window,
      front.window.kind == .menu, case .item(let item) = light.places[light.lit]
    else { return nil }
    return item
  }

  func draw() {
    let scale = textScale.isFinite ? min(max(textScale, 0.5), 3) : 1
    var bar = Bar(
      message: message.map(words.text), edge: settings.edge == .top ? .top : .bottom,
      height: Int(Double(settings.height) * scale))
    bar.isHighContrast = isHighContrast
    guard let light else {
      drawRings()
      return display.show(bar: message == nil ? nil : bar)
    }
    (bar.labels, bar.lit, bar.look) = (light.places.map(words.label), light.lit, light.look)
    bar.isKeyboard = light.isOfKeyboard
    display.show(bar: bar)
    drawRings()
  }

  /// Draws the highlight, and the gliding line, but not the bar.
  func drawRings() {
    let enlarged = light?.enlarged.flatMap { area in
      display.output(showing: Area(area)).map { Lens(area: area, output: $0.name) }
    }
    display.show(lens: enlarged)
    guard let light else { return display.hideRings() }
    let areas = [light.area, line].compactMap { $0.map(Area.init) }
    if let first = areas.first, let output = display.output(showing: first) {
      return display.show(rings: areas.map { output.real($0).rounded }, look: light.look, on: output.name)
    }
    guard let front, light.window == front.window.id,
      let (placement, screen) = placement ?? shellPlacement(of: light.places[light.lit])
    else {
      return display.hideRings()
    }
    let rings = placement.rings(of: light.places[light.lit])
    if rings.isEmpty { display.hideRings() } else { display.show(rings: rings, look: light.look, on: screen) }
  }

  /// Finds the places of items, also after screens were added, removed or changed.
  func findPlaces() { placement = findPlacement() }

  /// The placement of items of the desktop's own shell, on the screen that has this place of the page. `nil` if the
  /// shell does not have the keyboard.
  private func shellPlacement(of place: Place) -> (Placement, screen: String)? {
    guard let front, front.window.id.isOfShell else { return nil }
    let items: [Item] =
      switch place {
      case .item(let item): [item]
      case .group(let group): group.items
      default: []
      }
    let area = Area(items.reduce(Rect.zero) { $0.union($1.node.extents) })
    guard let output = display.output(showing: area) else { return nil }
    return Placement(desktop: front.tree, screen: output.bounds, output.real).map { ($0, output.name) }
  }

  private func findPlacement() -> (Placement, screen: String)? {
    guard let front, !front.window.id.isOfShell, let root = front.tree.nodes.first?.extents else { return nil }
    if front.window.kind.isPartOfWindow {
      return popupPlacement(front.tree, root) ?? partPlacement(front.tree, root, front.window.kind)
    }
    guard let place, let output = display.output(showing: place.content),
      let placement = Placement(
        tree: front.tree, part: place.part(for: root).mapped(output.real), screen: output.bounds)
    else { return nil }
    below = (placement, output)
    return (placement, output.name)
  }

  /// The placement of a menu that is a separate surface: its place is that of the popup with its size, which the
  /// desktop reports.
  private func popupPlacement(_ tree: Tree, _ root: Rect) -> (Placement, screen: String)? {
    guard let part = place?.popup(for: root), let output = display.output(showing: part.area) else { return nil }
    return Placement(tree: tree, part: part.mapped(output.real), screen: output.bounds).map { ($0, output.name) }
  }

  /// The placement of a menu or popover that is drawn in its window, computed from the program's extents and the place
  /// of the window. On X11, this works for all menus and popovers. On a desktop that reports separate popups, it works
  /// for a popover, which is not one of them.
  private func partPlacement(_ tree: Tree, _ root: Rect, _ kind: WindowKind) -> (Placement, screen: String)? {
    let isInWindow = tellsParts || (place?.popups != nil && kind == .popover)
    guard isInWindow, let (placement, output) = below else { return nil }
    return Placement(tree: tree, window: placement.unclippedRect(of: root), screen: output.bounds)
      .map { ($0, output.name) }
  }
}
