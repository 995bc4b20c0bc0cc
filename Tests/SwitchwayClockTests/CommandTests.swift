import SwitchwayClock
import Testing

@Suite("commands") struct CommandTests {
  @Test("next, previous and edge move the item and begin the interval anew; a page is a ring")
  func person() {
    for (command, item) in [
      (ClockCommand.next, 1), (.previous, 3), (.edge(isEnd: true), 3), (.edge(isEnd: false), 0), (.move(6), 2),
      (.move(-6), 2), (.move(4000), 0),
    ] {
      var run = Run(.auto(), items: 4)
      run.command(1200, command)
      run.until(2200)
      #expect(run.log == ["1200 publish 1/\(item)", "2200 next 1/\((item + 1) % 4)"], "\(command)")
    }
  }

  @Test("next(by=…) other than by item, and move, move nothing of the clock's")
  func elsewhere() {
    var run = Run(.auto(), items: 4)
    run.command(1200, .moveElsewhere)
    run.until(1500)
    #expect(run.log == ["1200 publish", "1500 next 1/1"])
  }

  @Test("scan(start) does nothing where it runs")
  func start() {
    var run = Run(.auto(), items: 4)
    run.until(1500)
    run.command(2000, .scan(.start))
    run.until(2500)
    #expect(run.log == ["1500 next 1/1", "2000 publish", "2500 next 1/2"])
  }

  @Test("scan(start) begins where it was paused by command")
  func startPaused() {
    var run = Run(.auto(), items: 4)
    run.until(1500)
    run.command(2000, .scan(.stop))
    run.command(3000, .scan(.start))
    run.until(4500)
    #expect(run.commands == ["1500 next 1/1", "2000 publish", "3000 publish", "4500 next 1/1"])
  }

  @Test("scan(start) does not end a pause by a mode")
  func startInMode() {
    var run = Run(.auto(), items: 4)
    run.at(1000, .pause(.locked))
    run.command(1100, .scan(.start))
    #expect(run.clock.state == .paused)
  }

