import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayFiles
import SwitchwayText
import SwitchwayYAML

extension MachineFacts {
  /// Reads the present facts for `person`.
  static func read(_ person: SystemRecords.User, config: String?, socket: String?) -> MachineFacts {
    var facts = MachineFacts()
    facts.user = person.name
    let result = ProfileInForce.load(file: config).result
    let errors = result.diagnostics.filter { $0.severity == .error }
    facts.configErrors = result.profile == nil ? max(errors.count, 1) : 0
    facts.configFirst = errors.first.map { "\($0.file):\($0.line):\($0.column): \($0.message)" } ?? ""
    facts.configPath = result.path
    facts.configGiven = config
    facts.foreign = errors.lazy.compactMap { ForeignPath($0.file) }.first
    facts.otherPerson = person.uid == geteuid() || config != nil ? nil : person.name
    let groups = SystemRecords.groups(of: person)
    let input = SystemRecords.group(named: ServicePlaces.inputGroup)
    let typing = SystemRecords.group(named: ServicePlaces.typingGroup)
    facts.readNodes(result.profile ?? .empty, person, groups, input)
    facts.hasInputGroup = input != nil
    facts.hasTypingGroup = typing != nil
    facts.memberships = [(ServicePlaces.inputGroup, input), (ServicePlaces.typingGroup, typing)]
      .filter { $0.1.map(groups.contains) ?? false }.map(\.0)
    facts.rule = SystemRecords.find(ServicePlaces.rule, in: ServicePlaces.ruleFolders)
    facts.uinput = SystemRecords.rights(of: ServicePlaces.uinput)
    facts.isUinputGiven = SystemRecords.isUinputGiven
    facts.session = SessionPosition.now(of: person.uid)
    facts.hasSystemd = unsafe access("/run/systemd/system", F_OK) == 0
    facts.template = SystemRecords.find(ServicePlaces.template, in: ServicePlaces.unitFolders)
    facts.unit = facts.hasSystemd ? Self.unit(of: person.name) : nil
    let environment = ProcessContext.current().environment
    // The service does not have the environment variables of the session.
    let daemon = facts.unit?.state == "active" ? [:] : environment
    // Root reads no file of another person.
    if person.uid == geteuid() {
      facts.desktop = DesktopAdvice.read(
        layout: result.profile?.keyboard?.layout, environment: environment, daemon: daemon, owner: person.uid)
    }
    facts.askDaemons(socket.map { [$0] } ?? Self.places(of: person))
    // If the daemon uses another profile, it is not known whether that profile types.
    if case .here(_, let name, _, _, _) = facts.daemon, name != result.profile?.name { facts.lacksKeyboard = false }
    // A daemon reports which devices are missing, but only for its active profile. For another file, or without a
    // daemon, the devices of this computer are compared.
    if config != nil || facts.listeners.isEmpty { facts.absent = facts.missing }
    return facts
  }

  /// Returns the sockets at which the person's scanning programs look for a daemon, in their order. After them come
  /// other sockets at which a daemon of this person may listen.
  static func places(of person: SystemRecords.User) -> [String] {
    let isOwn = person.uid == geteuid()
    let first = isOwn ? SocketPath.toLookFor(environment: ProcessContext.current().environment) : []
    let usual = SocketPath.toLookFor(environment: [
      "XDG_RUNTIME_DIR": "/run/user/\(person.uid)", "USER": person.name,
    ])
    return first + usual.filter { !first.contains($0) }
  }

  private mutating func readNodes(
    _ profile: Profile, _ person: SystemRecords.User, _ groups: Set<UInt32>, _ input: UInt32?
  ) {
    guard let monitor = try? DeviceMonitor() else { return }
    let nodes = monitor.existing()
    nodeCount = nodes.count { !$0.description.isOwn }
    mice = MouseWords.candidates(among: nodes)
    troubles = DeviceTrouble.all(profile, nodes.map(\.description))
    // If the profile matches any node, only the nodes that it matches are checked, so that other keyboards are left
    // out.
    let own = nodes.filter { profile.entry(for: $0.description) != nil }
    opened = DeviceTrouble.open(nodes, only: own.isEmpty ? nil : own)
    lacksKeyboard =
      ProfileLayout.isNeeded(for: profile)
      && !nodes.contains { $0.description.isOwn && $0.description.kind == .keyboard }
    missing = profile.devices.filter { entry in
      entry.isRequired && !nodes.contains { profile.entry(for: $0.description).map { profile.devices[$0] } == entry }
    }.map(\.name)
    if own.isEmpty { unplugged = profile.devices.compactMap { ($0.match.name ?? $0.match.id)?.pattern } }
    let unheard = Self.unheard(nodes, profile)
    taken = own.map { node in
      let rights = SystemRecords.rights(of: node.path)
      return Node(
        path: node.path, name: PrintableName.of(node.description.name),
        isReadable: rights.map { Self.mayRead($0, person.uid, groups, node.path) } ?? false,
        isServiceReadable: rights.map { $0.group == input && $0.mode & 0o040 != 0 } ?? false,
        unread: UnreadWords.sentences(profile, [node.description]).first?.reason,
        unheard: unheard[node.path],
        clicksToo: MachineFacts.clicksToo(node, profile))
    }
  }

