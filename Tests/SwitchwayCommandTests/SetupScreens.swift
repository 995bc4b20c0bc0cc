import CLinuxInput
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol

@testable import switchway

/// Grants every request of `switchway setup`, and reports presses when the test wants them.
final class GrantingDaemon {
  private let listener: Int32
  private var connection: Int32 = -1
  private var rest: [UInt8] = []
  private var time: Int64 = 1_000_000
  private var isClaimed = false

  init(_ socket: String) throws {
    listener = unsafe sw_listen_at(socket, 8)
    guard listener >= 0 else { throw ProgramError("cannot listen at \(socket)") }
  }

  deinit {
    close(listener)
    if connection >= 0 { close(connection) }
  }

  /// Answers what has come.
  func serve() throws {
    if connection < 0 {
      connection = sw_accept(listener)
      guard connection >= 0 else { return }
      try say(ScriptedDaemon.hello)
      try say(state)
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var input = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&input, 1, 0) > 0 else { return }
    let count = unsafe read(connection, &chunk, chunk.count)
    if count > 0 { rest += chunk[..<count] }
    while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let request = String(decoding: rest[..<feed], as: UTF8.self).message
      rest.removeSubrange(...feed)
      if request["type"] == .string("claim") { isClaimed = true }
      if let id = request["id"]?.integerValue { try say(#"{"type":"ok","id":\#(id),"result":\#(state)}"#) }
    }
  }

  /// Three presses of 0.15 s, a second apart.
  func press(_ input: String) throws {
    for edge in 0..<6 {
      time += edge.isMultiple(of: 2) ? 850_000 : 150_000
      try say(
        #"{"type":"learn","device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface","phys":"","#
          + #""uniq":""},"input":"\#(input)","down":\#(edge.isMultiple(of: 2)),"time":\#(time)}"#)
    }
  }

  private func say(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard unsafe sw_send(connection, bytes, bytes.count) == bytes.count else { throw ProgramError("not sent") }
  }

  private var state: String {
    let consumers = isClaimed ? #"{"client":"setup","commands":"all"}"# : ""
    return
      #"{"type":"state","profile":{"name":"default","label":"Default"},"modes":{"active":true,"locked":false},"#
      + #""consumers":[\#(consumers)],"time":1}"#
  }
}

/// What `switchway setup` shows on a terminal of 80 columns, a screen for each question.
final class SetupScreens {
  private let language: MessageLanguage
  private let scene: Scene
  private let daemon: GrantingDaemon
  private let terminal: PseudoTerminal
  /// As long as the folder that is shown, so that lines are broken at the same places.
  private let folder: String
  /// Where in the terminal's text each screen begins.
  private var begins: [(name: String, at: Int)] = []
  /// Of the terminal's text, what was waited for already.
  private var seen = 0

  /// - Parameter profile: what the person's file has; nil: there is none.
  init(profile: String? = nil, language: MessageLanguage = .english, locale: String = "C.UTF-8") throws {
    self.language = language
    scene = try Scene()
    var template = Array("/tmp/switch.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw ProgramError("no folder in /tmp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let profile {
      try FileManager.default.createDirectory(atPath: "\(folder)/switchway", withIntermediateDirectories: true)
      try Data(profile.utf8).write(to: URL(filePath: "\(folder)/switchway/default.yaml"))
    }
    daemon = try GrantingDaemon(scene.socket)
    terminal = try PseudoTerminal(
      "switchway", ["setup", "--socket", scene.socket],
      environment: scene.environment.merging(["XDG_CONFIG_HOME": folder, "LC_ALL": locale]) { $1 }, rows: 400)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Waits for a text after the last one. A screen with this name begins at its line.
  func sees(_ text: String, as name: String? = nil) throws {
    var found: Range<String.Index>?
    try eventually("'\(text)' in: \(terminal.text)") {
      try daemon.serve()
      terminal.look()
      let all = terminal.text
      found = all[all.index(all.startIndex, offsetBy: seen)...].firstRange(of: text)
      return found != nil
    }
    guard let found else { return }
    let all = terminal.text
    if let name {
      let line = all[..<found.lowerBound].lastIndex { $0 == "\n" || $0 == "\r\n" }
      begins.append((name, all.distance(from: all.startIndex, to: line.map(all.index(after:)) ?? all.startIndex)))
    }
    seen = all.distance(from: all.startIndex, to: found.upperBound)
  }

  func type(_ answer: String) { terminal.type(answer + "\n") }

  /// Waits for a question and for the line below it, and types an answer.
  func answer(_ question: String, as name: String?, _ typed: String) throws {
    try sees(question, as: name)
    try sees(language.text(of: SetupPrompt.cancel))
    type(typed)
  }

  func press(_ question: String, as name: String?, _ input: String) throws {
    try sees(question, as: name)
    try sees(language.text(of: SetupPrompt.cancelPressing))
    try daemon.press(input)
    try sees("\(language.text(of: "\("Test Box"), \(input): press \(3)")).")
  }

  /// The beginning of a question of a new setup with one switch, as far as it fits into a line of 40 columns.
  static func question(_ question: SetupQuestion, in language: MessageLanguage = .english) -> String {
    var setup = Setup()
    if [.plan, .interval].contains(question) { try? SetupTests.give("btn_0", to: &setup) }
    if [.sticky, .steadying].contains(question) { try? setup.answer(SetupKind.keyboard.rawValue) }
    return String(language.text(of: SetupChoices.text(of: question, in: setup)).prefix(24))
  }

  /// The first choice of the question that is asked now, when it is highlighted.
  func highlighted() throws -> String {
    try sees("\r> 1  ")
    try sees("\u{1B}[K")
    let line = terminal.text.prefix(seen).split(separator: "\r").last ?? ""
    return String(line.dropLast("\u{1B}[K".count))
  }

  /// The screens by their names, to the end of the program.
  func end() throws -> [String: String] {
    _ = try terminal.end()
    let all = terminal.text
    var screens: [String: String] = [:]
    for (index, screen) in begins.enumerated() {
      let last = index + 1 < begins.count ? begins[index + 1].at : all.count
      screens[screen.name] = plain(String(all.prefix(last).dropFirst(screen.at)))
    }
    return screens
  }

  /// Leaves, and returns the screens.
  func leave() throws -> [String: String] {
    try sees(language.text(of: SetupPrompt.cancel))
    type("q")
    try sees(language.text(of: SetupCommand.cancelled))
    return try end()
  }

  /// Without the highlight, which is drawn again in its place, and with the folder of a person.
  private func plain(_ text: String) -> String {
    text.replacing(/\u{1B}7[\s\S]*?\u{1B}8(?:\u{1B}7[\s\S]*?\u{1B}8)*/, with: "").replacing("\r\n", with: "\n")
      .replacing(folder, with: "/home/anna/.config")
  }
}
