import CLibevdev
import DeviceFacts
import Testing

extension DeviceTests {
  /// Real devices' facts, as udev and the running daemon see them.
  @Suite(.serialized) struct FactsTests {
    /// The input that presses each: a button, an axis and a state beside them, one axis and no button, a click.
    static let rows: [(name: String, input: String)] = [
      ("VEC  VEC USB Footpedal", "btn_1"), ("Namtai Wbuzz", "btn_trigger_happy7"),
      ("Microsoft X-Box Adaptive Controller", "abs_x > 60%"), ("FANATEC ClubSport USB Handbrake", "abs_x > 60%"),
      ("PCsensor FootSwitch Mouse", "btn_left"),
    ]

    private func plug(_ fact: DeviceFact) throws -> UInputDevice {
      try UInputDevice(
        name: [UInt8](fact.name.utf8), vendor: Int32(fact.vendor), product: Int32(fact.product),
        keys: fact.keys.map { Int32($0) },
        axes: fact.axes.map { axis in
          let middle = Int32((Int64(axis.minimum) + Int64(axis.maximum)) / 2)
          return Axis(code: Int32(axis.code), minimum: axis.minimum, maximum: axis.maximum, value: middle)
        },
        types: fact.relative.map { (EV_REL, UInt32($0)...UInt32($0)) })
    }

    @Test("each has the kind of its fact and presses its switch; an axis without a range is reported")
    func facts() throws {
      for (name, input) in Self.rows {
        let fact = try #require(DeviceFact.named(name))
        let id = fact.id
        let daemon = try DaemonProcess(
          profile: """
            switchway: 1
            devices: {fact: {match: {id: "\(id)", kind: \(fact.kind)}, grab: no}}
            switches: {one: {input: fact/\(input), steady: off, tap: select}}
            """)
        let client = try daemon.connect()
        let device = try plug(fact)
        let added = try client.device("added", named: name)
        #expect(added.text("kind") == fact.kind && added.text("id") == id && added.text("device") == "fact", "\(added)")
        if input.hasPrefix("abs") {
          let axis = try #require(fact.axes.first)
          try device.axis(ABS_X, axis.maximum)
          try device.axis(ABS_X, axis.minimum)
        } else {
          let code = unsafe libevdev_event_code_from_name(UInt32(EV_KEY), input.uppercased())
          try device.tap(code)
        }
        try client.command("select")
        try client.next(type: "press") { $0.flag("down") == false }
        expectBalanced(client)
        #expect(!(try daemon.wholeLog()).contains("device axis unusable"))
      }
      try flat()
    }

    /// A stick whose first axis has no range.
    private func flat() throws {
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {flat: {match: {name: "Flat Stick"}}}
          switches: {one: {input: [flat/abs_x > 60%, flat/btn_trigger], steady: off, tap: select}}
          """)
      let client = try daemon.connect()
      let stick = try UInputDevice(
        name: "Flat Stick", keys: [Code.left, Code.right],
        axes: [Axis(code: ABS_X, minimum: 0, maximum: 0), Axis(code: ABS_Y, minimum: 0, maximum: 255)])
      try client.device("added", named: "Flat Stick")
      try client.settle()
      try daemon.expectLogged("device axis unusable node=\(stick.node) axis=ABS_X")
      try stick.axis(ABS_X, 1)
      try stick.tap(Code.left)
      try client.command("select")
      try client.next(type: "press") { $0.flag("down") == false }
      #expect(client.all("press").count == 2)
      #expect(!(try daemon.wholeLog()).contains("axis=ABS_Y"))
    }
  }
}
