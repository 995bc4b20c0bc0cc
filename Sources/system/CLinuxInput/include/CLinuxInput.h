// Typed functions for C macros that Swift does not import. Every function returns 0 or a descriptor, or a negative
// errno.
#ifndef SWITCHWAY_CLINUXINPUT_H
#define SWITCHWAY_CLINUXINPUT_H

#include <stdint.h>
#include <sys/types.h>

/// Accepts a connection on a listening socket: non-blocking, closed on exec.
int sw_accept(int listener);

/// Binds a stream socket at `path`, readable and writable only by its owner, and listens: non-blocking, closed on exec.
/// The file is there as soon as clients can connect, and not before. -EADDRINUSE: another file is there already.
/// -ENAMETOOLONG: the path has more than 107 bytes.
int sw_listen_at(const char *path, int backlog);

/// Connects to the socket at `path`: closed on exec. With `nonblocking`, returns -EAGAIN if its queue is full.
int sw_connect_to(const char *path, int nonblocking);

/// Gets the uid of the process at the other end of a Unix socket, at the time of its connection.
int sw_peer_uid(int fd, uid_t *uid);

/// Gets the process at the other end of a Unix socket; for a listening socket, the process that called listen().
int sw_peer_pid(int fd, pid_t *pid);

/// Binds a stream socket to `name` in the abstract namespace and listens: closed on exec. -EADDRINUSE: another process
/// has this name.
int sw_listen_abstract(const char *name);

/// Connects to the abstract socket `name` without waiting: closed on exec.
int sw_connect_abstract(const char *name);

/// Listens at a loopback address, of IPv4 or IPv6: non-blocking, closed on exec. `port` 0 gets the port that was free.
/// What is sent on its connections leaves at once. What their other ends do not read is kept up to 128 KiB each.
int sw_listen_loopback(int is_v6, int *port);

/// Sends without waiting and without SIGPIPE. Returns the number of bytes sent.
ssize_t sw_send(int fd, const void *bytes, size_t count);

/// Sends a datagram without waiting to the socket at `path`; in the abstract namespace if that begins with `@`.
ssize_t sw_send_to(int fd, const char *path, const void *bytes, size_t count);

/// Locks an open file as a whole without waiting. -EWOULDBLOCK: another process has the lock.
int sw_lock(int fd);

// --- Files (files.c)

/// Renames a file. -EEXIST: the new name is taken, also by a link; then nothing is changed.
int sw_rename_new(const char *from, const char *to);

/// Creates a file that exists only in memory: closed on exec.
int sw_memory_file(const char *name);

// --- Several descriptors as one (poller.c)

/// Creates a set of descriptors. The set is itself a descriptor, readable while any member is readable.
int sw_poller_make(void);

/// Adds `fd` to the set with `tag`.
int sw_poller_add(int poller, int fd, int64_t tag);

/// Removes `fd` from the set.
int sw_poller_remove(int poller, int fd);

/// Writes the tags of the readable members, at most `count` (and 64), and returns their number.
int sw_poller_ready(int poller, int64_t *tags, int count);

// --- The process (process.c)

/// Prevents programs of the same user from attaching to this process or reading its memory, and disables core dumps and
/// the Swift runtime's crash reports.
int sw_forbid_dumps(void);

/// Returns how far the stack of this process may grow (RLIMIT_STACK), in bytes; ULONG_MAX if there is no limit.
unsigned long sw_stack_limit(void);

/// Blocks the signals in the whole process, so that the event loop can read them, and ignores SIGPIPE.
int sw_block_signals(const int *signals, int count);

/// Blocks the signals in the whole process. Returns a descriptor that is readable when one has come (signalfd(2)), or
/// -errno.
int sw_signal_descriptor(const int *signals, int count);

/// Takes the next signal from `sw_signal_descriptor`. Returns its number, or 0 if there is none.
int sw_next_signal(int fd);

// --- Helper processes (helper.c)

/// Creates a pair of connected sockets, closed on exec: stream sockets, or with `keeps_records` sockets that keep the
/// boundaries of writes.
int sw_pair(int keeps_records, int ends[2]);

/// Makes writing to `fd` non-blocking.
int sw_never_wait(int fd);

/// Forks. Returns 0 in the child. The child has the given name, keeps only the descriptors `first` and `second` (-1:
/// none) and three that lead nowhere, ignores the signals meant for its parent, and ends at most two seconds after the
/// parent, even if it is stopped. Returns a descriptor in the parent that becomes readable when the child has ended.
int sw_fork_helper(const char *name, int first, int second);

/// Kills a child. It cannot refuse.
void sw_kill_child(int child);

/// Reaps a child. Returns 1 if it has ended, 0 if not.
int sw_reap_child(int child);

/// Reaps a child. Returns its exit status, 128 plus the number of the signal that ended it, or -1 if it goes on.
int sw_child_status(int child);

/// Copies records from `source` to `sink` until the other end is closed, then ends the process.
void sw_copy_log(int source, int sink) __attribute__((noreturn));

/// Returns unused memory to the kernel.
void sw_trim_memory(void);

// --- Programs of the desktop (start.c)

/// Opens a descriptor that is readable once the process has ended. Returns it, or -errno.
int sw_process_descriptor(int process);

/// Starts the program at `path` in a session of its own, so that it outlives its parent. Its streams lead nowhere, all
/// signals have their usual effect, and its folder is `folder` (NULL: the parent's). Nothing waits, not even for the
/// program to be read from the disk. Returns a descriptor that becomes readable when it has ended, or -errno. The exit
/// status 127: it cannot be executed.
int sw_start_apart(const char *path, char *const *arguments, const char *folder);

// --- The terminal as a screen (terminal.c)

/// Shows an alternate screen on the terminal `to` and reads single keys from the terminal `from`. Whatever ends the
/// process, the terminal is as before then: a signal, a crash, `exit`; also while the process is stopped. SIGINT,
/// SIGTERM, SIGHUP and SIGQUIT are only remembered at first; a second one ends the process.
int sw_terminal_enter(int from, int to);

/// Makes the terminal as it was before `sw_terminal_enter`. Without effect if that was not called.
void sw_terminal_leave(void);

/// Returns a descriptor that is readable after a signal.
int sw_terminal_signals(void);

/// Returns the first signal that should end the process; 0 if there was none.
int sw_terminal_ended_by(void);

/// Returns 1 if the screen must be drawn anew because its size or its content may have changed, and forgets that.
int sw_terminal_is_stale(void);

/// Gets the size of the terminal `fd`. Both are 0 where it is unknown. Returns -ENOTTY if it is not a terminal.
int sw_terminal_size(int fd, int *columns, int *rows);

// --- Time and devices (input.c)

/// Returns CLOCK_MONOTONIC, the clock of event times, in whole microseconds. Never fails.
int64_t sw_monotonic_microseconds(void);

/// Sets a bit for each LED_* of an event node that is on, 0…63.
int sw_leds(int fd, uint64_t *on);

#endif
