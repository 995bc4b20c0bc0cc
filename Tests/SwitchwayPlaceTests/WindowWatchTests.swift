import Foundation
import SwitchwayProtocol
import SwitchwayScanning
import TestDesktops
import Testing

@testable import SwitchwayScreen

/// The window in front on real desktops, and on a socket that lies.
@Suite(.serialized) struct WindowWatchTests {
  /// A window of GTK with a title and a size.
  private static func window(_ title: String, on desktop: TestDesktop) throws -> Process {
    let script = """
      import gi, sys; gi.require_version("Gtk", "3.0"); from gi.repository import Gtk
      window = Gtk.Window(title=sys.argv[1]); window.set_default_size(300, 200); window.show_all(); Gtk.main()
      """
    return try desktop.start("python3", ["-c", script, title])
  }

  /// What X11 knows a window by. nil: it is not there.
  private static func id(of window: [String], on desktop: TestDesktop) -> String? {
    let text = String(decoding: (try? desktop.run("xwininfo", window)) ?? [], as: UTF8.self)
    return text.split(separator: " ").first { $0.hasPrefix("0x") }.map(String.init)
  }

  /// The same once the window of this name is there.
  private static func id(named name: String, on desktop: TestDesktop) async throws -> String {
    var found: String?
    try await until("the window is there") {
      found = id(of: ["-name", name], on: desktop)
      return found != nil
    }
    return found ?? ""
  }

