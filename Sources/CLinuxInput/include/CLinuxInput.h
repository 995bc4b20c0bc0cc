// What C macros hide from Swift: a small typed function for each.
// Every function answers 0 or a descriptor, or a negative errno.
#ifndef SWITCHWAY_CLINUXINPUT_H
#define SWITCHWAY_CLINUXINPUT_H

#include <stdint.h>
#include <sys/types.h>

/// Takes one connection from a listening socket: non-blocking, closed on exec.
int sw_accept(int listener);

// --- The process (process.c)

/// No program of the same user may attach to this process or read its memory, and it leaves no core.
int sw_forbid_dumps(void);

/// Blocks the signals for the whole process, so that the event loop can read them, and ignores SIGPIPE.
int sw_block_signals(const int *signals, int count);

// --- Time and devices (input.c)

/// CLOCK_MONOTONIC in whole microseconds: the clock that event times are asked for in. Never fails.
int64_t sw_monotonic_microseconds(void);

#endif
