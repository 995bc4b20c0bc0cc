import SwitchwayCore
import SwitchwayProtocol
import SwitchwayReport
import SwitchwayServer
import Testing

@Suite("Modes of keyboards") struct KeyboardModeTests {
  private let chord = "+leftctrl +leftalt +leftmeta +p -p -leftmeta -leftalt -leftctrl"
  private let passed = ["+leftctrl", "+leftalt", "+leftmeta", "-leftmeta", "-leftalt", "-leftctrl"]

  private func around(_ word: String) -> [String] { passed.prefix(3) + [word] + passed.suffix(3) }

  // MARK: Pass-through

  @Test("in pass-through everything is typed, but the chord that leaves")
  func passThrough() throws {
    let rig = try KeyRig(claims: nil)
    #expect(rig.play(chord) == around("mode pass-through on"))
    #expect(
      rig.play("+tab +z -z -tab +up -up +leftmeta @5000 -leftmeta +leftshift +tab -tab -leftshift")
        == [
          "+tab", "+z", "-z", "-tab", "+up", "-up", "+leftmeta", "-leftmeta", "+leftshift", "+tab", "-tab",
          "-leftshift",
        ])
    #expect(rig.engine.interpreter.isPassingThrough)
    #expect(rig.play(chord) == around("mode pass-through off"))
    #expect(rig.play("+tab +z -z -tab") == ["actions"])
  }

  @Test("the shipped chord leaves pass-through even where nothing is bound to it")
  func alwaysLeaves() throws {
    let rig = try KeyRig(
      keyboard: "bindings: {ctrl+alt+super+p: nothing, ctrl+f12: pass-through(on), tab+p: pass-through}", claims: nil)
    #expect(rig.play("+leftctrl +f12 -f12 -leftctrl") == ["+leftctrl", "mode pass-through on", "-leftctrl"])
    #expect(rig.play("+tab +p -p -tab") == ["+tab", "+p", "-p", "-tab"], "a chord with Tab only enters it")
    #expect(
      rig.play("+rightctrl +leftalt +rightmeta +p -p -rightmeta -leftalt -rightctrl")
        == [
          "+rightctrl", "+leftalt", "+rightmeta", "mode pass-through off", "-rightmeta", "-leftalt", "-rightctrl",
        ])
    #expect(rig.play("+tab +p -p -tab +a -a") == ["mode pass-through on", "+a", "-a"])
  }

  @Test("8: what was down before the mode changed stays whose it was")
  func changeWhileDown() throws {
    let rig = try KeyRig(claims: nil)
    #expect(rig.play("+a +tab +z") == ["+a", "actions"])
    #expect(rig.perform { $0.interpreter.setPassThrough("on", at: $1) } == ["mode pass-through on"])
    #expect(rig.play("-z -tab -a +tab -tab") == ["-a", "+tab", "-tab"])
    #expect(rig.play("+tab +b") == ["+tab", "+b"])
    #expect(rig.perform { $0.interpreter.setPassThrough("off", at: $1) } == ["mode pass-through off"])
    #expect(rig.play("-b -tab +tab -tab") == ["-b", "-tab", "next"])
  }

  @Test("pass-through(once) lasts until every key is up again after at least one press")
  func once() throws {
    let rig = try KeyRig(keyboard: "bindings: {ctrl+f12: pass-through(once)}", claims: nil)
    #expect(
      rig.play("+leftctrl +f12 -f12 -leftctrl") == ["+leftctrl", "mode pass-through on", "-leftctrl"],
      "the keys that asked for it are no press in it")
    #expect(rig.play("+tab +z -z") == ["+tab", "+z", "-z"])
    #expect(rig.play("-tab") == ["-tab", "mode pass-through off"])
    #expect(rig.play("+tab +z -z -tab") == ["actions"])
    _ = rig.perform { $0.interpreter.setPassThrough("once", at: $1) }
    #expect(rig.play("+up -up") == ["+up", "-up", "mode pass-through off"])
    #expect(rig.play("+up -up") == ["move(up)"])
  }

  @Test("a client turns it, and a press that changes nothing tells the mode, too")
  func told() throws {
    let rig = try KeyRig(keyboard: "bindings: {ctrl+f12: pass-through(on), ctrl+f11: pass-through(off)}", claims: [])
    #expect(rig.play("+leftctrl +f11 -f11 -leftctrl") == ["+leftctrl", "mode pass-through off", "-leftctrl"])
    _ = rig.perform { $0.interpreter.setPassThrough("on", at: $1) }
    #expect(rig.play("+leftctrl +f12 -f12 -leftctrl") == ["+leftctrl", "mode pass-through on", "-leftctrl"])
    #expect(rig.play("+leftctrl +f11 -f11 -leftctrl") == ["+leftctrl", "mode pass-through off", "-leftctrl"])
  }

  // MARK: Rest

  @Test("at rest keyboards pass everything but what is bound to rest, attention and pass-through")
  func rest() throws {
    let rig = try KeyRig(
      keyboard: "bindings: {tab+f9: rest, ctrl+f10: attention, ctrl+f11: rest(off)}", claims: nil)
    #expect(rig.play("+tab +f9 -f9 -tab") == ["mode rest on"])
    #expect(rig.play("+up -up +space -space +esc -esc") == ["+up", "-up", "+space", "-space", "+esc", "-esc"])
    #expect(rig.play("+leftmeta @5000 -leftmeta") == ["+leftmeta", "-leftmeta"])
    #expect(rig.play("+leftctrl +f10 -f10 -leftctrl") == ["+leftctrl", "attention", "-leftctrl"])
    #expect(rig.play(chord) == around("mode pass-through on"))
    #expect(rig.play(chord) == around("mode pass-through off"))
    #expect(rig.play("+leftctrl +f11 -f11 -leftctrl") == ["+leftctrl", "mode rest off", "-leftctrl"])
    #expect(rig.play("+up -up") == ["move(up)"])
    #expect(rig.play("+tab +f9 -tab -f9 +tab +f9 -f9 -tab") == ["mode rest on", "mode rest off"])
  }

  @Test("at rest Tab and its unbound chords are typed, in order")
  func restTab() throws {
    for keys in ["{ctrl+f9: rest}", "{tab+f9: rest}"] {
      let rig = try KeyRig(keyboard: "bindings: \(keys)", claims: nil)
      _ = rig.perform { $0.interpreter.setRest(true, at: $1) }
      #expect(rig.play("+tab -tab") == ["+tab", "-tab"], "\(keys)")
      #expect(rig.play("+tab +z -z -tab") == ["+tab", "+z", "-z", "-tab"], "\(keys)")
      #expect(rig.play("+leftshift +tab -tab -leftshift") == ["+leftshift", "+tab", "-tab", "-leftshift"], "\(keys)")
    }
  }

  // MARK: Gesture mode

  @Test("in gesture mode keys are gestures, with phases where they have them; others are swallowed")
  func gestures() throws {
    let rig = try KeyRig(claims: nil)
    #expect(rig.play("+tab +g -g -tab") == ["gesture-mode(on)", "mode gesture on"])
    #expect(rig.engine.interpreter.isGesturing)
    #expect(rig.play("+up -up +leftshift +left -left -leftshift") == ["gesture(swipe, up)", "gesture(swipe, left, 2)"])
    #expect(rig.play("+space") == ["gesture(touch) begin"])
    #expect(rig.play("@5000 -space") == ["gesture(touch) end"])
    #expect(
      rig.play("+equal -equal +minus -minus +leftbrace -leftbrace +rightbrace -rightbrace") == [
        "zoom(in)", "zoom(out)", "rotate(left)", "rotate(right)",
      ])
    #expect(rig.play("+a -a +leftctrl -leftctrl +leftmeta @9000 -leftmeta +enter -enter +f5 -f5").isEmpty)
    #expect(rig.play("+tab -tab +tab +z -z -tab +leftshift +tab -tab -leftshift").isEmpty)
    #expect(rig.play("+d -d") == ["drag"])
    #expect(rig.play("+d -d") == ["drop"])
    #expect(rig.play("+esc -esc") == ["gesture-mode(off)", "mode gesture off"])
    #expect(rig.play("+a -a") == ["+a", "-a"])
  }

  @Test("leaving it with a drag begun cancels the drag first", arguments: ["+esc -esc", "+tab +g -g -tab"])
  func dragCancelled(_ leaves: String) throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+tab +g -g -tab +d -d")
    #expect(rig.play(leaves) == ["cancel", "gesture-mode(off)", "mode gesture off"])
  }

  @Test("it is left when the claim of gestures ends, and what has begun ends at its release")
  func claimEnds() throws {
    let rig = try KeyRig(claims: ["gesture", "gesture-mode"])
    _ = rig.play("+tab +g -g -tab")
    #expect(rig.play("+space") == ["gesture(touch) begin"])
    let words = rig.claim([])
    #expect(words.last == "mode gesture off")
    #expect(words.contains { $0.hasPrefix("gesture-mode(off)") })
    #expect(rig.play("-space") == ["gesture(touch) end"])
    #expect(rig.play("+a -a") == ["+a", "-a"])
  }

  @Test(
    "while presses rest or the screen is locked, keys are typed in gesture mode, too",
    arguments: ["rest", "lock", "learn"])
  func gesturesWhileResting(how: String) throws {
    let rig = try KeyRig(keyboard: "gesture-bindings: {f5: rest}", claims: nil)
    _ = rig.play("+tab +g -g -tab")
    #expect(rig.play("+a -a").isEmpty)
    _ = rig.perform { engine, time in
      switch how {
      case "rest": engine.interpreter.setRest(true, at: time)
      case "lock": engine.interpreter.setLocked(true, at: time)
      default: engine.interpreter.setLearning(true, at: time)
      }
    }
    #expect(rig.play("+a -a +esc -esc +up -up") == ["+a", "-a", "+esc", "-esc", "+up", "-up"])
    #expect(rig.engine.interpreter.isGesturing)
    // What is bound to rest works, as a gesture, too.
    if how == "rest" { #expect(rig.play("+f5 -f5") == ["mode rest off"]) }
    _ = rig.perform { engine, time in
      switch how {
      case "rest": break
      case "lock": engine.interpreter.setLocked(false, at: time)
      default: engine.interpreter.setLearning(false, at: time)
      }
    }
    #expect(rig.play("+a -a").isEmpty)
    #expect(rig.play("+esc -esc") == ["gesture-mode(off)", "mode gesture off"])
  }

  @Test("a gesture mode that a client entered and a claim's end leaves is left in that client's name")
  func gestureSender() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.perform { engine, time in
      let on = ScanCommand(known: "gesture-mode", ["on"], group: .gesture)
      _ = engine.interpreter.send(on, from: ClientName(EscapedText("tester")), at: time)
    }
    _ = rig.play("+d -d")
    let sources = rig.claim([])
    #expect(sources.prefix(2).allSatisfy { $0.hasPrefix("cancel") || $0.hasPrefix("gesture-mode(off)") }, "\(sources)")
    #expect(rig.lastLines.filter { $0.type == "command" }.allSatisfy { $0.contains(#""source":{"client":"tester"}"#) })
  }

  @Test("pass-through and its chord work in gesture mode")
  func passThroughInGestures() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+tab +g -g -tab")
    #expect(rig.play(chord) == ["mode pass-through on"], "modifiers are swallowed, too")
    #expect(rig.play("+up -up") == ["+up", "-up"])
    #expect(rig.play(chord) == around("mode pass-through off"))
    #expect(rig.play("+up -up") == ["gesture(swipe, up)"])
  }

  @Test("a swipe that nobody has claimed is not met: without a claim there is no gesture mode")
  func unclaimed() throws {
    let rig = try KeyRig(claims: ["gesture-mode"])
    #expect(rig.play("+tab +g -g -tab") == ["gesture-mode"])
    #expect(!rig.engine.interpreter.isGesturing)
    #expect(rig.play("+up -up") == ["+up", "-up"])
  }

  // MARK: Questions

  @Test("any command drops an open question before it is published; the daemon's own do not; keys that type neither")
  func questions() throws {
    let restart = "+leftctrl +leftalt +leftshift +leftmeta +r -r -leftmeta -leftshift -leftalt -leftctrl"
    let rig = try KeyRig(keyboard: "bindings: {ctrl+f9: attention}", claims: nil)
    #expect(rig.play(restart).contains("question restart"))
    #expect(rig.play("+tab +z -z -tab") == ["question dropped", "actions"])
    #expect(rig.play(restart).contains("question restart"))
    #expect(rig.play("+a -a") == ["+a", "-a"])
    #expect(rig.play(chord) == around("mode pass-through on"))
    #expect(rig.play(chord) == around("mode pass-through off"))
    #expect(rig.play("+leftctrl +f9 -f9 -leftctrl") == ["+leftctrl", "attention", "-leftctrl"])
    #expect(rig.play("+tab +y -y -tab") == ["question confirm", "restart"])
    #expect(rig.play("+tab +y -y -tab +tab +n -n -tab").isEmpty)
    #expect(rig.play(restart).contains("question restart"))
    let again = rig.play(restart).filter { $0.hasPrefix("question") }
    #expect(again == ["question dropped", "question restart"])
  }

  @Test("a confirmed command carries its own press, and is accepted at the confirming one")
  func confirmedTimes() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+leftctrl +leftalt +leftshift +leftmeta +r -r -leftmeta -leftshift -leftalt -leftctrl")
    var lines: [String] = []
    for (code, value, time) in [(UInt16(15), Int32(1), Int64(9_000)), (21, 1, 9_100)] {
      let event = InputEvent(time: Instant(time * 1_000), type: EventType.key, code: code, value: value)
      rig.engine.interpreter.handle([event][...], from: rig.keyboards[0])
      lines = rig.lines
    }
    #expect(lines.last?.contains(#""pressed":40000,"released":50000,"accepted":9100000"#) == true, "\(lines)")
    #expect(lines.last?.contains(#""source":{"device":"keyboard","gesture":"chord"}"#) == true)
  }

  // MARK: Panic

  @Test(
    "the panic chord, held for a second, lets go of everything until it is resumed",
    arguments: ["+backspace +esc +enter", "+enter +backspace +esc", "+esc +enter +backspace"])
  func panic(_ keys: String) throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+a +leftshift")
    let before = rig.play(keys)
    #expect(!before.contains { $0.hasPrefix("mode") })
    // The last of them went down at 40 ms.
    #expect(rig.play("@1039.999").isEmpty)
    let words = rig.play("@1040")
    #expect(words.suffix(2) == ["mode panic on", "warning panic"])
    #expect(Set(words.dropLast(2)).isSuperset(of: ["-a", "-leftshift"]))
    #expect(rig.engine.hasPanicked)
    #expect(rig.play("-backspace -esc -enter -a -leftshift +tab +z -z -tab +b -b").isEmpty)
    #expect(rig.resume() == ["mode panic off"])
    #expect(rig.play("+tab +z -z -tab +b -b") == ["actions", "+b", "-b"])
  }

  @Test("released just before its second it is no panic")
  func noPanic() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+backspace +esc +enter >1019.999 -esc")
    #expect(!rig.engine.hasPanicked)
    _ = rig.play("@5000 -enter -backspace")
    #expect(!rig.engine.hasPanicked)
    _ = rig.play("+backspace +esc +enter >6040 -esc")
    #expect(rig.engine.hasPanicked, "a release at its second comes after it")
  }

  @Test("a panic in every state, and its own chord beside the shipped one")
  func panicEverywhere() throws {
    let states: [(String, (Performer, Instant) -> Void)] = [
      ("none", { _, _ in }), ("pass-through", { $0.interpreter.setPassThrough("on", at: $1) }),
      ("once", { $0.interpreter.setPassThrough("once", at: $1) }), ("rest", { $0.interpreter.setRest(true, at: $1) }),
    ]
    for (name, enter) in states {
      for keys in ["+backspace +esc +enter", "+f1 +f12"] {
        let rig = try KeyRig(keyboard: "panic: f1+f12", claims: nil)
        _ = rig.perform(enter)
        _ = rig.play("+tab \(keys) @3000")
        #expect(rig.engine.hasPanicked, "\(name) \(keys)")
      }
    }
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+tab +g -g -tab +d -d +space")
    let words = rig.play("+backspace +esc @3000")
    #expect(!rig.engine.hasPanicked && words == ["cancel", "gesture-mode(off)", "mode gesture off"])
    _ = rig.play("-esc +tab +g -tab -g +esc")
    _ = rig.play("+enter @9000")
    #expect(rig.engine.hasPanicked)
  }

  @Test("a panic is not resumed while a key is down")
  func resumeRefused() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+backspace +esc +enter @3000 -esc -enter")
    #expect(rig.resume() == ["refused"])
    _ = rig.play("-backspace")
    #expect(rig.resume() == ["mode panic off"])
  }

  @Test("the panic chord on two keyboards, a key on each")
  func panicOnTwo() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+backspace 2:+esc +enter @3000")
    #expect(rig.engine.hasPanicked)
  }
}
