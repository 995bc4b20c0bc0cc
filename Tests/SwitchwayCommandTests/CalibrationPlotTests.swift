import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import Testing

@testable import switchway

@Suite("The plot of a calibration") struct CalibrationPlotTests {
  private func reading(
    _ text: String = Scene.profile(), _ change: (String) -> String = { $0 }
  ) throws -> CalibrationReading {
    let (made, _) = KeptSittingsTests.made()
    let profile = try profile(text)
    let recording = try Recording(Array(change(made.recordings[0].text).utf8), file: "box")
    return try CalibrationReading(
      [.init(name: "", session: made.session, recordings: [recording], profile: profile)],
      profile: profile)
  }

  private func plot() throws -> CalibrationPlot {
    let reading = try reading()
    return try #require(CalibrationPlot(reading.results[0], of: reading))
  }

  @Test("what counts is what counts with the profile's 'unless': not while the other switch is down")
  func unless() throws {
    let text = Scene.profile().replacing("left: {", with: "left: {unless: [right], ")
    let reading = try reading(text) { recording in
      let touch = ["20.490000 0001 0101 1", "20.490000 0000 0000 0"].map { "E: \($0)\n" }.joined()
      return recording.replacing("E: 20.500000 0001 0100 1\n", with: touch + "E: 20.500000 0001 0100 1\n")
        .replacing("E: 20.700000 0001", with: "E: 20.700000 0001 0101 0\nE: 20.700000 0001")
    }
    let change = try #require(reading.results[0].change)
    #expect([change.presses, change.before.presses, change.after.presses] == [12, 11, 11])
    let plot = try #require(CalibrationPlot(reading.results[0], of: reading))
    #expect(plot.prompts[0].contacts.map(\.kind) == [.missed])
  }

  @Test("in ASCII, without colours")
  func ascii() throws {
    let text = try plot().canvas(columns: 60, appearance: .plain).text
    let lines = text.split(separator: "\n")
    #expect(lines.first?.contains("'left'") == true)
    #expect(lines.dropFirst().first?.hasPrefix("## ") == true && lines[1].contains(" -- "), "the legend")
    #expect(lines.contains("   1 ......##............................ 1 press"))
    #expect(text.contains("\nrest .................................... 15 s: quiet\n"))
    #expect(text.contains("\nas it is now     12 of 12 "))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("in any width, no line is wider", arguments: [1, 40, 80, 200])
  func widths(columns: Int) throws {
    let canvas = try plot().canvas(columns: columns, appearance: .init(isUTF8: true, hasBlocks: true, hasColour: true))
    #expect(canvas.columns == min(max(columns, 40), 120))
    #expect(canvas.text.contains("with the change"))
    #expect(!canvas.text.contains("…"), "\(canvas.text)")
    let heads = canvas.text.split(separator: "\n").first { $0.contains("prompted ") && $0.contains(" others") }
    #expect(heads != nil, "the heads of the comparison run into each other:\n\(canvas.text)")
  }

  @Test("as a picture")
  func picture() throws {
    let report = try plot().report
    #expect(report.text.contains("with the change  12 of 12 "))
    #expect(report.text.contains(try plot().sureness.prefix(60)))
    #expect(report.picture.hasPrefix("<?xml") && report.picture.contains(">12</text>"))
  }
}
