import CLinuxInput
import Glibc
import ProgramFixtures
import Testing

@testable import SwitchwayDaemon

@Suite("One daemon for a person", .blocking) struct PersonLockTests {
  private static let name = "switchway-test/\(getpid())"

  private func holder(_ outcome: PersonLock.Outcome) -> PersonLock.Holder? {
    if case .taken(let holder) = outcome { holder } else { nil }
  }

  private func isFree(_ outcome: PersonLock.Outcome) -> Bool {
    if case .free = outcome { true } else { false }
  }

  @Test("the lock is taken once, tells who has it, and is free again when its holder lets go")
  func once() throws {
    let name = Self.name + "/once"
    var first: PersonLock?
    if case .free(let lock) = PersonLock.take(isHeld: true, name: name) { first = lock }
    #expect(first != nil)
    #expect(holder(PersonLock.take(isHeld: true, name: name)) == .process(getpid()))
    #expect(holder(PersonLock.take(isHeld: false, name: name)) == .process(getpid()))
    first = nil
    // A program that another test starts at this moment has the socket, too, until it is executed.
    try eventually("the lock is free") { isFree(PersonLock.take(isHeld: false, name: name)) }
    #expect(isFree(PersonLock.take(isHeld: true, name: name)))
  }

  @Test("however often others have been refused, the holder is told")
  func often() {
    let name = Self.name + "/often"
    let lock = PersonLock.take(isHeld: true, name: name)
    for attempt in 0..<200 {
      #expect(holder(PersonLock.take(isHeld: true, name: name)) == .process(getpid()), "attempt \(attempt)")
    }
    withExtendedLifetime(lock) {}
  }

  @Test("looking alone keeps nobody from starting")
  func looking() {
    let name = Self.name + "/looking"
    let look = PersonLock.take(isHeld: false, name: name)
    #expect(isFree(look))
    #expect(isFree(PersonLock.take(isHeld: true, name: name)))
    withExtendedLifetime(look) {}
  }

  static let refusals: [(PersonLock.Holder, String)] = [
    (
      .systemUnit("switchway@anna.service", 812),
      "switchway@anna.service (process 812) already reads this user's devices, and two would interfere with "
        + "each other\nhelp: use that one ('switchway status' shows it), or stop it first: "
        + "sudo systemctl stop switchway@anna.service; recordings can still be played (--play)"
    ),
    (
      .userUnit("switchway.service", 9),
      "the user unit switchway.service (process 9) already reads this user's devices, and two would interfere with "
        + "each other\nhelp: use that one ('switchway status' shows it), or stop it first: "
        + "systemctl --user stop switchway.service; recordings can still be played (--play)"
    ),
    (
      .process(7),
      "another switchwayd (process 7) already reads this user's devices, and two would interfere with "
        + "each other\nhelp: use that one ('switchway status' shows it), or stop it first: kill 7; "
        + "recordings can still be played (--play)"
    ),
  ]

  @Test("the refusal names the unit or the process, and how to end it", arguments: refusals)
  func refusal(holder: PersonLock.Holder, text: String) {
    let failure = DaemonFailure(holder)
    #expect(failure.status == .anotherInstance)
    #expect(failure.description == text)
  }

  /// Starts a daemon in the person's session, then, once it answers, others: each one's status and what it said.
  /// In a network namespace, so that the lock is this test's alone.
  private static let script = """
    export XDG_RUNTIME_DIR="$1" HOME="$1"
    "$2/switchwayd" --session always 2>"$1/first" &
    first=$!
    until "$2/switchway" status >/dev/null 2>&1; do
      kill -0 $first || { cat "$1/first"; exit 9; }
    done
    RUNTIME_DIRECTORY="$1/service" "$2/switchwayd" --session always 2>&1
    echo "service $?"
    "$2/switchwayd" --session always --socket "$1/other" 2>&1
    echo "socket $?"
    "$2/switchwayd" --play "$1/box.evemu" --no-wait --speed 1000 --socket "$1/play" >/dev/null 2>&1
    echo "play $?"
    kill $first
    wait $first
    echo "first $? of $first"
    """

  @Test("a second daemon that would read the same devices does not start, wherever its socket is; playing does")
  func processes() throws {
    let scene = try Scene()
    _ = try scene.recording(presses: [(0, 0)], end: 100)
    try Unprivileged.give(scene.folder)
    let shell = ["/bin/sh", "-c", Self.script, "sh", scene.folder, Program.folder]
    let words: [String] =
      switch Unprivileged.way {
      case .plain: ["--user", "--map-user=1000", "--map-group=1000", "--net", "--"] + shell
      case .namespace: ["--user", "--map-user=1000", "--map-group=1000", "--net", "--"] + shell
      case .nobody: ["--net", "--", "/usr/bin/setpriv"] + Unprivileged.asNobody + shell
      }
    let result = try Program.run("/usr/bin/unshare", words, environment: scene.environment)
    #expect(result.status == 0, "\(result)")
    let process = result.output.split(separator: " ").last.map { String($0.filter(\.isNumber)) } ?? ""
    let refusal = "switchwayd: \(DaemonFailure(.process(Int32(process) ?? 0)).description)\n"
    #expect(
      result.output == "\(refusal)service 75\n\(refusal)socket 75\nplay 0\nfirst 0 of \(process)\n", "\(result)")
  }
}
