import Glibc
import Testing

// Other programs of the same person are not in the service's groups and cannot get into it.
extension ServiceTests {
  /// What a debugger or a spy would try on the process with this number: each way with its errno, 0 if it succeeded.
  private static let intruder = """
    import ctypes, os, sys
    target = int(sys.argv[1])
    proc = "/proc/%d/" % target
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long] * 4
    class Vector(ctypes.Structure):
      _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
    def called(result):
      if result < 0:
        raise OSError(ctypes.get_errno(), "")
      return result
    def attached(request):
      called(libc.ptrace(request, target, 0, 0))
      if request == 0x4206:
        libc.ptrace(0x4207, target, 0, 0)
      os.waitpid(target, 0)
      libc.ptrace(17, target, 0, 0)
    def copied():
      place = int(open(proc + "maps").readline().split("-")[0], 16) if os.access(proc + "maps", os.R_OK) else 4096
      room = ctypes.create_string_buffer(16)
      here, there = Vector(ctypes.addressof(room), 16), Vector(place, 16)
      called(libc.process_vm_readv(target, ctypes.byref(here), 1, ctypes.byref(there), 1, 0))
    def stolen():
      # pidfd_open and pidfd_getfd of asm/unistd_64.h
      called(libc.syscall(438, called(libc.syscall(434, target, 0)), 0, 0))
    ways = {
      "memory": lambda: open(proc + "mem", "rb"),
      "maps": lambda: open(proc + "maps").read(),
      "environment": lambda: open(proc + "environ").read(),
      "descriptors": lambda: os.listdir(proc + "fd"),
      "descriptor 0": lambda: os.readlink(proc + "fd/0"),
      "positions": lambda: os.listdir(proc + "fdinfo"),
      "copied": copied,
      "stolen": stolen,
      # PTRACE_SEIZE and PTRACE_ATTACH of linux/ptrace.h; each is followed by PTRACE_DETACH.
      "seized": lambda: attached(0x4206),
      "attached": lambda: attached(16),
    }
    for name, way in ways.items():
      try:
        way()
        print(name + ":", 0)
      except OSError as failure:
        print(name + ":", failure.errno)
    """

  /// The errno of each way into `process`, tried by a program of the same person.
  private func attempts(at process: String) throws -> [String: Int32] {
    let tried = try asPerson("/usr/bin/python3", "-c", Self.intruder, process)
    #expect(tried.status == 0, "\(tried.output)")
    return Dictionary(
      uniqueKeysWithValues: tried.output.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: ": ")
        return parts.count == 2 ? Int32(parts[1]).map { (String(parts[0]), $0) } : nil
      })
  }

  @Test("the person's other programs cannot attach to it, read its memory or list its descriptors")
  func intruders() throws {
    let keyboard = try UInputDevice.keyboard()
    try writeProfile(KeyboardRig.profile)
    let client = try started()
    try grabs(1, client)
    let met = try attempts(at: try property("MainPID"))
    #expect(met.count == 10, "\(met)")
    for (way, code) in met.sorted(by: { $0.key < $1.key }) {
      #expect(code == EPERM || code == EACCES, "\(way): \(code)")
    }
    // A keyboard's own node is not readable either.
    #expect(try asPerson("/usr/bin/test", "-r", keyboard.node).status == 1)
    #expect(try asPerson("/usr/bin/test", "-w", "/dev/uinput").status == 1)

    // The same ways succeed with a program that does not protect itself.
    let open = "switchway-test-open.service"
    // `exec`: systemd-run then waits until the process is the program, and no more systemd's, which is root's.
    try shell(
      "systemd-run --quiet --collect --unit \(open) --property=Type=exec --uid=\(DaemonProcess.user) "
        + "/usr/bin/sleep infinity")
    defer { _ = try? run(["/usr/bin/systemctl", "stop", open]) }
    let control = try attempts(at: try property("MainPID", of: open))
    #expect(control.count == 10 && control.values.allSatisfy { $0 == 0 }, "\(control)")
    try client.settle()
  }
}
