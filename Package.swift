// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library of the system, found by pkg-config.
func system(_ name: String, _ module: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: module, providers: [.apt([apt])])
}

/// A Swift target under the rules of the house.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: house)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: house)
}

/// The targets of a folder, each in a folder of its own name there.
func targets(in folder: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "\(folder)/\(target.name)" }
  return targets
}

// From here on: the targets from the bottom to the top. TidyTests holds the imports to these arrows.

let systemWing = targets(
  in: "Sources/system",
  [
    // What devices have and their state, names of codes, uinput: the field's own library.
    system("CLibevdev", "libevdev", apt: "libevdev-dev"),
    // Which devices there are, and what comes and goes.
    system("CLibudev", "libudev", apt: "libudev-dev"),
    // Event loop (sd-event), readiness and watchdog (sd-daemon).
    system("CLibsystemd", "libsystemd", apt: "libsystemd-dev"),
    // YAML with a line and a column for every scalar.
    system("CLibyaml", "yaml-0.1", apt: "libyaml-dev"),
    // Requests of clients are rare and hostile: a hardened JSON reader, not our own.
    system("CLibjansson", "jansson", apt: "libjansson-dev"),
    // Where letters are printed on a person's keyboard: every layout there is.
    system("CLibxkbcommon", "xkbcommon", apt: "libxkbcommon-dev"),
    // What macros hide from Swift: ioctls, accept4, credentials of a peer.
    .target(name: "CLinuxInput"),
  ])

let supportWing = targets(
  in: "Sources/support",
  [
    // Times and lengths of time.
    library("SwitchwayTime"),
    // Words, names and lengths of time as people write them, and the keys that type them.
    library("SwitchwayText", ["SwitchwayTime"]),
    // Which files are trusted and how they are read, and where a person's own are.
    library("SwitchwayFiles"),
    // A tree of a YAML file with positions, and what is wrong in it.
    library("SwitchwayYAML", ["CLibyaml", "SwitchwayTime", "SwitchwayText"]),
    // The event loop of the programs that wait: sd-event.
    library("SwitchwayReactor", ["CLibsystemd", "CLinuxInput", "SwitchwayTime"]),
    // Calls, answers and signals of a message bus on an event loop: sd-bus.
    library("SwitchwayBus", ["CLibsystemd"]),
  ])

let protocolWing = targets(
  in: "Sources/protocol",
  [
    // What both ends of the socket share: JSON, lines, messages as typed values, the connection.
    library("SwitchwayProtocol", ["CLibjansson", "CLinuxInput"]),
    // For front ends written in Swift.
    library("Switchway", ["CLinuxInput", "SwitchwayProtocol"]),
  ])

let coreWing = targets(
  in: "Sources/core",
  [
    // The scanning clock.
    library("SwitchwayClock"),
    // The rules: inputs go in, effects come out.
    library("SwitchwayCore", ["SwitchwayTime", "SwitchwayText", "SwitchwayClock"]),
    // Which keys type which letters on a person's keyboard.
    library("SwitchwayLayout", ["CLibxkbcommon", "SwitchwayTime", "SwitchwayText"]),
    // Key-remap files.
    library(
      "SwitchwayConfig",
      [
        "CLibevdev", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayClock",
        "SwitchwayCore",
      ]),
    // What a profile does, and which advice there is on it.
    library(
      "SwitchwayExplain",
      [
        "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore",
        "SwitchwayLayout", "SwitchwayConfig",
      ]),
  ])

