import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// The screen locks that the session's bus knows of.
@Suite(.serialized) struct ScreenSaversTests {
  private func saver(_ lock: Reference, in world: TestDesk, isActive: Bool) throws -> FakeProgram {
    let saver = try unsafe FakeProgram(address: world.sessionBus, event: world.event, owning: lock.bus)
    saver.objects[lock.path] = FakeObject(value: isActive ? 1 : 0)
    return saver
  }

  @Test(
    "a lock that is active is told: as it was before, as it changes, as it is asked, and until its program has gone",
    arguments: ScreenSavers.all)
  func locks(_ lock: Reference) throws {
    let world = try TestDesk()
    let desk = try #require(world.desk)
    let saver = try saver(lock, in: world, isActive: true)
    try world.wait("it is locked") { desk.isScreenLocked && desk.tellsScreenLock }
    for isActive in [false, true, false] {
      saver.objects[lock.path]?.value = isActive ? 1 : 0
      saver.emitActive(lock.path, lock.bus, isActive)
      try world.wait("it says so") { desk.isScreenLocked == isActive && world.news.last == .screenLocked(isActive) }
    }
    // Without a report, it is found when it is asked. On a busy machine, an answer may be late.
    saver.objects[lock.path]?.value = 1
    var isFound = false
    func ask() { desk.askScreenLock { if desk.isScreenLocked { isFound = true } else { ask() } } }
    ask()
    try world.wait("the answer") { isFound }
    saver.leave()
    try world.wait("it has gone") { !desk.isScreenLocked && !desk.tellsScreenLock }
  }

  @Test("no other program is believed, and one that only keeps the screen on is no lock")
  func liars() throws {
    let world = try TestDesk()
    let desk = try #require(world.desk)
    let lock = ScreenSavers.all[0]
    let saver = try saver(lock, in: world, isActive: false)
    try world.wait("the lock") { desk.tellsScreenLock }
    let liar = try unsafe FakeProgram(address: world.sessionBus, event: world.event, owning: "org.example.Liar")
    liar.emitActive(lock.path, lock.bus, true)
    let inhibitor = try unsafe FakeProgram(
      address: world.sessionBus, event: world.event, owning: ScreenSavers.all[1].bus)
    try world.wait("it is asked") { !inhibitor.asked.isEmpty }
    var isAnswered = false
    desk.askScreenLock { isAnswered = true }
    try world.wait("the answer") { isAnswered }
    #expect(!desk.isScreenLocked)
    saver.leave()
    try world.wait("nobody tells") { !desk.tellsScreenLock }
  }

  @Test("who does not answer is not waited for longer than half a second, and is what it said last")
  func silent() throws {
    let world = try TestDesk()
    let desk = try #require(world.desk)
    let lock = ScreenSavers.all[0]
    let saver = try saver(lock, in: world, isActive: true)
    try world.wait("it is locked") { desk.isScreenLocked }
    saver.isStopped = true
    var isAnswered = false
    desk.askScreenLock { isAnswered = true }
    try world.wait("the answer") { isAnswered }
    #expect(desk.isScreenLocked)
  }
}
