import SwitchwayBus
import SwitchwayScanning

// Checks items, and acts on them. Every answer comes after the call has returned.
extension Desk {
  /// Asks whether the item is the same as when it was read. Its role, its states showing, sensitive, checked and
  /// expanded, and its extents (within 4 pixels) are compared, and with `comparesName` also its name. A press waits for
  /// the answer, so a program has more time for it than for other calls. Source: docs/design/desktop.md, "Choosing and
  /// acting" 1.
  public func check(_ item: Item, comparesName: Bool = true, _ answer: @escaping (_ isUnchanged: Bool) -> Void) {
    withCalls { [self] calls in
      guard let calls else { return answer(false) }
      let now = Draft(item.reference)
      let toolkit = toolkit(of: item)
      let group = AnswerGroup(calls, limit: calls.checkLimit)
      NodeQuestions.describe(now, ATSPI.Coordinates(toolkit: toolkit), in: group)
      group.whenAnswered {
        now.addShowing(toolkit: toolkit)
        answer(now.isKnown && !group.isLate && item.node.isUnchanged(now.node, comparesName: comparesName))
      }
    }
  }

  /// Performs the act, without checking the item before. The answer `focused` means that the item has the focus, and
  /// the caller must do the remaining steps. Source: docs/design/desktop.md, "Choosing and acting" 2.
  public func act(_ item: Item, _ act: Session.Act = .use, _ answer: @escaping (Session.Outcome) -> Void) {
    withCalls { [self] calls in
      guard let calls else { return answer(.failed) }
      switch act {
      case .use: use(item, answer)
      case .change(let steps): change(item, by: steps, calls, answer)
      case .action(let name): doAction(item.node.actions.firstIndex(of: name), of: item, answer)
      case .look: findFocus(item, answer)
      case .menu:
        // The program's own action opens the menu. Without such an action, the item gets the focus for a key.
        let menus = ["showmenu", "showcontextmenu"]
        let index = item.node.actions.firstIndex { menus.contains($0.lowercased()) }
        if index == nil { focus(item, answer) } else { doAction(index, of: item, answer) }
      case .scroll: focus(item, answer)
      }
    }
  }

  /// Lets the program itself highlight an item of an open menu: its parent selects it, and no action runs.
  public func lightInMenu(_ item: Item) { withCalls { [self] _ in select(item) { _ in } } }

  private func use(_ item: Item, _ answer: @escaping (Session.Outcome) -> Void) {
    func useAction(isSelected: Bool) {
      if let index = item.node.usualAction { return doAction(index, of: item, answer) }
      if isSelected { answer(.done) } else { focus(item, answer) }
    }
    switch item.kind {
    case .value: answer(.done)
    case .text, .focus: focus(item, answer)
    case .choice:
      select(item) { [self] isSelected in
        guard !isSelected, item.node.role == .tableCell else { return useAction(isSelected: isSelected) }
        // Trees of GTK 3 do not select a row on request. They select the row of the cell that takes the focus.
        focus(item) { _ in useAction(isSelected: false) }
      }
    case .action: useAction(isSelected: false)
    }
  }

  /// Lets the parent of the item select it, by its present index.
  private func select(_ item: Item, _ answer: @escaping (_ isSelected: Bool) -> Void) {
    guard let parent = item.parent else { return answer(false) }
    ask(Call(item.reference, ATSPI.accessible, "GetIndexInParent")) { [self] reply in
      let index = reply.values?.int() ?? Int32(truncatingIfNeeded: item.indexInParent)
      guard index >= 0 else { return answer(false) }
      change(Call(parent, ATSPI.selection, "SelectChild", "i", numbers: [index])) { answer($0 == .done) }
    }
  }

  /// Runs the action of this index, if it still has the name that was read.
  private func doAction(_ index: Int?, of item: Item, _ answer: @escaping (Session.Outcome) -> Void) {
    guard let index else { return answer(.failed) }
    let number = [Int32(truncatingIfNeeded: index)]
    ask(Call(item.reference, ATSPI.action, "GetName", "i", numbers: number)) { [self] reply in
      guard reply.values?.name()?.lowercased() == item.node.actions[index] else { return answer(.failed) }
      change(Call(item.reference, ATSPI.action, "DoAction", "i", numbers: number), answer)
    }
  }

