import CLibsystemd

/// Runs work in the next turn of the event loop, in the order in which it was added.
@safe package final class Later {
  private var source: OpaquePointer?
  private var work: [() -> Void] = []

  package init(event: OpaquePointer) throws(BusFailure) {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let answer = unsafe sd_event_add_defer(
      event, &source,
      { _, me in
        guard let me = unsafe me else { return 0 }
        unsafe Unmanaged<Later>.fromOpaque(me).takeUnretainedValue().runAll()
        return 0
      }, me)
    guard answer >= 0 else { throw BusFailure("no event is left (errno \(-answer))") }
    unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  deinit { unsafe _ = sd_event_source_disable_unref(source) }

  /// Runs `body` in the next turn of the loop.
  package func run(_ body: @escaping () -> Void) {
    work.append(body)
    unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
  }

  private func runAll() {
    let due = work
    work = []
    for body in due { body() }
  }
}
