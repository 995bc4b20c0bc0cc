// C functions for calls that Swift cannot make by itself, for example because they are macros. Unless a comment says
// otherwise, a function returns 0 or a descriptor, or a negative errno.
#ifndef SWITCHWAY_CLINUXINPUT_H
#define SWITCHWAY_CLINUXINPUT_H

#include <stdint.h>
#include <sys/types.h>

/// Accepts a connection on a listening socket. The new descriptor is non-blocking and closed on exec.
int sw_accept(int listener);

/// Makes a stream socket that listens at `path`. Only its owner and root can connect. The descriptor is non-blocking
/// and closed on exec. The file appears at `path` when clients can connect. Returns -EADDRINUSE if there is another
/// file already, and -ENAMETOOLONG if the path has more than 107 bytes.
int sw_listen_at(const char *path, int backlog);

/// Connects to the socket at `path`. The descriptor is closed on exec. With `nonblocking`, it is also non-blocking, and
/// -EAGAIN is returned if the queue of the socket is full.
int sw_connect_to(const char *path, int nonblocking);

/// Gets the uid that the process at the other end of a Unix socket had when it connected.
int sw_peer_uid(int fd, uid_t *uid);

/// Gets the id of the process at the other end of a Unix socket. For a client, it is the process that called listen().
int sw_peer_pid(int fd, pid_t *pid);

/// Makes a stream socket that listens at `name` in the abstract namespace. The descriptor is closed on exec. Returns
/// -EADDRINUSE if another process has this name.
int sw_listen_abstract(const char *name);

/// Connects to the abstract socket `name` without waiting. The descriptor is closed on exec.
int sw_connect_abstract(const char *name);

/// Makes a TCP socket that listens at the loopback address of IPv4 or IPv6. The descriptor is non-blocking and closed
/// on exec. If `port` is 0, a free port is used and written there. Its connections send data at once (TCP_NODELAY), and
/// each keeps up to 128 KiB that the other end has not read.
int sw_listen_loopback(int is_v6, int *port);

/// Sends bytes without waiting and without SIGPIPE. Returns the number of bytes that were sent.
ssize_t sw_send(int fd, const void *bytes, size_t count);

/// Sends a datagram to the socket at `path`, without waiting. A `path` that begins with `@` is in the abstract
/// namespace.
ssize_t sw_send_to(int fd, const char *path, const void *bytes, size_t count);

/// Locks an open file as a whole, without waiting. Returns -EWOULDBLOCK if another process has the lock.
int sw_lock(int fd);

// --- Files (files.c)

/// Renames a file. Returns -EEXIST and changes nothing if there is a file or a link with the new name.
int sw_rename_new(const char *from, const char *to);

/// Creates a file that exists only in memory. The descriptor is closed on exec.
int sw_memory_file(const char *name);

// --- Several descriptors as one (poller.c)

/// Creates a set of descriptors. The set is itself a descriptor, which is readable while any member is readable.
int sw_poller_make(void);

/// Adds `fd` to the set. `tag` is the number by which `sw_poller_ready` reports it.
int sw_poller_add(int poller, int fd, int64_t tag);

/// Removes `fd` from the set.
int sw_poller_remove(int poller, int fd);

/// Writes the tags of the members that are readable now, at most `count` and at most 64. Returns their number.
int sw_poller_ready(int poller, int64_t *tags, int count);

// --- The process (process.c)

/// Prevents programs of the same user from attaching to this process or reading its memory, and disables core dumps and
/// the Swift runtime's crash reports.
int sw_forbid_dumps(void);

/// Returns the largest size of this process's stack (RLIMIT_STACK), in bytes. ULONG_MAX if there is no limit.
unsigned long sw_stack_limit(void);

/// Blocks the signals in this thread and in threads that it starts later, so that the event loop can read them. Ignores
/// SIGPIPE.
int sw_block_signals(const int *signals, int count);

/// Blocks the signals in this thread and in threads that it starts later. Returns a descriptor that is readable when
/// one of them has come (signalfd(2)), or -errno.
int sw_signal_descriptor(const int *signals, int count);

/// Reads the next signal from a descriptor of `sw_signal_descriptor`. Returns the signal's number, or 0 if there is
/// none.
int sw_next_signal(int fd);

// --- Helper processes (helper.c)

/// Creates a pair of connected sockets, which are closed on exec. With `keeps_records`, they keep the boundaries of
/// writes; otherwise they are stream sockets.
int sw_pair(int keeps_records, int ends[2]);

/// Makes `fd` non-blocking, so that writing never waits.
int sw_never_wait(int fd);

/// Forks a helper process. Returns 0 in the child, and in the parent a descriptor that becomes readable when the child
/// has ended. The child has the given name. It keeps only the descriptors `first` and `second` (-1 means none); its
/// standard streams are /dev/null. It ignores the signals that end its parent, and it ends at most two seconds after
/// the parent, even if it was stopped.
int sw_fork_helper(const char *name, int first, int second);

/// Kills a child with SIGKILL. `child` is the descriptor of the process, also in the next two functions.
void sw_kill_child(int child);

/// Reaps a child if it has ended. Returns 1 if it has ended, otherwise 0.
int sw_reap_child(int child);

/// Reaps a child if it has ended. Returns its exit status, or 128 plus the number of the signal that has ended it.
/// Returns -1 if it still runs.
int sw_child_status(int child);

/// Copies records from `source` to `sink` until the other end of `source` is closed, and then ends the process.
void sw_copy_log(int source, int sink) __attribute__((noreturn));

/// Returns unused memory of this process to the kernel.
void sw_trim_memory(void);

// --- Programs of the desktop (start.c)

/// Returns a descriptor that is readable when the process with this id has ended, or -errno.
int sw_process_descriptor(int process);

/// Starts the program at `path` in a new session, so that it continues when its parent ends. Its standard streams are
/// /dev/null, all signals have their usual effect, and its working folder is `folder`, or the parent's if `folder` is
/// NULL. This does not wait until the program is read from the disk. Returns a descriptor that becomes readable when
/// the program has ended, or -errno. The exit status 127 means that the program could not be executed.
int sw_start_apart(const char *path, char *const *arguments, const char *folder);

// --- The terminal as a screen (terminal.c)

/// Shows an alternate screen on the terminal `to`, and makes the terminal `from` deliver single keys. When the process
/// ends by `exit`, by a crash or by a signal that can be handled, and also while it is stopped, the terminal is
/// restored. The first SIGINT, SIGTERM, SIGHUP or SIGQUIT is only recorded; a second one ends the process.
int sw_terminal_enter(int from, int to);

/// Restores the terminal to its state before `sw_terminal_enter`. Has no effect if that was not called.
void sw_terminal_leave(void);

/// Returns a descriptor that is readable after a signal that `sw_terminal_enter` handles.
int sw_terminal_signals(void);

/// Returns the first signal that should end the process, or 0 if there was none.
int sw_terminal_ended_by(void);

/// Returns 1 if the screen must be drawn again, because its size or its contents may have changed since the last call.
int sw_terminal_is_stale(void);

/// Gets the size of the terminal `fd`. Both numbers are 0 if the size is unknown. Returns -ENOTTY if `fd` is not a
/// terminal.
int sw_terminal_size(int fd, int *columns, int *rows);

// --- Time and devices (input.c)

/// Returns CLOCK_MONOTONIC, the clock of event times, in whole microseconds. Never fails.
int64_t sw_monotonic_microseconds(void);

/// Gets the LEDs of an event node that are on, as a bit for each LED_* code, 0…63.
int sw_leds(int fd, uint64_t *on);

#endif
