#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

int sw_accept(int listener) {
  int fd = accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

static int address_of(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  size_t length = strlen(path);
  if (length == 0) return -ENOENT;
  if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
  memcpy(address->sun_path, path, length);
  return 0;
}

int sw_listen_at(const char *path, int backlog) {
  struct sockaddr_un address;
  int failure = address_of(path, &address);
  if (failure < 0) return failure;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  // Linux creates the file with the mode of the unbound socket, minus the umask. So other users can never connect, and
  // the umask of the process need not be changed.
  int bound = fchmod(fd, 0600);
  // `bind` creates the file, but connections are refused until `listen`. So the file is bound under another name, and
  // gets its real name afterwards. The other name differs in its last character: it must not be longer, because the
  // length of a socket's path is limited. Another daemon may use one of these names, so several characters are tried.
  if (bound == 0) {
    char *last = &address.sun_path[strlen(path) - 1], own = *last;
    errno = EADDRINUSE;
    bound = -1;
    for (const char *mark = "~-+,=%@^"; *mark && bound < 0 && errno == EADDRINUSE; mark++) {
      if ((*last = *mark) != own) bound = bind(fd, (const struct sockaddr *)&address, sizeof address);
    }
  }
  if (bound < 0) {
    failure = errno;
  } else {
    if (listen(fd, backlog) < 0 || link(address.sun_path, path) < 0) failure = errno;
    unlink(address.sun_path);
  }
  if (failure == 0) return fd;
  close(fd);
  return failure == EEXIST ? -EADDRINUSE : -failure;
}

int sw_connect_to(const char *path, int nonblocking) {
  struct sockaddr_un address;
  int failure = address_of(path, &address);
  if (failure < 0) return failure;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
  if (fd < 0) return -errno;
  int result;
  do {
    result = connect(fd, (const struct sockaddr *)&address, sizeof address);
  } while (result < 0 && errno == EINTR);
  if (result == 0) return fd;
  failure = errno;
  close(fd);
  return -failure;
}

int sw_peer_uid(int fd, uid_t *uid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -errno;
  *uid = credentials.uid;
  return 0;
}

int sw_peer_pid(int fd, pid_t *pid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -errno;
  *pid = credentials.pid;
  return 0;
}

// Makes a socket and its abstract address. An abstract name begins with a zero byte and ends at the address length
// (unix(7)).
static int abstract_socket(const char *name, struct sockaddr_un *address, socklen_t *size) {
  size_t length = strlen(name);
  if (length + 1 > sizeof address->sun_path) return -ENAMETOOLONG;
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path + 1, name, length);
  *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return fd < 0 ? -errno : fd;
}

int sw_listen_abstract(const char *name) {
  struct sockaddr_un address;
  socklen_t size;
  int fd = abstract_socket(name, &address, &size);
  if (fd < 0) return fd;
  // Connections are never accepted. A connection that asks which process listens stays in the queue while this process
  // runs.
  if (bind(fd, (const struct sockaddr *)&address, size) == 0 && listen(fd, SOMAXCONN) == 0) return fd;
  int failure = errno;
  close(fd);
  return -failure;
}

int sw_connect_abstract(const char *name) {
  struct sockaddr_un address;
  socklen_t size;
  int fd = abstract_socket(name, &address, &size);
  if (fd < 0) return fd;
  if (connect(fd, (const struct sockaddr *)&address, size) == 0) return fd;
  int failure = errno;
  close(fd);
  return -failure;
}

int sw_listen_loopback(int is_v6, int *port) {
  in_port_t number = htons((in_port_t)*port);
  struct sockaddr_in v4 = {
      .sin_family = AF_INET, .sin_port = number, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = number, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  struct sockaddr *address = is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4;
  socklen_t size = is_v6 ? sizeof v6 : sizeof v4;
  int fd = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  int on = 1, room = 65536;
  // Connections inherit these options. Linux doubles the size of the send buffer. With SO_REUSEADDR, the port can be
  // used again while closed connections still exist.
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (bind(fd, address, size) == 0 && listen(fd, 16) == 0 && getsockname(fd, address, &size) == 0) {
    *port = ntohs(is_v6 ? v6.sin6_port : v4.sin_port);
    return fd;
  }
  int failure = errno;
  close(fd);
  return -failure;
}

ssize_t sw_send(int fd, const void *bytes, size_t count) {
  ssize_t taken;
  do {
    taken = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (taken < 0 && errno == EINTR);
  return taken < 0 ? -errno : taken;
}

ssize_t sw_send_to(int fd, const char *path, const void *bytes, size_t count) {
  struct sockaddr_un address;
  int failure = address_of(path, &address);
  if (failure < 0) return failure;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
  if (*path == '@') address.sun_path[0] = 0;
  ssize_t taken;
  do {
    taken = sendto(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT, (const struct sockaddr *)&address, size);
  } while (taken < 0 && errno == EINTR);
  return taken < 0 ? -errno : taken;
}

int sw_lock(int fd) {
  return flock(fd, LOCK_EX | LOCK_NB) < 0 ? -errno : 0;
}
