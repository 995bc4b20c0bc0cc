import CLinuxInput
import Glibc

/// An error of a fixture, with the kernel's reason.
struct KernelError: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) {
    description = what
  }

  /// `what` failed with this errno.
  init(errno code: Int32, _ what: String) {
    description = unsafe "\(what): \(String(cString: strerror(code)))"
  }
}

/// Seconds. Everything here takes milliseconds natively, and ten times that emulated; a busy machine takes longer.
let patience = 240.0

/// Seconds of the clock of event times, once the daemon has requested it.
func now() -> Double {
  Double(sw_monotonic_microseconds()) / 1e6
}

/// Microseconds of the same clock, as in the protocol.
func nowMicroseconds() -> Int {
  Int(sw_monotonic_microseconds())
}

/// Waits until a condition holds, checking every few milliseconds, and throws if it never does. Checks immediately when
/// `descriptor` is readable, because a node's unread events are lost when it is removed.
func eventually(
  _ what: String, within seconds: Double = patience, readable descriptor: Int32 = -1, _ condition: () throws -> Bool
) throws {
  let deadline = now() + seconds
  while try !condition() {
    guard now() < deadline else { throw KernelError("\(what): not within \(seconds) s") }
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    unsafe poll(&waited, 1, 5)
  }
}

/// Writes all bytes in one call, as uinput, uhid and sockets require.
func writeWhole(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ what: String) throws {
  let count = unsafe write(descriptor, bytes.baseAddress, bytes.count)
  guard count >= 0 else { throw KernelError(errno: errno, what) }
  guard count == bytes.count else { throw KernelError("\(what): cut after \(count) bytes") }
}

/// The contents of a small file, such as those of /proc and /sys. An empty FIFO is an error; it does not wait.
func contents(of path: String) throws -> String {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw KernelError(errno: errno, path) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe read(descriptor, &chunk, chunk.count)
    guard count >= 0 else { throw KernelError(errno: errno, path) }
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += chunk[..<count]
  }
}

/// The names in a folder, sorted; empty if there is no such folder.
func names(in folder: String) -> [String] {
  guard let handle = unsafe opendir(folder) else { return [] }
  defer { unsafe closedir(handle) }
  var names: [String] = []
  while let entry = unsafe readdir(handle) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// The event node below a device in sysfs, such as `/dev/input/event3`, once the kernel has made it.
func eventNode(below sysfs: String) -> String? {
  names(in: sysfs).first { $0.hasPrefix("event") }.map { "/dev/input/\($0)" }
}

func exists(_ path: String) -> Bool {
  unsafe access(path, F_OK) == 0
}