  private func focus(_ item: Item, _ answer: @escaping (Session.Outcome) -> Void) {
    change(Call(item.reference, ATSPI.component, "GrabFocus")) { [self] outcome in
      switch outcome {
      case .done: answer(.focused)
      // GTK 4 does not move the focus on request, but a widget that already has the focus can be used.
      case .failed: findFocus(item, answer)
      case .focused, .typingRefused: answer(outcome)
      }
    }
  }

  /// Answers `focused` if the item already has the focus, otherwise `failed`.
  private func findFocus(_ item: Item, _ answer: @escaping (Session.Outcome) -> Void) {
    ask(Call(item.reference, ATSPI.accessible, "GetState")) { reply in
      answer(reply.values?.states()?.contains(.focused) == true ? .focused : .failed)
    }
  }

  private func change(
    _ item: Item, by steps: Int, _ calls: ProgramCalls, _ answer: @escaping (Session.Outcome) -> Void
  ) {
    var value = ItemValue()
    let group = AnswerGroup(calls, isUrgent: true)
    for (name, part) in ItemValue.parts {
      group.get(item.reference, ATSPI.value, name, as: "d") {
        value[keyPath: part] = $0.double() ?? value[keyPath: part]
      }
    }
    group.whenAnswered { [self] in
      guard let wanted = value.moved(by: steps) else { return answer(.failed) }
      change(.set(item.reference, ATSPI.value, "CurrentValue", "d", wanted), answer)
    }
  }
}

extension Session.Outcome {
  /// The result of a call that changes something. A program that opens a dialog may answer only when the dialog is
  /// closed (Qt), so a late answer counts as success, and the program does not count as silent.
  init(_ answer: Answer) {
    self =
      switch answer {
      // Most of these calls return whether they had an effect; the others return no value.
      case .values(let values): values.bool() == false ? .failed : .done
      case .late: .done
      case .refused: .failed
      }
  }
}

/// The value of a slider or spin button.
struct ItemValue {
  static let parts: [(name: String, part: any WritableKeyPath<ItemValue, Double> & Sendable)] = [
    ("CurrentValue", \.current), ("MinimumValue", \.minimum), ("MaximumValue", \.maximum),
    ("MinimumIncrement", \.increment),
  ]

  /// The present value. It is NaN if the program does not report it.
  var current = Double.nan
  var minimum = 0.0
  var maximum = 0.0
  /// The program's own step. It is 0 if the program does not report it.
  var increment = 0.0

  /// The value that is `steps` steps from `current`, within `minimum` and `maximum`. `nil` if the program's numbers
  /// cannot be used.
  ///
  /// A step is the increment, or 1/20 of the range if there is no increment. Source: docs/design/desktop.md, "Choosing
  /// and acting".
  func moved(by steps: Int) -> Double? {
    guard [current, minimum, maximum].allSatisfy(\.isFinite), maximum > minimum else { return nil }
    let step = increment.isFinite && increment > 0 ? increment : (maximum - minimum) / 20
    let wanted = min(max(current + Double(steps) * step, minimum), maximum)
    return wanted.isFinite ? wanted : nil
  }
}

extension Node {
  /// The index of the action that runs when the person chooses the item. `nil` if none of its actions fits a choice.
  ///
  /// Source: docs/design/desktop.md, "Choosing and acting" 2. Chromium names the action of a check box `check`, or
  /// `uncheck` if the box is checked.
  var usualAction: Int? {
    let order = ["toggle", "check", "uncheck", "click", "press", "jump", "open", "select", "activate", "showmenu"]
    return order.lazy.compactMap { name in actions.firstIndex { $0.lowercased() == name } }.first
  }

  /// Whether the program's present report `now` is the same as this node, which was read earlier. The position and the
  /// size may each differ by 4 pixels. Source: docs/design/desktop.md, "Choosing and acting" 1.
  package func isUnchanged(_ now: Node, comparesName: Bool) -> Bool {
    let compared: States = [.showing, .sensitive, .checked, .expanded]
    func isNear(_ part: (Rect) -> Int) -> Bool { abs(part(reportedExtents ?? extents) - part(now.extents)) <= 4 }
    return role == now.role && states.intersection(compared) == now.states.intersection(compared)
      && isNear(\.x) && isNear(\.y) && isNear(\.width) && isNear(\.height)
      && (!comparesName || name == now.name)
  }
}
