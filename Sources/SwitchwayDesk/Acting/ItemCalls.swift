import SwitchwayScanning

/// Checks items and acts on them.
final class ItemCalls {
  private let calls: ProgramCalls

  init(_ calls: ProgramCalls) { self.calls = calls }

  func check(_ item: Item, toolkit: String, _ answer: @escaping (Check) -> Void) {
    let object = item.reference
    var now = Node(reference: object, parent: nil, role: .invalid)
    var isKnown = false
    let group = AnswerGroup(calls, isUrgent: true)
    group.get(object, ATSPI.accessible, "Name", as: "s") { now.name = $0.name() ?? "" }
    group.send(Call(object, ATSPI.accessible, "GetRole")) { now.role = $0.unsigned().map(Role.init) ?? .invalid }
    group.send(Call(object, ATSPI.accessible, "GetState")) { reply in
      guard let states = reply.states() else { return }
      isKnown = !states.contains(.defunct)
      now.states = states
    }
    group.send(.extents(object)) { now.extents = $0.rect() ?? .zero }
    group.whenAnswered {
      now.addShowing(toolkit: toolkit, isParentShowing: true)
      answer(isKnown && !group.isLate ? Check(item.node, now: now) : .gone)
    }
  }

  func act(_ item: Item, _ answer: @escaping (Outcome) -> Void) {
    switch item.kind {
    case .value: answer(.done)
    case .text, .focus: focus(item, answer)
    case .choice:
      select(item) { [self] isSelected in
        if let index = ActionChoice.index(in: item.node.actions) { return doAction(index, of: item, answer) }
        if isSelected { return answer(.done) }
        focus(item, answer)
      }
    case .action:
      if let index = ActionChoice.index(in: item.node.actions) { return doAction(index, of: item, answer) }
      focus(item, answer)
    }
  }

  /// Lets the parent select the item, by the index that it has now.
  func select(_ item: Item, _ answer: @escaping (_ isSelected: Bool) -> Void) {
    guard let parent = item.parent else { return answer(false) }
    calls.send(Call(item.reference, ATSPI.accessible, "GetIndexInParent"), isUrgent: true) { [self] reply in
      let index = reply.values?.int() ?? Int32(truncatingIfNeeded: item.indexInParent)
      guard index >= 0 else { return answer(false) }
      act(Call(parent, ATSPI.selection, "SelectChild", [.int(index)])) { answer($0 == .done) }
    }
  }

  /// Runs the action of this index, if it still has the name that was read.
  func doAction(_ index: Int, of item: Item, _ answer: @escaping (Outcome) -> Void) {
    let argument = Argument.int(Int32(truncatingIfNeeded: index))
    calls.send(Call(item.reference, ATSPI.action, "GetName", [argument]), isUrgent: true) { [self] reply in
      guard reply.values?.name()?.lowercased() == item.node.actions[index] else { return answer(.failed) }
      act(Call(item.reference, ATSPI.action, "DoAction", [argument]), answer)
    }
  }

  func focus(_ item: Item, _ answer: @escaping (Outcome) -> Void) {
    act(Call(item.reference, ATSPI.component, "GrabFocus")) { answer($0 == .done ? .focused : $0) }
  }

  func scroll(_ item: Item, _ answer: @escaping (Outcome) -> Void) {
    // Anywhere in sight. Source: `AtspiScrollType`.
    act(Call(item.reference, ATSPI.component, "ScrollTo", [.unsigned(6)]), answer)
  }

  func value(of item: Item, _ answer: @escaping (ItemValue?) -> Void) {
    let object = item.reference
    var current: Double?
    var value = ItemValue(current: 0, minimum: 0, maximum: 0, increment: 0)
    let group = AnswerGroup(calls, isUrgent: true)
    group.get(object, ATSPI.value, "CurrentValue", as: "d") { current = $0.double() }
    group.get(object, ATSPI.value, "MinimumValue", as: "d") { value.minimum = $0.double() ?? 0 }
    group.get(object, ATSPI.value, "MaximumValue", as: "d") { value.maximum = $0.double() ?? 0 }
    group.get(object, ATSPI.value, "MinimumIncrement", as: "d") { value.increment = $0.double() ?? 0 }
    group.whenAnswered {
      value.current = current ?? 0
      answer(current == nil ? nil : value)
    }
  }

  func changeValue(of item: Item, by steps: Int, _ answer: @escaping (Outcome) -> Void) {
    value(of: item) { [self] value in
      guard let wanted = value?.moved(by: steps) else { return answer(.failed) }
      let arguments: [Argument] = [.string(ATSPI.value), .string("CurrentValue"), .variant(.double(wanted))]
      act(Call(item.reference, ATSPI.properties, "Set", arguments), answer)
    }
  }

  /// Sends a call that changes something. A program that opens a dialog may answer only when that is closed (Qt), so a
  /// late answer counts as done, and the program does not count as silent.
  private func act(_ call: Call, _ answer: @escaping (Outcome) -> Void) {
    calls.sendApart(call) { reply in
      switch reply {
      // Most of these calls answer whether they had an effect; the others answer nothing.
      case .values(let values): answer(values.bool() == false ? .failed : .done)
      case .late: answer(.done)
      case .refused: answer(.failed)
      }
    }
  }
}
