// What C macros hide from Swift: a small typed function for each.
// Every function answers 0 or a descriptor, or a negative errno.
#ifndef SWITCHWAY_CLINUXINPUT_H
#define SWITCHWAY_CLINUXINPUT_H

#include <stdint.h>
#include <sys/types.h>

/// Takes one connection from a listening socket: non-blocking, closed on exec.
int sw_accept(int listener);

#endif
