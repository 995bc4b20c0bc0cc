import Glibc
import Synchronization

/// File descriptors reserved for work that must not fail when the process has reached its limit: reading a device's
/// attributes in sysfs, reading the keys that are down, or restarting a helper.
///
/// Devices have the lowest priority. A device is opened only if all spare descriptors are held and `roomBeside` more
/// would stay free. Therefore `switchway` can still connect when there are more devices than descriptors.
public final class SpareDescriptors: Sendable {
  /// The instance is shared, because the process has one table of descriptors. No descriptors are held before `hold`.
  public static let shared = SpareDescriptors()

  /// Reading a device through libudev takes up to three at once; starting a helper takes three. One is a reserve.
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

  /// Holds `count` descriptors from now on, or as many as possible.
  func hold() {
    state.withLock { $0.wanted = SpareDescriptors.count }
    _ = refill()
  }

  /// Runs `body` with this many spare descriptors closed, then holds them again as far as possible.
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

  /// Holds as many as wanted. Returns the errno if there are too few; other errors are ignored.
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

  /// A socket, because it needs no path.
  private static func make() -> Int32 { socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) }

  /// The last errno if it means that no descriptor was left.
  static var shortage: Int32? { errno == EMFILE || errno == ENFILE ? errno : nil }
}