  /// Returns advice on what to write into the profile for each node that an entry matches, if no switch uses any node
  /// of the device. The keys are the paths of the nodes.
  private static func unheard(_ nodes: [NodeAnnouncement], _ profile: Profile) -> [String: String] {
    let groups = DeviceGroups.of(nodes.map(\.description))
    var heard: Set<Int> = []
    var help: [String: String] = [:]
    for (node, group) in zip(nodes, groups) {
      guard let entry = profile.entry(for: node.description), profile.isUsed(entry) else { continue }
      if profile.hears(node.description, entry: entry) { heard.insert(group) }
      help[node.path] = UnheardText.help(for: node.description, entry: profile.devices[entry].name)
    }
    for (node, group) in zip(nodes, groups) where heard.contains(group) { help[node.path] = nil }
    return help
  }

  private static func clicksToo(_ node: NodeAnnouncement, _ profile: Profile) -> Bool {
    guard node.description.kind == .pointer, let entry = profile.entry(for: node.description) else { return false }
    return !NodePlan(profile: profile, entry: entry, device: node.description, foreign: node.foreignEvents).isGrab
  }

  /// Whether the user may read the file, by its mode. For the user who runs this command, access lists also count.
  private static func mayRead(
    _ rights: SystemRecords.Rights, _ uid: UInt32, _ groups: Set<UInt32>, _ path: String
  ) -> Bool {
    if uid == geteuid() { return unsafe access(path, R_OK) == 0 }
    if rights.owner == uid { return rights.mode & 0o400 != 0 }
    return groups.contains(rights.group) ? rights.mode & 0o040 != 0 : rights.mode & 0o004 != 0
  }

  private static func unit(of user: String) -> Unit? {
    let properties = ["ActiveState", "UnitFileState", "Result", "MainPID"]
    let arguments = ["show", "--property", properties.joined(separator: ","), ServicePlaces.unit(of: user)]
    guard ServicePlaces.isPlain(user), let answer = OtherProgram.run("systemctl", arguments), answer.status == 0 else {
      return nil
    }
    var values: [String: String] = [:]
    for line in answer.text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    guard let state = values["ActiveState"] else { return nil }
    return Unit(
      state: state, isEnabled: values["UnitFileState"]?.hasPrefix("enabled") ?? false,
      result: values["Result"] ?? "", process: Int32(values["MainPID"] ?? "") ?? 0)
  }

  /// Reads the state of the first daemon that answers, which is the one that scanning programs find. Of the other
  /// daemons, only notes that they answer.
  private mutating func askDaemons(_ places: [String]) {
    var refusal: CommandFailure?
    for path in places {
      do throws(CommandFailure) {
        var dialogue = try DaemonDialogue(socket: path)
        let process = dialogue.process
        if listeners.contains(where: { $0.process == process && process != nil }) { continue }
        if listeners.isEmpty { try take(&dialogue) }
        listeners.append(Listener(path: path, process: process))
      } catch {
        if !error.isAbsence, refusal == nil { refusal = error }
      }
    }
    guard listeners.isEmpty else { return }
    let searched = places.map { Terminal.printable($0) }.joined(separator: ", ")
    guard let refusal else { return daemon = .none("no daemon is running: looked for \(searched)") }
    daemon = .none(
      refusal.words, help: refusal.help ?? "end programs that are connected to the daemon, or restart the daemon")
  }

  private mutating func take(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let state = dialogue.state
    daemon = .here(
      version: dialogue.hello.server.isEmpty ? "a daemon" : dialogue.hello.server, profile: state.profile.name,
      devices: state.devices.count, isActive: !state.modes.isOff(.active), modes: Set(state.modes.on))
    let config = try dialogue.configuration()
    substitute = SubstituteWords.name(config)
    absent = config.absent.map { Terminal.printable($0) }
    looseKeyboards = Self.looseKeyboards(state: state, config: config)
    held = Self.held(state: state, nodes: taken)
    if !held.isEmpty {
      let holders = NodeHolders(nodes: nodeCount)
      for index in held.indices { held[index].programs = held[index].path.map(holders.of) ?? [] }
    }
    heldKeys = Self.heldKeys(state: state)
    let grabbed = Set(state.devices.filter { $0.isGrabbed == true }.map { Terminal.printable($0.name) })
    opened.removeAll { $0.opened.map(grabbed.contains) ?? false }
  }

  /// Returns the devices that another program has grabbed.
  static func held(state: Wire.State, nodes: [Node]) -> [Held] {
    HeldDevice.busy(in: state).map { device in
      let name = Terminal.printable(device.name)
      return Held(name: name, path: nodes.first { $0.name == name }?.path)
    }
  }

  /// Returns a line for each device with a key that stays down: its name and the daemon's message about it.
  static func heldKeys(state: Wire.State) -> [String] {
    state.devices.compactMap { device in
      guard device.reason == "key-down" || device.isGrabbed == true, let message = device.message else { return nil }
      return Terminal.printable("\(device.name): \(message)")
    }
  }

  /// Returns the names of keyboards of the active profile that are not grabbed. Empty while another session is active
  /// or after an emergency release, because then none should be grabbed.
  static func looseKeyboards(state: Wire.State, config: Wire.Configuration) -> [String] {
    guard !state.modes.isOff(.active), !state.modes.isOn(.panic), let keyboard = config.inForce?.keyboard
    else { return [] }
    return state.devices.filter { device in
      device.kind == "keyboard" && device.isGrabbed == false
        && (keyboard.devices?.contains(device.entry ?? "") ?? true)
    }.map { Terminal.printable($0.name) }
  }
}
