import Testing

@testable import SwitchwayCore

@Suite("nodes of one device")
struct DeviceGroupsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var about: String
    var nodes: [DeviceDescription]
    var groups: [Int]
    var testDescription: String { about }
  }

  private static func node(
    _ name: String = "Pedal", bus: UInt16 = 3, phys: String = "", uniq: String = "", parent: String = ""
  ) -> DeviceDescription {
    DeviceDescription(name: name, bus: bus, vendor: 1, product: 2, phys: phys, uniq: uniq, parent: parent)
  }

  static let rows: [Row] = [
    Row(about: "none", nodes: [], groups: []),
    Row(about: "equal names and ids alone join nothing", nodes: [node(), node(), node()], groups: [0, 1, 2]),
    Row(
      about: "one phys up to its last /inputN",
      nodes: [node(phys: "usb-1-2/input0"), node(phys: "usb-1-3/input0"), node(phys: "usb-1-2/input1")],
      groups: [0, 1, 0]),
    Row(
      about: "a longer number, and a port that begins alike",
      nodes: [node(phys: "usb-1-2/input10"), node(phys: "usb-1-2/input2"), node(phys: "usb-1-21/input0")],
      groups: [0, 0, 2]),
    Row(
      about: "what is no /inputN joins nothing",
      nodes: [
        node(phys: "same"), node(phys: "same"), node(phys: "same/input"), node(phys: "same/input"),
        node(phys: "/input0"), node(phys: "/input0"), node(phys: "same/inputx"), node(phys: "same/inputx"),
      ],
      groups: Array(0..<8)),
    Row(
      about: "two that are paired with one receiver",
      nodes: [
        node(phys: "usb-4/input2:1", parent: "/u"), node(phys: "usb-4/input2:2", parent: "/u"),
        node(phys: "usb-4/input1:1", parent: "/u"), node(phys: "usb-4/input0", parent: "/u"),
      ],
      groups: [0, 1, 0, 3]),
    Row(
      about: "the place in sysfs where phys is missing on one",
      nodes: [node(phys: "usb-1/input0", parent: "/u/1"), node(parent: "/u/1"), node(parent: "/u/2")],
      groups: [0, 0, 2]),
    Row(
      about: "a node that joins two which came before it",
      nodes: [node(phys: "usb-1/input0"), node(parent: "/u/1"), node(phys: "usb-1/input1", parent: "/u/1")],
      groups: [0, 0, 0]),
    Row(
      about: "over Bluetooth the address; not over USB",
      nodes: [
        node(bus: 5, phys: "aa:bb", uniq: "11:22"), node(bus: 5, phys: "aa:bb", uniq: "11:22"),
        node(bus: 5, phys: "aa:bb", uniq: "33:44"), node(bus: 3, uniq: "11:22"), node(bus: 3, uniq: "11:22"),
        node(bus: 5), node(bus: 5),
      ],
      groups: [0, 0, 2, 3, 4, 5, 6]),
    Row(
      about: "fourteen nodes of one name are one keyboard by their place",
      nodes: (0..<14).map { node("Keyboard UNKNOWN", phys: "usb-1/input\($0)") } + [node("Keyboard UNKNOWN")],
      groups: Array(repeating: 0, count: 14) + [14]),
  ]

  @Test("each has the index of its device's first node", arguments: rows)
  func row(_ row: Row) {
    #expect(DeviceGroups.of(row.nodes) == row.groups)
  }
}
