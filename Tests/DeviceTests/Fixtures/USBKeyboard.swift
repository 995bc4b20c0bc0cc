import Glibc

/// A USB keyboard that QEMU plugs into the guest, with real enumeration and hot-plug. Controlled through QMP from
/// inside.
final class USBKeyboard {
  private let monitor: MachineMonitor
  private let id: String
  private var isPlugged = true

  init(id: String) throws {
    monitor = try MachineMonitor()
    self.id = id
    try monitor.execute("device_add", #"{"driver":"usb-kbd","id":"\#(id)","bus":"xhci.0"}"#)
  }

  deinit {
    try? unplug()
  }

  /// `name`: a QKeyCode of QEMU, such as `f1`.
  func key(_ name: String, down: Bool) throws {
    try monitor.execute(
      "input-send-event",
      #"{"events":[{"type":"key","data":{"down":\#(down),"key":{"type":"qcode","data":"\#(name)"}}}]}"#)
  }

  /// Taps F2 until `hasArrived`. Linux's usbhid drops events within 50 ms of a keyboard's first opening (usbhid_open),
  /// and nothing reports that time.
  func waken(_ hasArrived: () throws -> Bool) throws {
    try eventually("a key of the USB keyboard") {
      try key("f2", down: true)
      try key("f2", down: false)
      return try hasArrived()
    }
  }

  func unplug() throws {
    guard isPlugged else { return }
    isPlugged = false
    try monitor.execute("device_del", #"{"id":"\#(id)"}"#)
  }
}

/// QEMU's machine protocol through the guest's port. Only one process may open it.
final class MachineMonitor {
  private static let port = "/dev/virtio-ports/switchway.qmp"
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var count = 0

  init() throws {
    descriptor = unsafe open(Self.port, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw KernelError("\(Self.port): USB hot-plug needs the virtual machine: run make vm-test")
    }
    do {
      try execute("qmp_capabilities", "{}")
    } catch let error as KernelError where error.description.contains("CommandNotFound") {
      // An earlier opener has negotiated already, and the mode lasts.
    }
  }

  deinit {
    close(descriptor)
  }

  /// Waits for the answer; throws QEMU's own error text.
  func execute(_ command: String, _ arguments: String) throws {
    count += 1
    let id = "\"id\": \(getpid() * 1000 + Int32(count))"
    let request = #"{"execute":"\#(command)","arguments":\#(arguments),\#(id)}"# + "\n"
    unsafe try Array(request.utf8).withUnsafeBytes { try unsafe writeWhole($0, to: descriptor, "QMP") }
    let deadline = now() + patience
    while true {
      let line = try line(until: deadline)
      guard line.contains(id) else { continue }
      if line.contains("\"error\"") { throw KernelError("QMP \(command): \(line)") }
      return
    }
  }

  private func line(until deadline: Double) throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, Int32(max(0, (deadline - now()) * 1000))) > 0 else {
        throw KernelError("QMP: no answer within \(patience) s")
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let got = unsafe read(descriptor, &chunk, chunk.count)
      guard got > 0 else { throw KernelError("QMP: read") }
      buffer += chunk[..<got]
    }
  }
}
