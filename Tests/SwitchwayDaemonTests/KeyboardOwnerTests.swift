import SwitchwayCore
import SwitchwayProtocol
import SwitchwayReport
import SwitchwayServer
import Testing

@Suite("Whose a key is") struct KeyboardOwnerTests {
  // MARK: Claims and context

  @Test("a claim counts from the next press on")
  func claims() throws {
    let rig = try KeyRig(claims: [])
    #expect(rig.play("+up") == ["+up"])
    #expect(rig.claim(["move"]).isEmpty)
    #expect(rig.play("-up") == ["-up"], "its release goes where its press went")
    #expect(rig.play("+up") == ["move(up)"])
    #expect(rig.claim([]).isEmpty)
    #expect(rig.play("-up +up -up") == ["+up", "-up"])
  }

  @Test("Tab's owner is fixed when it goes down")
  func tab() throws {
    let rig = try KeyRig(claims: [])
    _ = rig.play("+tab")
    _ = rig.claim(nil)
    #expect(rig.play("-tab") == ["+tab", "-tab"])
    _ = rig.play("+tab")
    _ = rig.claim([])
    #expect(rig.play("-tab").map { $0.replacing(" null", with: "") } == ["next"])
  }

  @Test("only what is claimed is a front end's")
  func some() throws {
    let rig = try KeyRig(claims: ["next", "actions"])
    #expect(rig.play("+tab -tab +tab +z -z -tab") == ["next", "actions"])
    #expect(rig.play("+tab +f -f -tab +up -up") == ["+leftctrl", "+f", "-f", "-leftctrl", "+up", "-up"])
  }

  @Test("in text arrows, Space, Enter and Backspace are typed, chords with Tab are commands still")
  func text() throws {
    let rig = try KeyRig(keyboard: "bindings: {enter: select, backspace: back, shift+left: edge(start)}", claims: nil)
    let keys = ["up", "down", "left", "right", "space", "enter", "backspace"]
    _ = rig.claim(nil, isInText: true)
    for key in keys { #expect(rig.play("+\(key) -\(key)") == ["+\(key)", "-\(key)"]) }
    #expect(
      rig.play("+leftshift +left -left -leftshift") == ["+leftshift", "+left", "-left", "-leftshift"])
    #expect(rig.play("+tab -tab +tab +left -left -tab +tab +enter -enter -tab") == ["next", "edge(start)", "next"])
    #expect(rig.play("+esc -esc") == ["escape"])
    #expect(rig.play("+up") == ["+up"])
    _ = rig.claim(nil, isInText: false)
    #expect(rig.play("-up +up -up") == ["-up", "move(up)"])
  }

