import Glibc
import Synchronization

/// File descriptors that are reserved for work that must also succeed when the process has no other descriptors left:
/// reading a device's attributes in sysfs, reading the keys that are down, or restarting a helper.
///
/// Devices have the lowest priority. A device is opened only if all spare descriptors are held and `roomBeside` others
/// stay free. So the program `switchway` can still connect when there are more devices than descriptors.
public final class SpareDescriptors: Sendable {
  /// The only instance, because a process has only one table of descriptors. It holds no descriptors before `hold`.
  public static let shared = SpareDescriptors()

  /// The number of spare descriptors. Reading a device through libudev needs up to three at once, and starting a helper
  /// needs three. The fourth is a reserve.
  static let count = 4
  /// The number of descriptors that open devices leave free: for a client, for libraries, and for the virtual keyboard,
  /// which may be made after devices were opened. Arbitrary.
  static let roomBeside = 3

  private struct State {
    var wanted = 0
    var held: [Int32] = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Holds `count` descriptors from now on, or as many as it can get.
  func hold() {
    state.withLock { $0.wanted = SpareDescriptors.count }
    _ = refill()
  }

  /// Closes this many spare descriptors, so that `body` can use as many. Afterwards holds them again as far as
  /// possible.
  public func lend<Value, Failure: Error>(
    _ count: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    state.withLock { state in
      for _ in 0..<min(count, state.held.count) { _ = close(state.held.removeLast()) }
    }
    defer { _ = refill() }
    return try body()
  }

  /// Runs `body`, which opens a device, if enough descriptors stay free.
  ///
  /// - Throws: `.other(EMFILE)` or `.other(ENFILE)` if there are not enough.
  func openDevice<Value>(_ body: () throws(NodeFailure) -> Value) throws(NodeFailure) -> Value {
    if let failure = refill() { throw .other(failure) }
    var room: [Int32] = []
    defer { for descriptor in room { _ = close(descriptor) } }
    for _ in 0..<SpareDescriptors.roomBeside {
      let descriptor = SpareDescriptors.make()
      if descriptor >= 0 {
        room.append(descriptor)
      } else if let failure = SpareDescriptors.shortage {
        throw .other(failure)
      }
    }
    return try body()
  }

  /// Holds as many descriptors as wanted. Returns the errno if the process or the system has no more. Ignores other
  /// errors.
  private func refill() -> Int32? {
    state.withLock { state in
      while state.held.count < state.wanted {
        let descriptor = SpareDescriptors.make()
        guard descriptor >= 0 else { return SpareDescriptors.shortage }
        state.held.append(descriptor)
      }
      return nil
    }
  }

  /// Makes a spare descriptor. It is a socket, because a socket needs no path.
  private static func make() -> Int32 { socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) }

  /// The present `errno` if it means that no descriptor was left, otherwise `nil`.
  static var shortage: Int32? { errno == EMFILE || errno == ENFILE ? errno : nil }
}
