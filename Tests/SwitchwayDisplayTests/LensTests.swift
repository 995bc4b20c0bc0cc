import SwitchwayScanning
import Testing
import TestDesktops

@testable import SwitchwayScreen

/// The enlarged part of a screen.
@Suite(.serialized) struct LensTests {
  private static func output(_ width: Int, _ height: Int, scale: Int = 1) -> Output {
    let layout = Rect(x: 100, y: 50, width: width, height: height)
    return Output(name: "one", layout: layout, width: scale * width, height: scale * height, id: 1)
  }

  @Test("it is in the other half of the screen, and never over what it enlarges", arguments: [1, 2])
  func place(scale: Int) throws {
    let output = Self.output(1_280, 800, scale: scale)
    for column in 0..<7 {
      for row in 0..<7 {
        let (left, right) = (1_280 * column / 7, 1_280 * (column + 1) / 7)
        let (top, bottom) = (800 * row / 7, 800 * (row + 1) / 7)
        let area = Rect(x: 100 + left, y: 50 + top, width: right - left, height: bottom - top)
        let plan = try #require(LensPlan(Lens(area: area, output: "one"), on: output))
        #expect(plan.factor == 2 && plan.place.width == 2 * plan.area.width)
        #expect(plan.place.intersection(plan.area.grown(by: 16 * scale)).isEmpty, "\(area): \(plan.place)")
        #expect(plan.place.intersection(output.bounds) == plan.place)
      }
    }
  }

  @Test("what takes too much of the screen is not enlarged, and what is small at most eight times")
  func factor() {
    let output = Self.output(1_000, 1_000)
    func factor(_ width: Int, _ height: Int) -> Int? {
      LensPlan(Lens(area: Rect(x: 100, y: 50, width: width, height: height), output: "one"), on: output)?.factor
    }
    #expect(factor(200, 10) == 2 && factor(201, 10) == nil && factor(10, 200) == 2 && factor(10, 201) == nil)
    #expect(factor(20, 20) == 8)
    #expect(LensPlan(Lens(area: Rect(x: 0, y: 0, width: 9, height: 9), output: "one"), on: output) == nil, "outside")
  }

  @Test("a ring of something in it is shown in the picture, too")
  func rings() throws {
    let output = Self.output(1_000, 1_000)
    let lens = Lens(area: Rect(x: 200, y: 150, width: 100, height: 50), output: "one")
    let plan = try #require(LensPlan(lens, on: output))
    #expect(plan.area == Rect(x: 100, y: 100, width: 100, height: 50) && plan.factor == 4)
    let place = plan.place
    #expect(
      plan.enlarged(Rect(x: 110, y: 120, width: 5, height: 6))
        == Rect(x: place.x + 40, y: place.y + 80, width: 20, height: 24))
    #expect(plan.enlarged(plan.area) == place)
    #expect(plan.enlarged(Rect(x: 99, y: 100, width: 5, height: 5)) == nil)
  }

  @Test("on a screen, the picture of what is there now, without the rings", arguments: ["sway", "x11"])
  func shown(desktop name: String) async throws {
    let desktop =
      name == "sway" ? try await TestDesktop.sway("output * resolution 1280x800") : try await TestDesktop.xvfb()
    // A compositor that stands still for a while is waited for.
    func open() throws -> SurfaceDisplay {
      try SurfaceDisplay.open(wayland: desktop.wayland, x11: desktop.x11, patience: 120_000)
    }
    let (other, display) = (try open(), try open())
    // Newer versions of sway configure a screen a little later.
    try await until("the screen") {
      try other.update()
      try display.update()
      return other.outputs.first?.width == 1_280 && display.outputs.first?.width == 1_280
    }
    let output = try #require(display.outputs.first)
    // What another program shows: a frame of 4 pixels, from 60,60 on.
    let style = RingStyle()
    other.show(rings: [Rect(x: 64, y: 64, width: 20, height: 20)], look: .lit, on: output.name)
    try await until("the other program's picture") {
      try other.update()
      return try desktop.picture(output.name).pixel(62, 70) == style.inner
    }
    let lens = Lens(area: Rect(x: 50, y: 50, width: 64, height: 50), output: output.name)
    let plan = try #require(LensPlan(lens, on: output))
    #expect(plan.factor == 6)
    func pixel(_ x: Int, _ y: Int) throws -> UInt32? {
      try desktop.picture(output.name).pixel(plan.place.x + (x - 50) * 6 + 3, plan.place.y + (y - 50) * 6 + 3)
    }
    display.show(lens: lens)
    display.show(rings: [Rect(x: 100, y: 90, width: 10, height: 5)], look: .lit, on: output.name)
    try await until("the picture, with its ring") {
      try display.update()
      // The ring's own place on the screen, and its enlarged one.
      return try desktop.picture(output.name).pixel(98, 92) == style.inner && pixel(62, 70) == style.inner
        && desktop.picture(output.name).pixel(plan.place.x + 50 * 6 - 2, plan.place.y + 42 * 6) == style.inner
    }
    #expect(try pixel(98, 92) != style.inner, "the ring of this program is in the picture")
    #expect(try pixel(53, 60) == desktop.picture(output.name).pixel(53, 120), "the ground")
    display.show(lens: nil)
    try await until("no picture any more") {
      try display.update()
      return try pixel(62, 70) != style.inner && desktop.picture(output.name).pixel(98, 92) == style.inner
    }
    _ = other
  }
}