  @Test("a command that did not apply is typed, if nothing came after it and it was that client's")
  func unhandled() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+tab +z -z -tab")
    #expect(
      rig.unhandled(1) == ["+leftshift", "+f10", "-f10", "-leftshift"])
    #expect(rig.unhandled(1) == ["nothing"], "once only")
    _ = rig.play("+tab +z -z -tab +a -a")
    #expect(rig.unhandled(2) == ["nothing"], "a key came after it")
    _ = rig.play("+tab +z -z -tab")
    #expect(rig.unhandled(3, by: "other") == ["nothing"])
    #expect(rig.unhandled(2) == ["nothing"], "not that number")
    #expect(rig.unhandled(3).count == 4)
    _ = rig.play("+tab +h -h -tab")
    #expect(rig.unhandled(4) == ["nothing"], "it has no alone keys")
    _ = rig.play("+tab +z -z -tab")
    _ = rig.perform { engine, time in
      _ = engine.interpreter.send(
        ScanCommand(known: "next", group: .scan), from: ClientName(EscapedText("x")), at: time)
    }
    #expect(rig.unhandled(5) == ["nothing"], "a client's command came after it")
  }

  @Test("while a client learns, keyboards make no commands; they type, and the panic chord works")
  func learning() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.perform { engine, time in engine.interpreter.setLearning(true, at: time) }
    #expect(rig.play("+tab +z -z -tab").filter { $0 != "learn" } == ["+tab", "+z", "-z", "-tab"])
    #expect(rig.play("+up -up").filter { $0 != "learn" } == ["+up", "-up"])
    #expect(
      rig.play("+leftctrl +leftalt +leftmeta +p -p -leftmeta -leftalt -leftctrl").allSatisfy {
        $0 == "learn" || $0.hasPrefix("+") || $0.hasPrefix("-")
      })
    _ = rig.perform { engine, time in engine.interpreter.setLearning(false, at: time) }
    #expect(rig.play("+tab +h -h -tab") == ["help(commands)"])
  }

  // MARK: What the daemon types

  @Test("key(…) types its chord, whatever is claimed; held where a switch holds it")
  func key() throws {
    let rig = try KeyRig(
      keyboard: "bindings: {tab+v: key(ctrl+v), f1: key(tab), alt+f2: key(a), f3: \"key(?)\"}", claims: nil)
    #expect(rig.play("+tab +v -v -tab") == ["+leftctrl", "+v", "-v", "-leftctrl"])
    #expect(rig.play("+f1 -f1") == ["+tab", "-tab"])
    #expect(rig.play("+f3 -f3") == ["+leftshift", "+slash", "-slash", "-leftshift"])
    let words = rig.play("+leftalt +f2 -f2 -leftalt")
    #expect(words == ["+leftalt", "+leftctrl", "-leftctrl", "-leftalt", "+a", "-a", "+leftalt", "-leftalt"])
  }

  // MARK: Two keyboards

  @Test("two keyboards are one: a key that is down on another is no new press")
  func two() throws {
    let rig = try KeyRig(claims: nil)
    #expect(rig.play("+a 2:+a -a 2:-a") == ["+a", "-a"])
    #expect(rig.play("+up 2:+up -up 2:-up") == ["move(up)"])
    #expect(rig.play("+tab 2:+z 2:-z -tab") == ["actions"])
    #expect(rig.play("+leftshift 2:+b 2:-b -leftshift") == ["+leftshift", "+b", "-b", "-leftshift"])
    #expect(rig.play("+tab 2:+tab -tab") == [])
    #expect(rig.play("2:-tab") == ["next"])
  }

  @Test("so are three hundred: the last that lets go of a key releases it")
  func many() throws {
    let rig = try KeyRig(claims: nil)
    rig.plug(upTo: 300)
    for key in ["a", "leftshift"] {
      #expect(rig.play((1...300).map { "\($0):+\(key)" }.joined(separator: " ")) == ["+\(key)"])
      #expect(rig.play((2...300).map { "\($0):-\(key)" }.joined(separator: " ")) == [])
      #expect(rig.play("1:-\(key)") == ["-\(key)"])
    }
  }

  @Test("a keyboard that is unplugged: its keys come up, and no command is made of it")
  func unplugged() throws {
    let rig = try KeyRig(claims: nil)
    #expect(rig.play("+a +leftshift 2:+a 2:+b") == ["+a", "+leftshift", "+b"])
    #expect(rig.unplug() == ["-leftshift"], "the other one holds the rest")
    #expect(rig.play("2:-a 2:-b") == ["-a", "-b"])
    rig.plug()
    _ = rig.play("+tab")
    #expect(rig.unplug().isEmpty)
    #expect(rig.play("2:+z 2:-z") == ["+z", "-z"], "Tab is up with its keyboard")
    rig.plug()
    _ = rig.play("+leftmeta")
    #expect(rig.unplug().isEmpty)
    rig.plug()
    _ = rig.play("@60000")
    #expect(rig.play("@61000 +leftmeta @62000") == ["help(shortcuts) hold begin"])
    #expect(rig.unplug() == ["help(shortcuts) hold end"], "what has begun ends")
  }

  @Test("at the end all that is down comes up; a withheld Tab is dropped")
  func end() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+a +leftctrl +b +tab +leftmeta")
    let words = rig.perform { $0.interpreter.finish(at: $1) }
    #expect(Set(words) == ["-a", "-leftctrl", "-b"])
    let tab = try KeyRig(claims: nil)
    _ = tab.play("+tab")
    #expect(tab.perform { $0.interpreter.finish(at: $1) }.isEmpty)
  }

  @Test("another profile: what is down comes up, what is withheld is typed, and the new bindings count")
  func reload() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+a +leftmeta")
    let words = rig.perform { try? $0.interpreter.use(KeyRig.shipped(), at: $1) }
    #expect(words == ["-a", "+leftmeta", "-leftmeta"] || words == ["+leftmeta", "-leftmeta", "-a"], "\(words)")
  }

  @Test("events were lost: what came up meanwhile makes nothing, what went down goes down")
  func resync() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.play("+a +tab")
    #expect(rig.resync(down: "b") == ["-a", "+b"])
    #expect(rig.play("-b +tab -tab") == ["-b", "next"])
    #expect(rig.resync(down: "up") == ["move(up)"])
    #expect(rig.resync(down: "") == [])
  }

  @Test("keys that were down before Switchway came belong to whoever had them")
  func before() throws {
    let rig = try KeyRig(claims: nil)
    _ = rig.unplug()
    rig.engine.interpreter.attach(
      rig.keyboards[0], KeyRig.device, entry: 0, down: KeySet([30, 15]), at: Instant(0))
    _ = rig.take()
    #expect(rig.play("-a +a -a") == ["+a", "-a"])
    #expect(rig.play("+z -z -tab") == ["+z", "-z"])
    #expect(rig.play("+tab +z -z -tab") == ["actions"])
  }

  // MARK: Steadied keys

  @Test("keys that are steadied are typed once, in order, and bound ones act once")
  func steadied() throws {
    let rig = try KeyRig(keyboard: "steady: {preset: off, ignore-repeat: 200ms}", claims: nil)
    #expect(rig.play("+a -a +a -a @500") == ["+a", "-a"])
    #expect(rig.play("+up -up +up -up @1000 +up -up") == ["move(up)", "move(up)"])
    let slow = try KeyRig(keyboard: "steady: {preset: off, hold-duration: 100ms}", claims: nil)
    #expect(slow.play("+a @99.999").isEmpty)
    #expect(slow.play("@100") == ["+a"])
    #expect(slow.play("-a") == ["-a"])
    #expect(slow.play("@1000 +a >1099.999 -a @2000").isEmpty)
    #expect(slow.play("@3000 +tab @3150 +z @3300 -z -tab") == ["actions"])
  }
}
