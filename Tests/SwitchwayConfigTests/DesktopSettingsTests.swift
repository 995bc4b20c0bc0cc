import Foundation
import SwitchwayConfig
import SwitchwayDesktopSettings
import SwitchwayFiles
import Testing

@Suite struct DesktopSettingsTests {
  private func load(_ text: String?) throws -> DesktopSettingsResult {
    let folder = FileManager.default.temporaryDirectory.appending(path: "desktop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "desktop.yaml")
    if let text { try text.write(to: file, atomically: false, encoding: .utf8) }
    var result = DesktopSettings.load(file.path, as: .current())
    result.text = result.text.replacingOccurrences(of: file.path, with: "desktop.yaml")
    return result
  }

  @Test("no file gives the defaults, and says nothing")
  func none() throws {
    let result = try load(nil)
    #expect(result.settings == DesktopSettings())
    #expect(result.text.isEmpty)
  }

  @Test("all settings are read")
  func all() throws {
    let result = try load(
      """
      ring: {width: 6, colours: ["#102030", "#ffffff"]}
      panel: {edge: top, height: 80, keyboard: frequency}
      after: group
      groups: none
      lock: {typing: yes}
      speech: {items: yes, voice: German+Annie, rate: -20, output: bluez_output.1, wait: 3s}
      point: {by: line, columns: 2, rows: 6, times: 3}
      """)
    var expected = DesktopSettings()
    (expected.ringWidth, expected.ringColours) = (6, [0x102030, 0xFFFFFF])
    (expected.edge, expected.height, expected.after, expected.groups) = (.top, 80, .group, .none)
    (expected.pointBy, expected.pointColumns, expected.pointRows, expected.pointTimes) = (.line, 2, 6, 3)
    (expected.keyboard, expected.typesWhenLocked) = (.frequency, true)
    var speech = SpeechSettings()
    (speech.speaksItems, speech.voice, speech.rate) = (true, "German+Annie", -20)
    (speech.output, speech.wait) = ("bluez_output.1", 3_000_000)
    expected.speech = speech
    #expect(result.settings == expected)
    #expect(result.text.isEmpty)
    #expect(try load("speech: {items: no}").settings?.speech == SpeechSettings())
    #expect(try load("speech: {wait: 0, rate: 100}").settings?.speech?.rate == 100)
  }

  @Test(
    "a mistake is an error with its place and how to mend it, and nothing is taken",
    arguments: [
      ("rings: {width: 6}", "1:1: error: unknown key 'rings'", "did you mean 'ring'?"),
      ("ring: {width: 0}", "1:15: error: expected a whole number of pixels from 1 to 20", "width: 4"),
      ("ring: {width: four}", "found 'four'", "width: 4"),
      ("panel: {height: 4000}", "from 24 to 400", "height: 48"),
      ("panel: {keyboard: row}", "expected 'rows' or 'frequency' for 'keyboard'", "did you mean 'rows'?"),
      ("panel: {edge: left}", "expected 'bottom' or 'top' for 'edge'", "edge: bottom"),
      ("ring: {colours: [red, blue]}", "expected two colours", "colours: [\"#ffd800\", \"#101020\"]"),
      ("ring: {colours: [\"#12345g\", \"#000000\"]}", "expected two colours", "#101020"),
      ("ring: {colours: \"#123456\"}", "expected two colours", "#101020"),
      ("groups: row", "expected 'rows', 'containers' or 'none'", "did you mean 'rows'?"),
      ("speech: {items: maybe}", "expected 'no' or 'yes' for 'items'", "items: no"),
      ("speech: {rate: 101}", "expected a whole number from -100 to 100 for 'rate'", "rate: 20"),
      ("speech: {wait: 50ms}", "wait", "wait: "), ("speech: {wait: 31s}", "wait", "wait: "),
      ("speech: {voice: []}", "expected a name for 'voice'", "voice: German"),
      ("speech: {output: \"\"}", "expected a name for 'output'", "output: "),
      ("speech: {voice: \"a\\nQUIT\"}", "expected a name for 'voice'", "voice: German"),
      ("speech: yes", "speech", "speech: {items: yes}"),
      ("point: {columns: 1}", "expected a count from 2 to 7 for 'columns', found '1'", "columns: 7"),
      ("point: {rows: 8}", "expected a count from 2 to 7 for 'rows', found '8'", "rows: 7"),
      ("point: {by: mouse}", "expected 'grid' or 'line' for 'by'", "by: grid"),
      ("point: {times: 4}", "expected a count from 2 to 3 for 'times', found '4'", "times: 3"),
      ("lock: {typing: maybe}", "expected 'no' or 'yes' for 'typing'", "typing: no"),
      ("lock: yes", "lock", "lock: {typing: yes}"), ("- after", "expected settings such as", "after: group"),
      ("after: [", "error", "help"), ("# nothing\n", "the file is empty", "after: group"),
    ])
  func mistakes(text: String, message: String, help: String) throws {
    let result = try load(text)
    #expect(result.settings == nil)
    #expect(result.text.contains(message), "\(result.text)")
    #expect(result.text.contains(help), "\(result.text)")
  }
}
