import Foundation
import SwitchwayScanning
import Testing
import TestDesktops

@testable import SwitchwayScreen

/// Rings and the bar on real displays, judged by what the screen shows.
@Suite(.serialized) struct ScreenTests {
  private static let style = RingStyle()

  private static func open(_ desktop: TestDesktop) throws -> SurfaceDisplay {
    // A compositor that stands still for a while is waited for.
    try SurfaceDisplay.open(wayland: desktop.wayland, x11: desktop.x11, patience: 120_000)
  }

  /// The screen, once it is as wide as it should be: newer versions of sway configure it a little later.
  private static func screen(of display: SurfaceDisplay, width: Int) async throws -> Output {
    var found: Output?
    try await until("a screen of width \(width)") {
      try display.update()
      found = display.outputs.first { $0.width == width }
      return found != nil
    }
    return try #require(found)
  }

  /// What is wrong with a lit ring around `item`; empty: each side has both colours in their width, and nothing else.
  private static func faults(_ picture: Picture, around item: Rect, width: Int) -> [String] {
    let (x, y) = item.middle
    // Nothing is ever shown in the corner.
    guard let ground = picture.pixel(0, 0) else { return ["no picture"] }
    let expected =
      [ground] + Array(repeating: style.inner, count: width) + Array(repeating: style.outer, count: width)
      + [ground]
    let steps = -1...2 * width
    let sides = [
      "left": steps.map { picture.pixel(item.x - 1 - $0, y) }, "right": steps.map { picture.pixel(item.right + $0, y) },
      "top": steps.map { picture.pixel(x, item.y - 1 - $0) },
      "bottom": steps.map { picture.pixel(x, item.bottom + $0) },
    ]
    return sides.filter { $0.value != expected.map { $0 } }.keys.sorted()
  }

  /// Shows a ring, and waits until it is exactly around its item.
  private static func expectRing(
    around item: Rect, on output: Output, of display: SurfaceDisplay, _ desktop: TestDesktop,
    sides: Set<String> = ["left", "right", "top", "bottom"]
  ) async throws {
    display.show(rings: [item], look: .lit, on: output.name)
    let width = style.width(of: .lit, scale120: output.scale120)
    try await until("a ring around \(item) on \(output)") {
      try display.update()
      return try sides.isDisjoint(with: faults(desktop.picture(output.name), around: item, width: width))
    }
  }

  @Test("on sway the ring's inner edge is the item's, at each scale and on each screen")
  func sway() async throws {
    let desktop = try await TestDesktop.sway(
      """
      output HEADLESS-1 resolution 640x480 scale 1 position 0 0
      output HEADLESS-2 resolution 960x720 scale 1.5 position 640 0
      output HEADLESS-3 resolution 800x600 scale 2 position 1280 0
      """, outputs: 3)
    let display = try Self.open(desktop)
    try await until("three screens") {
      try display.update()
      return display.outputs.map(\.name) == ["HEADLESS-1", "HEADLESS-2", "HEADLESS-3"]
        && display.outputs.map(\.scale120) == [120, 180, 240]
    }
    for output in display.outputs {
      // Odd numbers lie between the desktop's pixels; the second is large enough for strips.
      for item in [Rect(x: 101, y: 77, width: 83, height: 31), Rect(x: 33, y: 51, width: 507, height: 301)] {
        try await Self.expectRing(around: item, on: output, of: display, desktop)
      }
    }
    display.hideRings()
    let last = try #require(display.outputs.last)
    try await until("no ring") {
      try display.update()
      let picture = try desktop.picture(last.name)
      return picture.pixel(33 - 4, 200) == picture.pixel(0, 0)
    }
  }

  @Test("on X11 the ring's inner edge is the item's, and the bar keeps its place free")
  func x11() async throws {
    let desktop = try await TestDesktop.xvfb()
    let display = try Self.open(desktop)
    let output = try #require(display.outputs.first)
    #expect(output.bounds == Rect(x: 0, y: 0, width: 1_280, height: 800))
    for item in [Rect(x: 101, y: 77, width: 83, height: 31), Rect(x: 33, y: 51, width: 507, height: 301)] {
      try await Self.expectRing(around: item, on: output, of: display, desktop)
    }
    display.show(bar: Bar(labels: ["One", "Two"], lit: 0, height: 50))
    try await until("a bar") {
      try display.update()
      return try desktop.picture().pixel(1_279, 751) == 0x1E1E1E
    }
    #expect(try desktop.picture().pixel(1_279, 749) == 0)
    let strut = String(
      decoding: try desktop.run("xprop", ["-name", "switchway-scan", "_NET_WM_STRUT_PARTIAL"]), as: UTF8.self)
    #expect(strut.hasSuffix("= 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1279\n"))
  }

