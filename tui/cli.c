/* See cli.h. Options are rows of cli_options.def. */
#include "tui/cli.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile int cli_stop;

enum kind { TEXT, FLAG, U32, U64, MB, SECONDS, PROPERTIES, POR, MATCH };

static const struct option_row {
  unsigned groups;
  const char *name;
  char brief;
  enum kind kind;
  size_t offset;
  const char *metavar, *help;
} rows[] = {
#define OPTION(groups, name, brief, kind, target, metavar, help) \
  {groups, name, brief, kind, offsetof(struct cli, target), metavar, help},
#include "tui/cli_options.def"
#undef OPTION
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static int usage(const struct cli *c, const char *fmt, const char *what) {
  fprintf(stderr, "heddle %s: ", c->command);
  fprintf(stderr, fmt, what);
  fprintf(stderr, " (try 'heddle %s --help')\n", c->command);
  return EXIT_USAGE + 1;
}

static void print_help(const char *synopsis, const char *command, unsigned groups) {
  int i;
  printf("usage: heddle %s %s\n\n", command, synopsis);
  for (i = 0; i < ROWS; i++) {
    char left[64], brief[8] = "";
    if (!(rows[i].groups & groups)) continue;
    if (rows[i].brief) snprintf(brief, sizeof brief, "-%c, ", rows[i].brief);
    snprintf(left, sizeof left, "%s%s %s", brief, rows[i].name, rows[i].metavar);
    printf("  %-26s %s\n", left, rows[i].help);
  }
  printf("\nExit status: 0 no error and search complete, 1 error found, 2 usage, 3 bad input, 4 inconclusive, 5 internal error.\n");
}

static bool number(const char *s, double max, double *out) {
  char *end;
  errno = 0;
  *out = strtod(s, &end);
  return !errno && end != s && !*end && *out >= 0 && *out <= max && !strpbrk(s, "xXpPnN");
}

static bool whole(const char *s, uint64_t max, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull(s, &end, 10);
  return !errno && isdigit((unsigned char)*s) && !*end && *out <= max;
}

static bool properties(const char *s, uint32_t *out) {
  static const char *const names[] = {"deadlock", "exception", "race"};
  *out = 0;
  while (*s) {
    size_t n = strcspn(s, ","), i;
    for (i = 0; i < 3; i++)
      if (strlen(names[i]) == n && !strncmp(names[i], s, n)) break;
    if (i == 3) return false;
    *out |= 1u << i;
    s += n + (s[n] == ',');
  }
  return *out != 0;
}

static bool one_of(const char *s, const char *const *names, int *out) {
  int i;
  for (i = 0; names[i]; i++)
    if (!strcmp(s, names[i])) {
      *out = i;
      return true;
    }
  return false;
}

static bool store(struct cli *c, const struct option_row *o, const char *v) {
  static const char *const por[] = {"full", "sync", "none", NULL}, *const match[] = {"order", "strict", NULL};
  char *at = (char *)c + o->offset;
  double d;
  uint64_t u;
  int i;
  switch (o->kind) {
    case TEXT: *(const char **)(void *)at = v; return true;
    case FLAG: *(bool *)(void *)at = true; return true;
    case U32:
      if (!whole(v, UINT32_MAX, &u)) return false;
      *(uint32_t *)(void *)at = (uint32_t)u;
      return true;
    case U64: return whole(v, UINT64_MAX, (uint64_t *)(void *)at);
    case MB:
      if (!whole(v, 1u << 20, &u) || !u) return false;
      *(uint64_t *)(void *)at = u << 20;
      return true;
    case SECONDS:
      if (!number(v, 1e9, &d)) return false;
      *(double *)(void *)at = d;
      return true;
    case PROPERTIES: return properties(v, (uint32_t *)(void *)at);
    case POR:
      if (!one_of(v, por, &i)) return false;
      *(int *)(void *)at = i;
      return true;
    case MATCH:
      if (!one_of(v, match, &i)) return false;
      *(bool *)(void *)at = i == 1;
      return true;
  }
  return false;
}

static const struct option_row *find(const char *arg, unsigned groups, const char **value) {
  const char *eq = strchr(arg, '=');
  size_t n = eq ? (size_t)(eq - arg) : strlen(arg);
  int i;
  *value = eq ? eq + 1 : NULL;
  if (!strcmp(arg, "-cp")) arg = "--class-path", n = strlen(arg);
  for (i = 0; i < ROWS; i++) {
    if (!(rows[i].groups & groups)) continue;
    if (strlen(rows[i].name) == n && !strncmp(arg, rows[i].name, n)) return &rows[i];
    if (rows[i].brief && arg[0] == '-' && arg[1] == rows[i].brief && !arg[2]) return &rows[i];
  }
  return NULL;
}

static void defaults(struct cli *c, const char *command) {
  memset(c, 0, sizeof *c);
  c->command = command;
  engine_options_init(&c->engine);
  search_options_init(&c->search);
  c->back = 3;
}

int cli_parse(struct cli *c, int argc, char **argv, unsigned groups, const char *synopsis) {
  int i, kept = 0;
  defaults(c, argv[0]);
  for (i = 1; i < argc; i++) {
    const struct option_row *o;
    const char *value;
    if (!strcmp(argv[i], "--")) {
      i++;
      break;
    }
    if (argv[i][0] != '-' || !argv[i][1]) {
      if (!(groups & CLI_PERMUTE) && !((groups & CLI_TRACE_FIRST) && !kept)) break;
      argv[1 + kept++] = argv[i]; /* operands and options may be mixed: operands move to the front */
      continue;
    }
    o = find(argv[i], groups, &value);
    if (!o) return usage(c, "unknown option '%s'", argv[i]);
    if (o->kind == FLAG && value) return usage(c, "'%s' takes no value", o->name);
    if (o->kind != FLAG && !value) {
      if (i + 1 >= argc) return usage(c, "'%s' needs a value", argv[i]);
      value = argv[++i];
    }
    if (!store(c, o, value)) {
      char text[300];
      snprintf(text, sizeof text, "bad value '%s' for %s", value ? value : "", o->name);
      return usage(c, "%s", text);
    }
    if (c->help) {
      print_help(synopsis, argv[0], groups);
      return EXIT_NO_ERROR + 1;
    }
  }
  c->search.seed = c->engine.seed;
  if (kept) {
    while (i < argc) argv[1 + kept++] = argv[i++];
    c->argc = kept;
    c->argv = argv + 1;
    return 0;
  }
  c->argc = argc - i;
  c->argv = argv + i;
  return 0;
}

const char *cli_operand(struct cli *c, const char *name) {
  if (!c->argc) {
    usage(c, "%s is missing", name);
    return NULL;
  }
  c->argc--;
  return *c->argv++;
}

int cli_fail(const struct error *e) {
  fprintf(stderr, "heddle: %s\n", e->msg[0] ? e->msg : "failed");
  switch (e->code) {
    case ERR_USAGE: return EXIT_USAGE;
    case ERR_INPUT: case ERR_NOTFOUND: return EXIT_INPUT;
    case ERR_UNSUPPORTED: case ERR_MEMORY: case ERR_LIMIT: return EXIT_INCONCLUSIVE;
    default: return EXIT_INTERNAL;
  }
}

static void on_signal(int sig) {
  (void)sig;
  cli_stop = 1;
}

void cli_signals(void) {
  struct sigaction sa = {.sa_handler = on_signal};
  sigaction(SIGINT, &sa, NULL);
  sigaction(SIGTERM, &sa, NULL);
}
