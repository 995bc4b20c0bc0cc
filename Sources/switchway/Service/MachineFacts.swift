import SwitchwayDaemon

/// All that `switchway doctor` looks at, as it is now. What becomes of it is decided without the machine.
struct MachineFacts: Equatable {
  /// An event node that an entry of the profile takes.
  struct Node: Equatable {
    var path: String
    var name: String
    /// The person may read it, by rights of their own.
    var isReadable: Bool
    /// Members of the group `input` may.
    var isServiceReadable: Bool
    /// Why it is not read whatever the rights: keys of it that press switches type text. nil: it may be read.
    var unread: String?
  }

  /// What systemd says of the person's unit.
  struct Unit: Equatable {
    /// `active`, `inactive`, `failed` …
    var state: String
    /// `enabled`, `disabled` …; empty where systemd does not know.
    var isEnabled: Bool
    /// `success`, `exit-code`, `watchdog`, `start-limit-hit` …
    var result: String
    /// Its main process; 0 where it does not run.
    var process: Int32 = 0
  }

  /// A daemon of this person that answers.
  struct Listener: Equatable {
    var path: String
    /// nil where the kernel does not say.
    var process: Int32?
  }

  /// What a daemon on the usual sockets says.
  enum Answer: Equatable {
    case none(String)
    /// `isActive`: it reads devices now.
    case here(version: String, profile: String, devices: Int, isActive: Bool)
  }

  var user = ""
  /// Whom to install the service for: never root, who was only looking.
  var placeholder: String { user == "root" ? "USER" : user }
  /// The number of mistakes, and the first of them; none where the file can be used.
  var configErrors = 0
  var configFirst = ""
  var configPath: String?
  /// Event nodes of any kind.
  var nodeCount = 0
  var taken: [Node] = []
  var hasInputGroup = true
  var hasTypingGroup = true
  /// Which of the two groups the person is in.
  var memberships: [String] = []
  var rule: String?
  /// The rights of /dev/uinput; nil where it is not there.
  var uinput: SystemRecords.Rights?
  var isUinputGiven = false
  var session = SessionPosition.unknown
  var hasSystemd = true
  var template: String?
  /// nil where systemd could not be asked.
  var unit: Unit?
  var daemon = Answer.none("")
  /// Those that answer, in the order in which front ends look for them.
  var listeners: [Listener] = []
  /// Entries that the daemon's profile requires and that no device is.
  var absent: [String] = []
  /// Names of keyboards of the profile that the daemon reads and has not grabbed, although it could now.
  var looseKeyboards: [String] = []
}