  /// Whether a process has a handler for a signal.
  private static func catches(_ signal: Int32, _ process: pid_t) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let caught = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return caught & 1 << UInt64(signal - 1) != 0
  }

  private static func open(_ desktop: TestDesktop) throws -> WindowWatch {
    try WindowWatch.open(sway: desktop.sway, wayland: desktop.wayland, x11: desktop.x11)
  }

  /// Waits until the window in front is `expected`, without asking again.
  private static func expect(_ watch: WindowWatch, title: String, pid: Int32, layout: Rect) async throws {
    let expected = Front.window(WindowPlace(pid: pid, title: title, layout: layout))
    try await until("\(expected) is in front, not \(watch.front)") {
      try watch.update()
      return watch.front == expected
    }
  }

  @Test("sway tells the window in front, where it is without its border, and that it has gone")
  func sway() async throws {
    let desktop = try await TestDesktop.sway(
      "output * resolution 640x480 scale 1\nfor_window [title=Two] border pixel 5")
    let watch = try Self.open(desktop)
    var (heard, windows): ([Front], [OpenWindow]) = ([], [])
    watch.onWindows = { windows = $0 }
    watch.onChange = { heard.append($0) }
    #expect(watch.front == .unknown)
    try await until("nothing is in front") {
      try watch.update()
      return watch.front == .nothing
    }
    let one = try Self.window("One", on: desktop)
    let whole = Rect(x: 0, y: 0, width: 640, height: 480)
    try await Self.expect(watch, title: "One", pid: one.processIdentifier, layout: whole)
    let two = try Self.window("Two", on: desktop)
    let right = Rect(x: 325, y: 5, width: 310, height: 470)
    try await Self.expect(watch, title: "Two", pid: two.processIdentifier, layout: right)
    try await until("both are listed") {
      try watch.update()
      return windows.map(\.title) == ["One", "Two"]
    }
    watch.raise(windows[0])
    try await Self.expect(
      watch, title: "One", pid: one.processIdentifier, layout: Rect(x: 0, y: 0, width: 320, height: 480))
    watch.raise(windows[1])
    try await Self.expect(watch, title: "Two", pid: two.processIdentifier, layout: right)
    try desktop.run("swaymsg", ["resize set width 200 px"])
    // A new size is told only when it is asked for.
    try await until("the new size") {
      watch.refresh()
      try watch.update()
      if case .window(let window) = watch.front { return window.content.rounded.width == 190 }
      return false
    }
    kill(one.processIdentifier, SIGKILL)
    kill(two.processIdentifier, SIGKILL)
    try await until("nothing is in front") {
      try watch.update()
      return watch.front == .nothing
    }
    #expect(heard.first == .nothing && heard.last == .nothing && heard.count >= 4)
  }

  @Test("on X11 the window manager's word counts, and a window that moves is followed")
  func x11() async throws {
    let desktop = try await TestDesktop.xvfb()
    let watch = try Self.open(desktop)
    let window = try Self.window("Naïve", on: desktop)
    defer { kill(window.processIdentifier, SIGKILL) }
    let id = try await Self.id(named: "Naïve", on: desktop)
    try watch.update()
    #expect(watch.front == .unknown)
    func set(_ property: String, of target: [String], _ format: String, _ value: String) throws {
      try desktop.run("xprop", target + ["-f", property, format, "-set", property, value])
    }
    try set("_NET_ACTIVE_WINDOW", of: ["-root"], "32x", id)
    // Nothing is asked for again: every change is told.
    func expect(_ layout: Rect) async throws {
      let expected = Front.window(WindowPlace(pid: window.processIdentifier, title: "Naïve", layout: layout))
      try await until("\(expected) is in front, not \(watch.front)") {
        try watch.update()
        return watch.front == expected
      }
    }
    try await expect(Rect(x: 0, y: 0, width: 300, height: 200))
    // A shadow on the left, right, above and below.
    try set("_GTK_FRAME_EXTENTS", of: ["-id", id], "32c", "10, 20, 5, 15")
    try await expect(Rect(x: 10, y: 5, width: 270, height: 180))
    try set("_GTK_FRAME_EXTENTS", of: ["-id", id], "32c", "4294967295, 20, 5, 15")
    try await expect(Rect(x: 0, y: 0, width: 300, height: 200))
    // A screen lock lies over everything, past the window manager. A smaller such window is a menu or a ring.
    func cover(_ size: String) throws -> Process {
      try desktop.start("xlogo", ["-xrm", "*overrideRedirect: true", "-geometry", "\(size)+0+0"])
    }
    let menu = try cover("1279x800")
    defer { kill(menu.processIdentifier, SIGKILL) }
    let lock = try cover("1280x800")
    try await until("the screen is locked") {
      try watch.update()
      return watch.front == .locked
    }
    // Another one that starts now sees it, too.
    let late = try Self.open(desktop)
    try await until("the screen is locked for a late one") {
      try late.update()
      return late.front == .locked
    }
    kill(lock.processIdentifier, SIGKILL)
    try await expect(Rect(x: 0, y: 0, width: 300, height: 200))
    // A window manager may say of the root window that it is active where no other is.
    for nothing in ["0x7fffffff", try #require(Self.id(of: ["-root"], on: desktop))] {
      try set("_NET_ACTIVE_WINDOW", of: ["-root"], "32x", nothing)
      try await until("\(nothing) is none") {
        try watch.update()
        return watch.front == .nothing
      }
      try set("_NET_ACTIVE_WINDOW", of: ["-root"], "32x", id)
      try await expect(Rect(x: 0, y: 0, width: 300, height: 200))
    }
    // Without a window manager the programs say so themselves; but behind a screen lock there is none.
    try desktop.run("xprop", ["-root", "-remove", "_NET_ACTIVE_WINDOW"])
    for expected in [Front.unknown, .locked, .unknown] {
      let lock = expected == .locked ? try cover("1280x800") : nil
      defer { if let lock { kill(lock.processIdentifier, SIGKILL) } }
      try await until("\(expected)") {
        try watch.update()
        return watch.front == expected
      }
    }
  }

  @Test("i3lock is a lock: as it comes, for one who starts behind it, and with a large window that is not mapped yet")
  func i3lock() async throws {
    let desktop = try await TestDesktop.xvfb()
    let watch = try Self.open(desktop)
    let window = try Self.window("One", on: desktop)
    defer { kill(window.processIdentifier, SIGKILL) }
    let id = try await Self.id(named: "One", on: desktop)
    try desktop.run("xprop", ["-root", "-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", id])
    func expect(_ what: String, _ watch: WindowWatch, isLocked: Bool) async throws {
      try await until("\(what), not \(watch.front)") {
        try watch.update()
        if isLocked { return watch.front == .locked }
        if case .window = watch.front { return true }
        return false
      }
    }
    try await expect("the window", watch, isLocked: false)
    // Made, and never mapped.
    let large = try desktop.start(
      "python3",
      [
        "-c",
        """
        import ctypes, signal
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        d = ctypes.c_void_p(x.XOpenDisplay(None))
        x.XCreateSimpleWindow(d, x.XDefaultRootWindow(d), 0, 0, 1280, 800, 0, 0, 0)
        x.XSync(d, 0)
        signal.pause()
        """,
      ])
    defer { kill(large.processIdentifier, SIGKILL) }
    for _ in 0..<3 {
      let lock = try desktop.start("i3lock", ["--nofork"])
      defer { if lock.isRunning { kill(lock.processIdentifier, SIGKILL) } }
      try await expect("the lock", watch, isLocked: true)
      let late = try Self.open(desktop)
      try await expect("the lock for a late one", late, isLocked: true)
      var answer: Front?
      watch.ask { answer = $0 }
      try await until("an answer") {
        try watch.update()
        return answer != nil
      }
      #expect(answer == .locked)
      // Other signals are blocked in what a test starts.
      kill(lock.processIdentifier, SIGKILL)
      try await expect("the window again", watch, isLocked: false)
      try await expect("the window for a late one", late, isLocked: false)
    }
  }

  @Test("on X11 a program that takes keyboard and pointer for its menu is no lock", arguments: [true, false])
  func taken(_ hasMenu: Bool) async throws {
    let desktop = try await TestDesktop.xvfb()
    let watch = try Self.open(desktop)
    // A window, a menu of the same program past the window manager, and both are taken for it.
    let program = try desktop.start(
      "python3",
      [
        "-c",
        """
        import ctypes, signal, sys
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        d = ctypes.c_void_p(x.XOpenDisplay(None))
        root = x.XDefaultRootWindow(d)
        x.XSelectInput(d, root, 1 << 22)
        window = x.XCreateSimpleWindow(d, root, 0, 0, 300, 200, 0, 0, 0)
        x.XStoreName(d, window, b"One")
        x.XMapWindow(d, window)
        # Until it is told that the window is in front.
        x.XNextEvent(d, (ctypes.c_long * 24)())
        if sys.argv[1] == "menu":
            menu = x.XCreateSimpleWindow(d, root, 0, 0, 100, 100, 0, 0, 0)
            attributes = (ctypes.c_char * 112)()
            ctypes.cast(ctypes.byref(attributes, 88), ctypes.POINTER(ctypes.c_int))[0] = 1
            x.XChangeWindowAttributes(d, menu, 1 << 9, attributes)
            x.XMapRaised(d, menu)
        x.XGrabKeyboard(d, window, 0, 1, 1, 0)
        x.XGrabPointer(d, window, 0, 0, 1, 1, 0, 0, 0)
        x.XStoreName(d, window, b"Taken")
        x.XSync(d, 0)
        signal.pause()
        """, hasMenu ? "menu" : "none",
      ])
    defer { kill(program.processIdentifier, SIGKILL) }
    let id = try await Self.id(named: "One", on: desktop)
    try desktop.run("xprop", ["-root", "-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", id])
    try await until("it is taken") { Self.id(of: ["-name", "Taken"], on: desktop) != nil }
    var answer: Front?
    watch.ask { answer = $0 }
    try await until("an answer") {
      try watch.update()
      return answer != nil
    }
    #expect(answer != .locked)
  }

  @Test("on sway swaylock is a lock, for one who starts behind it, too; an empty workspace is none")
  func swaylock() async throws {
    let desktop = try await TestDesktop.sway("output * resolution 640x480", outputs: 2)
    func expect(_ front: Front?, _ watch: WindowWatch) async throws {
      try await until("\(front.map { "\($0)" } ?? "a window"), not \(watch.front)") {
        watch.refreshFocus()
        try watch.update()
        if front == nil, case .window = watch.front { return true }
        return watch.front == front
      }
    }
    let watch = try Self.open(desktop)
    try await expect(.nothing, watch)
    let version = try JSONValue.parse(try desktop.run("swaymsg", ["-r", "-t", "get_version"]))
    // From 1.8 on, an empty workspace keeps the focus behind a lock (`SwaySource.missesLocks`).
    let showsAll = (version["major"]?.integerValue ?? 0, version["minor"]?.integerValue ?? 0) < (1, 8)
    // A thread of the tests blocks signals, and a child of it does, too.
    let free = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    for hasWindow in showsAll ? [false, true] : [true] {
      let window = hasWindow ? try Self.window("One", on: desktop) : nil
      defer { if let window { kill(window.processIdentifier, SIGKILL) } }
      try await expect(hasWindow ? nil : .nothing, watch)
      let lock = try desktop.start("python3", ["-c", free, "swaylock", "-c", "112233"])
      defer { if lock.isRunning { kill(lock.processIdentifier, SIGKILL) } }
      try await expect(.locked, watch)
      try await expect(.locked, try Self.open(desktop))
      // It may have locked before it catches the signal, which would kill it then.
      try await until("swaylock catches SIGUSR1") { Self.catches(SIGUSR1, lock.processIdentifier) }
      // It unlocks. Newer versions of sway stay locked if it is killed.
      kill(lock.processIdentifier, SIGUSR1)
      try await expect(hasWindow ? nil : .nothing, watch)
    }
  }

  @Test("on X11 the window manager's list counts, without panels and with the windows that are there")
  func list() async throws {
    let desktop = try await TestDesktop.xvfb()
    let watch = try Self.open(desktop)
    var windows: [OpenWindow]?
    watch.onWindows = { windows = $0 }
    func expect(_ titles: [String], asks: Bool = true) async throws {
      try await until("\(titles) are listed, not \(String(describing: windows))") {
        if asks { watch.askWindows() }
        try watch.update()
        return windows?.map(\.title) == titles
      }
    }
    try await expect([])
    var ids: [String] = []
    var processes: [Process] = []
    defer { for process in processes { kill(process.processIdentifier, SIGKILL) } }
    for title in ["Mail", "Dock", "Notes"] {
      processes.append(try Self.window(title, on: desktop))
      try await until("\(title) is there") {
        guard let id = Self.id(of: ["-name", title], on: desktop) else { return false }
        ids.append(id)
        return true
      }
    }
    try desktop.run(
      "xprop", ["-root", "-f", "_NET_CLIENT_LIST", "32x", "-set", "_NET_CLIENT_LIST", ids.joined(separator: ",")])
    try await expect(["Mail", "Dock", "Notes"], asks: false)
    let dock = ["-f", "_NET_WM_WINDOW_TYPE", "32a", "-set", "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK"]
    try desktop.run("xprop", ["-id", ids[1]] + dock)
    try await expect(["Mail", "Notes"])
    kill(processes[0].processIdentifier, SIGKILL)
    try await expect(["Notes"])
  }

  @Test("a desktop that has gone is reported", arguments: [true, false])
  func gone(_ isWayland: Bool) async throws {
    signal(SIGPIPE, SIG_IGN)
    let desktop = isWayland ? try await TestDesktop.sway() : try await TestDesktop.xvfb()
    let watch = try Self.open(desktop)
    try watch.update()
    desktop.signal(SIGKILL)
    var failure: DesktopFailure?
    try await until("a failure") {
      watch.refresh()
      do { try watch.update() } catch { failure = error as? DesktopFailure }
      return failure != nil
    }
    #expect(failure?.reason == .gone)
  }

  @Test("KWin and GNOME's shell are asked in their own Wayland sessions only", arguments: ["KDE", "GNOME"])
  func session(_ desktop: Substring) {
    func isIt(sway: String? = nil, wayland: String? = "wayland-0", desktops: String?) -> Bool {
      WindowWatch.isSession(of: desktop, sway: sway, wayland: wayland, desktops: desktops)
    }
    #expect(isIt(desktops: String(desktop)))
    #expect(isIt(desktops: "Example:\(desktop)"))
    #expect(!isIt(desktops: "\(desktop)X:Other"))
    #expect(!isIt(desktops: nil))
    #expect(!isIt(wayland: nil, desktops: String(desktop)))
    #expect(!isIt(sway: "/run/sway", desktops: String(desktop)))
  }

  @Test("a compositor that does not tell is no failure of the X11 server beside it")
  func unknown() {
    #expect(throws: DesktopFailure(.none, "this compositor does not report which window has the focus")) {
      try WindowWatch.open(sway: nil, wayland: "wayland-1", x11: ":1")
    }
    #expect(throws: DesktopFailure(.none, "no desktop is running")) {
      try WindowWatch.open(sway: nil, wayland: nil, x11: nil)
    }
  }
}
