import SwitchwayCore

// Commands of switches that nobody claims, typed for a program that knows no commands.
extension Engine {
  /// The table by which they are typed now; nil: they are not.
  public var bridgeTable: BridgeTable? { bridge.table }

  /// When keyboards, or what they type, want `advance`.
  var typingDeadline: Instant? {
    guard let keys = keyboards.nextDeadline else { return bridge.nextDeadline }
    return bridge.nextDeadline.map { min($0, keys) } ?? keys
  }

  /// Types by this table from now on, until another profile comes into force. `layout`: where letters and signs are.
  public func setBridge(_ table: BridgeTable?, layout new: LayoutKeys? = nil, at time: Instant) {
    advance(to: time)
    if let new { layout = new }
    useBridge(table, at: time)
    sink.flush()
  }

  func useBridge(_ table: BridgeTable?, at time: Instant) {
    bridge.use(table, at: time, into: &bridgeOutputs)
    typeBridged()
    if let table { keyboards.know(table, layout: layout) }
  }

  /// A command that was published and that no front end has claimed.
  func typeByBridge(_ command: Command, _ origin: CommandOrigin) {
    bridge.handle(
      command.word, from: origin, command.phase, count: command.count, at: command.accepted, into: &bridgeOutputs)
    typeBridged()
  }

  func advanceBridge(to time: Instant) {
    bridge.advance(to: time, into: &bridgeOutputs)
    guard !bridgeOutputs.isEmpty else { return }
    typeBridged()
    // Nothing else may be due for a long time.
    sink.flush()
  }

  /// What waits to be typed is forgotten, and what is held down comes up.
  func dropBridged(at time: Instant) {
    bridge.reset(at: time, into: &bridgeOutputs)
    typeBridged()
  }

  private func typeBridged() {
    guard !bridgeOutputs.isEmpty else { return }
    let due = bridgeOutputs
    bridgeOutputs.removeAll(keepingCapacity: true)
    for output in due {
      switch output {
      case .tap(let chord, let time): keyboards.type(chord, at: time, into: &keyOutputs)
      case .hold(let chord, let time): keyboards.hold(chord, true, at: time, into: &keyOutputs)
      case .letGo(let chord, let time): keyboards.hold(chord, false, at: time, into: &keyOutputs)
      }
      settleKeys()
    }
  }
}
