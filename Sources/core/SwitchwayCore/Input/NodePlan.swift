/// Whether a node that an entry of the profile matches is read and grabbed, and why.
///
///     text keys press switches, and it would not be grabbed        →   not read
///     its keys are those of a keyboard (`Profile.isKeyboard`)      →   grabbed, if a virtual keyboard can pass it on
///     it is a pointer that is grabbed (`Profile.isGrabbedPointer`) →   grabbed, if a virtual pointer can pass it on
///     any other                                                    →   as `GrabDecision` has it
///
/// The daemon follows the plan, and `devices`, `check --devices`, `status`, `doctor` and `explain` report it.
/// `NodeWords` has the sentences for all of them.
public enum NodePlan: Hashable, Sendable {
  // MARK: Not read

  /// These keys of the node type text and press switches, and the node would not be grabbed.
  case textKeys([UInt16])
  /// The node would be grabbed, but it has too many keys that type text and press switches.
  case tooManyTextKeys

  // MARK: Keyboards

  /// Some of the node's keys press switches, and its other keys are passed on.
  case keyboardOfSwitches
  /// The node is one of the keyboards of Full Keyboard Access.
  case keyboard
  /// The node should be one of the keyboards, but it moves the cursor or is a touch device.
  case noKeyboard
  /// The keyboard also sends events that the virtual keyboard cannot pass on; the text names them. The node is not
  /// grabbed.
  case keyboardSendsMore(String, hasSwitches: Bool)

  // MARK: Pointers

  /// Some of the node's buttons press switches, and all its other events are passed on.
  case pointer
  /// The pointer also sends events that the virtual pointer cannot pass on; the text names them. The node is not
  /// grabbed.
  case pointerSendsMore(String)

  // MARK: Others

  case other(GrabDecision)

  /// Whether the profile wants the node to be grabbed. Apart from this, a node without inputs of switches is grabbed
  /// together with another node of its device (`GrabDecision.unheard`).
  public var isGrab: Bool {
    switch self {
    case .keyboardOfSwitches, .keyboard, .pointer: true
    case .textKeys, .tooManyTextKeys, .noKeyboard, .keyboardSendsMore, .pointerSendsMore: false
    case .other(let decision): decision.isGrab
    }
  }

  /// Whether the node is read, because a press on it can do something.
  public var isRead: Bool {
    switch self {
    case .textKeys, .tooManyTextKeys: false
    case .keyboardOfSwitches, .keyboard, .noKeyboard, .keyboardSendsMore, .pointer, .pointerSendsMore, .other: true
    }
  }

  /// Makes the plan for a node that the entry at `entry` of `profile` matches.
  ///
  /// - Parameter foreign: the events of the node that no virtual device can pass on, in words. `nil` if there are none.
  public init(profile: Profile, entry: Int, device: DeviceDescription, foreign: String?) {
    let decision = GrabDecision(profile: profile, entry: entry, device: device)
    let text = profile.textKeys(of: device, entry: entry)
    if !text.isEmpty {
      if profile.hasTooManyTextKeys(device, entry: entry) {
        self = .tooManyTextKeys
        return
      }
      if !decision.isGrab {
        self = .textKeys(text)
        return
      }
    }
    if profile.isKeyboard(device, entry: entry) {
      self =
        if device.kind == .pointer || device.kind == .touch {
          .noKeyboard
        } else if let foreign {
          .keyboardSendsMore(foreign, hasSwitches: !profile.switchKeys(of: device, entry: entry).isEmpty)
        } else {
          decision.isGrab ? .keyboardOfSwitches : .keyboard
        }
    } else if profile.isGrabbedPointer(device, entry: entry) {
      self = foreign.map { .pointerSendsMore($0) } ?? .pointer
    } else {
      self = .other(decision)
    }
  }
}
