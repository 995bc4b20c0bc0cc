import SwitchwayConfig
import SwitchwayDevices
import SwitchwayExplain
import SwitchwayFiles

/// Everything that `switchway doctor` examines. The checks themselves do not read the machine.
struct MachineFacts: Equatable {
  /// An event node that an entry of the profile matches.
  struct Node: Equatable {
    var path: String
    var name: String
    var isReadable: Bool
    /// Whether members of the group `input` have access.
    var isServiceReadable: Bool
    /// The reason why it is not read although access is allowed: its keys that press switches type text. `nil` if it
    /// may be read.
    var unread: String?
    /// The text to write if no switch uses any node of the device.
    var unheard: String?
    /// A pointer that the profile does not grab: the desktop also gets its clicks.
    var clicksToo = false
  }

  /// The state of the person's unit, from systemd.
  struct Unit: Equatable {
    /// `active`, `inactive`, `failed` …
    var state: String
    /// `enabled`, `disabled` …; empty if unknown.
    var isEnabled: Bool
    /// `success`, `exit-code`, `watchdog`, `start-limit-hit` …
    var result: String
    /// Its main process; 0 if it does not run.
    var process: Int32 = 0
  }

  /// A daemon of this person that answers.
  struct Listener: Equatable {
    var path: String
    /// `nil` if the kernel does not report it.
    var process: Int32?
  }

  /// The answer of a daemon on the usual sockets.
  enum Answer: Equatable {
    /// The reason why no daemon answers; and what to do if one runs and does not work.
    case none(String, help: String? = nil)
    /// `isActive`: whether it reads devices now. `modes`: the modes that are on.
    case here(version: String, profile: String, devices: Int, isActive: Bool, modes: Set<String> = [])
  }

  var user = ""
  /// The user name in advice about installing: never root, who only ran the check.
  var placeholder: String { user == "root" ? "USER" : user }
  /// The number of errors and the first one; 0 if the file is usable.
  var configErrors = 0
  var configFirst = ""
  var configPath: String?
  /// The profile that the daemon uses instead of a file with errors, or `nil` if it uses nothing instead.
  var substitute: String?
  /// The file of `--config`.
  var configGiven: String?
  /// The files that root did not read because they belong to another user.
  var foreign: ForeignPath?
  /// The person whose own files root did not look for, or `nil` if it looked for all.
  var otherPerson: String?
  /// Event nodes of any kind, but Switchway's own.
  var nodeCount = 0
  /// The names in the profile of devices that are not plugged in.
  var unplugged: [String] = []
  var taken: [Node] = []
  /// The names of pointers that move nothing: boxes for switches can report themselves as mice.
  var mice: [String] = []
  var hasInputGroup = true
  var hasTypingGroup = true
  /// The groups, of these two, that the person is in.
  var memberships: [String] = []
  var rule: String?
  /// The access rights of /dev/uinput, or `nil` if it does not exist.
  var uinput: SystemRecords.Rights?
  var isUinputGiven = false
  var session = SessionPosition.unknown
  var hasSystemd = true
  var template: String?
  /// `nil` if systemd gave no answer.
  var unit: Unit?
  var daemon = Answer.none("")
  /// The daemons that answer, in the order in which front ends look for them.
  var listeners: [Listener] = []
  /// The effects of the person's desktop on typed keys, or `nil` if the program runs in no known desktop.
  var desktop: DesktopAdvice?
  /// Required entries of the daemon's profile without a device.
  var absent: [String] = []
  /// The reason why presses of devices that are plugged in do not arrive.
  var troubles: [DeviceTrouble] = []
  /// Devices that may be switches, that the daemon has not grabbed and that other programs have open.
  var opened: [DeviceTrouble] = []
  /// Required entries of the profile that match no connected device.
  var missing: [String] = []
  /// A device that the daemon cannot grab because another program has grabbed it. `path`: its node, if known.
  struct Held: Equatable {
    var name: String
    var path: String?
    /// The programs that have it open, if they are known.
    var programs: [String] = []
  }
  var held: [Held] = []
  /// The profile has something to type, but there is no virtual keyboard.
  var lacksKeyboard = false
  /// Names of keyboards that the daemon reads and has not grabbed, although it could.
  var looseKeyboards: [String] = []
  /// Devices with a key that stays down.
  var heldKeys: [String] = []
}
