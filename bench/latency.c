/* Measures the time from a press to the command's line on a socket: switchwayd beside `floor`, in alternating runs.
 *
 *   latency [--runs N] [--presses N]   a table of times; compare the ratios, the times depend on this machine
 *   latency --steadying [--runs N] [--presses N]
 *                                      switchwayd with `steady: off` beside steadying without `hold-duration`
 *   latency --clients [--runs N] [--presses N]
 *                                      one client alone beside one among 32, of whom one never reads, one floods with
 *                                      requests, and one sends garbage
 *   latency --counts                   allocations and system calls an edge at steady state; fails unless there are no
 *                                      allocations, and unless the counter sees a program that allocates; fails where
 *                                      there are more calls than one to wait, one to read, one to send and a few
 *                                      settings of the timer
 *
 * SWITCHWAYD names the daemon, BENCH_DIR the folder of the built parts. */
#define _GNU_SOURCE
#include "bench.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Between presses: well below the 1,000 edges a second at which a device is muted. With many clients longer, so that
 * each client receives a press before the next, as with a hand. */
enum { PAUSE_MS = 3, PAUSE_AMONG_MS = 20 };
enum { STARTS = 15, IDLE_SECONDS = 2, MOST_RUNS = 100, MOST_PRESSES = 100000 };

static char room[] = "/run/switchway-bench-XXXXXX", place[128], profile[128], counts[128];
static char floor_path[256], opener_path[256], counter[256];
static const char *daemon_path, *const box_name = "Bench Box"; /* bench/parts.c makes it */
static struct box box;

struct result {
  double p50, p99, cpu;
  long resident, anonymous, idle;
};

static void start(struct server *server, int is_daemon, int is_counted, int allocates) {
  char preload[300], file[200];
  snprintf(preload, sizeof preload, "LD_PRELOAD=%s", counter);
  snprintf(file, sizeof file, "COUNT_FILE=%s", counts);
  char *environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", is_counted ? preload : 0, file, 0};
  char *daemon[] = {(char *)daemon_path, "--session", "always", "--socket", place, "--config", profile, 0};
  char *least[] = {floor_path, box.node, place, allocates ? "--allocate" : 0, 0};
  unlink(place);
  server_start(server, is_daemon ? daemon : least, place, environment);
}

static struct result run_among(int is_daemon, int presses, int pause_ms, int has_crowd) {
  static double times[MOST_PRESSES];
  struct server server;
  struct result result;
  start(&server, is_daemon, 0, 0);
  server_warm_up(&server, &box);
  pid_t crowd = has_crowd ? crowd_start(place) : 0;
  int64_t before = server_cpu(&server);
  for (int i = 0; i < presses; i++) {
    times[i] = server_press(&server, &box);
    poll(0, 0, pause_ms);
  }
  result.cpu = (server_cpu(&server) - before) / 1000.0 / (2.0 * presses);
  if (crowd) crowd_stop(crowd);
  result.resident = server_status(&server, "VmRSS:");
  result.anonymous = server_status(&server, "RssAnon:");
  result.idle = server_status(&server, "voluntary_ctxt_switches:");
  poll(0, 0, IDLE_SECONDS * 1000);
  result.idle = server_status(&server, "voluntary_ctxt_switches:") - result.idle;
  server_stop(&server);
  sort(times, presses);
  result.p50 = times[presses / 2];
  result.p99 = times[presses * 99 / 100];
  return result;
}

static struct result run(int is_daemon, int presses) { return run_among(is_daemon, presses, PAUSE_MS, 0); }

/* Measures from fork to READY=1, beside a C program that opens the same node; medians of alternating starts, ms. */
static void starts(void) {
  static double least[STARTS], ours[STARTS];
  char notify[sizeof place + 8], variable[sizeof notify + 16];
  snprintf(notify, sizeof notify, "%s.ready", place);
  snprintf(variable, sizeof variable, "NOTIFY_SOCKET=%s", notify);
  char *environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", variable, 0};
  char *opener[] = {opener_path, (char *)box_name, 0};
  char *daemon[] = {(char *)daemon_path, "--session", "always", "--socket", place, "--config", profile, 0};
  for (int i = 0; i < STARTS; i++) {
    least[i] = time_to_ready(opener, notify, environment) / 1e6;
    unlink(place);
    ours[i] = time_to_ready(daemon, notify, environment) / 1e6;
  }
  double c = median(least, STARTS), swift = median(ours, STARTS);
  printf("ready after: C %.1f ms, switchwayd %.1f ms, ratio %.2f (aim 1.5)\n", c, swift, swift / c);
}