let daemonWing = targets(
  in: "Sources/daemon",
  [
    library(
      "SwitchwayDevices",
      ["CLibevdev", "CLibudev", "CLibsystemd", "CLinuxInput", "SwitchwayTime", "SwitchwayCore"]),
    // What the core decides, as lines of the socket.
    library(
      "SwitchwayLines",
      ["SwitchwayTime", "SwitchwayText", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore"]),
    // Runs the core and performs what it decides, for the daemon and for replays.
    library(
      "SwitchwayEngine",
      [
        "SwitchwayTime", "SwitchwayText", "SwitchwayYAML", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore",
        "SwitchwayLayout", "SwitchwayConfig", "SwitchwayDevices", "SwitchwayLines",
      ]),
    // The socket, its clients and their requests.
    library(
      "SwitchwayServer",
      [
        "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore",
        "SwitchwayLines",
      ]),
    library(
      "SwitchwayDaemon",
      [
        "CLibsystemd", "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML",
        "SwitchwayReactor", "SwitchwayBus", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig",
        "SwitchwayExplain", "SwitchwayDevices", "SwitchwayLines", "SwitchwayEngine", "SwitchwayServer",
      ]),
    program("switchwayd", ["SwitchwayProtocol", "SwitchwayDaemon"]),
  ])

let cliWing = targets(
  in: "Sources/cli",
  [
    program(
      "switchway",
      [
        "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayProtocol",
        "Switchway", "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayExplain", "SwitchwayDevices",
        "SwitchwayEngine", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ])
  ])

let scannerWing = targets(
  in: "Sources/scanner",
  [
    // What a window's items are, and in which groups they are lit.
    library("SwitchwayScanning", ["SwitchwayClock"]),
    // AT-SPI over sd-bus: windows, what they contain, and acting on it.
    library("SwitchwayDesk", ["CLibsystemd", "SwitchwayBus", "SwitchwayScanning"]),
    // What it says, by a speech server's protocol.
    library("SwitchwaySpeech", ["SwitchwayText", "SwitchwayScanning"]),
    // Surfaces on its screens and text for them, and what X11 says of its windows.
    .target(
      name: "CScanDisplay",
      exclude: ["protocols/generate", "protocols/wlr-layer-shell-unstable-v1.xml"],
      linkerSettings: [
        "wayland-client", "xcb", "xcb-shape", "xcb-randr", "cairo", "pangocairo-1.0", "pango-1.0", "gobject-2.0",
      ].map { .linkedLibrary($0) }),
    // Its rings and its bar; which window is in front, and where.
    library(
      "SwitchwayScreen",
      ["CLibsystemd", "CLinuxInput", "SwitchwayBus", "SwitchwayProtocol", "SwitchwayScanning", "CScanDisplay"]),
    // `desktop.yaml`.
    library("SwitchwayDesktopSettings", ["SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML"]),
    program(
      "switchway-scan",
      [
        "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayReactor", "SwitchwayProtocol",
        "Switchway", "SwitchwayClock", "SwitchwayLayout", "SwitchwayScanning", "SwitchwayDesk", "SwitchwaySpeech",
        "SwitchwayScreen", "SwitchwayDesktopSettings",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ])

// Simulated people, and the measures by which steadying, the scanning clock and the panel's keyboard are judged:
// `make steadying`, `make scanning` and `make writing`. Not installed.
let bench = targets(
  in: "bench",
  [
    library("SwitchwayWorkbench", ["SwitchwayTime", "SwitchwayClock", "SwitchwayCore", "SwitchwayScanning"]),
    program(
      "switchway-workbench",
      [
        "SwitchwayTime", "SwitchwayYAML", "SwitchwayProtocol", "SwitchwayCore", "SwitchwayLayout", "SwitchwayConfig",
        "SwitchwayExplain", "SwitchwayScanning", "SwitchwayWorkbench", "HostileProfiles",
      ]),
  ])

// What tests of several targets use. Not installed.
let fixtures = targets(
  in: "Tests",
  [
    // The worst key-remap files there are.
    library("HostileProfiles"),
    // What real devices say of themselves, as facts.
    library("DeviceFacts"),
    library("Fixtures", ["SwitchwayCore"]),
    // The schema of the protocol, to which tests hold every line.
    library("ProtocolSchema", ["SwitchwayProtocol"]),
    // Start programs, which tests that need these two build.
    library("ProgramFixtures", ["CLinuxInput", "SwitchwayProtocol", "ProtocolSchema"]),
    library(
      "EngineFixtures",
      [
        "SwitchwayTime", "SwitchwayProtocol", "SwitchwayCore", "SwitchwayConfig", "SwitchwayDevices", "SwitchwayLines",
        "SwitchwayEngine", "ProtocolSchema", "ProgramFixtures",
      ]),
    // Desktops without a screen, for tests of what is shown there.
    library("TestDesktops", ["CLibsystemd", "SwitchwayBus"]),
  ])

let testTargets = [
  tests("TidyTests", []),
  tests("SwitchwayProtocolTests", ["SwitchwayProtocol", "Fixtures"]),
  tests("SwitchwayJSONTests", ["SwitchwayProtocol", "Fixtures"]),
  tests("SwitchwayConnectionTests", ["CLinuxInput", "SwitchwayProtocol", "Fixtures"]),
  tests("SwitchwayTests", ["CLinuxInput", "SwitchwayProtocol", "Switchway", "switchwayd", "ProgramFixtures"]),
  tests("SwitchwayClockTests", ["SwitchwayClock"]),
  tests(
    "SwitchwayCoreTests",
    ["SwitchwayTime", "SwitchwayText", "SwitchwayClock", "SwitchwayCore", "DeviceFacts", "Fixtures"]),
  // Timelines of Tests/Timelines, played to the interpreter with profiles as files write them.
  tests("TimelineTests", ["SwitchwayTime", "SwitchwayText", "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig"]),
  tests(
    "SwitchwayLayoutTests",
    ["CLibxkbcommon", "SwitchwayTime", "SwitchwayText", "SwitchwayCore", "SwitchwayLayout"]),
  tests(
    "SwitchwayConfigTests",
    [
      "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayClock", "SwitchwayCore",
      "SwitchwayConfig", "SwitchwayDesktopSettings", "HostileProfiles",
    ]),
  tests(
    "SwitchwayExplainTests",
    [
      "SwitchwayTime", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayExplain",
      "ProtocolSchema", "EngineFixtures",
    ]),
  tests("SwitchwayDevicesTests", ["CLibevdev", "SwitchwayTime", "SwitchwayCore", "SwitchwayDevices", "DeviceFacts"]),
  tests(
    "SwitchwayLinesTests",
    ["SwitchwayTime", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore", "SwitchwayLines", "ProtocolSchema"]),
  tests(
    "SwitchwayEngineTests",
    [
      "SwitchwayTime", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayDevices",
      "SwitchwayLines", "SwitchwayEngine", "ProgramFixtures", "EngineFixtures",
    ]),
  tests(
    "SwitchwayServerTests",
    [
      "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore",
      "SwitchwayLines", "SwitchwayServer", "Fixtures", "ProtocolSchema",
    ]),
  // The daemon without its process.
  tests(
    "SwitchwayDaemonTests",
    [
      "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayReactor",
      "SwitchwayProtocol", "SwitchwayCore", "SwitchwayConfig", "SwitchwayDevices", "SwitchwayEngine", "SwitchwayDaemon",
      "Fixtures", "ProgramFixtures", "EngineFixtures",
    ]),
  // What a person types.
  tests(
    "SwitchwayCommandTests",
    [
      "CLinuxInput", "SwitchwayTime", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayProtocol", "Switchway",
      "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayExplain", "SwitchwayDevices", "SwitchwayLines",
      "SwitchwayEngine", "SwitchwayDaemon", "switchwayd", "switchway", "SwitchwayWorkbench", "Fixtures",
      "ProgramFixtures", "EngineFixtures", .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ]),
  tests("SwitchwayScanningTests", ["SwitchwayClock", "SwitchwayScanning"], data: ["Entries", "Trees"]),
  tests("SwitchwayDeskTests", ["CLibsystemd", "SwitchwayBus", "SwitchwayScanning", "SwitchwayDesk", "TestDesktops"]),
  tests("SwitchwaySpeechTests", ["SwitchwayText", "SwitchwayScanning", "SwitchwaySpeech"]),
  tests(
    "SwitchwayDisplayTests",
    ["CLibsystemd", "SwitchwayBus", "SwitchwayProtocol", "SwitchwayScanning", "SwitchwayScreen", "TestDesktops"]),
  tests(
    "SwitchwayPlaceTests",
    [
      "CLibsystemd", "CLinuxInput", "SwitchwayBus", "SwitchwayProtocol", "SwitchwayScanning", "SwitchwayScreen",
      "TestDesktops",
    ]),
  tests("SwitchwayWorkbenchTests", ["SwitchwayTime", "SwitchwayCore", "SwitchwayScanning", "SwitchwayWorkbench"]),
  // All three programs as processes, and what they say to each other.
  tests(
    "ProgramTests",
    [
      "CLibsystemd", "CLinuxInput", "SwitchwayTime", "SwitchwayReactor", "SwitchwayProtocol", "Switchway",
      "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayDaemon", "switchwayd", "switchway",
      "SwitchwayScanning", "SwitchwayDesktopSettings", "switchway-scan", "ProgramFixtures",
    ]),
  // On a real kernel only: run by `make vm-test`, or natively where /dev/uinput is there.
  tests(
    "DeviceTests",
    [
      "CLibevdev", "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayCore", "SwitchwayLayout",
      "SwitchwayConfig", "SwitchwayDevices", "SwitchwayWorkbench", "HostileProfiles", "DeviceFacts",
    ]),
]

let package = Package(
  name: "switchway",
  products: [
    .executable(name: "switchwayd", targets: ["switchwayd"]),
    .executable(name: "switchway", targets: ["switchway"]),
    .executable(name: "switchway-scan", targets: ["switchway-scan"]),
    // For front ends written in Swift.
    .library(name: "Switchway", targets: ["Switchway"]),
    // The scanning clock, for front ends that keep their own time.
    .library(name: "SwitchwayClock", targets: ["SwitchwayClock"]),
  ],
  dependencies: [
    // Arguments, help and completions of `switchway`, the conventions that a person expects; never in the daemon.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0")
  ],
  targets: systemWing + supportWing + protocolWing + coreWing + daemonWing + cliWing + scannerWing + bench + fixtures
    + testTargets,
  swiftLanguageModes: [.v6]
)

/// Leaves these targets only, for a build of their own.
@MainActor func leaveOnly(_ isWanted: (Target) -> Bool) {
  package.dependencies = []
  package.products = []
  package.targets.removeAll { !isWanted($0) }
}

// Only `scripts/fuzz` builds this, with libFuzzer in every part of it. Files that it shares with tests are links to
// theirs, so the tests are not there then.
if Context.environment["SWITCHWAY_FUZZ"] != nil {
  let others: Set = [
    "switchway", "switchway-scan", "switchway-workbench", "SwitchwayDesk", "SwitchwayScreen", "CScanDisplay",
  ]
  leaveOnly {
    $0.name == "Fixtures"
      || $0.type != .test && $0.path?.hasPrefix("Sources/") == true && !others.contains($0.name)
  }
  package.targets.append(
    .executableTarget(
      name: "switchway-fuzz",
      dependencies: [
        "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayYAML", "SwitchwayProtocol", "SwitchwayCore",
        "SwitchwayLayout", "SwitchwayConfig", "SwitchwayExplain", "SwitchwayDevices", "SwitchwayLines",
        "SwitchwayEngine", "SwitchwayServer", "Fixtures",
      ], path: "Tests/Fuzz/Targets", swiftSettings: house))
}

// Only the sanitizers build this: the parts that need no device and no desktop, with their tests.
if Context.environment["SWITCHWAY_PURE"] != nil {
  let pure: Set = [
    "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayClock", "SwitchwayCore",
    "SwitchwayProtocol", "SwitchwayConfig", "SwitchwayScanning", "SwitchwaySpeech", "SwitchwayDesktopSettings",
    "CLibyaml", "CLibevdev", "CLibjansson", "CLinuxInput", "DeviceFacts", "Fixtures", "HostileProfiles",
    "ProtocolSchema", "SwitchwayProtocolTests", "SwitchwayJSONTests", "SwitchwayClockTests", "SwitchwayCoreTests",
    "TimelineTests", "SwitchwayConfigTests", "SwitchwayScanningTests", "SwitchwaySpeechTests",
  ]
  leaveOnly { pure.contains($0.name) }
  // Sanitized code is several times slower, so random tests run fewer seeds there.
  for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("SANITIZED")]
  }
}

// One target of tests with what it needs, for `scripts/quick`.
if let wanted = Context.environment["SWITCHWAY_ONLY"] {
  var needed: Set = [wanted]
  var unread = [wanted]
  while let name = unread.popLast() {
    for case .byNameItem(let other, _) in package.targets.first(where: { $0.name == name })?.dependencies ?? []
    where needed.insert(other).inserted {
      unread.append(other)
    }
  }
  let arguments = package.dependencies
  leaveOnly { needed.contains($0.name) }
  // Only `switchway` uses swift-argument-parser.
  if needed.contains("switchway") || needed.contains("switchway-scan") { package.dependencies = arguments }
}
