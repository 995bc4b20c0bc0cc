import CLinuxInput
import Glibc
import Testing

/// Programs that go on by themselves.
@Suite struct StartApartTests {
  /// Starts a program. Returns the descriptor that tells its end.
  private func start(_ words: [String], folder: String? = nil) throws -> Int32 {
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let child = unsafe sw_start_apart(words[0], arguments, folder)
    try #require(child >= 0)
    return child
  }

  /// Its exit status when it has ended.
  private func end(_ child: Int32) -> Int32 {
    defer { close(child) }
    var descriptor = pollfd(fd: child, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&descriptor, 1, 240_000) == 1)
    return sw_child_status(child)
  }

  private static let programs: [([String], Int32)] = [
    (["/bin/true"], 0), (["/bin/sh", "-c", "exit 7"], 7), (["/nowhere"], 127), (["/etc/passwd"], 127),
    (["/bin/sh", "-c", "kill -TERM $$"], 143),
  ]

  @Test(
    "its exit status is told; 127 where it cannot be executed, 128 and more where a signal ended it",
    arguments: programs)
  func ends(_ words: [String], _ expected: Int32) throws {
    #expect(end(try start(words)) == expected)
  }

  @Test("it leads a session of its own, its streams lead nowhere, and no usual signal is ignored")
  func apart() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    let check = """
      set -- $(cat /proc/$$/stat); [ "$6" = $$ ] || exit 1
      [ "$(readlink /proc/$$/fd/1)" = /dev/null ] || exit 2
      grep -q '^SigIgn:.*00000$' /proc/$$/status || exit 3
      """
    let status = end(try start(["/bin/sh", "-c", check]))
    #expect(status == 0)
  }

  @Test("it starts in its folder, and not at all where that is not there")
  func folder() throws {
    #expect(end(try start(["/bin/sh", "-c", "[ $(pwd) = /usr ]"], folder: "/usr")) == 0)
    #expect(end(try start(["/bin/true"], folder: "/nowhere")) == 127)
  }

  @Test("one that runs has no status yet")
  func running() throws {
    let child = try start(["/bin/sleep", "600"])
    #expect(sw_child_status(child) == -1)
    sw_kill_child(child)
    #expect(end(child) == 137)
  }
}