static void table(int runs, int presses) {
  static double p50[MOST_RUNS], p99[MOST_RUNS], cpu[MOST_RUNS];
  struct result least, ours = {0};
  printf("%d runs of %d presses each, alternating; times in us, memory in kB\n\n", runs, presses);
  printf("run |     C p50    p99  CPU/event | switchwayd p50    p99  CPU/event | p50 ratio\n");
  for (int i = 0; i < runs; i++) {
    least = run(0, presses);
    ours = run(1, presses);
    p50[i] = ours.p50 / least.p50;
    p99[i] = ours.p99 / least.p99;
    cpu[i] = ours.cpu / least.cpu;
    printf("%3d | %9.1f %6.0f %10.1f | %14.1f %6.0f %10.1f | %8.2f\n", i + 1, least.p50, least.p99, least.cpu, ours.p50,
           ours.p99, ours.cpu, p50[i]);
    fflush(stdout);
  }
  printf("\nmedian ratio: p50 %.2f (aim 1.15), CPU an event %.2f (aim 2), p99 %.2f", median(p50, runs),
         median(cpu, runs), median(p99, runs));
  printf(" (aim 1.3; from %.2f to %.2f)\n", p99[0], p99[runs - 1]);
  printf("switchwayd: %ld resident (aim below 12288), %ld anonymous (aim below 2560)\n", ours.resident, ours.anonymous);
  printf("idle: %ld wake-ups in %d s (C: %ld)\n", ours.idle, IDLE_SECONDS, least.idle);
  starts();
}

static void write_profile(const char *steady) {
  FILE *file = fopen(profile, "w");
  if (!file) fail(profile);
  fprintf(file,
          "switchway: 1\n"
          "devices: {box: {match: {name: \"Bench Box\"}, grab: no}}\n"
          "switches: {left: {input: box/btn_trigger, steady: %s, tap: select}}\n",
          steady);
  fclose(file);
  chmod(profile, 0644);
}

/* Without `hold-duration` and `neighbour` a press is not delayed, so its line must come as soon as without a filter.
 * The dead times are short so that the presses of this program, a few ms apart, all count. */
static void steadying(int runs, int presses) {
  static double p50[MOST_RUNS], p99[MOST_RUNS];
  printf("%d runs of %d presses each, alternating; times in us\n\n", runs, presses);
  printf("run | off p50    p99 | steadied p50    p99 | p50 difference\n");
  for (int i = 0; i < runs; i++) {
    write_profile("off");
    struct result without = run(1, presses);
    write_profile("{preset: gentle, debounce: 1ms, ignore-repeat: 2ms}");
    struct result with = run(1, presses);
    p50[i] = with.p50 - without.p50;
    p99[i] = with.p99 - without.p99;
    printf("%3d | %7.1f %6.0f | %12.1f %6.0f | %14.1f\n", i + 1, without.p50, without.p99, with.p50, with.p99, p50[i]);
    fflush(stdout);
  }
  printf("\nmedian difference: p50 %.1f us, p99 %.1f us\n", median(p50, runs), median(p99, runs));
}

static void clients(int runs, int presses) {
  static double p50[MOST_RUNS], p99[MOST_RUNS];
  printf("%d runs of %d presses each, alternating; times in us\n\n", runs, presses);
  printf("run | alone p50    p99 | among 32 p50    p99 | p50 ratio\n");
  for (int i = 0; i < runs; i++) {
    struct result alone = run_among(1, presses, PAUSE_AMONG_MS, 0), among = run_among(1, presses, PAUSE_AMONG_MS, 1);
    p50[i] = among.p50 / alone.p50;
    p99[i] = among.p99 / alone.p99;
    printf("%3d | %9.1f %6.0f | %12.1f %6.0f | %9.2f\n", i + 1, alone.p50, alone.p99, among.p50, among.p99, p50[i]);
    fflush(stdout);
  }
  printf("\nmedian ratio: p50 %.2f, p99 %.2f\n", median(p50, runs), median(p99, runs));
}

