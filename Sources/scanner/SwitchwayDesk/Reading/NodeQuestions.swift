import SwitchwayBus
import SwitchwayScanning

/// The requests for the properties of a node, except its children.
enum NodeQuestions {
  /// The largest number of actions of a node. Programs have up to four.
  static let mostActions = 8
  /// The height of one line of large text, in pixels. A link that is higher may have several lines.
  static let heightOfLine = 30
  /// The largest number of lines of a link that are read. A link of this length is a long paragraph.
  static let mostLines = 12

  /// Requests name, role, states and extents, which show where the node is, and whether it may be an item.
  static func describe(_ draft: Draft, _ coordinates: ATSPI.Coordinates, in group: AnswerGroup) {
    group.get(draft.node.reference, ATSPI.accessible, "Name", as: "s") { draft.node.name = $0.name() ?? "" }
    describeButName(draft, coordinates, in: group)
  }

  /// Requests the parent together with the name, in one call. It must not be used with Qt 5, which crashes at
  /// `Properties.GetAll`.
  static func describeWithParent(_ draft: Draft, _ coordinates: ATSPI.Coordinates, in group: AnswerGroup) {
    group.send(Call(draft.node.reference, ATSPI.properties, "GetAll", "s", [ATSPI.accessible])) {
      readProperties($0, draft)
    }
    describeButName(draft, coordinates, in: group)
  }

  private static func describeButName(_ draft: Draft, _ coordinates: ATSPI.Coordinates, in group: AnswerGroup) {
    let object = draft.node.reference
    group.send(Call(object, ATSPI.accessible, "GetRole")) { draft.node.role = $0.role() ?? .invalid }
    group.send(Call(object, ATSPI.accessible, "GetState")) { reply in
      guard let states = reply.states() else { return }
      draft.isKnown = !states.contains(.defunct)
      draft.node.states = states
    }
    askExtents(draft, coordinates, in: group)
  }

  /// Requests the interfaces. `next` then requests the properties that depend on them.
  static func askInterfaces(_ draft: Draft, in group: AnswerGroup, _ next: @escaping () -> Void = {}) {
    group.send(Call(draft.node.reference, ATSPI.accessible, "GetInterfaces")) {
      draft.node.interfaces = $0.interfaces() ?? []
      draft.hasInterfaces = true
      next()
    }
  }

  static func askExtents(_ draft: Draft, _ coordinates: ATSPI.Coordinates, in group: AnswerGroup) {
    group.send(.extents(draft.node.reference, coordinates)) { draft.node.extents = $0.rect() ?? .zero }
  }

  private static func readProperties(_ reply: Reply, _ draft: Draft) {
    guard reply.enter("a", "{sv}") else { return }
    for _ in 0..<20 {
      guard reply.enter("e", "sv"), let property = reply.string() else { return }
      switch property {
      case "Name":
        guard reply.enter("v", "s") else { return }
        draft.node.name = reply.name() ?? ""
        reply.leave()
      case "Parent":
        guard reply.enter("v", "(so)") else { return }
        draft.parent = reply.reference() ?? nil
        reply.leave()
      default:
        guard reply.skip("v") else { return }
      }
      reply.leave()
    }
  }

  /// Requests the names of the actions. `GetActions` is used only for Qt 5, because other toolkits translate the names
  /// in its answer. Source: qtbase 5.15, `atspiadaptor.cpp`.
  static func askActions(_ draft: Draft, toolkit: String, in group: AnswerGroup) {
    let object = draft.node.reference
    if toolkit == "Qt" {
      return group.send(Call(object, ATSPI.action, "GetActions")) { draft.node.actions = readActions($0) }
    }
    var names: [Int: String] = [:]
    var count = 1
    func ask(_ index: Int) {
      group.send(Call(object, ATSPI.action, "GetName", "i", numbers: [Int32(index)])) { reply in
        names[index] = reply.name()?.lowercased()
        let known = (0..<count).map { names[$0] ?? "" }
        draft.node.actions = Array(known.prefix { !$0.isEmpty })
      }
    }
    group.get(object, ATSPI.action, "NActions", as: "i") { reply in
      count = min(max(Int(reply.int() ?? 0), 0), mostActions)
      if count == 0 { draft.node.actions = [] }
      for index in 1..<max(count, 1) { ask(index) }
    }
    ask(0)
  }

  private static func readActions(_ reply: Reply) -> [String] {
    guard reply.enter("a", "(sss)") else { return [] }
    var names: [String] = []
    while names.count < mostActions, reply.enter("r", "sss"), let name = reply.name(), !name.isEmpty {
      names.append(name.lowercased())
      guard reply.skip("ss") else { break }
      reply.leave()
    }
    return names
  }

  /// Reads the text of the object's label. The contents of an editable text are not read, because the person may have
  /// typed them.
  ///
  /// Entries of GTK 4.18's menus have no names; their labels have no name either, but a text.
  static func askLabel(of draft: Draft, in group: AnswerGroup) {
    group.send(Call(draft.node.reference, ATSPI.accessible, "GetRelationSet")) { reply in
      guard let label = reply.related(by: labelledBy) else { return }
      group.send(Call(label, ATSPI.accessible, "GetState")) { reply in
        guard let states = reply.states(), states.isDisjoint(with: [.editable, .defunct]) else { return }
        let range: [any CVarArg & Sendable] = [Int32(0), Int32(CleanName.limitBefore)]
        group.send(Call(label, ATSPI.text, "GetText", "ii", numbers: range)) {
          draft.node.label = $0.name() ?? ""
        }
      }
    }
  }

  /// Numbers of `AtspiRelationType`.
  private static let labelledBy: UInt32 = 2
  private static let controllerFor: UInt32 = 3

  /// Finds the object that a tab shows and hides.
  static func askControlled(by draft: Draft, in group: AnswerGroup, _ found: @escaping (Reference) -> Void) {
    group.send(Call(draft.node.reference, ATSPI.accessible, "GetRelationSet")) { reply in
      if let page = reply.related(by: controllerFor) { found(page) }
    }
  }

  /// Requests the rectangle of each line of a link, if the link may have several lines.
  static func askLines(_ draft: Draft, _ coordinates: ATSPI.Coordinates, in group: AnswerGroup) {
    guard draft.node.role == .link, draft.node.interfaces.contains(.text),
      draft.node.extents.height > heightOfLine
    else { return }
    askLine(from: 0, of: draft, coordinates, in: group)
  }

  private static func askLine(
    from offset: Int32, of draft: Draft, _ coordinates: ATSPI.Coordinates, in group: AnswerGroup
  ) {
    let object = draft.node.reference
    // The line at the offset. Source: `AtspiTextGranularity`, LINE is 3.
    group.send(Call(object, ATSPI.text, "GetStringAtOffset", "iu", numbers: [offset, UInt32(3)])) { reply in
      guard reply.skip("s"), let start = reply.int(), let end = reply.int(), start >= offset, end > start else {
        return
      }
      let numbers: [any CVarArg & Sendable] = [start, end, coordinates.rawValue]
      group.send(Call(object, ATSPI.text, "GetRangeExtents", "iiu", numbers: numbers)) { reply in
        guard let line = reply.fourNumbers() else { return }
        if !line.isEmpty { draft.node.lines.append(line) }
        if draft.node.lines.count < mostLines { askLine(from: end, of: draft, coordinates, in: group) }
      }
    }
  }
}
