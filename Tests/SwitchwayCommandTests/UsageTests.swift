import ArgumentParser
import EngineFixtures
import Glibc
import ProgramFixtures
import Testing

@testable import switchway

@Suite("Command lines of switchway", .blocking) struct UsageTests {
  static let wrong: [[String]] = [
    ["nonsense"], ["--nonsense"], ["check", "--nonsense"], ["monitor", "extra"], ["replay"], ["send"],
    ["profile", "a", "b"], ["status", "--socket"], ["status", "--socket", ""],
    ["check", "-dash.yaml"], ["record", "-oh.evemu"],
    ["check", "--config="], ["--config=", "check"], ["--socket=", "status"],
    ["replay", "--claim", "nxt", "x.evemu"],
    ["replay", "--claim", "", "x.evemu"], ["replay", "--only", "comand", "x.evemu"], ["send", "move(left"],
    ["send", "move(left)", "right"], ["feedback", "--volume", "0"], ["feedback", "--alarm", "601"],
    ["feedback", "--only", "presses,"], ["bridge", "desktop", "--port", "80"], ["bridge", "--claim", "next"],
    ["bridge", "asterics", "--keep"], ["bridge", "asterics", "--json"], ["bridge", "asterics", "--port", "65536"],
    ["bridge", "asterics", "--claim", "nxt"], ["bridge", "asterics", "--claim", "none"],
    ["bridge", "asterics", "--origin", "https://example.org/"], ["bridge", "asterics", "--origin", "*"],
  ]

