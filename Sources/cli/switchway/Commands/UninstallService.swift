import ArgumentParser
import Glibc

/// `switchway uninstall-service USER`: stops and disables the unit that `install-service` enabled.
struct UninstallService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall-service",
    abstract: "Stop Switchway for a user, and no longer start it at boot.",
    discussion: """
      Needs root. Prints each step. The user's profiles and statistics stay, and so does the group that the service \
      needs.
      """)

  @Argument(help: "The user who uses the switches.", completion: ServiceSteps.users)
  var user: String

  func run() throws {
    try ServiceSteps.check(user, for: "uninstall-service")
    guard unsafe access("/run/systemd/system", F_OK) == 0 else {
      throw CommandFailure(.failed, "systemd does not run here", help: "stop switchwayd the way it was started")
    }
    let unit = ServicePlaces.unit(of: user)
    // Whether the user still exists is not checked, because the unit of a deleted user may still be enabled.
    if OtherProgram.run("systemctl", ["is-enabled", "--quiet", unit])?.status == 0 {
      try ServiceSteps.must("systemctl", ["disable", unit], "disable \(unit)")
      try ServiceSteps.say("\(unit): disabled, no longer starts at boot")
    } else {
      try ServiceSteps.say("\(unit): is not enabled")
    }
    if OtherProgram.run("systemctl", ["is-active", "--quiet", unit])?.status == 0 {
      try ServiceSteps.must("systemctl", ["stop", unit], "stop \(unit)", help: "journalctl -u \(unit)")
      try ServiceSteps.say("\(unit): stopped; the devices are as if it had never run")
    } else {
      try ServiceSteps.say("\(unit): not running")
    }
    _ = OtherProgram.run("systemctl", ["reset-failed", unit])
    try ServiceSteps.say("kept: the profiles and statistics of '\(user)'")
  }
}
