import Switchway
import SwitchwayDesk
import SwitchwayScreen
import SwitchwayProtocol
import SwitchwayScanning

// Performs the decisions of the session.
extension Scanner {
  func perform(_ effect: Session.Effect) {
    switch effect {
    case .claim(let commands): client.submit(.claim(Self.claim(commands, typesWhenLocked)))
    case .release: client.submit(.release)
    case .scan(let items, let page, let item, let stands):
      let shown = Wire.Request.Page(
        items: Int64(items), page: Int64(page), item: Int64(item), hold: stands ? true : nil)
      requests[client.submit(.scan(shown))] = .scan(page: page)
    case .answer(let question, let confirm):
      client.submit(.answer(Wire.Request.Answer(question: Int64(question), confirm: confirm)))
    case .send(let command, let arguments):
      client.submit(.send(Wire.Request.Send(command, arguments)))
    case .read where isShellInFront: readShell()
    case .read:
      // Only the active window is read. If another window has become active in the meantime, it is being read already,
      // and reading a second window would end that.
      if let front = windows.desk?.front { windows.desk?.read(front.reference) }
    case .observe(let isOn): windows.desk?.setEvents(on: isOn)
    case .look(let attempt):
      windows.look { [unowned self] in
        screen.display.ask { [unowned self] in
          handle(.looked(attempt: attempt, isLocked ? .locked : keyboard))
        }
        // Sends the question.
        updateScreen()
      }
    case .check(let attempt, let item, let comparesName) where item.reference.isOfShell:
      handle(.checked(attempt: attempt, isUnchanged: isUnchangedInShell(item, comparesName: comparesName)))
    case .check(let attempt, let item, let comparesName):
      windows.desk?.check(item, comparesName: comparesName) { [unowned self] in
        handle(.checked(attempt: attempt, isUnchanged: $0))
      }
    case .act(let attempt, let item, let act) where item.reference.isOfShell:
      actInShell(item, act) { [unowned self] in handle(.acted(attempt: attempt, $0)) }
    case .act(let attempt, let item, let act):
      windows.desk?.act(item, act) { [unowned self] in handle(.acted(attempt: attempt, $0)) }
    case .type(let attempt, .chord(let chord)):
      requests[client.submit(.type(Wire.Request.Typing(keys: chord)))] = .type(attempt: attempt)
    case .type(let attempt, .text(let text)):
      requests[client.submit(.type(Wire.Request.Typing(text: text)))] = .type(attempt: attempt)
    case .point(let attempt, let request):
      requests[client.submit(.point(pointing(request)))] = .point(attempt: attempt, request)
    case .volume(let isUp):
      if let volume {
        start.start(isUp ? volume.louder : volume.quieter) { [unowned self] in handle(.failed(.noVolume)) }
      }
    case .speakingRate(let isUp): speech?.changeRate(isUp: isUp)
    case .nextVoice: speech?.takeNextVoice()
    case .say(let number, let spoken): speech?.say(spoken.map(screen.words.utterance), number: number)
    case .end: end()
    case .listPrograms: readPrograms()
    case .start(let attempt, let program):
      begin(program)
      handle(.acted(attempt: attempt, .done))
    case .listWindows: windows.watch?.askWindows()
    case .raise(let attempt, let window):
      windows.watch?.raise(window)
      handle(.acted(attempt: attempt, windows.watch == nil ? .failed : .done))
    case .light(let light):
      if light != nil { windows.watch?.refreshFocus() }
      screen.light = light
      screen.draw()
      // If the place of an open menu is not reported, its program highlights the item itself.
      if let item = screen.itemWithoutPlace { windows.desk?.lightInMenu(item) }
    case .line(let line):
      screen.line = line
      screen.drawRings()
    case .message(let message):
      screen.message = message
      screen.draw()
    }
  }

  /// Starts a program. If it cannot be started, the bar says so.
  private func begin(_ program: InstalledProgram) {
    let fail = { [unowned self] in handle(.failed(.notStarted(program.name))) }
    guard let words = folders.command(of: program) else { return fail() }
    start.start(start.scope + words, folder: program.folder, onFailure: fail)
  }

