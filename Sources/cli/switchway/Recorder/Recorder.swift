import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// Makes recordings of the events that the daemon sends: one for each device, in evemu's text. If a device is unplugged
/// and plugged in again, its recording continues.
struct Recorder {
  /// A device, and the part of its recording that was not returned yet.
  struct Device {
    let description: DeviceDescription
    /// The node that sends the device's events, or `nil` while the device is unplugged.
    fileprivate(set) var node: Int64?
    fileprivate(set) var text: String
    /// The latest time in the recording. Times never go back.
    fileprivate(set) var latest: Instant
    /// Whether a key or a button was pressed, an absolute axis moved far, or a relative axis was pushed three times in
    /// a row.
    fileprivate(set) var isPressed = false
    /// Whether a relative axis moved, as of a mouse, a ball or a knob.
    fileprivate(set) var hasMoved = false
    /// Finds presses of axes.
    fileprivate var listener: InputListener
    /// Whether a key that types text was left out.
    fileprivate(set) var leftOutText = false
  }

  /// The devices, in the order in which the daemon reported them.
  private(set) var devices: [Device] = []
  /// Whether a key that types text is recorded.
  private let keepsText: (DeviceDescription, UInt16) -> Bool
  /// The devices of this computer. They have details that a daemon's line lacks: other capabilities, links, and the
  /// whole name.
  private let machine: [NodeAnnouncement]

  /// - Parameter keepsText: whether this key, which types text, is recorded.
  init(
    machine: [NodeAnnouncement] = (try? MachineDevices.announced()) ?? [],
    keepsText: @escaping (DeviceDescription, UInt16) -> Bool
  ) {
    self.machine = machine
    self.keepsText = keepsText
  }

  /// The failure if the daemon is so old that it reports only presses and releases, and not all events.
  static let oldDaemon = CommandFailure(
    .failed, "the daemon is older than this program and reports no events", help: "restart the daemon")

  /// Handles a line. Returns the index of its device, or `nil` if the line is about a node that was not announced.
  @discardableResult
  mutating func take(_ line: LearnedLine) -> Int? {
    if case .added(let device, let description, let held) = line.change {
      return add(device, description, held: held, node: line.node, at: line.time)
    }
    guard let index = devices.firstIndex(where: { $0.node == line.node }) else { return nil }
    let time = max(line.time, devices[index].latest)
    switch line.change {
    case .added: break
    case .events(let events): append(events, to: index)
    case .lost(let held, let axes):
      devices[index].latest = time
      devices[index].text += RecordingText.loss(at: time, held: held)
      append(axes, to: index)
    case .removed:
      devices[index].latest = time
      devices[index].text += RecordingText.unplug(at: time)
      devices[index].node = nil
    }
    return index
  }

  /// Ends all recordings with a frame without events at `time`, so that a replay continues until then and decides all
  /// presses before.
  mutating func finish(at time: Instant) {
    for index in devices.indices {
      devices[index].latest = max(time, devices[index].latest)
      devices[index].text += RecordingText.emptyFrame(at: devices[index].latest)
    }
  }

  /// Returns the text that was added since the last call.
  mutating func takeText(of index: Int) -> String {
    defer { devices[index].text = "" }
    return devices[index].text
  }

  private mutating func add(
    _ device: LearnedPresses.Device, _ told: DeviceDescription, held: [UInt16], node: Int64, at time: Instant
  ) -> Int {
    var description = told
    // This computer's description is preferred, because the device's kind, and the entry that matches it, depend on
    // capabilities that the line lacks.
    let known = machine.first { device.is($0.description) } ?? machine.first { device.anywhere.is($0.description) }
    if let known {
      description = known.description
      description.axes = told.axes
    }
    // In a recording, axes start at rest.
    for index in description.axes.indices { description.axes[index].value = nil }
    if let index = devices.firstIndex(where: { $0.node == nil && $0.description.anywhere == description.anywhere }) {
      let back = max(time, devices[index].latest)
      devices[index].latest = back
      devices[index].node = node
      devices[index].text += RecordingText.replug(at: back, held: held)
      return index
    }
    var capabilities = known?.capabilities ?? DeviceCapabilities()
    capabilities.keys = description.keys
    capabilities.absolute = description.axes.reduce(0) { $0 | 1 << UInt64($1.code) }
    capabilities.relative |= description.movements
    let header = RecordingText.header(description, capabilities) + RecordingText.emptyFrame(at: time)
    let listener = InputListener(description, down: KeySet(), at: time)
    devices.append(
      Device(
        description: description, node: node, text: header, latest: time, listener: listener))
    return devices.count - 1
  }

  private mutating func append(_ events: [InputEvent], to index: Int) {
    var kept: [InputEvent] = []
    var edges: [InputListener.Edge] = []
    for var event in events {
      if event.type == EventType.key, !isKept(event.code, on: devices[index].description) {
        devices[index].leftOutText = true
        continue
      }
      event.time = max(event.time, devices[index].latest)
      devices[index].latest = event.time
      kept.append(event)
      if event.type == EventType.relative { devices[index].hasMoved = true }
      if event.type != EventType.key { devices[index].listener.handle(event, into: &edges) }
      if !edges.isEmpty || event.type == EventType.key && event.value == 1 { devices[index].isPressed = true }
    }
    devices[index].text += RecordingText.frames(kept)
  }

  private func isKept(_ code: UInt16, on device: DeviceDescription) -> Bool {
    !ChordKey.position(code).typesText || keepsText(device, code)
  }
}

extension DeviceDescription {
  /// The description without the path in sysfs, which has another number when the device is plugged in again.
  fileprivate var anywhere: DeviceDescription {
    var device = self
    device.links.removeAll { !$0.hasPrefix("/dev/") }
    return device
  }
}

extension LearnedPresses.Device {
  /// The device without its path, which can be another one when the device is plugged in again.
  fileprivate var anywhere: LearnedPresses.Device {
    var device = self
    device.path = ""
    return device
  }
}
