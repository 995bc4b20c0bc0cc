import ArgumentParser
import Glibc

/// Steps of installing and removing the service.
enum ServiceSteps {
  /// The names that a shell completes: the people of this computer, found by their user numbers. Source: login.defs(5).
  static let users = CompletionKind.shellCommand("getent passwd | awk -F: '$3 >= 1000 && $3 < 60000 { print $1 }'")

  /// Throws if `user` cannot be the name of a unit, or if this is not a process of root.
  static func check(_ user: String, for command: String) throws(CommandFailure) {
    guard ServicePlaces.isPlain(user) else {
      throw CommandFailure(
        .failed, "'\(Terminal.printable(user))' cannot be part of a unit name", help: "see systemd-escape(1)")
    }
    guard geteuid() == 0 else {
      throw CommandFailure(.permission, "\(command) needs root", help: "sudo switchway \(command) \(user)")
    }
  }

  static func must(
    _ program: String, _ arguments: [String], _ what: String, help: String? = nil
  ) throws(CommandFailure) {
    guard let answer = OtherProgram.run(program, arguments) else {
      throw CommandFailure(.failed, "could not \(what): \(program) is not installed")
    }
    guard answer.status == 0 else {
      let said = Terminal.printable(answer.firstLine)
      throw CommandFailure(
        .failed, "could not \(what): \(said.isEmpty ? "status \(answer.status)" : said)",
        help: "\(help ?? "\(program) \(arguments.joined(separator: " "))")")
    }
  }

  static func say(_ text: String) throws(CommandFailure) { try StandardOutput.write(text + "\n") }
}
