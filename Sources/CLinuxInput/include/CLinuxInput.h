// What C macros hide from Swift: a small typed function for each.
// Every function answers 0 or a descriptor, or a negative errno.
#ifndef SWITCHWAY_CLINUXINPUT_H
#define SWITCHWAY_CLINUXINPUT_H

#include <stdint.h>
#include <sys/types.h>

/// Takes one connection from a listening socket: non-blocking, closed on exec.
int sw_accept(int listener);

/// Binds a stream socket at `path`, readable and writable by its owner only, and listens: non-blocking, closed on
/// exec. -ENAMETOOLONG: the address holds 107 bytes.
int sw_listen_at(const char *path, int backlog);

/// Connects to the socket at `path`: closed on exec; with `nonblocking`, -EAGAIN says that its queue is full.
int sw_connect_to(const char *path, int nonblocking);

/// The uid of the process at the other end of a Unix socket, as it was when it connected.
int sw_peer_uid(int fd, uid_t *uid);

/// The process at the other end of a Unix socket: of one that listens, the process that called listen().
int sw_peer_pid(int fd, pid_t *pid);

/// Binds a stream socket to `name` in the abstract namespace of Unix sockets, and listens: closed on exec.
/// -EADDRINUSE: a process has that name already.
int sw_listen_abstract(const char *name);

/// Connects to the abstract socket `name` without waiting: closed on exec.
int sw_connect_abstract(const char *name);

/// Sends without waiting and without SIGPIPE. Answers the number of bytes taken.
ssize_t sw_send(int fd, const void *bytes, size_t count);

/// Takes the whole-file lock of an open file, without waiting: -EWOULDBLOCK, another has it.
int sw_lock(int fd);

// --- Files in folders of other users (files.c)

/// Opens the entry `name` of a folder as a place only (`O_PATH`): neither read nor followed where it is a link.
int sw_open_entry(int folder, const char *name);

/// Only for a process of root: gives it the rights of `user` on files, with the user's own group and no other, until
/// `sw_act_as_self`.
int sw_act_as(uid_t user);

/// Ends `sw_act_as`.
int sw_act_as_self(void);

// --- Several descriptors as one (poller.c)

/// A set of descriptors that is itself a descriptor: readable while one of them is.
int sw_poller_make(void);

/// Puts `fd` into the set, under `tag`.
int sw_poller_add(int poller, int fd, int64_t tag);

/// Takes `fd` out of the set.
int sw_poller_remove(int poller, int fd);

/// Writes the tags of those that are ready now, at most `count` (and 64), and answers how many.
int sw_poller_ready(int poller, int64_t *tags, int count);

// --- The process (process.c)

/// No program of the same user may attach to this process or read its memory, and it leaves no core.
int sw_forbid_dumps(void);

/// Blocks the signals for the whole process, so that the event loop can read them, and ignores SIGPIPE.
int sw_block_signals(const int *signals, int count);

// --- Helper processes (helper.c)

/// Two ends of a socket between processes, closed on exec: a stream, or, with `keeps_records`, one that keeps the bounds
/// of what is written.
int sw_pair(int keeps_records, int ends[2]);

/// Writing to `fd` never waits from now on.
int sw_never_wait(int fd);

/// Forks. In the child, 0: it has this name, of the descriptors only `first` and `second` (-1: none) and three that lead
/// nowhere, ignores the signals that are meant for its parent, and ends at the latest two seconds after it. In the
/// parent, a descriptor that is readable once the child has ended.
int sw_fork_helper(const char *name, int first, int second);

/// Ends a child without a chance to refuse, as soon as the kernel lets it.
void sw_kill_child(int child);

/// Takes what is left of a child: 1, it has ended; 0, it has not.
int sw_reap_child(int child);

/// Writes what comes from `source`, record by record, to `sink`, until the other end is closed; then ends the process.
void sw_copy_log(int source, int sink) __attribute__((noreturn));

/// Gives memory that is not in use back.
void sw_trim_memory(void);

/// The columns of the terminal `fd`; -ENOTTY where it is none.
int sw_terminal_columns(int fd);

// --- Time and devices (input.c)

/// CLOCK_MONOTONIC in whole microseconds: the clock that event times are asked for in. Never fails.
int64_t sw_monotonic_microseconds(void);

/// Writes a bit for each LED_* of an event node that is on now, 0…63.
int sw_leds(int fd, uint64_t *on);

#endif
