import SwitchwayCore

/// Says whether a device is grabbed, and why.
enum GrabWords {
  static func why(_ profile: Profile, entry: Int, kind: DeviceKind) -> String {
    switch GrabDecision(profile: profile, entry: entry, kind: kind) {
    case .boxOfSwitches: "yes: a \(kind.rawValue) that switches use; the rest of it does nothing"
    case .asked: "yes: the key-remap file says so; the rest of it does nothing"
    case .forbidden: "no: the key-remap file says so"
    case .unused: "no: no switch uses it"
    case .otherKind: "no: by itself only a switch-interface or a pedal is"
    case .movesPointer: "no: it moves the cursor or is touched, and nothing could pass that on"
    }
  }
}
