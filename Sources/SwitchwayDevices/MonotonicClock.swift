import CLinuxInput
import SwitchwayCore

/// The machine's monotonic clock, the one that event times are asked for in.
public enum MonotonicClock {
  /// The moment now (`CLOCK_MONOTONIC`): µs since boot, without suspend.
  public static func now() -> Instant { Instant(sw_monotonic_microseconds()) }
}