/* A number that other processes can count in, too. */
static volatile uint64_t *shared_count(void) {
  int fd = open(counts, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0 || fchmod(fd, 0666) || ftruncate(fd, sizeof(uint64_t))) fail(counts);
  volatile uint64_t *count = mmap(0, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (count == MAP_FAILED) fail("mmap");
  return count;
}

/* What an edge of a thousand presses adds to `count`. */
static double each_of(struct server *server, volatile uint64_t *count) {
  uint64_t before = *count;
  for (int i = 0; i < 1000; i++) {
    server_press(server, &box);
    poll(0, 0, 6);
  }
  return (*count - before) / 2000.0;
}

static double allocations(int is_daemon, int allocates) {
  struct server server;
  volatile uint64_t *count = shared_count();
  start(&server, is_daemon, 1, allocates);
  server_warm_up(&server, &box);
  /* What a daemon keeps of the last seconds must have its size before the count begins: denser presses than later. */
  for (int64_t end = now_ns() + 4 * 1000000000LL; now_ns() < end; poll(0, 0, 2)) server_press(&server, &box);
  double each = each_of(&server, count);
  server_stop(&server);
  munmap((void *)count, sizeof *count);
  return each;
}

static double calls(int is_daemon) {
  struct server server;
  volatile uint64_t *count = shared_count();
  start(&server, is_daemon, 0, 0);
  server_warm_up(&server, &box);
  pid_t tracer = calls_count(server.pid, count);
  /* It is traced once its calls are seen. */
  while (!*count) server_press(&server, &box);
  double each = each_of(&server, count);
  calls_stop(tracer);
  server_stop(&server);
  munmap((void *)count, sizeof *count);
  return each;
}

/* Wait, read, send; what is left is for the timer of a press that may be stuck, and the kernel's scheduling. */
static const double most_calls = 3.2;

static int count_calls(void) {
  double least = calls(0), ours = calls(1);
  printf(
      "system calls an edge: %.3f in a minimal program, %.3f in switchwayd (at most %.1f)\n", least, ours, most_calls);
  if (least < 2.9) fputs("bench: the counter does not see the system's calls\n", stderr);
  if (ours > most_calls) fputs("bench: switchwayd calls the system too often\n", stderr);
  return least < 2.9 || ours > most_calls;
}

static int count_allocations(void) {
  double seen = allocations(0, 1), least = allocations(0, 0), ours = allocations(1, 0);
  printf("allocations an event: %.3f in a program that makes one, %.3f in one that makes none, %.3f in switchwayd\n",
         seen, least, ours);
  if (seen < 0.99) fputs("bench: the counter does not see what is allocated\n", stderr);
  if (least != 0) fputs("bench: the counter sees what is not allocated\n", stderr);
  if (ours != 0) fputs("bench: switchwayd allocates for an event\n", stderr);
  return seen < 0.99 || least != 0 || ours != 0;
}

static void prepare(void) {
  const char *parts = getenv("BENCH_DIR");
  daemon_path = getenv("SWITCHWAYD") ? getenv("SWITCHWAYD") : "/usr/bin/switchwayd";
  if (!mkdtemp(room)) fail("a folder in /run");
  give_to_user(room);
  snprintf(place, sizeof place, "%s/socket", room);
  snprintf(profile, sizeof profile, "%s/latency.yaml", room);
  snprintf(counts, sizeof counts, "%s/count", room);
  snprintf(floor_path, sizeof floor_path, "%s/floor", parts ? parts : ".");
  snprintf(opener_path, sizeof opener_path, "%s/opener", parts ? parts : ".");
  snprintf(counter, sizeof counter, "%s/countmalloc.so", parts ? parts : ".");
  write_profile("off");
  box_make(&box);
}

int main(int argc, char **argv) {
  int runs = 10, presses = 500, counts_only = 0, is_steadying = 0, is_clients = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--counts")) counts_only = 1;
    else if (!strcmp(argv[i], "--steadying")) is_steadying = 1;
    else if (!strcmp(argv[i], "--clients")) is_clients = 1;
    else if (!read_count(argc, argv, &i, &runs, &presses)) runs = 0;
  }
  if (runs < 1 || runs > MOST_RUNS || presses < 10 || presses > MOST_PRESSES) {
    fputs("usage: latency [--steadying | --clients] [--runs 1…100] [--presses 10…100000] | --counts\n", stderr);
    return 2;
  }
  prepare();
  int status = 0;
  if (counts_only) status = count_allocations() | count_calls();
  else if (is_steadying) steadying(runs, presses);
  else if (is_clients) clients(runs, presses);
  else table(runs, presses);
  unlink(place), unlink(profile), unlink(counts), rmdir(room);
  return status;
}
