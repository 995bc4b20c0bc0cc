/* Measures the time from a key of a grabbed keyboard to the same key at the desktop: switchwayd with Full Keyboard
 * Access beside `relay`, a plain loop of read and write, and interception-tools where they are installed, in
 * alternating runs; then a text at 25 keys a second, where each key stays down until after the next press.
 *
 *   typing [--runs N] [--presses N]    a table of times; compare the ratios, the times depend on this machine
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
#include <unistd.h>

enum { WARM_UP = 200, MOST_RUNS = 100, MOST_PRESSES = 100000, KEYS = 250, KEY_MS = 40, HELD_MS = 60 };

/* What passes the keys on. */
enum kind { RELAY, TOOLS, OURS };
static const char *const outputs[] = {"Bench relay", "Bench tools", "Switchway keyboard"};

/* Debian's name of interception-tools' `intercept`. */
static const char interception[] = "/usr/bin/interception";

static char room[] = "/run/switchway-bench-XXXXXX", place[128], profile[128], relay_path[256];
static char tools[320], tools_keyboard[128];
static const char *daemon_path;
static struct box keyboard;
static int desktop = -1;

struct result {
  double p50, p99, cpu, worst;
  int wrong;
};

/* Returns the next edge of a key at the desktop: its code, negative for a release; 0 if none came within `ms`. */
static int next_edge(int ms) {
  struct input_event event;
  for (;;) {
    ssize_t got = read(desktop, &event, sizeof event);
    if (got == sizeof event) {
      if (event.type == EV_KEY && event.value != 2) return event.value ? event.code : -(int)event.code;
      continue;
    }
    struct pollfd waiting = {.fd = desktop, .events = POLLIN};
    if (got >= 0 || errno != EAGAIN || poll(&waiting, 1, ms) <= 0) return 0;
  }
}