  @Test("wrong usage is status 2, and said on standard error", arguments: wrong)
  func wrongUsage(arguments: [String]) throws {
    let result = try Program.run("switchway", arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: "), "\(result)")
  }

  @Test("near misses are suggested")
  func suggestions() throws {
    let claim = try Program.run("switchway", ["replay", "--claim", "nxt", "x.evemu"])
    #expect(claim.errors.contains("unknown command 'nxt'; did you mean 'next'?"))
    let only = try Program.run("switchway", ["replay", "--only", "comand", "x.evemu"])
    #expect(only.errors.contains("unknown type 'comand'; did you mean 'command'?"))
    let tap = try Program.run("switchway", ["learn", "left", "--tap", "nxt"])
    #expect(tap.errors.contains("unknown command 'nxt'\nhelp: did you mean 'next'?\n"), "\(tap)")
    let send = try Program.run("switchway", ["send", "move(left"])
    #expect(send.errors.contains("at the end of 'move(left'\nhelp: close the bracket that "), "\(send)")
  }

  static let commands: [([String], String)] = [
    (["stat"], "Error: unknown command 'stat'\nhelp: did you mean 'stats' or 'status'?\n"),
    (["monitr"], "Error: unknown command 'monitr'\nhelp: did you mean 'monitor'?\n"),
    (["--socket", "/x", "profil", "a"], "Error: unknown command 'profil'\nhelp: did you mean 'profile'?\n"),
    (["help", "monitr"], "Error: unknown command 'monitr'\nhelp: did you mean 'monitor'?\n"),
    (["zzzzzzzz"], "Error: unknown command 'zzzzzzzz'\nhelp: 'switchway --help' lists the commands\n"),
  ]

  @Test("a word that is no command is answered with those that may be meant", arguments: commands)
  func unknownCommand(arguments: [String], errors: String) throws {
    #expect(try Program.run("switchway", arguments) == Program.Result(status: 2, output: "", errors: errors))
  }

  /// What bash offers where Tab is pressed behind these words.
  private func offered(_ scene: Scene, _ words: [String]) throws -> [String] {
    let completions = try Program.run("switchway", ["--generate-completion-script", "bash"])
    let script = try scene.file("completions", completions.output)
    let shell = """
      source "$1"; shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_TYPE=9 COMP_KEY=9
      COMP_POINT=${#COMP_LINE}
      _switchway "$1" "${@: -1}" "${@: -2:1}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Program.run(
      "/bin/bash", ["-c", shell, "bash", script, "\(Program.folder)/switchway"] + words,
      environment: scene.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
    #expect(result.errors.isEmpty, "\(result)")
    return result.output.split(separator: "\n").map { $0.filter { $0 != " " } }
  }

  static let completionRows: [([String], [String])] = [
    (["profile", "ga"], ["gamepad"]), (["profile", "pre"], ["previous"]), (["edit", "jo"], ["joystick"]),
    (["bridge", "da"], ["dasher"]), (["bridge", "of"], ["off"]),
    (["bridge", "as"], ["asterics-grid", "asterics"]), (["scan", "fa"], ["faster"]),
    (["scan", "rev"], ["reverse"]),
    (["explain", "--config", "TEST", "le"], ["left", "left+right"]),
    (["explain", "--config", "TEST", "tab+z"], ["tab+z"]), (["explain", "--config", "TEST", "left+"], ["left+right"]),
    (["calibrate", "--config", "TEST", "ri"], ["right"]), (["learn", "--config", "TEST", "ri"], ["right"]),
    (["send", "selec"], ["select"]), (["uninst"], ["uninstall-service"]),
  ]

  @Test("bash offers profiles, bridges, switches, chords and commands where they belong", arguments: completionRows)
  func offers(words: [String], expected: [String]) throws {
    let scene = try Scene()
    let path = try scene.file(
      "test.yaml",
      Scene.profile() + "chords: {left+right: {within: 120ms, do: menu}}\nkeyboard: {bindings: {tab+z: actions}}\n")
    #expect(try offered(scene, words.map { $0 == "TEST" ? path : $0 }) == expected)
  }

  @Test("versions and help are results")
  func versions() throws {
    #expect(
      try Program.run("switchway", ["--version"])
        == Program.Result(status: 0, output: "switchway 0.1.0\n", errors: ""))
    #expect(
      try Program.run("switchwayd", ["--version"])
        == Program.Result(status: 0, output: "switchwayd 0.1.0\n", errors: ""))
    let commands = SwitchwayCommand.configuration.subcommands.map { $0._commandName }
    #expect(commands.count > 20)
    for command in commands {
      let help = try Program.run("switchway", [command, "--help"])
      #expect(help.status == 0)
      #expect(help.output.contains("USAGE: switchway \(command)"))
    }
    #expect(try Program.run("switchway", ["help", "check"]).output.contains("USAGE: switchway check"))
    let help = try Program.run("switchway", ["--help"])
    #expect(try Program.run("switchway", ["help"]) == help && help.status == 0)
    #expect(commands.allSatisfy { help.output.contains("  \($0) ") })
  }

  @Test("completions are there for three shells", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let result = try Program.run("switchway", ["--generate-completion-script", shell])
    #expect(result.status == 0)
    for command in ["bindings", "explain", "replay", "why"] { #expect(result.output.contains(command)) }
    guard shell == "bash" else { return }
    let scene = try Scene()
    let script = try scene.file("completions", result.output)
    #expect(try Program.run("/bin/bash", ["-n", script]) == Program.Result(status: 0, output: "", errors: ""))
  }

  static let requests: [[String]] = [
    ["monitor"], ["monitor", "--json"], ["status"], ["reload"], ["profile"], ["profile", "next"], ["send", "select"],
  ]

  @Test("no daemon is status 4, and says what to do", arguments: requests)
  func noDaemon(arguments: [String]) throws {
    let scene = try Scene()
    let result = try scene.ask(arguments[0], arguments.count > 1 ? arguments[1] : "--help")
    if arguments.count > 1 {
      #expect(
        result
          == Program.Result(
            status: 4, output: "",
            errors: """
              no daemon is running: looked for \(scene.socket)
              help: start switchwayd, or give the path of its socket with --socket PATH

              """))
    }
    let searched = try Program.run(
      "switchway", arguments, environment: ["XDG_RUNTIME_DIR": scene.folder, "USER": "no-such-user"])
    #expect(searched.status == 4)
    #expect(
      searched.errors.hasPrefix(
        "no daemon is running: looked for \(scene.folder)/switchway/socket, /run/switchway/no-such-user/socket\n"
          + "help: 'sudo switchway install-service "))
  }

  @Test("nobody is told to install a service for root", arguments: [["status"], ["setup", "--json"]])
  func serviceOfRoot(arguments: [String]) throws {
    let scene = try Scene()
    let result = try Program.run("switchway", arguments, environment: ["XDG_RUNTIME_DIR": scene.folder])
    #expect(result.status == 4 && result.errors.contains("sudo switchway install-service "), "\(result)")
    #expect(!result.errors.contains("install-service root"), "\(result)")
  }

  @Test("a socket that may not be entered is status 3")
  func noPermission() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    unsafe chmod(scene.folder, 0o755)
    unsafe chmod(scene.socket, 0)
    let result = try Unprivileged.run("switchway", ["status", "--socket", scene.socket], environment: [:])
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("\(scene.socket): no permission to connect\nhelp: "), "\(result)")
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("recordings that cannot be used")
  func recordings() throws {
    let scene = try Scene()
    let missing = try Program.run("switchway", ["devices", "\(scene.folder)/none"], environment: scene.environment)
    #expect(missing.status == 1)
    #expect(missing.errors.contains("\(scene.folder)/none: error: No such file or directory\n"))
    let garbage = try scene.file("garbage", "E: \u{1B}[2J\n")
    let result = try Program.run("switchway", ["replay", garbage], environment: scene.environment)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("\(garbage):1: error: "), "\(result)")
    #expect(!result.errors.contains("\u{1B}"))
    let denied = try scene.recording(presses: [], end: 1)
    unsafe chmod(denied, 0)
    unsafe chmod(scene.folder, 0o755)
    #expect(try Unprivileged.run("switchway", ["replay", denied], environment: scene.environment).status == 3)
  }
}