  @Test("on X11 the bar stands beside another panel's place; what takes more than a third is none")
  func otherPanel() async throws {
    let desktop = try await TestDesktop.xvfb()
    for (area, strut) in [("0, 30, 1280, 730", 90), ("0, 0, 1280, 300", 50), ("1, 2", 50)] {
      try desktop.run("xprop", ["-root", "-f", "_NET_WORKAREA", "32c", "-set", "_NET_WORKAREA", area])
      let display = try Self.open(desktop)
      display.show(bar: Bar(labels: ["One"], height: 50))
      try await until("the bar is \(strut) pixels from the edge") {
        try display.update()
        let text = try? desktop.run("xprop", ["-name", "switchway-scan", "_NET_WM_STRUT_PARTIAL"])
        return text.map { String(decoding: $0, as: UTF8.self) }?.contains("= 0, 0, 0, \(strut), 0") ?? false
      }
    }
  }

  @Test("on sway the bar and another panel at the same edge are both seen whole, and both places are kept free")
  func otherPanelOnSway() async throws {
    let other: UInt32 = 0xC02040
    let desktop = try await TestDesktop.sway(
      """
      output * resolution 640x480
      bar other {
        position bottom
        height 30
        colors {
          background #c02040
        }
      }
      """)
    func rows(_ colour: UInt32) throws -> [Int] {
      let picture = try desktop.picture("HEADLESS-1")
      return (0..<480).filter { picture.pixel(639, $0) == colour }
    }
    func free() throws -> Int {
      struct Workspace: Decodable { let rect: [String: Int] }
      let workspaces = Data(try desktop.run("swaymsg", ["-t", "get_workspaces"]))
      return try JSONDecoder().decode([Workspace].self, from: workspaces).first?.rect["height"] ?? -1
    }
    try await until("the other panel") { try rows(other).count == 30 }
    let display = try Self.open(desktop)
    display.show(bar: Bar(labels: ["One"], height: 50))
    func expect(_ rowsOfOther: Int, _ what: String) async throws {
      try await until(what) {
        try display.update()
        return try rows(0x1E1E1E).count == 50 && rows(other).count == rowsOfOther && free() == 430 - rowsOfOther
      }
    }
    try await expect(30, "both panels")
    try desktop.run("swaymsg", ["bar", "other", "mode", "invisible"])
    try await expect(0, "the bar alone")
    #expect(try rows(0x1E1E1E).last == 479)
    try desktop.run("swaymsg", ["bar", "other", "mode", "dock"])
    try await expect(30, "both panels again")
  }

  @Test("a click on a label is reported, and one on a ring is left to what is below it")
  func clicks() async throws {
    let desktop = try await TestDesktop.xvfb()
    let display = try Self.open(desktop)
    let output = try #require(display.outputs.first)
    var chosen: [Int] = []
    display.onChoose = { chosen.append($0) }
    display.show(bar: Bar(labels: ["One", "Two"], height: 50))
    // Its lower edge lies over the bar.
    let item = Rect(x: 20, y: 555, width: 300, height: 200)
    try await Self.expectRing(around: item, on: output, of: display, desktop, sides: ["left", "right", "top"])
    func click(_ x: Int, _ y: Int) throws {
      try desktop.run("xdotool", ["mousemove", "\(x)", "\(y)", "click", "1"])
    }
    try await until("the bar, and the ring's lower edge over it") {
      try display.update()
      let picture = try desktop.picture()
      return picture.pixel(1_279, 751) == 0x1E1E1E && picture.pixel(30, 758) == Self.style.inner
    }
    try click(30, 758)
    try click(600, 775)
    try click(150, 775)
    try await until("two clicks") {
      try display.update()
      return chosen.count >= 2
    }
    #expect(chosen == [0, 1])
    let below = try desktop.run("xdotool", ["mousemove", "16", "650", "getmouselocation", "--shell"])
    let root = try desktop.run("xwininfo", ["-root", "-int"])
    let window =
      String(decoding: below, as: UTF8.self).split(separator: "WINDOW=").last?.prefix { $0.isNumber } ?? "none"
    #expect(String(decoding: root, as: UTF8.self).contains("Window id: \(window) "))
  }

