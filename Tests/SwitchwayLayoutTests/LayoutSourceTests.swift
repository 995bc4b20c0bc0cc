import Foundation
import SwitchwayCore
import SwitchwayText
import Testing

@testable import SwitchwayLayout

/// Who says which layout it is: the key-remap file, the environment, the system's files, nobody.
@Suite struct LayoutSourceTests {
  private let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "switchway-layout-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  /// What is read where the system's file holds `text`.
  private func read(_ name: String?, _ environment: [String: String], _ text: String) throws
    -> LayoutReading
  {
    let path = folder + "/keyboard"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var reading = LayoutReader.read(name, environment: environment, files: [folder + "/missing", path])
    if reading.source == .file(path) { reading.source = .file("keyboard") }
    return reading
  }

  private func read(_ text: String) throws -> LayoutReading { try read(nil, [:], text) }

  @Test(
    "the system's file is read as text, whatever it looks like",
    arguments: [
      ("XKBMODEL=\"pc105\"\nXKBLAYOUT=\"de\"\nXKBVARIANT=\"\"\nXKBOPTIONS=\"\"\nBACKSPACE=\"guess\"\n", "de"),
      ("XKBLAYOUT='fr'\nXKBVARIANT='oss'\n", "fr(oss)"), ("XKBVARIANT=dvorak\nXKBLAYOUT=us\n", "us(dvorak)"),
      ("XKBLAYOUT=\"de,us\"\nXKBVARIANT=\"nodeadkeys,\"\n", "de(nodeadkeys)"), ("XKBLAYOUT=\"us, de\"\n", "us"),
      ("XKBLAYOUT=\"us,de\"\nXKBVARIANT=\",nodeadkeys\"\n", "us"), ("# XKBLAYOUT=fr\n  XKBLAYOUT=ch # mine\n", "ch"),
      ("XKBLAYOUT=fr\nXKBLAYOUT=de\n", "de"), ("KEYMAP=de-latin1\nXKBLAYOUT=de", "de"),
      ("XKBLAYOUT=\"de\"; touch x\r\n", "de"), ("XKBLAYOUT=\"fr(oss)\"\n", "fr(oss)"),
    ])
  func file(_ text: String, _ expected: String) throws {
    let reading = try read(text)
    #expect(reading.name == expected)
    #expect(reading.source == .file("keyboard"))
    #expect(reading.failure == nil)
    #expect(reading.keys == LayoutReader.read(expected, environment: [:], files: []).keys)
  }

  @Test(
    "a file that names no layout is passed over",
    arguments: ["", "\n", "XKBLAYOUT=\n", "XKBLAYOUT=\"\"\n", "XKBVARIANT=oss\n", "NOXKBLAYOUT=de\n", "KEYMAP=de\n"])
  func silent(_ text: String) throws {
    #expect(
      try read(text)
        == LayoutReading(
          keys: LayoutReader.read("us", environment: [:], files: []).keys, name: "us", source: .fallback))
  }

  @Test("a hostile file is told and does nothing", arguments: ["$(touch x)", "../../x", "`id`", "$HOME", "\u{1b}[2J"])
  func hostile(_ value: String) throws {
    let reading = try read("XKBLAYOUT=\(value)\n")
    #expect(reading.keys == .us)
    guard case .malformed? = reading.failure else {
      Issue.record("not told")
      return
    }
    #expect(reading.failure?.message.contains("\u{1b}") == false)
  }

  @Test("what is no plain file of a sensible size is passed over")
  func strangeFiles() throws {
    #expect(LayoutReader.read(nil, environment: [:], files: [folder, "/dev/zero"]).source == .fallback)
    #expect(try read("XKBLAYOUT=de\n" + String(repeating: "#\n", count: 40_000)).source == .fallback)
  }

  @Test("the key-remap file comes first, then the environment, then the system's file")
  func order() throws {
    let file = "XKBLAYOUT=ch\n"
    let environment = ["XKB_DEFAULT_LAYOUT": "fr,us", "XKB_DEFAULT_VARIANT": "oss,"]
    #expect(try read("de", environment, file).name == "de")
    let (second, third) = (try LayoutSourceTests().read(nil, environment, file), try LayoutSourceTests().read(file))
    #expect(second.name == "fr(oss)")
    #expect(second.source == .environment)
    #expect(third.name == "ch")
    let empty = try LayoutSourceTests().read(nil, ["XKB_DEFAULT_LAYOUT": "", "XKB_DEFAULT_VARIANT": "oss"], file)
    #expect(empty.name == "ch")
    let wrong = try LayoutSourceTests().read(nil, ["XKB_DEFAULT_LAYOUT": "zz"], file)
    #expect(wrong.failure == .unknown("zz", .environment))
    #expect(wrong.failure?.message.contains("$XKB_DEFAULT_LAYOUT") == true)
  }
}
