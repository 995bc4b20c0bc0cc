import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayReactor

// The person's session, and the status of the daemon for systemd and for people.
extension Daemon {
  /// Makes `live` read devices only while the person's session is active. Returns the object that watches the session.
  func follow(_ live: LiveInput, _ performer: Performer) throws(Reactor.Failure) -> SessionFollower {
    let follower = try SessionFollower(reactor)
    follower.log = { [unowned self] in write($0, $1) }
    follower.onDesktop = { [unowned self] in files.follow($0) }
    let first = follower.start()
    live.serve(.only(first))
    performer.handle(.active(!first.isEmpty, at: live.now))
    write(.info, "session \(first.isEmpty ? "not active" : "active")")
    follower.onSeats = { [unowned self, unowned live] seats in
      live.serve(.only(seats))
      let isActive = !seats.isEmpty
      if performer.interpreter.isActive != isActive {
        write(.info, "session \(isActive ? "active" : "not active")")
      }
      performer.handle(.active(isActive, at: live.now))
      live.rearm()
      tellStatus()
    }
    follower.onLock = { [unowned self, unowned live] isLocked in
      let time = live.now
      live.catchUp()
      performer.handle(.locked(isLocked, at: time))
      live.rearm()
      write(.info, "screen \(isLocked ? "locked" : "unlocked")")
      tellStatus()
    }
    return follower
  }

  /// Watches the desktop's keyboard layouts. While none of them fits the profile's layout, the interpreter refuses to
  /// type texts for clients.
  func watchDesktop() {
    files.onDesktop = { [unowned self] layouts in
      act { $0.handle(.desktopLayouts(layouts, at: $1)) }
    }
    // Without logind, the desktop is known only from the environment of this process.
    guard options.session == .always else { return }
    let name = environment["XDG_CURRENT_DESKTOP"] ?? ""
    files.follow(SessionDesktop(name: name, type: environment["XDG_SESSION_TYPE"] ?? "wayland"))
  }

  /// A line for `systemctl status` that says what the daemon does now.
  var status: String {
    guard let performer else { return "starting" }
    let count = performer.interpreter.deviceCount
    var words = "profile \(performer.profile.name), \(count) \(count == 1 ? "device" : "devices")"
    if !performer.interpreter.isActive { words += ", your session is not active" }
    if performer.interpreter.isLocked { words += ", the screen is locked" }
    return words
  }

  /// Sends the status to systemd if it has changed.
  func tellStatus() {
    let now = status
    guard now != toldStatus else { return }
    toldStatus = now
    notify("STATUS=\(now)")
  }
}