  @Test("a rejected ring is lit again by itself")
  func rejected() async throws {
    let desktop = try await TestDesktop.sway("output * resolution 640x480")
    let display = try Self.open(desktop)
    let output = try await Self.screen(of: display, width: 640)
    let item = Rect(x: 100, y: 100, width: 90, height: 30)
    display.style.moves = false
    display.show(rings: [item], look: .rejected, on: output.name)
    func middle() throws -> UInt32? { try desktop.picture(output.name).pixel(item.middle.x, item.y - 1) }
    try await until("corners") {
      try display.update()
      return try desktop.picture(output.name).pixel(item.x, item.y - 1) == Self.style.inner
    }
    try await until("the whole ring") {
      try display.update()
      return try middle() == Self.style.inner
    }
  }

  @Test("a ring that only moves, as a gliding line does, keeps its surface", arguments: [40, 470])
  func moved(height: Int) async throws {
    for desktop in [
      try await TestDesktop.sway("output * resolution 640x480"), try await TestDesktop.xvfb(),
    ] {
      let display = try Self.open(desktop)
      let output = try await Self.screen(of: display, width: desktop.x11 == nil ? 640 : 1_280)
      func line(_ x: Int) -> Rect { Rect(x: x, y: 5, width: 1, height: height) }
      func isShown(_ x: Int) throws -> Bool {
        try desktop.picture(output.name).pixel(x - 1, 20) == Self.style.inner
      }
      display.show(rings: [line(50)], look: .lit, on: output.name)
      try await until("the first line") {
        try display.update()
        return try isShown(50)
      }
      let surfaces = display.rings.surfaces
      for x in 51...300 {
        display.show(rings: [line(x)], look: .lit, on: output.name)
        try display.update()
      }
      try await until("the last line, and no other") {
        try display.update()
        return try isShown(300) && !isShown(50)
      }
      #expect(display.rings.surfaces == surfaces)
      // Another size needs another picture.
      display.show(rings: [Rect(x: 50, y: 5, width: 2, height: height)], look: .lit, on: output.name)
      try await until("the wider line") {
        try display.update()
        return try isShown(50)
      }
      #expect(Set(display.rings.surfaces).isDisjoint(with: surfaces))
    }
  }

  @Test("as many rings as there may be, changed at each step, do not end the connection")
  func many() async throws {
    let desktop = try await TestDesktop.sway("output * resolution 1280x800")
    let display = try Self.open(desktop)
    let output = try await Self.screen(of: display, width: 1_280)
    for step in 0..<6 {
      let items = (0..<displayLimit).map { index in
        Rect(x: 20 + 75 * (index % 16) + 2 * step, y: 20 + 90 * (index / 16), width: 40, height: 30)
      }
      display.show(rings: items, look: .lit, on: output.name)
      let last = try #require(items.last)
      try await until("the last ring of step \(step)") {
        try display.update()
        return try desktop.picture(output.name).pixel(last.x - 1, last.middle.y) == Self.style.inner
      }
    }
  }

  @Test("a compositor that is stopped is never waited for, and shows the last ring afterwards")
  func stopped() async throws {
    let desktop = try await TestDesktop.sway("output * resolution 640x480")
    let display = try Self.open(desktop)
    let output = try await Self.screen(of: display, width: 640)
    try await Self.expectRing(around: Rect(x: 50, y: 50, width: 20, height: 20), on: output, of: display, desktop)
    desktop.signal(SIGSTOP)
    let start = ContinuousClock.now
    for step in 0..<2_000 {
      let rings = (0..<10).map { Rect(x: 10 * $0 + step % 50, y: 40 * $0, width: 30, height: 20) }
      display.show(rings: rings, look: .lit, on: output.name)
      display.show(bar: Bar(labels: ["One"], message: "\(step)"))
      try display.update()
    }
    // A wait of 30 ms in each step would be noticed.
    #expect(ContinuousClock.now - start < .seconds(60))
    desktop.signal(SIGCONT)
    try await Self.expectRing(around: Rect(x: 300, y: 50, width: 20, height: 20), on: output, of: display, desktop)
    try await until("the bar") {
      try display.update()
      return try desktop.picture(output.name).pixel(639, 479) == 0x1E1E1E
    }
  }

