import SwitchwayProtocol
import Testing

/// A person with one switch, Switchway's clock, and a front end that shows pages. One thread uses it at a time.
package struct OneSwitch: @unchecked Sendable {
  /// Each press is decided 0.23 s after the time that is told as `pressed`: the clock makes a step meanwhile.
  private static let profile = """
    switchway: 1
    label: One switch
    devices: {box: {match: {name: "Test Box"}, offset: -150ms}}
    switches:
      only: {input: box/button-1, steady: {preset: off, hold-duration: 80ms}, tap: select}
    scan: {style: auto, interval: 200ms, first-item-pause: 0, loops: 0}

    """

  private let daemon: Program
  private let witness: Client

  /// Starts a daemon that plays a press every 1.37 s, for ten minutes.
  package init(_ scene: Scene) throws {
    let config = try scene.file("test.yaml", Self.profile)
    let presses = stride(from: 0, to: 600_000, by: 1_370).map { (at: $0, button: 0) }
    let recording = try scene.recording(presses: presses, end: 601_000)
    daemon = try scene.listening(["--config", config, "--play", recording])
    witness = try Client(scene.socket)
    try witness.lines(until: "state")
  }

  /// The commands with an item for the client `name`, up to its choice number `choices`, as `next 3` or `select 3`.
  /// Each choice must be of the item that was lit when the person pressed, and the client must answer it with a page.
  /// Begins to count again if the client loses its claim on a busy machine, and with it the lines that it has not read.
  package func commands(for name: String, choices: Int) throws -> [String] {
    var commands: [String] = []
    var steps: [(time: Int64, item: Int64)] = []
    var firstItem: Int64 = 0
    var found = 0
    var isAnswered = false
    while found < choices || !isAnswered {
      let line = try #require(try witness.next()).message
      if line["code"] == .string("consumer-lost") { (commands, found) = ([], 0) }
      guard let item = line["item"]?.integerValue else { continue }
      // A page begins.
      if line["type"] == .string("scan"), item != steps.last?.item ?? firstItem { (firstItem, steps) = (item, []) }
      if line["type"] == .string("scan"), line["state"] == .string("running") { isAnswered = true }
      guard line["for"] == .string(name), let command = line["command"]?.stringValue,
        let pressed = line["pressed"]?.integerValue
      else { continue }
      commands.append("\(command) \(item)")
      guard command == "select" else {
        #expect(line["source"] == .object(["clock": .string("auto")]))
        steps.append((pressed, item))
        continue
      }
      #expect(line["source"]?["switch"] == .string("only"))
      #expect(item == steps.last { $0.time <= pressed }?.item ?? firstItem, "\(commands)")
      (firstItem, steps) = (item, [])
      (found, isAnswered) = (found + 1, false)
    }
    return commands
  }
}
