import CLinuxInput
import SwitchwayCore
import SwitchwayTime

/// The computer's monotonic clock, which is also the clock of event times.
public enum MonotonicClock {
  /// Returns the present time (`CLOCK_MONOTONIC`): the microseconds since boot, without the time in suspend.
  public static func now() -> Instant { Instant(sw_monotonic_microseconds()) }
}