  @Test("a screen that goes takes its rings with it; the bar moves to another, and comes back from none")
  func unplugged() async throws {
    let outer = try await TestDesktop.sway("output * resolution 1280x480")
    let desktop = try await TestDesktop.sway(outputs: 2, inside: outer)
    let display = try Self.open(desktop)
    var changes = 0
    display.onOutputs = { changes += 1 }
    try await until("two screens") {
      try display.update()
      return display.outputs.map(\.name) == ["WL-1", "WL-2"]
    }
    let item = Rect(x: 100, y: 100, width: 90, height: 30)
    display.show(bar: Bar(labels: ["One"], height: 40))
    try await Self.expectRing(around: item, on: display.outputs[0], of: display, desktop)
    try outer.run("swaymsg", ["[title=\"wlroots - WL-1\"] kill"])
    try await until("one screen is left, with a bar") {
      try display.update()
      guard display.outputs.map(\.name) == ["WL-2"], display.outputs[0].width == 1_280 else { return false }
      return try desktop.picture("WL-2").pixel(1_279, 479) == 0x1E1E1E
    }
    #expect(changes > 0)
    try await Self.expectRing(around: item, on: display.outputs[0], of: display, desktop)
    try desktop.run("swaymsg", ["create_output"])
    try outer.run("swaymsg", ["[title=\"wlroots - WL-2\"] kill"])
    try await until("the new screen has the bar") {
      try display.update()
      guard let output = display.outputs.first, display.outputs.count == 1, output.name != "WL-2" else { return false }
      return try desktop.picture(output.name).pixel(output.width - 1, output.height - 1) == 0x1E1E1E
    }
  }

  @Test("a display that has gone is reported", arguments: [true, false])
  func gone(_ isWayland: Bool) async throws {
    signal(SIGPIPE, SIG_IGN)
    let desktop = isWayland ? try await TestDesktop.sway() : try await TestDesktop.xvfb()
    let display = try Self.open(desktop)
    display.show(bar: Bar(labels: ["One"]))
    try display.update()
    desktop.signal(SIGKILL)
    var failure: DesktopFailure?
    try await until("a failure") {
      do { try display.update() } catch { failure = error as? DesktopFailure }
      return failure != nil
    }
    #expect(failure?.reason == .gone)
  }

  @Test("a bar that the compositor shows on no screen is covered, from its first drawing on")
  func covered() async throws {
    let scene = try FakeScene()
    let display = try SurfaceDisplay.open(wayland: scene.path, x11: nil, patience: 120_000)
    var changes: [Bool] = []
    display.onCover = { changes.append(display.isBarCovered) }
    display.show(bar: Bar(labels: ["One"], height: 40))
    try await until("the bar is drawn, and was not shown") {
      try display.update()
      return display.isBarCovered
    }
    #expect(scene.hasBar)
    for isVisible in [true, false, true] {
      var isAnswered = false
      scene.setVisible(isVisible)
      display.ask { isAnswered = true }
      try await until("the answer") {
        try display.update()
        return isAnswered
      }
      #expect(display.isBarCovered == !isVisible)
    }
    #expect(changes == [true, false, true, false])
    // It leaves the screen and enters it again at once, as where the screen changes.
    var isAnswered = false
    for isVisible in [false, true] { scene.setVisible(isVisible) }
    display.ask { isAnswered = true }
    try await until("the answer") {
      try display.update()
      return isAnswered
    }
    #expect(changes == [true, false, true, false] && !display.isBarCovered)
  }

  @Test("X11 never says that a bar is covered, and is not asked")
  func neverCovered() async throws {
    let desktop = try await TestDesktop.xvfb()
    let display = try Self.open(desktop)
    display.show(bar: Bar(labels: ["One"], height: 40))
    try display.update()
    var isAnswered = false
    display.ask { isAnswered = true }
    #expect(isAnswered && !display.isBarCovered)
  }

  @Test("a compositor without layer shell is named, and so is one that does not answer in the time that it is given")
  func lacking() async throws {
    let desktop = try FakeCompositor()
    #expect(throws: DesktopFailure(.silent, "the compositor does not answer")) {
      try SurfaceDisplay.open(wayland: desktop.path, x11: nil, patience: 1)
    }
    // One that begins to answer when it is asked, as in a session that begins, is waited for.
    desktop.answerLater()
    #expect(throws: DesktopFailure(.lacks("zwlr_layer_shell_v1"), "the display lacks zwlr_layer_shell_v1")) {
      try SurfaceDisplay.open(wayland: desktop.path, x11: ":never", patience: 60_000)
    }
    #expect(throws: DesktopFailure(.none, "there is no display")) {
      try SurfaceDisplay.open(wayland: desktop.path + "-none", x11: nil)
    }
  }
}