  @Test("restart begins in every state but off, though another cause of a pause stays")
  func restart() {
    var run = Run(.auto(), items: 4)
    run.until(1500)
    run.command(1600, .select)
    run.command(2000, .scan(.restart))
    run.until(3500)
    run.command(3600, .scan(.pause))
    run.at(3700, .pause(.inhibited))
    run.command(3800, .scan(.restart))
    #expect(run.clock.pauses == .inhibited)
    run.at(4000, .resume(.inhibited))
    run.until(5500)
    #expect(
      run.log == [
        "1500 next 1/1", "1600 publish 1/1", "1600 = holding", "2000 publish", "2000 = running", "3500 next 1/1",
        "3600 publish", "3600 = paused", "3800 publish", "4000 = running", "5500 next 1/1",
      ])
  }

  @Test(
    "pause, resume and toggle; the interval begins anew, with the pause", arguments: [ScanWord.pause, .toggle])
  func pause(word: ScanWord) {
    var run = Run(.auto(), items: 4)
    run.until(1500)
    run.command(1600, .scan(word))
    run.until(9000)
    run.command(9000, .scan(word == .toggle ? .toggle : .resume))
    run.until(10_500)
    #expect(
      run.log == [
        "1500 next 1/1", "1600 publish", "1600 = paused", "9000 publish", "9000 = running", "10500 next 1/2",
      ])
  }

  @Test("stop lets it rest: a press or scan(start) begins again, and a resume does nothing", arguments: [true, false])
  func stop(isPress: Bool) {
    var run = Run(.auto(), items: 4)
    run.until(1500)
    run.command(1600, .scan(.stop))
    run.command(8000, .scan(.resume))
    run.until(9000)
    run.command(9000, isPress ? .select : .scan(.start))
    run.until(10_500)
    #expect(
      run.log == [
        "1500 next 1/1", "1600 publish", "1600 = resting", "8000 publish", isPress ? "9000 start" : "9000 publish",
        "9000 = running", "10500 next 1/1",
      ])
  }

  @Test("stop is a pause while a page has a choice, and where it is paused already")
  func stopHolding() {
    var run = Run(.auto(), items: 4)
    run.until(1500)
    run.command(1600, .select)
    run.command(2000, .scan(.stop))
    #expect(run.clock.state == .paused)
    var other = Run(.auto(), items: 4)
    other.command(1000, .scan(.pause))
    other.command(1100, .scan(.stop))
    #expect(other.clock.state == .paused)
  }

  @Test("a client's pause ends when the scanned client goes, or a bridge has its place; a person's own does not")
  func pausedClientGoes() {
    for (origin, pauses) in [(ClockOrigin.client, ClockPauses()), (.key, .command)] {
      for leaves in [ClockInput.gone(client: 0), .owner(.bridge)] {
        var run = Run(.auto(), items: 4)
        run.command(1000, .scan(.pause), origin)
        run.at(2000, .gone(client: 1), .owner(.client(1)), .owner(.client(0)))
        #expect(run.clock.pauses == .command)
        run.at(3000, leaves)
        #expect(run.clock.pauses == pauses, "\(origin) \(leaves)")
      }
    }
  }

  @Test("a client's pause ends with that client, whichever other asks for one, too; where a person does, it stays")
  func pausedTwice() {
    for (second, pauses) in [(ClockOrigin.client, ClockPauses()), (.key, .command)] {
      var run = Run(.auto(), items: 4)
      run.command(1000, .scan(.pause), .client)
      run.at(2000, .owner(.client(1)))
      run.command(2100, .scan(.stop), second)
      run.at(3000, .gone(client: 1), .owner(.client(0)))
      #expect(run.clock.pauses == .command)
      run.at(4000, .gone(client: 0))
      #expect(run.clock.pauses == pauses, "\(second)")
    }
  }

  @Test("a pause lasts until its last cause ends")
  func causes() {
    var run = Run(.auto(), items: 4)
    run.at(1000, .pause([.panic, .passThrough]))
    run.at(2000, .resume(.panic))
    run.at(3000, .resume([.passThrough, .learning]))
    run.until(4500)
    #expect(run.log == ["1000 = paused", "3000 = running", "4500 next 1/1"])
  }

  @Test("reverse: steps are previous until the next reverse, page or start")
  func reverse() {
    var run = Run(.auto(), items: 4)
    run.command(100, .scan(.reverse))
    run.until(1500)
    run.command(1600, .scan(.reverse))
    run.until(2500)
    run.command(2600, .scan(.reverse))
    run.show(3000, items: 4, page: 2)
    run.until(4500)
    run.command(4600, .scan(.reverse))
    run.command(4700, .scan(.restart))
    run.until(6200)
    #expect(
      run.commands.filter { !$0.contains("publish") } == [
        "1500 previous 1/3", "2500 next 1/0", "4500 next 2/1", "6200 next 2/1",
      ])
  }

  @Test(
    "scan-rate: divided or multiplied by 1.2, rounded to 10 ms, halves up, within 0.2…30 s",
    arguments: [
      (ClockRate.faster, 1000, 830), (.slower, 1000, 1200), (.faster, 1194, 1000), (.slower, 1234.567, 1480),
      (.interval(1_004_999), 0, 1000), (.interval(1_005_000), 0, 1010), (.faster, 210, 200), (.slower, 29_000, 30_000),
      (.interval(0), 0, 200), (.interval(-5), 0, 200), (.interval(.max), 0, 30_000), (.interval(.min), 0, 200),
      (.faster, 1110, 930), (.slower, 1129.166, 1350), (.slower, 1129.167, 1360),
    ])
  func rates(rate: ClockRate, old: Double, new: Double) {
    #expect(rate.applied(to: Run.micro(old)) == Run.micro(new))
  }

  @Test("another rate holds from the next step on")
  func rate() {
    var run = Run(.auto(), items: 4)
    run.until(1500)
    run.command(1600, .rate(.interval(2_000_000)))
    run.until(4500)
    #expect(run.log == ["1500 next 1/1", "1600 publish", "1600 = running", "2500 next 1/2", "4500 next 1/3"])
  }

  @Test("scan-style begins like a new owner, also that of the style in force")
  func style() {
    var run = Run(.auto(), items: 4)
    run.until(2500)
    run.command(3000, .style(.auto))
    run.until(4500)
    run.command(5000, .style(.step))
    run.command(6000, .style(.frontEnd))
    run.command(6500, .next)
    run.command(7000, .style(.auto))
    run.until(8500)
    #expect(
      run.log == [
        "1500 next 1/1", "2500 next 1/2", "3000 publish", "4500 next 1/1", "5000 publish", "5000 = resting",
        "6000 publish", "6000 = off", "6500 publish", "7000 publish", "7000 = running", "8500 next 1/1",
      ])
  }

  @Test("an unknown begins at rest with another style; what is holding goes on holding")
  func styleOfOthers() {
    var run = Run(unknown: .auto())
    run.command(100, .style(.auto))
    #expect(run.states == ["100 = resting"])
    var page = Run(.auto(), items: 3)
    page.command(100, .select)
    page.command(200, .style(.auto))
    #expect(page.states == ["100 = holding"])
  }

  @Test("a style without a clock is off until the next one that has one, a new owner or a profile")
  func withoutClock() {
    let ends: [(inout Run) -> Void] = [
      { $0.command(5000, .style(.auto)) }, { $0.at(5000, .owner(.bridge), .owner(.client(0))) },
      { $0.at(5000, .profile(.auto())) },
    ]
    for end in ends {
      var run = Run(.auto(), items: 3)
      run.command(100, .style(nil))
      run.command(150, .style(nil))
      run.show(200, items: 4, page: 2)
      // The front end moves its own highlight meanwhile, as in the style front-end.
      run.command(300, .select)
      run.command(400, .scan(.start))
      run.at(500, .atWork(0))
      run.at(600, .idle(0))
      run.until(4999)
      #expect(run.log == ["100 publish", "100 = off", "150 publish", "300 publish", "400 publish"])
      #expect(run.clock.nextDeadline == nil && run.clock.style == .frontEnd)
      end(&run)
      run.until(6500)
      #expect(run.states.last == "5000 = running")
      #expect(run.log.last == "6500 next 2/1")
    }
  }

  @Test("without effect where the profile's style is front-end")
  func frontEnd() {
    var run = Run(ClockSettings())
    run.at(0, .owner(.client(0)))
    run.show(100, items: 3)
    run.command(200, .style(.auto))
    run.command(300, .rate(.faster))
    run.command(400, .scan(.start))
    run.command(500, .select)
    run.until(9000)
    #expect(run.log == ["200 publish", "300 publish", "400 publish", "500 publish"])
    #expect(run.clock.style == .frontEnd && run.clock.interval == 1_000_000 && run.clock.nextDeadline == nil)
  }
}
