import Foundation
import ProgramFixtures
import Testing

@Suite("The units that are shipped", .blocking) struct UnitFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "systemd").path

  @Test("systemd itself says that the service exposes little: at most 1.5 of 10")
  func exposure() throws {
    let result = try Program.run(
      "/usr/bin/systemd-analyze",
      ["security", "--no-pager", "--offline=true", "--threshold=15", "\(Self.folder)/switchway@.service"])
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("Overall exposure level"))
  }

  @Test("the threshold is one that a lesser unit does not keep")
  func lesser() throws {
    let scene = try Scene()
    let text = try String(contentsOfFile: "\(Self.folder)/switchway@.service", encoding: .utf8)
    let lesser = try scene.file(
      "lesser@.service", text.replacing("CapabilityBoundingSet=\n", with: "")
    )
    let result = try Program.run(
      "/usr/bin/systemd-analyze", ["security", "--no-pager", "--offline=true", "--threshold=15", lesser])
    #expect(result.status != 0, "\(result)")
  }
}
