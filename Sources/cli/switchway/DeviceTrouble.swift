import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayFiles
import SwitchwayProtocol
import SwitchwayText

/// A reason why no press of a connected device arrives. It is found without opening a device node.
enum DeviceTrouble: Equatable {
  /// No device matches the entry of the profile, but a device with the right name has another id or kind. The device
  /// may have changed its mode.
  case changed(entry: String, device: String, id: String, kind: String)
  /// A USB device that is a serial line, but no input device.
  case serialLine(device: String)
  /// A USB device of the input class (HID) for which the kernel has made no event node.
  case noNode(device: String)
  /// Another program has grabbed the device. `programs`: the programs that have it open, if they are known.
  case grabbed(device: String, path: String?, programs: [String])
  /// These programs have the device open, and may keep its events for themselves.
  case open(device: String, programs: [String])

  /// What has happened, in English.
  var message: String { event.english }

  /// What to do about it, in English.
  var help: String { remedy.english }

  private var event: Phrase {
    switch self {
    case .changed(let entry, let device, let id, let kind):
      "'\(entry)' of the profile is not plugged in, but \(device) is, with the id \(id) and the kind \(kind)"
    case .serialLine(let device): "\(device) is plugged in as a serial line, which Switchway cannot read"
    case .noNode(let device): "\(device) is plugged in, but has no input that can be read"
    case .grabbed(let device, _, _): "another program has grabbed \(device), so its presses do not arrive"
    case .open(let device, let programs):
      "\(Phrase.list(programs, "and")) may have grabbed \(device), so that its presses do not arrive"
    }
  }

  private var remedy: Phrase {
    switch self {
    case .changed:
      "the device may have changed its mode: change it back (many do with a key held while they are switched on), or "
        + "set it up again"
    case .serialLine: "change its program so that it sends keys or a joystick's buttons, as a keyboard does"
    case .grabbed(_, let path, let programs) where programs.isEmpty:
      "end that program; Switchway then grabs the device by itself; 'sudo fuser -v \(path ?? "/dev/input/event*")' "
        + "names the program that has it open"
    case .grabbed(_, _, let programs):
      "end that program; Switchway then grabs the device by itself; \(DeviceTrouble.opened(by: programs))"
    case .open: "if its presses do not arrive, end that program and press again"
    case .noNode: "the manufacturer's program may have a mode in which it sends keys; set that, then plug it in again"
    }
  }

  /// The entry of the profile whose device is missing. `nil` for troubles that concern no entry.
  var entry: String? { if case .changed(let entry, _, _, _) = self { entry } else { nil } }

  /// The name of a device that other programs have open. `nil` for other troubles.
  var opened: String? { if case .open(let device, _) = self { device } else { nil } }

  /// What has happened and what to do about it, as one sentence.
  var text: Phrase { "\(event): \(remedy)." }

  /// Returns a text such as `evtest (process 12) has it open`.
  static func opened(by programs: [String]) -> Phrase {
    let list = Phrase.list(programs, "and")
    return programs.count == 1 ? "\(list) has it open" : "\(list) have it open"
  }

  /// Returns the devices that another program has grabbed, according to the daemon's state.
  static func grabbed(_ state: Wire.State, _ machine: [NodeAnnouncement]) -> [DeviceTrouble] {
    let busy = HeldDevice.busy(in: state)
    if busy.isEmpty { return [] }
    let holders = NodeHolders(nodes: machine.count)
    return busy.map { device in
      let node = machine.first { node in
        PrintableName.of(node.description.name) == device.name && node.description.id == device.id
      }
      let programs = node.map { holders.of($0.path) } ?? []
      return .grabbed(device: Terminal.printable(device.name), path: node?.path, programs: programs)
    }
  }

  /// Returns the devices that may be switches and that other programs have open.
  ///
  /// - Parameter only: the nodes of this computer to look at; `nil` means all.
  static func open(_ machine: [NodeAnnouncement], only: [NodeAnnouncement]? = nil) -> [DeviceTrouble] {
    let holders = NodeHolders(nodes: machine.count)
    let wanted = (only ?? machine).filter { InputListener.mayBeSwitch($0.description) && !$0.description.isOwn }
    return wanted.compactMap { node in
      let programs = holders.of(node.path)
      let name = Terminal.printable(PrintableName.of(node.description.name))
      return programs.isEmpty ? nil : .open(device: name, programs: programs)
    }
  }

  /// Returns all troubles that can explain why the person's presses do not arrive.
  static func ofSilence(_ state: Wire.State, _ profile: Profile?) -> [DeviceTrouble] {
    let machine = (try? MachineDevices.announced()) ?? []
    let held = grabbed(state, machine)
    return held + (held.isEmpty ? open(machine) : []) + all(profile, machine.map(\.description))
  }

  /// Returns the troubles that are found without the daemon: devices that have changed, and USB devices without input.
  ///
  /// - Parameters:
  ///   - profile: the profile, or `nil` if there is none.
  ///   - machine: the nodes of this machine.
  static func all(_ profile: Profile?, _ machine: [DeviceDescription]) -> [DeviceTrouble] {
    changed(profile, machine) + usb(in: "/sys/bus/usb/devices")
  }

  /// Returns the entries of the profile that no device matches, although a device has the right name.
  static func changed(_ profile: Profile?, _ machine: [DeviceDescription]) -> [DeviceTrouble] {
    guard let profile else { return [] }
    let present = Set(machine.compactMap { profile.entry(for: $0) })
    return profile.devices.indices.filter { !present.contains($0) }.compactMap { index in
      let match = profile.devices[index].match
      let near = machine.first { device in
        !device.isOwn && (match.name?.matches(device.name) ?? false) && profile.entry(for: device) == nil
      }
      return near.map {
        .changed(
          entry: profile.devices[index].name, device: Terminal.printable($0.name), id: $0.id, kind: $0.kind.rawValue)
      }
    }
  }

  /// Returns the USB devices that are made for input or are a serial line, but have no input node. Reads their folders
  /// in sysfs.
  static func usb(in folder: String) -> [DeviceTrouble] {
    let names = FolderNames.all(in: folder).sorted()
    return names.filter { !$0.contains(":") }.compactMap { name in
      let interfaces = names.filter { $0.hasPrefix(name + ":") }.map { "\(folder)/\($0)" }
      guard !interfaces.isEmpty, !interfaces.contains(where: { has("input", below: $0) }) else { return nil }
      let device = Terminal.printable(line(of: "\(folder)/\(name)/product") ?? "a USB device")
      if interfaces.contains(where: { has("tty", below: $0) || !tty(in: $0).isEmpty }) {
        return .serialLine(device: device)
      }
      let isInput = interfaces.contains { line(of: "\($0)/bInterfaceClass") == "03" }
      return isInput ? .noNode(device: device) : nil
    }
  }

  /// Returns names such as `ttyUSB0` in the folder. Devices that convert USB to a serial line have them.
  private static func tty(in folder: String) -> [String] {
    FolderNames.all(in: folder).filter { $0.hasPrefix("ttyUSB") }
  }

  /// Whether `folder`, or the folder of a HID device in it, contains a folder called `name`.
  private static func has(_ name: String, below folder: String) -> Bool {
    let names = FolderNames.all(in: folder)
    if names.contains(name) { return true }
    let devices = names.filter { $0.count { $0 == ":" } == 2 }
    return devices.contains { FolderNames.all(in: "\(folder)/\($0)").contains(name) }
  }

  private static func line(of path: String) -> String? {
    SystemAttributes.text(path)
  }
}
