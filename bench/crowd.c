/* The other thirty-one clients: one never reads, one floods with requests, one sends invalid requests, the others
 * read. They run in a process with a lower priority than the one that measures. */
#define _GNU_SOURCE
#include "bench.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READERS = 28, FROZEN = READERS, FLOOD, GARBAGE, CLIENTS, PACE_MS = 10, BURST = 20 };

static void send_all(int *client, const char *path, const char *line) {
  for (int i = 0; i < BURST; i++)
    if (send(*client, line, strlen(line), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) break;
  /* The server disconnects a client that sends only invalid requests. The client connects again. */
  static char waste[1 << 16];
  for (;;) {
    ssize_t got = recv(*client, waste, sizeof waste, MSG_DONTWAIT);
    if (got > 0) continue;
    if (got < 0) return;
    close(*client);
    *client = server_connect(path);
    return;
  }
}

static void be_crowd(const char *path, int ready) {
  static char waste[1 << 16];
  int clients[CLIENTS];
  struct pollfd readers[READERS];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpriority(PRIO_PROCESS, 0, 19);
  for (int i = 0; i < CLIENTS; i++)
    if ((clients[i] = server_connect(path)) < 0) fail("the crowd cannot connect");
  if (write(ready, "", 1) != 1) fail("pipe");
  for (;;) {
    for (int i = 0; i < READERS; i++) readers[i] = (struct pollfd){.fd = clients[i], .events = POLLIN};
    poll(readers, READERS, PACE_MS);
    for (int i = 0; i < READERS; i++)
      if (readers[i].revents && recv(clients[i], waste, sizeof waste, MSG_DONTWAIT) == 0) _exit(1);
    send_all(&clients[FLOOD], path, "{\"type\":\"get\",\"what\":\"state\"}\n");
    send_all(&clients[GARBAGE], path, "}{ no request\n");
  }
}

pid_t crowd_start(const char *path) {
  int ends[2];
  char byte;
  if (pipe(ends)) fail("pipe");
  pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (!pid) be_crowd(path, ends[1]);
  close(ends[1]);
  if (read(ends[0], &byte, 1) != 1) fail("the crowd");
  close(ends[0]);
  return pid;
}

void crowd_stop(pid_t pid) {
  int status;
  if (waitpid(pid, &status, WNOHANG) == pid) fail("the crowd has ended: one that reads was sent away");
  kill(pid, SIGKILL);
  waitpid(pid, &status, 0);
}
