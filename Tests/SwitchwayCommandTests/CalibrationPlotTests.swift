import SwitchwayCore
import SwitchwayDevices
import Testing

@testable import switchway

@Suite("The plot of a calibration") struct CalibrationPlotTests {
  private func plot() throws -> CalibrationPlot {
    let (made, _) = KeptSittingsTests.made()
    let profile = try profile(Scene.profile())
    let recording = try Recording(Array(made.recordings[0].text.utf8), file: "box")
    let reading = try CalibrationReading(
      [.init(name: "", session: made.session, contacts: RecordedContacts([recording], profile: profile))],
      profile: profile)
    return try #require(CalibrationPlot(reading.results[0], of: reading))
  }

  @Test("in ASCII, without colours")
  func ascii() throws {
    let text = try plot().canvas(columns: 60, appearance: .plain).text
    #expect(
      text.hasPrefix(
        """
        What 'left' did, and what the proposed steadying makes of it
        ## asked, counts   -- not asked, ignored
           1 ......##............................ 1 press

        """))
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
    let heads = canvas.text.split(separator: "\n").first { $0.contains("asked presses ") && $0.contains(" others") }
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