/* Waits for the virtual keyboard and for its first key. */
static void open_desktop(const char *name) {
  char node[80];
  for (int tries = 0; !node_named(name, node, sizeof node); tries++, poll(0, 0, 5))
    if (tries == 4000) fail(name);
  for (int tries = 0; (desktop = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0; tries++, poll(0, 0, 5))
    if (tries == 4000) fail(node);
  int tries = 0;
  do {
    if (tries++ == 200) fail("no key comes out of the virtual keyboard");
    box_key(&keyboard, KEY_F, 1);
    box_key(&keyboard, KEY_F, 0);
  } while (!next_edge(100));
  while (next_edge(200)) continue;
}

static double edge(int code, int down) {
  int64_t before = now_ns();
  box_key(&keyboard, code, down);
  int came = next_edge(10000);
  double took = (now_ns() - before) / 1000.0;
  if (came != (down ? code : -code)) fail("another key came");
  return took;
}

/* Types a text at 25 keys a second with overlapping keys. Counts the edges in another order and measures the longest
 * delay, us. */
static void type_text(struct result *result) {
  static const int letters[] = {KEY_T, KEY_H, KEY_E, KEY_SPACE, KEY_Q, KEY_U,
                                KEY_I, KEY_C, KEY_K, KEY_DOT,   KEY_B, KEY_R};
  enum { LETTERS = sizeof letters / sizeof *letters };
  int sent[2 * KEYS], came[2 * KEYS], many = 0, got = 0, down = 0, up = 0;
  int64_t at[2 * KEYS], start = now_ns();
  double worst = 0;
  while (up < KEYS) {
    int64_t due_down = down < KEYS ? start + down * KEY_MS * 1000000LL : INT64_MAX;
    int64_t due_up = up < down ? start + (up * KEY_MS + HELD_MS) * 1000000LL : INT64_MAX;
    int64_t due = due_down < due_up ? due_down : due_up;
    struct pollfd waiting = {.fd = desktop, .events = POLLIN};
    int64_t left = due - now_ns();
    if (left > 0) {
      struct timespec wait = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
      if (ppoll(&waiting, 1, &wait, 0) > 0) {
        int code = next_edge(0);
        if (code && got < 2 * KEYS) {
          double took = (now_ns() - at[got]) / 1000.0;
          if (took > worst) worst = took;
          came[got++] = code;
        }
      }
      continue;
    }
    int is_down = due == due_down, code = letters[(is_down ? down++ : up++) % LETTERS];
    at[many] = now_ns();
    sent[many++] = is_down ? code : -code;
    box_key(&keyboard, code, is_down);
  }
  for (int code; got < many && (code = next_edge(10000));) came[got++] = code;
  for (int i = 0; i < many; i++) result->wrong += i >= got || came[i] != sent[i];
  result->worst = worst;
}

static struct result run(enum kind kind, int presses) {
  static double times[2 * MOST_PRESSES];
  struct server server;
  struct result result = {0};
  char *environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", 0};
  char *daemon[] = {(char *)daemon_path, "--session", "always", "--socket", place, "--config", profile, 0};
  char *least[] = {relay_path, keyboard.node, 0};
  char *both[] = {"/bin/sh", "-c", tools, 0};
  char **const programs[] = {least, both, daemon};
  unlink(place);
  server_start(&server, programs[kind], kind == OURS ? place : 0, environment);
  open_desktop(outputs[kind]);
  for (int i = 0; i < WARM_UP; i++) edge(KEY_F, 1), edge(KEY_F, 0), poll(0, 0, 2);
  int64_t before = server_cpu(&server);
  for (int i = 0; i < presses; i++) {
    times[2 * i] = edge(KEY_F, 1);
    times[2 * i + 1] = edge(KEY_F, 0);
    poll(0, 0, 3); /* well below the 1,000 edges a second at which a device is muted */
  }
  result.cpu = (server_cpu(&server) - before) / 1000.0 / (2.0 * presses);
  type_text(&result);
  close(desktop);
  server_stop(&server);
  /* The shell has ended, its two programs have not. */
  if (kind == TOOLS && system("pkill -x interception; pkill -x uinput; while pgrep -x uinput; do :; done >/dev/null"))
    result.wrong++;
  sort(times, 2 * presses);
  result.p50 = times[presses];
  result.p99 = times[presses * 2 * 99 / 100];
  return result;
}

static int table(int runs, int presses) {
  static double p50[MOST_RUNS], p99[MOST_RUNS], cpu[MOST_RUNS], added[MOST_RUNS], other[MOST_RUNS];
  int wrong = 0, has_tools = !access(interception, X_OK);
  printf("%d runs of %d presses each, alternating, then %d keys at %d ms a key, each down for %d ms; times in us\n\n",
         runs, presses, KEYS, KEY_MS, HELD_MS);
  printf("run |  relay p50    p99  CPU/edge  text worst | switchwayd p50    p99  CPU/edge  text worst  wrong\n");
  for (int i = 0; i < runs; i++) {
    struct result least = run(RELAY, presses), ours = run(OURS, presses);
    p50[i] = ours.p50 / least.p50;
    p99[i] = ours.p99 / least.p99;
    cpu[i] = ours.cpu / least.cpu;
    added[i] = ours.p50 - least.p50;
    wrong += ours.wrong;
    printf("%3d | %10.1f %6.0f %9.1f %11.0f | %14.1f %6.0f %9.1f %11.0f %6d\n", i + 1, least.p50, least.p99, least.cpu,
           least.worst, ours.p50, ours.p99, ours.cpu, ours.worst, ours.wrong);
    if (has_tools) {
      struct result tools = run(TOOLS, presses);
      other[i] = tools.p50 / least.p50;
      printf("    | interception-tools: p50 %.1f, p99 %.0f, text worst %.0f, %d wrong\n", tools.p50, tools.p99,
             tools.worst, tools.wrong);
    }
    fflush(stdout);
  }
  printf("\nmedian ratio: p50 %.2f (%.1f us more), p99 %.2f, CPU an edge %.2f\n", median(p50, runs),
         median(added, runs), median(p99, runs), median(cpu, runs));
  if (has_tools) printf("median ratio of interception-tools: p50 %.2f\n", median(other, runs));
  printf("text: %d of %d edges missing or in another order\n", wrong, runs * 2 * KEYS);
  return wrong != 0;
}

static void prepare(void) {
  const char *parts = getenv("BENCH_DIR");
  daemon_path = getenv("SWITCHWAYD") ? getenv("SWITCHWAYD") : "/usr/bin/switchwayd";
  if (!mkdtemp(room)) fail("a folder in /run");
  give_to_user(room);
  snprintf(place, sizeof place, "%s/socket", room);
  snprintf(profile, sizeof profile, "%s/typing.yaml", room);
  snprintf(relay_path, sizeof relay_path, "%s/relay", parts ? parts : ".");
  snprintf(tools_keyboard, sizeof tools_keyboard, "%s/tools.yaml", room);
  FILE *file = fopen(tools_keyboard, "w");
  if (!file) fail(tools_keyboard);
  fprintf(file, "NAME: %s\n", outputs[TOOLS]);
  fclose(file);
  chmod(tools_keyboard, 0644);
  file = fopen(profile, "w");
  if (!file) fail(profile);
  fputs("switchway: 1\nextends: full-keyboard-access\n"
        "devices: {keyboard: {match: {name: \"Bench Keyboard\"}}}\n",
        file);
  fclose(file);
  chmod(profile, 0644);
  keyboard_make(&keyboard);
  snprintf(tools, sizeof tools, "%s -g %s | uinput -d %s -c %s", interception, keyboard.node, keyboard.node,
           tools_keyboard);
}

int main(int argc, char **argv) {
  int runs = 5, presses = 500;
  for (int i = 1; i < argc; i++)
    if (!read_count(argc, argv, &i, &runs, &presses)) runs = 0;
  if (runs < 1 || runs > MOST_RUNS || presses < 10 || presses > MOST_PRESSES) {
    fputs("usage: typing [--runs 1…100] [--presses 10…100000]\n", stderr);
    return 2;
  }
  prepare();
  int status = table(runs, presses);
  unlink(place), unlink(profile), unlink(tools_keyboard), rmdir(room);
  return status;
}
