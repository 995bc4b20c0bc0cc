/* Measures the time from a movement of a grabbed mouse to the same movement at the desktop: switchwayd beside `relay`,
 * a plain loop of read and write, in alternating runs of 1,000 frames a second.
 *
 *   pointer [--runs N] [--presses N]    a table of times; N frames a run; compare the ratios
 *
 * SWITCHWAYD names the daemon, BENCH_DIR the folder of the built parts. */
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UP = 200, MOST_RUNS = 100, MOST_FRAMES = 100000 };

static char room[] = "/run/switchway-bench-XXXXXX", place[128], profile[128], relay_path[256];
static const char *daemon_path;
static struct box mouse;
static int desktop = -1;

struct result {
  double p50, p99, cpu;
  int wrong;
};

/* Reads a frame at the desktop; 0 if none came within `ms`. */
static int next_frame(int ms, int *dx, int *dy) {
  struct input_event event;
  for (*dx = *dy = 0;;) {
    ssize_t got = read(desktop, &event, sizeof event);
    if (got == sizeof event) {
      if (event.type == EV_SYN) return 1;
      if (event.type == EV_REL) *(event.code == REL_X ? dx : dy) = event.value;
      continue;
    }
    struct pollfd waiting = {.fd = desktop, .events = POLLIN};
    if (got >= 0 || errno != EAGAIN || poll(&waiting, 1, ms) <= 0) return 0;
  }
}

static void open_desktop(const char *name) {
  char node[80];
  int dx, dy;
  for (int tries = 0; !node_named(name, node, sizeof node); tries++, poll(0, 0, 5))
    if (tries == 4000) fail(name);
  for (int tries = 0; (desktop = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0; tries++, poll(0, 0, 5))
    if (tries == 4000) fail(node);
  for (int tries = 0; mouse_move(&mouse, 1, 1), !next_frame(100, &dx, &dy); tries++)
    if (tries == 200) fail("no movement comes out of the virtual pointer");
  while (next_frame(200, &dx, &dy)) continue;
}

static struct result run(int is_ours, int frames) {
  static double times[MOST_FRAMES];
  struct server server;
  struct result result = {0};
  char *environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", 0};
  char *daemon[] = {(char *)daemon_path, "--session", "always", "--socket", place, "--config", profile, 0};
  char *least[] = {relay_path, mouse.node, "pointer", 0};
  unlink(place);
  server_start(&server, is_ours ? daemon : least, is_ours ? place : 0, environment);
  open_desktop(is_ours ? "Switchway pointer" : "Bench relay");
  int64_t before = 0, next = now_ns();
  for (int i = -WARM_UP; i < frames; i++) {
    int dx, dy;
    if (!i) before = server_cpu(&server);
    int64_t start = now_ns();
    mouse_move(&mouse, 1 + (i & 7), 1 + (i & 15));
    if (!next_frame(10000, &dx, &dy) || dx != 1 + (i & 7) || dy != 1 + (i & 15)) result.wrong++;
    if (i >= 0) times[i] = (now_ns() - start) / 1000.0;
    next += 1000000;
    int64_t left = next - now_ns();
    if (left <= 0) continue;
    struct timespec wait = {.tv_nsec = left % 1000000000};
    nanosleep(&wait, 0);
  }
  result.cpu = (server_cpu(&server) - before) / 1000.0 / frames;
  close(desktop);
  server_stop(&server);
  sort(times, frames);
  result.p50 = times[frames / 2];
  result.p99 = times[frames * 99LL / 100];
  return result;
}

static int table(int runs, int frames) {
  static double p50[MOST_RUNS], p99[MOST_RUNS], cpu[MOST_RUNS], added[MOST_RUNS];
  int wrong = 0;
  printf("%d runs of %d frames each, alternating, at most 1,000 a second; times in us\n\n", runs, frames);
  printf("run |  relay p50    p99  CPU/frame | switchwayd p50    p99  CPU/frame  wrong\n");
  for (int i = 0; i < runs; i++) {
    struct result least = run(0, frames), ours = run(1, frames);
    p50[i] = ours.p50 / least.p50;
    p99[i] = ours.p99 / least.p99;
    cpu[i] = ours.cpu / least.cpu;
    added[i] = ours.p50 - least.p50;
    wrong += ours.wrong;
    printf("%3d | %10.1f %6.0f %10.1f | %14.1f %6.0f %10.1f %6d\n", i + 1, least.p50, least.p99, least.cpu, ours.p50,
           ours.p99, ours.cpu, ours.wrong);
    fflush(stdout);
  }
  printf("\nmedian ratio: p50 %.2f (%.1f us more), p99 %.2f, CPU a frame %.2f\n", median(p50, runs),
         median(added, runs), median(p99, runs), median(cpu, runs));
  printf("%d of %d frames lost or changed\n", wrong, runs * (frames + WARM_UP));
  return wrong != 0;
}

static void prepare(void) {
  const char *parts = getenv("BENCH_DIR");
  daemon_path = getenv("SWITCHWAYD") ? getenv("SWITCHWAYD") : "/usr/bin/switchwayd";
  if (!mkdtemp(room)) fail("a folder in /run");
  give_to_user(room);
  snprintf(place, sizeof place, "%s/socket", room);
  snprintf(profile, sizeof profile, "%s/pointer.yaml", room);
  snprintf(relay_path, sizeof relay_path, "%s/relay", parts ? parts : ".");
  FILE *file = fopen(profile, "w");
  if (!file) fail(profile);
  fputs("switchway: 1\ndevices: {mouse: {match: {name: Bench Mouse}, grab: yes}}\n"
        "switches: {one: {input: mouse/btn_side, tap: select}}\n",
        file);
  fclose(file);
  chmod(profile, 0644);
  mouse_make(&mouse);
}

int main(int argc, char **argv) {
  int runs = 5, frames = 2000;
  for (int i = 1; i < argc; i++)
    if (!read_count(argc, argv, &i, &runs, &frames)) runs = 0;
  if (runs < 1 || runs > MOST_RUNS || frames < 100 || frames > MOST_FRAMES) {
    fputs("usage: pointer [--runs 1…100] [--presses 100…100000]\n", stderr);
    return 2;
  }
  prepare();
  int status = table(runs, frames);
  unlink(place), unlink(profile), rmdir(room);
  return status;
}
