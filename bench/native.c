/* Measures the time from a press to the command's line on this machine's own processor, without a virtual machine:
 * switchwayd beside `floor` and beside the same on systemd's event loop, in alternating runs: back to back, and with
 * pauses in which the processor's caches forget the programs. `native [--runs N] [--presses N]`. `native --only
 * --presses N`: switchwayd alone, without a table, for a profile (bench/touches).
 *
 * A socket stands for the box's node in both programs (bench/memory.c). So the kernel's input layer is not in these
 * times; the loop, the reading, the decision and the sending are. A press here is the write of its event.
 *
 * SWITCHWAYD names the daemon, BENCH_DIR the folder of the built parts. */
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Back to back not more: beyond 2,000 edges in two seconds a device is muted. */
enum { PAUSE_MS = 3, MOST_AT_ONCE = 700, MOST_RUNS = 100, MOST_PRESSES = 100000 };
/* How long a daemon may take to open the node: under valgrind, on a busy machine. */
enum { OPEN_MS = 240000 };

static char room[] = "/tmp/switchway-bench-XXXXXX", place[128], profile[128], node[64], input[128], event[160];
static char floor_path[256], event_path[256], memory[256];
static const char *daemon_path;
static int listener;

struct result {
  double p50, p99, cpu;
};

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file)) fail(path);
  chmod(path, 0644);
}

static void prepare(void) {
  const char *parts = getenv("BENCH_DIR") ? getenv("BENCH_DIR") : ".";
  daemon_path = getenv("SWITCHWAYD") ? getenv("SWITCHWAYD") : "/usr/bin/switchwayd";
  if (!mkdtemp(room)) fail("a folder in /tmp");
  if (geteuid() == 0) give_to_user(room);
  snprintf(place, sizeof place, "%s/socket", room);
  snprintf(profile, sizeof profile, "%s/native.yaml", room);
  snprintf(node, sizeof node, "%s/node", room);
  snprintf(input, sizeof input, "%s/input0", room);
  snprintf(event, sizeof event, "%s/event0", input);
  snprintf(floor_path, sizeof floor_path, "%s/floor", parts);
  snprintf(event_path, sizeof event_path, "%s/floor-event", parts);
  snprintf(memory, sizeof memory, "LD_PRELOAD=%s/memory.so", parts);
  write_file(profile, "switchway: 1\n"
                      "devices: {box: {match: {name: \"Bench Box\"}, grab: no}}\n"
                      "switches: {left: {input: box/btn_trigger, steady: off, tap: select}}\n");
  char name[160];
  snprintf(name, sizeof name, "%s/name", input);
  if (mkdir(input, 0755) || mkdir(event, 0755)) fail(event);
  write_file(name, "Bench Box\n");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", node);
  listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (void *)&address, sizeof address) || chmod(node, 0666) || listen(listener, 4))
    fail(node);
}

static void clean_up(void) {
  char name[160];
  snprintf(name, sizeof name, "%s/name", input);
  unlink(place), unlink(profile), unlink(node), unlink(name), rmdir(event), rmdir(input), rmdir(room);
}

enum program { LEAST, ON_SD_EVENT, OURS };

static struct result run(enum program program, int presses, int pause_ms) {
  static double times[MOST_PRESSES];
  char socket_word[160], folder_word[200];
  snprintf(socket_word, sizeof socket_word, "BENCH_NODE=%s", node);
  snprintf(folder_word, sizeof folder_word, "BENCH_SYS=%s", event);
  char *environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", memory, socket_word, folder_word, 0};
  char *daemon[] = {(char *)daemon_path, "--session", "always", "--socket", place, "--config", profile, 0};
  char *least[] = {program == LEAST ? floor_path : event_path, "/dev/input/event0", place, 0};
  struct server server;
  struct result result;
  unlink(place);
  server_start(&server, program == OURS ? daemon : least, place, environment);
  struct pollfd opened = {.fd = listener, .events = POLLIN};
  if (poll(&opened, 1, OPEN_MS) != 1) fail("the node was not opened: can the daemon's user read memory.so?");
  struct box box = {.fd = accept(listener, 0, 0)};
  if (box.fd < 0) fail("the node was not opened");
  server_warm_up(&server, &box);
  int64_t before = server_cpu(&server);
  for (int i = 0; i < presses; i++) {
    times[i] = server_press(&server, &box);
    if (pause_ms) poll(0, 0, pause_ms);
  }
  result.cpu = (server_cpu(&server) - before) / 1000.0 / (2.0 * presses);
  server_stop(&server);
  close(box.fd);
  sort(times, presses);
  result.p50 = times[presses / 2];
  result.p99 = times[presses * 99 / 100];
  return result;
}

static void table(int runs, int presses, int pause_ms) {
  static double p50[MOST_RUNS], event[MOST_RUNS], p99[MOST_RUNS], above[MOST_RUNS], above_p50[MOST_RUNS];
  printf("%d runs of %d presses each, ", runs, presses);
  printf(pause_ms ? "%d ms apart" : "back to back", pause_ms);
  printf(", alternating, on this machine's own processor; times in us\n\n");
  printf("run |     C p50    p99   CPU/edge | C, sd-event p50   CPU/edge | switchwayd p50    p99   CPU/edge | ratio\n");
  for (int i = 0; i < runs; i++) {
    struct result least = run(LEAST, presses, pause_ms), loop = run(ON_SD_EVENT, presses, pause_ms),
                  ours = run(OURS, presses, pause_ms);
    p50[i] = ours.p50 / least.p50;
    event[i] = loop.p50 / least.p50;
    p99[i] = ours.p99 / least.p99;
    above[i] = ours.cpu - least.cpu;
    above_p50[i] = ours.p50 - least.p50;
    printf("%3d | %9.1f %6.1f %10.2f | %15.1f %10.2f | %14.1f %6.1f %10.2f | %8.2f\n", i + 1, least.p50, least.p99,
           least.cpu, loop.p50, loop.cpu, ours.p50, ours.p99, ours.cpu, p50[i]);
    fflush(stdout);
  }
  printf("\nmedians of the runs: p50 %.2f times C's (C on sd-event: %.2f), p99 %.2f; above C: p50 %.1f us, processor "
         "time an edge %.1f us",
         median(p50, runs), median(event, runs), median(p99, runs), median(above_p50, runs), median(above, runs));
  printf(pause_ms ? " (aim: 1.6 times)\n\n" : " (aims: 7 and 5)\n\n");
}

int main(int argc, char **argv) {
  int runs = 10, presses = 2000, is_alone = 0;
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--only"))
      is_alone = 1;
    else if (!read_count(argc, argv, &i, &runs, &presses))
      runs = 0;
  if (runs < 1 || runs > MOST_RUNS || presses < 10 || presses > MOST_PRESSES) {
    fputs("usage: native [--only] [--runs 1…100] [--presses 10…100000]\n", stderr);
    return 2;
  }
  prepare();
  if (is_alone) {
    run(OURS, presses, PAUSE_MS);
  } else {
    table(runs, presses < MOST_AT_ONCE ? presses : MOST_AT_ONCE, 0);
    table(runs, presses, PAUSE_MS);
  }
  clean_up();
  return 0;
}
