import CLibevdev
import Glibc
import SwitchwayCore
import SwitchwayTime
import SwitchwayWorkbench
import Testing

extension ServiceTests {
  /// `switchway calibrate` and `switchway record` with real devices, which simulated people press as they are asked.
  /// They take minutes, in which they mostly wait, so they run in the machine that runs beside the stages that compute.
  @Suite(.serialized) struct CalibrateTests {
    init() throws { _ = try run(["/usr/bin/systemctl", "stop", "switchway@*.service"]) }

    private static let profile = """
      switchway: 1
      devices:
        box: {match: {name: "Test Box"}}
      switches:
        left: {input: box/btn_trigger, steady: off, tap: select}

      """

    /// Presses as this person does in a calibration of the bench, each contact after its own cue, but without bounce.
    /// On a busy machine, contacts and pauses become longer, never shorter: two edges at once would look like a tremor,
    /// and so would a long bounce.
    private func answer(_ person: Person, _ program: RunningCommand, _ box: UInputDevice) throws {
      let (session, scene) = person.calibration()
      var edges: [(time: Instant, isDown: Bool)] = []
      for contact in scene.contacts[0] {
        if let last = edges.last, contact.start - last.time < .milliseconds(25) {
          edges.removeLast()
        } else {
          edges.append((contact.start, true))
        }
        edges.append((contact.end, false))
      }
      var cues = [(name: "rest for 15 s", time: session.restStart)]
      for (index, prompt) in session.prompts.enumerated() { cues.append(("\(index + 1) of 20: press", prompt.time)) }
      for (index, cue) in cues.enumerated() {
        try eventually(cue.name) { program.text.contains(cue.name) }
        var last = (written: now(), time: cue.time)
        let next = index + 1 < cues.count ? cues[index + 1].time : session.end
        for edge in edges where edge.time >= cue.time && edge.time < next {
          let due = last.written + Double((edge.time - last.time).value) / 1_000_000
          while now() < due { poll(nil, 0, Int32(max((due - now()) * 1_000, 1))) }
          try box.key(BTN_TRIGGER, down: edge.isDown)
          last = (now(), edge.time)
        }
      }
    }

    /// Calibrates a person. Returns the value of `steady` in the profile afterwards.
    private func calibrate(_ kind: PersonKind) throws -> String {
      let box = try UInputDevice(name: "Test Box", keys: [BTN_TRIGGER, BTN_THUMB])
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      let files = "\(daemon.folder)/files"
      defer { _ = try? run(["/bin/rm", "-rf", files]) }
      let person = Person(kind, seed: 1)
      let pairs = person.calibration().session.prompts.contains { $0.count == 2 }
      let program = try RunningCommand(
        ["calibrate", "left", "--plain", "--last-rest", "0", "--yes", "--export", files]
          + (pairs ? [] : ["--no-double"]), daemon)
      try answer(person, program, box)
      let status = try program.end()
      #expect(status == 0, "\(program.text)\n\(daemon.logSoFar)")
      let profile = try contents(of: "\(daemon.folder)/test.yaml")
      let start = try #require(profile.firstRange(of: "steady: "))
      let end = try #require(profile[start.upperBound...].firstIndex(of: "}"))
      let steady = String(profile[start.upperBound...end])
      let read = try run(
        DaemonProcess.switchway + [
          "calibrate", "--config", "\(daemon.folder)/test.yaml", "--recording",
          "\(files)/box.evemu", "--session", "\(files)/session.json",
        ])
      #expect(read.output.contains("    steady: \(steady)\n"), "\(read.output)\n\(program.text)")
      return steady
    }

    @Test("a tremor hand and a steady one get different settings, equal to those that their recordings give")
    func people() throws {
      let (steady, tremor) = (try calibrate(.clean), try calibrate(.restTremor))
      #expect(steady.contains("hold-duration: 0"), "\(steady)")
      #expect(!tremor.contains("hold-duration: 0"), "\(tremor)")
    }

    @Test("a recorded box gives the commands that its presses gave")
    func records() throws {
      let box = try UInputDevice(name: "Test Box", keys: [BTN_TRIGGER, BTN_THUMB])
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      let file = "\(daemon.folder)/mine.evemu"
      let program = try RunningCommand(["record", "left", "-o", file], daemon)
      try eventually("the recording") { program.text.contains("recording Test Box") }
      try box.taps(BTN_TRIGGER, count: 3)
      program.signal(SIGINT)
      #expect(try program.end() == 0, "\(program.text)")
      let replayed = try run(
        DaemonProcess.switchway + [
          "replay", "--config", "\(daemon.folder)/test.yaml", "--only", "command", file,
        ]
      ).output
      #expect(replayed.split(separator: "\n").count == 3, "\(replayed)")
    }
  }
}
