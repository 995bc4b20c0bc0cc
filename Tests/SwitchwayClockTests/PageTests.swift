import SwitchwayClock
import Testing

@Suite("What is scanned") struct PageTests {
  @Test("a page has 1…1000 items and an item among them")
  func ranges() {
    for (items, item) in [(0, 0), (-1, 0), (1001, 0), (1_000_000_000, 0), (3, 3), (3, -1)] {
      #expect(ClockPage(items: items, item: item) == nil, "\(items), \(item)")
    }
    #expect(ClockPage(items: 1000, item: 999) != nil)
  }

  @Test("a new page replaces the client's old one", arguments: [(3, 2), (4, 1)])
  func replaces(items: Int, page: Int) {
    var run = Run(.auto(), items: 3)
    run.until(1500)
    run.show(1600, items: items, page: page, item: 2)
    run.until(3100)
    #expect(run.log == ["1500 next 1/1", "3100 next \(page)/\(3 % items)"])
  }

  @Test("a scan with the page and items in force only moves the item; time and count go on")
  func moves() {
    var run = Run(.auto(loops: 1), items: 3)
    run.until(1500)
    run.show(1700, items: 3, item: 0)
    run.until(9000)
    #expect(run.log == ["1500 next 1/1", "2500 next 1/1", "3500 next 1/2", "3500 = resting"])
  }

  @Test("its item is lit from then on, and is the page's item", arguments: [(1699.999, 1), (1700, 0)])
  func movedItem(pressed: Double, item: Int) {
    var run = Run(.auto(), items: 3)
    run.until(1500)
    run.show(1700, items: 3, item: 0)
    run.command(2000, .select, pressed: pressed)
    #expect(run.commands.last == "2000 publish 1/\(item)")
  }

  @Test("while a choice waits, the same page and items are a new page")
  func choiceWaits() {
    var run = Run(.auto(), items: 3)
    run.until(1500)
    run.command(1600, .select)
    run.show(2000, items: 3)
    run.command(2100, .select, .switch(0), pressed: 1900)
    run.until(3500)
    #expect(
      run.log == [
        "1500 next 1/1", "1600 publish 1/1", "1600 = holding", "2000 = running", "2100 stale", "3500 next 1/1",
      ])
  }

  @Test("items 0: nothing of this client is scanned until its next scan")
  func nothing() {
    var run = Run(.auto(), items: 3)
    run.at(1000, .page(nil, client: 0))
    #expect(run.clock.nextDeadline == nil && run.clock.pageItem == nil)
    run.command(1200, .next)
    run.command(1300, .select)
    run.command(1400, .scan(.restart))
    run.show(2000, items: 3)
    run.until(3500)
    #expect(
      run.log == ["1000 = off", "1200 publish", "1300 publish", "1400 publish", "2000 = running", "3500 next 1/1"])
  }

  @Test("nobody owns the three commands: off")
  func nobody() {
    var run = Run(.auto(), items: 3)
    run.at(1000, .owner(.nobody))
    run.until(9000)
    #expect(run.log == ["1000 = off"])
    run.at(9000, .owner(.client(0)))
    run.until(10_500)
    #expect(run.log == ["1000 = off", "9000 = running", "10500 next 1/1"])
  }

  @Test("an unknown begins at rest; the clock only moves it")
  func unknown() {
    var run = Run(unknown: .auto(), started: false)
    run.until(9000)
    #expect(run.clock.state == .resting && run.clock.pageItem == nil)
    run.command(9000, .select)
    run.until(11_500)
    #expect(run.log == ["9000 start", "9000 = running", "10500 next", "11500 next"])
  }

  @Test("when the owner changes, a page begins at its item, and one that is holding goes on holding")
  func owners() {
    var run = Run(.auto(), items: 3)
    run.show(100, items: 4, page: 8, item: 3, client: 1)
    run.at(2000, .owner(.client(1)))
    run.until(3500)
    run.command(3600, .select)
    run.at(4000, .owner(.client(0)))
    run.at(5000, .owner(.client(1)))
    #expect(
      run.log == [
        "1500 next 1/1", "3500 next 8/0", "3600 publish 8/0", "3600 = holding", "4000 = running", "5000 = holding",
      ])
  }

  @Test("a press whose owner was fixed before the change chooses from its owner's page")
  func fixed() {
    var run = Run(.auto(), items: 3)
    run.until(1500)
    run.show(1600, items: 4, page: 8, client: 1)
    run.at(1700, .owner(.client(1)))
    run.command(2000, .select, .switch(0), pressed: 1550, owner: .client(0))
    run.until(3200)
    #expect(run.log == ["1500 next 1/1", "2000 publish 1/1", "3200 next 8/1"])
    run.at(3300, .owner(.client(0)))
    #expect(run.log.last == "3300 = holding")
  }

  @Test("when the profile changes, pages stay and begin as with a new owner; what commands set ends")
  func profile() {
    var run = Run(.auto(), items: 3)
    run.until(1500)
    run.command(1600, .rate(.slower))
    run.command(1700, .scan(.reverse))
    run.command(1800, .scan(.pause))
    run.at(2000, .atWork(0), .profile(.auto()))
    run.until(3500)
    #expect(
      run.log == [
        "1500 next 1/1", "1600 publish", "1600 = running", "1700 publish", "1800 publish", "1800 = paused",
        "2000 = running", "3500 next 1/1",
      ])
  }

  @Test("a client that goes takes its page along")
  func gone() {
    var run = Run(.auto(), items: 3)
    run.at(1000, .gone(client: 0))
    #expect(run.clock.state == .off && run.clock.owner == .nobody)
    run.at(2000, .owner(.client(0)))
    #expect(run.clock.state == .resting)
  }

  @Test("hold: it stands until the next scan; a repeated scan's hold holds")
  func hold() {
    var run = Run(.auto(), items: 3)
    run.show(1000, items: 3, hold: true)
    run.until(9000)
    run.show(9000, items: 3)
    run.until(10_500)
    #expect(run.log == ["1000 = holding", "9000 = running", "10500 next 1/1"])
  }

  @Test("a thousand items are a ring, and the thousandth step rests")
  func thousand() {
    var run = Run(.auto(loops: 1), items: 1000)
    run.until(2_000_000)
    #expect(run.commands.count == 1000)
    #expect(run.commands.last == "1000500 next 1/0")
    #expect(run.states == ["1000500 = resting"])
  }

  @Test("more owners than the table holds: the one that came first is forgotten, never the one that is scanned")
  func table() {
    var run = Run(.auto(), items: 3)
    for client in 1...40 { run.show(Double(client), items: 9, page: client, client: client) }
    run.command(100, .select, owner: .client(1))
    run.command(101, .select, owner: .client(40))
    run.command(102, .select)
    #expect(run.commands == ["100 publish", "101 publish 40/0", "102 publish 1/0"])
  }
}
