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

func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: house)
}

// The arrows of ARCHITECTURE.md; TidyTests holds the imports to them.
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
  targets: [
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

    // Times and lengths of time.
    library("SwitchwayTime", []),
    // Words, names and lengths of time as people write them, and the keys that type them.
    library("SwitchwayText", ["SwitchwayTime"]),
    // Which files are trusted and how they are read, and where a person's own are.
    library("SwitchwayFiles", []),
    // A tree of a YAML file with positions, and what is wrong in it.
    library("SwitchwayYAML", ["SwitchwayText", "SwitchwayTime", "CLibyaml"]),
    library("SwitchwayClock"),
    library(
      "SwitchwayCore",
      [
        "SwitchwayClock", "SwitchwayTime", "SwitchwayText",
      ]),
    library("SwitchwayJSON", ["CLibjansson"]),
    library("SwitchwayProtocol", ["SwitchwayJSON"]),
    library("SwitchwayConnection", ["SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput"]),
    library("Switchway", ["SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput"]),
    library(
      "SwitchwayConfig",
      [
        "SwitchwayClock", "SwitchwayCore", "CLibevdev", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles",
        "SwitchwayYAML",
      ]),
    library(
      "SwitchwayDevices",
      [
        "SwitchwayCore", "CLibevdev", "CLibudev", "CLibsystemd", "CLinuxInput", "SwitchwayTime",
      ]),
    library(
      "SwitchwayLayout",
      [
        "CLibxkbcommon", "SwitchwayTime", "SwitchwayText",
      ]),
    // The event loop of the programs that wait: sd-event.
    library(
      "SwitchwayReactor",
      [
        "CLibsystemd", "CLinuxInput", "SwitchwayTime",
      ]),
    // Calls, answers and signals of a message bus on an event loop: sd-bus.
    library("SwitchwayBus", ["CLibsystemd"]),
    // The desktop scanner: what a window's items are, and in which groups they are lit.
    library("SwitchwayScanning", ["SwitchwayClock"]),
    // AT-SPI over sd-bus: windows, what they contain, and acting on it.
    library("SwitchwayDesk", ["SwitchwayScanning", "SwitchwayBus", "CLibsystemd"]),
    // Its settings.
    library(
      "SwitchwayDesktopSettings",
      [
        "SwitchwayTime", "SwitchwayFiles", "SwitchwayYAML",
      ]),
    // What it says, by a speech server's protocol.
    library("SwitchwaySpeech", ["SwitchwayScanning"]),
    // Surfaces on its screens and text for them, and what X11 says of its windows.
    .target(
      name: "CScanDisplay",
      exclude: ["protocols/generate", "protocols/wlr-layer-shell-unstable-v1.xml"],
      linkerSettings: [
        "wayland-client", "xcb", "xcb-shape", "xcb-randr", "cairo", "pangocairo-1.0", "pango-1.0", "gobject-2.0",
      ].map { .linkedLibrary($0) }),
    // Its rings and its bar.
    library(
      "SwitchwayDisplay",
      ["SwitchwayScanning", "SwitchwayBus", "SwitchwayJSON", "SwitchwayProtocol", "CScanDisplay", "CLibsystemd"]),
    // Which window is in front, and where.
    library("SwitchwayPlace", ["SwitchwayScanning", "SwitchwayBus", "SwitchwayJSON", "CLinuxInput", "CScanDisplay"]),
    // What the core decides, as lines of the socket.
    library(
      "SwitchwayLines",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayProtocol", "SwitchwayTime", "SwitchwayText",
      ]),
    library(
      "SwitchwayServer",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayLines", "SwitchwayConnection", "SwitchwayProtocol",
        "SwitchwayJSON", "CLinuxInput", "SwitchwayTime", "SwitchwayText",
      ]),
    // Runs the core and performs what it decides, for the daemon and for replays.
    library(
      "SwitchwayEngine",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayProtocol",
        "SwitchwayJSON", "SwitchwayDevices", "SwitchwayLayout", "SwitchwayLines", "SwitchwayTime", "SwitchwayText",
        "SwitchwayYAML",
      ]),
    // What a profile does, and which advice there is on it.
    library(
      "SwitchwayExplain",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayProtocol", "SwitchwayLayout",
        "SwitchwayTime", "SwitchwayText", "SwitchwayFiles",
      ]),
    library(
      "SwitchwayDaemon",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayProtocol", "SwitchwayDevices",
        "SwitchwayConnection", "SwitchwayReactor", "SwitchwayBus", "SwitchwayLines", "SwitchwayServer",
        "SwitchwayEngine", "SwitchwayExplain", "CLibsystemd", "CLinuxInput", "SwitchwayTime", "SwitchwayText",
        "SwitchwayFiles", "SwitchwayYAML",
      ]),
    .executableTarget(
      name: "switchwayd", dependencies: ["SwitchwayDaemon", "SwitchwayConnection"], swiftSettings: house),
    .executableTarget(
      name: "switchway",
      dependencies: [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayEngine",
        "SwitchwayExplain", "SwitchwayJSON", "Switchway", "SwitchwayConfig", "SwitchwayDevices", "CLinuxInput",
        "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: house),

    .executableTarget(
      name: "switchway-scan",
      dependencies: [
        "SwitchwayScanning", "SwitchwayDesk", "SwitchwayDisplay", "SwitchwayPlace", "SwitchwaySpeech",
        "SwitchwayReactor", "SwitchwayLayout", "SwitchwayClock", "SwitchwayConnection", "Switchway",
        "SwitchwayJSON", "SwitchwayProtocol", "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles",
        "SwitchwayDesktopSettings",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: house),

    // Simulated people, and the measures by which steadying, the scanning clock and the panel's keyboard are judged:
    // `make steadying`, `make scanning` and `make writing`. Not installed.
    .target(
      name: "SwitchwayWorkbench",
      dependencies: [
        "SwitchwayCore", "SwitchwayClock", "SwitchwayScanning", "SwitchwayTime",
      ],
      path: "bench/SwitchwayWorkbench",
      swiftSettings: house),
    .executableTarget(
      name: "switchway-workbench",
      dependencies: [
        "SwitchwayWorkbench", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayLayout",
        "SwitchwayProtocol", "SwitchwayExplain", "SwitchwayScanning", "HostileProfiles", "SwitchwayTime",
        "SwitchwayYAML",
      ], path: "bench/switchway-workbench", swiftSettings: house),

    // The worst key-remap files there are, which several rooms are held to. Not installed.
    .target(name: "HostileProfiles", path: "Tests/HostileProfiles", swiftSettings: house),

    // What real devices say of themselves, as facts that several rooms are held to. Not installed.
    .target(name: "DeviceFacts", path: "Tests/DeviceFacts", swiftSettings: house),
    // What tests of several rooms use. The last two start programs, which tests that need those build. Not installed.
    .target(name: "Fixtures", dependencies: ["SwitchwayCore"], path: "Tests/Fixtures", swiftSettings: house),
    .target(
      name: "ProgramFixtures", dependencies: ["SwitchwayJSON", "CLinuxInput", "ProtocolSchema"],
      path: "Tests/ProgramFixtures", swiftSettings: house),
    .target(
      name: "EngineFixtures",
      dependencies: [
        "ProgramFixtures", "ProtocolSchema", "SwitchwayConfig", "SwitchwayCore", "SwitchwayDevices",
        "SwitchwayProtocol", "SwitchwayEngine", "SwitchwayLines", "SwitchwayTime",
      ], path: "Tests/EngineFixtures", swiftSettings: house),
    tests(
      "SwitchwayCoreTests",
      [
        "SwitchwayClock", "SwitchwayCore", "DeviceFacts", "Fixtures", "SwitchwayTime", "SwitchwayText",
      ]),
    tests("SwitchwayClockTests", ["SwitchwayClock"]),
    // Timelines of Tests/Timelines, played to the interpreter with profiles as files write them.
    tests(
      "TimelineTests",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayTime", "SwitchwayText",
      ]),
    tests(
      "SwitchwayWorkbenchTests",
      [
        "SwitchwayWorkbench", "SwitchwayCore", "SwitchwayScanning", "SwitchwayTime",
      ]),
    // The schema of the protocol, to which tests hold every line. Not installed.
    .target(
      name: "ProtocolSchema", dependencies: ["SwitchwayProtocol", "SwitchwayJSON"], path: "Tests/ProtocolSchema",
      swiftSettings: house),
    tests("SwitchwayProtocolTests", ["SwitchwayProtocol", "SwitchwayJSON", "Fixtures"]),
    tests("SwitchwayJSONTests", ["SwitchwayJSON", "Fixtures"]),
    tests(
      "SwitchwayConnectionTests",
      ["SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput", "Fixtures"]),
    tests(
      "SwitchwayTests",
      [
        "Switchway", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput", "ProtocolSchema",
        "ProgramFixtures", "switchwayd",
      ]),
    tests(
      "SwitchwayConfigTests",
      [
        "SwitchwayConfig", "SwitchwayClock", "SwitchwayCore", "HostileProfiles", "SwitchwayTime", "SwitchwayText",
        "SwitchwayFiles", "SwitchwayYAML", "SwitchwayDesktopSettings",
      ]),
    tests(
      "SwitchwayDevicesTests",
      [
        "SwitchwayDevices", "SwitchwayCore", "DeviceFacts", "SwitchwayTime",
      ]),
    tests("SwitchwayScanningTests", ["SwitchwayClock", "SwitchwayScanning"], data: ["Entries", "Trees"]),
    tests("SwitchwaySpeechTests", ["SwitchwaySpeech", "SwitchwayScanning"]),
    tests("SwitchwayDeskTests", ["SwitchwayDesk", "SwitchwayBus", "SwitchwayScanning", "CLibsystemd", "TestDesktops"]),
    // Desktops without a screen, for tests of what is shown there. Not installed.
    .target(
      name: "TestDesktops", dependencies: ["SwitchwayBus", "CLibsystemd"], path: "Tests/TestDesktops",
      swiftSettings: house),
    tests(
      "SwitchwayDisplayTests",
      ["SwitchwayDisplay", "SwitchwayScanning", "SwitchwayBus", "SwitchwayJSON", "CLibsystemd", "TestDesktops"]),
    tests(
      "SwitchwayPlaceTests",
      [
        "SwitchwayPlace", "SwitchwayBus", "SwitchwayScanning", "SwitchwayJSON", "CLinuxInput", "CLibsystemd",
        "TestDesktops",
      ]),
    tests(
      "SwitchwayLayoutTests",
      [
        "SwitchwayLayout", "SwitchwayCore", "CLibxkbcommon", "SwitchwayTime", "SwitchwayText",
      ]),
    tests(
      "SwitchwayLinesTests",
      [
        "SwitchwayLines", "SwitchwayClock", "SwitchwayConnection", "SwitchwayCore", "SwitchwayProtocol",
        "SwitchwayJSON", "ProtocolSchema", "SwitchwayTime",
      ]),
    tests(
      "SwitchwayServerTests",
      [
        "SwitchwayServer", "SwitchwayLines", "SwitchwayClock", "SwitchwayCore", "SwitchwayConnection",
        "SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput", "ProtocolSchema", "Fixtures", "SwitchwayTime",
        "SwitchwayText",
      ]),
    // The daemon without its process.
    tests(
      "SwitchwayDaemonTests",
      [
        "SwitchwayCore", "SwitchwayConfig", "SwitchwayProtocol", "SwitchwayDevices", "SwitchwayEngine",
        "SwitchwayDaemon", "SwitchwayJSON", "CLinuxInput", "SwitchwayReactor", "Fixtures", "ProgramFixtures",
        "EngineFixtures", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML",
      ]),
    // All three programs as processes, and what they say to each other.
    tests(
      "ProgramTests",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayConnection", "SwitchwayDaemon", "SwitchwayJSON", "CLinuxInput",
        "SwitchwayConfig", "CLibsystemd", "SwitchwayProtocol", "SwitchwayReactor", "SwitchwayScanning", "Switchway",
        "switchwayd", "switchway", "switchway-scan", "ProgramFixtures", "SwitchwayTime", "SwitchwayDesktopSettings",
      ]),
    // What a person types.
    tests(
      "SwitchwayCommandTests",
      [
        "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayProtocol", "SwitchwayDevices",
        "SwitchwayLines", "SwitchwayEngine", "SwitchwayExplain", "SwitchwayDaemon", "SwitchwayJSON", "CLinuxInput",
        "switchwayd", "switchway", "ProtocolSchema", "SwitchwayWorkbench", "Fixtures", "ProgramFixtures",
        "EngineFixtures", "SwitchwayTime", "SwitchwayFiles", "SwitchwayYAML",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "SwitchwayExplainTests",
      [
        "SwitchwayExplain", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON",
        "ProtocolSchema", "EngineFixtures", "SwitchwayTime",
      ]),
    tests(
      "SwitchwayEngineTests",
      [
        "SwitchwayEngine", "SwitchwayClock", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayCore",
        "SwitchwayDevices", "SwitchwayJSON", "SwitchwayProtocol", "SwitchwayLines", "ProtocolSchema",
        "ProgramFixtures", "EngineFixtures", "SwitchwayTime",
      ]),
    tests("TidyTests", []),
    // On a real kernel only: run by `make vm-test`, or natively where /dev/uinput is there.
    tests(
      "DeviceTests",
      [
        "CLibevdev", "DeviceFacts", "HostileProfiles", "SwitchwayConfig", "SwitchwayCore", "SwitchwayDevices",
        "SwitchwayLayout", "SwitchwayWorkbench", "SwitchwayTime", "SwitchwayText",
      ]),
  ],
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
    "switchway", "switchway-scan", "switchway-workbench", "SwitchwayDesk", "SwitchwayDisplay", "SwitchwayPlace",
    "CScanDisplay",
  ]
  leaveOnly { $0.name == "Fixtures" || $0.type != .test && $0.path == nil && !others.contains($0.name) }
  package.targets.append(
    .executableTarget(
      name: "switchway-fuzz",
      dependencies: [
        "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON",
        "SwitchwayDevices", "SwitchwayLayout", "SwitchwayLines", "SwitchwayServer", "SwitchwayEngine",
        "SwitchwayExplain", "CLinuxInput", "Fixtures", "SwitchwayTime", "SwitchwayText", "SwitchwayYAML",
      ], path: "Tests/Fuzz/Targets", swiftSettings: house))
}

// Only the sanitizers build this: the parts that do no I/O, with their tests.
if Context.environment["SWITCHWAY_PURE"] != nil {
  let pure: Set = [
    "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayDesktopSettings",
    "SwitchwayCore", "SwitchwayProtocol", "SwitchwayJSON", "SwitchwayConfig", "CLibyaml", "CLibevdev", "CLibjansson",
    "DeviceFacts", "Fixtures", "HostileProfiles", "ProtocolSchema", "SwitchwayCoreTests", "SwitchwayProtocolTests",
    "SwitchwayJSONTests", "SwitchwayConfigTests", "SwitchwayClock", "SwitchwayClockTests", "TimelineTests",
    "SwitchwayScanning", "SwitchwayScanningTests", "SwitchwaySpeech", "SwitchwaySpeechTests",
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
