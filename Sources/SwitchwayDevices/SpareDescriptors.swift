import Glibc
import Synchronization

/// Descriptors that the process keeps for work that must not fail when it has as many open as it may have: reading what
/// sysfs says of a device, asking for the keys that are down, starting a helper again.
///
/// Devices come last: none is opened before all spare descriptors are held, nor where `roomBeside` more would not be
/// free after it. So a person can still connect with `switchway` when there are more devices than descriptors.
public final class SpareDescriptors: Sendable {
  /// The process has one table of descriptors. Nothing is held before `hold`.
  public static let shared = SpareDescriptors()

  /// Reading a device through libudev takes up to three at once; starting a helper takes three. One more for safety.
  static let count = 4
  /// Left free beside an open device: for a client, for what the libraries open, and for the virtual keyboard, which is
  /// made after a reload when devices are open already. Chosen.
  static let roomBeside = 3

  private struct State {
    var wanted = 0
    var held: [Int32] = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Keeps `count` of them from now on, as far as there are so many.
  func hold() {
    state.withLock { $0.wanted = SpareDescriptors.count }
    _ = refill()
  }

  /// Does `body` with so many spare descriptors closed, and holds them again after it as far as that is possible.
  public func lend<Value, Failure: Error>(
    _ count: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    state.withLock { state in
      for _ in 0..<min(count, state.held.count) { _ = close(state.held.removeLast()) }
    }
    defer { _ = refill() }
    return try body()
  }

  /// Does `body`, which opens a device, where enough stays free beside it.
  ///
  /// - Throws: `.other(EMFILE)` or `.other(ENFILE)` where it does not.
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

  /// Holds as many as are wanted; the errno where there are too few. Other failures to make one do not count.
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

  /// A socket of its own: it needs no path.
  private static func make() -> Int32 { socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) }

  /// The errno of the last call where it says that no descriptor was left.
  static var shortage: Int32? { errno == EMFILE || errno == ENFILE ? errno : nil }
}
