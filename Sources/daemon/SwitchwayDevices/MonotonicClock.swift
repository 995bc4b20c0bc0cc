import CLinuxInput
import SwitchwayCore
import SwitchwayTime

/// The computer's monotonic clock, which is also the clock of event times.
public enum MonotonicClock {
  /// The present time (`CLOCK_MONOTONIC`): µs since boot, without suspend.
  public static func now() -> Instant { Instant(sw_monotonic_microseconds()) }
}
