import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// Menus whose entries were chosen.
@Suite struct MenuTests {
  private static let menu = pages(item("new", actions: ["Press"], role: .menuItem))

  /// With the menu, whose entry was chosen and acted on 0.3 s ago.
  private static func stage() -> Stage {
    var stage = Stage(.auto, menu, kind: .menu)
    stage.choose("new")
    stage.act()
    stage.wait(300)
    return stage
  }

  @Test("a menu that stays open after its entry was chosen is closed")
  func menuStays() {
    var stage = Self.stage()
    stage.show(Self.menu, kind: .menu)
    #expect(stage.take() == ["check new", "use new", "read 1", "key esc"])
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.show(plain, id: 2)
    stage.wait(300)
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("a menu of a slow program is closed as soon as it is seen that it is still open")
  func menuOfSlowProgram() {
    var stage = Self.stage()
    stage.tell(.window(nil))
    #expect(stage.take() == ["check new", "use new", "read 1", "scan 3 page \(stage.page) at 0"])
    stage.wait(5_000)
    stage.show(Self.menu, kind: .menu)
    #expect(stage.take() == ["key esc", "scan 2 page \(stage.page) at 0"])
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.show(plain, id: 2)
    stage.wait(300)
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("a menu that is seen late is not closed while a switch is down")
  func lateMenuWhilePressed() {
    var stage = Self.stage()
    stage.tell(.window(nil))
    _ = stage.take()
    stage.tell(.press(switch: "main", isDown: true))
    stage.show(Self.menu, kind: .menu)
    #expect(stage.take() == [])
    stage.tell(.press(switch: "main", isDown: false))
    stage.tell(.rejected(switch: "main"))
    #expect(stage.take() == ["key esc", "scan 2 page \(stage.page) at 0"])
  }

  @Test("after Escape a menu that is still there is read again, at most three times")
  func menuClosesSlowly() {
    var stage = Self.stage()
    stage.show(Self.menu, kind: .menu)
    #expect(stage.take().last == "key esc")
    stage.tell(.acted(attempt: stage.attempt, .done))
    for _ in 1...3 {
      stage.wait(300)
      #expect(stage.take() == ["read 1"])
      stage.show(Self.menu, kind: .menu)
    }
    stage.wait(300)
    #expect(stage.take() == ["read 1"])
    stage.show(Self.menu, kind: .menu)
    #expect(stage.take() == ["scan 2 page \(stage.page) at 0"])
  }

  @Test("a menu that is opened again later stays")
  func menuOpenedAgain() {
    var stage = Self.stage()
    stage.show(plain, id: 2)
    stage.wait(12_000)
    _ = stage.take()
    stage.show(Self.menu, kind: .menu)
    #expect(stage.take().last == "scan 2 page \(stage.page) at 0")
  }

  @Test("a menu stays while an entry opens another menu")
  func submenu() {
    let menu = pages(item("recent", actions: ["ShowMenu"], role: .menuItem))
    var stage = Stage(.auto, menu, kind: .menu)
    stage.choose("recent")
    stage.act()
    stage.wait(300)
    stage.show(menu, kind: .menu)
    #expect(stage.take() == ["check recent", "use recent", "read 1", "scan 2 page \(stage.page) at 0"])
  }
}
