import SwitchwayConfig
import SwitchwayDevices
import SwitchwayExplain
import SwitchwayFiles

/// The facts about a computer that `switchway doctor` checks. The checks use only these facts, and do not read the
/// computer themselves.
struct MachineFacts: Equatable {
  /// An event node that an entry of the profile matches.
  struct Node: Equatable {
    var path: String
    var name: String
    var isReadable: Bool
    /// Whether members of the group `input`, such as the service, may read the node.
    var isServiceReadable: Bool
    /// The reason why the daemon does not read the node although it may: keys of the node that press switches also type
    /// text. `nil` if there is no such reason.
    var unread: String?
    /// What to write into the profile if no switch uses any node of the device. `nil` if a switch does.
    var unheard: String?
    /// Whether the node is a pointer that the profile does not grab, so that the desktop also gets its clicks.
    var clicksToo = false
  }

  /// The state of the person's unit, from systemd.
  struct Unit: Equatable {
    /// The state of the unit: `active`, `inactive`, `failed` …
    var state: String
    /// Whether the unit starts at boot. False if this is unknown.
    var isEnabled: Bool
    /// How the unit ended: `success`, `exit-code`, `watchdog`, `start-limit-hit` …
    var result: String
    /// The ID of the unit's main process; 0 if the unit does not run.
    var process: Int32 = 0
  }

  /// A daemon of this person that answers.
  struct Listener: Equatable {
    var path: String
    /// The ID of the daemon's process, or `nil` if the kernel does not report it.
    var process: Int32?
  }

  /// The result of asking for a daemon at the usual sockets.
  enum Answer: Equatable {
    /// No daemon answers. The text is the reason, and `help` says what to do if a daemon runs but does not work.
    case none(String, help: String? = nil)
    /// A daemon answers. `isActive`: whether it reads devices now. `modes`: the modes that are on.
    case here(version: String, profile: String, devices: Int, isActive: Bool, modes: Set<String> = [])
  }

  var user = ""
  /// The user name in advice about installing the service. For root, who only runs the check, it is `USER`.
  var placeholder: String { user == "root" ? "USER" : user }
  /// The number of errors in the profile, or 0 if it is usable. `configFirst` is the first error.
  var configErrors = 0
  var configFirst = ""
  var configPath: String?
  /// The profile that the daemon uses instead of a file with errors, or `nil` if it uses nothing instead.
  var substitute: String?
  /// The file that the person named with `--config`, or `nil`.
  var configGiven: String?
  /// The file that root did not read because it belongs to another user, or `nil` if there is none.
  var foreign: ForeignPath?
  /// The person whose own files were not looked for, because root runs the check. `nil` if they were looked for.
  var otherPerson: String?
  /// The number of event nodes of any kind, without Switchway's own.
  var nodeCount = 0
  /// The names or ids of the profile's devices, if none of them is plugged in. Otherwise empty.
  var unplugged: [String] = []
  var taken: [Node] = []
  /// The names of pointers that move nothing. They may be boxes for switches, which can report themselves as mice.
  var mice: [String] = []
  var hasInputGroup = true
  var hasTypingGroup = true
  /// Which of the groups `input` and `switchway-uinput` the person is in.
  var memberships: [String] = []
  var rule: String?
  /// The access rights of /dev/uinput, or `nil` if it does not exist.
  var uinput: SystemRecords.Rights?
  var isUinputGiven = false
  var session = SessionPosition.unknown
  var hasSystemd = true
  var template: String?
  /// The state of the person's unit, or `nil` if systemd gave no answer.
  var unit: Unit?
  var daemon = Answer.none("")
  /// The daemons that answer, in the order in which front ends look for them.
  var listeners: [Listener] = []
  /// How the person's desktop changes the effect of typed keys, or `nil` if the program runs in no known desktop.
  var desktop: DesktopAdvice?
  /// The required entries of the daemon's profile that match no connected device.
  var absent: [String] = []
  /// The reasons why presses of devices that are plugged in do not arrive.
  var troubles: [DeviceTrouble] = []
  /// Devices that may be switches, that the daemon has not grabbed and that other programs have open.
  var opened: [DeviceTrouble] = []
  /// The required entries of the checked profile that match no connected device.
  var missing: [String] = []
  /// A device that the daemon cannot grab because another program has grabbed it. `path`: its node, if known.
  struct Held: Equatable {
    var name: String
    var path: String?
    /// The programs that have the device open, if they are known.
    var programs: [String] = []
  }
  var held: [Held] = []
  /// Whether the profile has something to type, but there is no virtual keyboard.
  var lacksKeyboard = false
  /// Names of keyboards that the daemon reads and has not grabbed, although it could.
  var looseKeyboards: [String] = []
  /// The devices with a key that stays down, each with the daemon's message about it.
  var heldKeys: [String] = []
}