  /// The daemon has refused to point. If the only reason is that it has no pointer, the pointer of GNOME's shell is
  /// used, because the daemon has already checked all other reasons. If the daemon had a pointer, it may have failed in
  /// the middle of a click; then the shell's pointer is not used.
  func pointOtherwise(attempt: Int, _ wanted: PointRequest, refused message: String, reason: String?) {
    let refusal = Session.Outcome.typingRefused(message, reason: reason)
    let isMissing = daemonLacksPointer && reason == ErrorReason.noPointer.rawValue
    let isAsked =
      isMissing
      && screen.display.point(wanted) { [unowned self] isDone in
        handle(.acted(attempt: attempt, isDone ? .done : refusal))
      }
    if !isAsked { handle(.acted(attempt: attempt, refusal)) }
  }

  private func pointing(_ request: PointRequest) -> Wire.Request.Pointing {
    Wire.Request.Pointing(
      request.action, x: request.x, y: request.y, to: request.end.map { ($0.x, $0.y) }, direction: request.direction)
  }
}

// Reports of programs and of the compositor.
extension Scanner {
  func take(_ news: News) {
    switch news {
    case .connected: break
    case .windowLeft: windows.watch?.refreshFocus()
    case .screenLocked: handle(.locked(isLocked))
    case .motion(let isWanted): screen.display.style.moves = isWanted
    case .textScale(let scale):
      screen.textScale = scale
      redraw()
    case .highContrast(let isWanted):
      screen.isHighContrast = isWanted
      redraw()
    case .lost(let reason):
      Output.complain("the accessibility bus: \(reason)")
      tell(nil)
    case .frontChanged(let window):
      if window != nil || !isShellInFront { (screen.front, keyboard) = (nil, .other) }
      if let window { windows.desk?.read(window.reference) } else { showNoWindow() }
    case .tree(let reference, let tree, let isWhole): show(tree, isWhole: isWhole, of: reference)
    case .unreadable(let reference): show(nil, of: reference)
    case .contentsChanged(let reference): handle(.changed(window: screen.front?.window.id ?? reference))
    case .notAnswering(let program):
      if let front = windows.desk?.front, front.program.bus == program.bus { show(nil, of: front.reference) }
    }
  }

  /// Passes the active window to the session.
  func tell(_ window: Session.Window?) {
    keyboard = .window(window?.id)
    handle(.window(window))
  }

  private func redraw() {
    screen.draw()
    updateScreen()
  }

  /// The compositor reports the active window, and its place.
  func take(_ front: Front) {
    handle(.locked(isLocked))
    let former = screen.place
    screen.place = if case .window(let place) = front { place } else { nil }
    // Programs do not report when the size of their window changes.
    if let place = screen.place, let former, place.pid == former.pid,
      (place.content.width, place.content.height) != (former.content.width, former.content.height),
      let window = screen.front?.window.id ?? windows.desk?.front?.reference
    {
      handle(.changed(window: window))
    }
    shellChanged(to: front)
    redraw()
  }

  /// Shows that no active window can be read. If the program of the active window does not answer, the bar names it.
  func showNoWindow() {
    if isShellInFront { return }
    guard let program = windows.desk?.silentInFront else { return tell(nil) }
    let name = program.name.isEmpty ? screen.place?.title ?? "" : program.name
    let id = Reference(bus: program.bus, path: "")
    tell(Session.Window(id: id, program: name, pages: nil))
  }

  /// Passes the contents of a window to the session. `tree`: `nil` if the program of this window does not answer.
  private func show(_ tree: Tree?, isWhole: Bool = true, of reference: Reference) {
    guard let front = windows.desk?.front, front.reference == reference else { return }
    guard let tree, let root = tree.nodes.first?.reference else {
      return tell(Session.Window(id: reference, program: front.program.name, pages: nil))
    }
    // sway does not report when the size of a window changes.
    windows.watch?.refresh()
    let kind = WindowKind(of: tree)
    let page = pages.pages(of: tree, window: kind, isWhole: isWhole)
    let window = Session.Window(id: root, kind: kind, program: front.program.name, pages: page)
    screen.front = (window, tree)
    tell(window)
    screen.draw()
  }
}
