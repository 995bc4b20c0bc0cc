import SwitchwayCore
import SwitchwayText
import SwitchwayYAML

// Errors in a profile that can be found only if the present devices are known.
extension LoadResult {
  /// Refuses the profile if two of its switches use the same key of a device.
  package mutating func refuseSharedInputs(on devices: [DeviceDescription]) {
    if let profile { refuseSharedInputs(of: profile, on: devices) }
  }

  /// Refuses the profile if two of its switches use the same key of a device, or if a switch of its own file has no
  /// input on the present devices. A missing input is only a warning if the switch comes from a file that the profile
  /// extends.
  package mutating func refuseInputs(on devices: [DeviceDescription]) {
    guard let profile else { return }
    reportMissingInputs(of: profile, on: devices)
    refuseSharedInputs(of: profile, on: devices)
  }

  private mutating func refuseSharedInputs(of profile: Profile, on devices: [DeviceDescription]) {
    var told: Set<InputUse> = []
    for device in devices {
      guard let entry = profile.entry(for: device) else { continue }
      for shared in profile.sharedInputs(on: device, entry: entry) where told.insert(shared.later).inserted {
        refuse(shared, on: device, profile)
      }
    }
  }

  private mutating func refuse(_ shared: SharedInput, on device: DeviceDescription, _ profile: Profile) {
    let (earlier, later) = (shared.earlier, shared.later)
    let name = profile.switches[earlier.switchIndex].name
    let first = place(of: earlier, in: profile)
    refuse(
      at: place(of: later, in: profile),
      "two switches on one input: on '\(PrintableName.of(device.name))', \(LoadResult.text(of: later, in: profile)) is "
        + "\(LoadResult.text(of: earlier, in: profile)), which presses '\(name)' (\(first))",
      help: "give each switch an input of its own")
  }

  /// Reports switches without an input on the present devices. The inputs of a switch are alternatives: one is enough.
  private mutating func reportMissingInputs(of profile: Profile, on devices: [DeviceDescription]) {
    let entries = devices.map { profile.entry(for: $0) }
    // For each device, the switches that it can press.
    let heard = devices.indices.map { node in
      entries[node].map { profile.heardSwitches(on: devices[node], entry: $0) } ?? []
    }
    let inherited = profile.switches.indices.filter { index in
      let present = PresentInputs(of: index, in: profile, entries: entries, devices, heard: heard)
      guard present.areMissing else { return false }
      let place = place(of: InputUse(switchIndex: index, inputIndex: present.judged[0]), in: profile)
      guard place.file == path else { return true }
      refuseSwitch(index, present, at: place, profile)
      return false
    }
    let groups = DeviceGroups.of(devices)
    var reported: Set<String> = []
    for group in Set(groups).sorted() {
      let nodes = devices.indices.filter { groups[$0] == group && entries[$0].map(profile.isUsed) ?? false }
      guard let first = nodes.first(where: { !devices[$0].keys.isEmpty }) ?? nodes.first, let entry = entries[first]
      else { continue }
      let name = "'\(PrintableName.of(devices[first].name))'"
      let hears = nodes.contains { !heard[$0].isEmpty }
      let lacking = inherited.filter { index in
        profile.switches[index].inputs.contains { input in nodes.contains { entries[$0] == input.device } }
      }
      let names = lacking.map { "'\(profile.switches[$0].name)'" }.joined(separator: ", ")
      let message = "\(name) has no input " + (hears ? "for \(names)" : "that a switch of the profile uses")
      // There is no warning if errors about switches of the person's own file already say the same.
      guard hears ? !lacking.isEmpty : !names.isEmpty || hasNoErrors(entry, profile), reported.insert(message).inserted
      else { continue }
      warn(
        aboutDevice: profile.devices[entry].name, message,
        help: UnheardText.help(for: devices[first], entry: profile.devices[entry].name))
    }
  }

  private mutating func refuseSwitch(
    _ index: Int, _ present: PresentInputs, at place: ProfilePlaces.Place, _ profile: Profile
  ) {
    let devices = present.devices
    let named = devices.map { "'\(PrintableName.of($0.name))'" }
    let texts = present.judged.map {
      LoadResult.text(of: InputUse(switchIndex: index, inputIndex: $0), in: profile)
    }
    let who = named.count == 1 ? named[0] + " has" : named.joined(separator: " and ") + " have"
    let inputs = profile.switches[index].inputs
    refuse(
      at: place,
      texts.count == 1
        ? "\(who) no \(texts[0])"
        : "\(who) none of the inputs of '\(profile.switches[index].name)': \(UnheardText.listed(texts))",
      help: UnheardText.inventory(of: devices, for: inputs[present.judged[0]].selector))
  }

  /// Whether no error was reported at a switch that uses the entry.
  private func hasNoErrors(_ entry: Int, _ profile: Profile) -> Bool {
    let lines = profile.switches.indices.flatMap { index in
      profile.switches[index].inputs.indices.filter { profile.switches[index].inputs[$0].device == entry }
        .map { place(of: InputUse(switchIndex: index, inputIndex: $0), in: profile).line }
    }
    return !diagnostics.contains { $0.severity == .error && lines.contains($0.line) }
  }

  private func place(of use: InputUse, in profile: Profile) -> ProfilePlaces.Place {
    let name = profile.switches[use.switchIndex].name
    return places.input(use.inputIndex, ofSwitch: name) ?? top
  }

  private static func text(of use: InputUse, in profile: Profile) -> String {
    let input = profile.switches[use.switchIndex].inputs[use.inputIndex]
    return "'\(profile.devices[input.device].name)/\(InputText.text(of: input.selector))'"
  }
}

/// The inputs of a switch that can be checked, because a device of their entry is present.
private struct PresentInputs {
  /// Indices in `SwitchDefinition.inputs`.
  let judged: [Int]
  /// The present devices of the entries of these inputs.
  let devices: [DeviceDescription]
  /// Whether none of these inputs is on any of the devices.
  let areMissing: Bool

  init(
    of index: Int, in profile: Profile, entries: [Int?], _ devices: [DeviceDescription], heard: [[Int]]
  ) {
    let one = profile.switches[index]
    judged = one.inputs.indices.filter { entries.contains(one.inputs[$0].device) }
    let used = Set(judged.map { one.inputs[$0].device })
    self.devices = devices.indices.filter { entries[$0].map(used.contains) ?? false }.map { devices[$0] }
    areMissing = !judged.isEmpty && !heard.contains { $0.contains(index) }
  }
}
