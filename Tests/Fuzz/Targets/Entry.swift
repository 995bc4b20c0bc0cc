import Glibc

/// One thing that bytes are thrown at.
protocol FuzzTarget: AnyObject {
  /// Handles one input. Whatever it is, it ends well; where it does not, `found` says so.
  func run(_ bytes: [UInt8])
}

/// Something is not as it must be: libFuzzer keeps the input.
func found(_ text: String) -> Never { fatalError(text) }

/// Prints what happens, where FUZZ_TRACE is set: for looking at what was found.
func trace(_ what: [some Any]) {
  guard isTraced else { return }
  for one in what {
    // Not kept back: the next thing may be the crash.
    let line = Array("\(one)\n".utf8)
    unsafe _ = write(STDERR_FILENO, line, line.count)
  }
}

private let isTraced = unsafe getenv("FUZZ_TRACE") != nil

/// The one that FUZZ names. libFuzzer calls from one thread.
nonisolated(unsafe) private let target: any FuzzTarget = {
  let name = unsafe getenv("FUZZ").map { unsafe String(cString: $0) } ?? ""
  switch name {
  case "lines": return LinesTarget()
  case "profiles": return ProfilesTarget()
  case "recordings": return RecordingsTarget()
  case "frames": return FramesTarget()
  case "keys": return KeysTarget()
  case "desktops": return DesktopsTarget()
  case "requests": return RequestsTarget()
  default: found("FUZZ: expected lines, profiles, recordings, frames, keys, desktops or requests, found '\(name)'")
  }
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  unsafe target.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
