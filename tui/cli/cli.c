/* Parses the command line. See cli.h. The options are rows of cli_options.def. */
#include "tui/cli/cli.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/number.h"
#include "trace/campaign/report.h"
#include "tui/cli/auto/auto.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum kind {
  TEXT,
  FLAG,
  U32,
  U64,
  DEFINE,
  PLACE,
  OPENS,
  EXPORTS,
  SIZE,
  SECONDS,
  DURATION,
  PROPERTIES,
  POR,
  STALE,
  MATCH,
  FOLLOW,
  LISTEN,
  SEARCH,
  HEURISTIC,
  POSITION,
  TABLES
};

static const struct option_row {
  unsigned groups;
  const char *name;
  char brief;
  enum kind kind;
  enum { ANY, ONE } search;
  size_t offset;
  const char *metavar, *help;
} rows[] = {
#define OPTION(groups, name, brief, kind, search, target, metavar, help) \
  {groups, name, brief, kind, search, offsetof(struct cli, target), metavar, help},
#include "tui/cli/cli_options.def"
#undef OPTION
};
enum { ROWS = sizeof rows / sizeof rows[0] };
_Static_assert(ROWS <= sizeof((struct cli *)0)->given * 8, "a bit for each");

/* Returns the i-th value of --search: first the engine's searches, then auto. NULL after the
 * last. */
static const char *search_word(uint32_t i) {
  const char *name = engine_search_name(i);
  if (name) return name;
  return !i || engine_search_name(i - 1) ? AUTO_NAME : NULL;
}

/* Returns the i-th word that an option of this kind takes; NULL after the last, and for kinds
 * without words. */
static const char *word_at(enum kind kind, uint32_t i) {
  static const char *const match[] = {"order", "strict", NULL}, *const follow[] = {"dfs", "bfs"},
                           *const listen[] = {"replay", "check"};
  switch (kind) {
    case POR: return engine_por_name(i);
    case STALE: return engine_stale_name(i);
    case MATCH: return i < COUNT(match) ? match[i] : NULL;
    case FOLLOW: return i < COUNT(follow) ? follow[i] : NULL;
    case LISTEN: return i < COUNT(listen) ? listen[i] : NULL;
    case SEARCH: return search_word(i);
    case HEURISTIC: return engine_heuristic_name(i);
    case POSITION: return engine_position_name(i);
    case PROPERTIES: return engine_property_name(1u << i);
    case TABLES: return report_format_name(i);
    default: return NULL;
  }
}

static int usage(const struct cli *c, const char *fmt, const char *what) {
  fprintf(stderr, "heddle %s: ", c->command);
  fprintf(stderr, fmt, what);
  fprintf(stderr, " (try 'heddle %s --help')\n", c->command);
  return EXIT_USAGE;
}

static void print_help(const char *synopsis, const char *command, unsigned groups) {
  uint32_t w;
  int i;
  printf("usage: heddle %s %s\n\n", command, synopsis);
  for (i = 0; i < ROWS; i++) {
    char left[64], brief[8] = "";
    if (!(rows[i].groups & groups)) continue;
    if (rows[i].brief) snprintf(brief, sizeof brief, "-%c, ", rows[i].brief);
    snprintf(left, sizeof left, "%s%s %s", brief, rows[i].name, rows[i].metavar);
    printf("  %-26s %s", left, rows[i].help);
    for (w = 0; word_at(rows[i].kind, w); w++)
      printf("%s%s", w ? ", " : " (", word_at(rows[i].kind, w));
    puts(w ? ")" : "");
  }
  printf(
      "\nExit status: 0 no error and search complete, 1 error found, 2 usage, 3 bad input, 4 "
      "inconclusive, 5 internal error.\n");
}

static int index_of(enum kind kind, const char *s) {
  int i;
  for (i = 0; word_at(kind, (uint32_t)i); i++)
    if (!strcmp(word_at(kind, (uint32_t)i), s)) return i;
  return -1;
}

bool cli_is_search(const char *name) { return index_of(SEARCH, name) >= 0; }

static bool add_define(struct cli *c, const char *define) {
  if (c->engine.define_count == CLI_DEFINES) return false;
  c->define[c->engine.define_count++] = define;
  c->engine.defines = c->define;
  return true;
}

static bool add_readable(struct cli *c, const char *path) {
  if (c->engine.readable_count == CLI_READABLE || !*path) return false;
  c->readable[c->engine.readable_count++] = path;
  c->engine.readable = c->readable;
  return true;
}

/* As in java, the option becomes a system property that the program does not see. */
static bool add_module_option(struct cli *c, const char *property, const char *v) {
  char *at = c->module_options + c->module_options_used;
  size_t room = sizeof c->module_options - c->module_options_used;
  const char *slash = strchr(v, '/'), *eq = slash ? strchr(slash, '=') : NULL;
  int n;
  if (!eq || slash == v || eq == slash + 1 || !eq[1]) return false;
  n = snprintf(at, room, "jdk.module.%s.%d=%s", property, c->engine.define_count, v);
  if (n < 0 || (size_t)n >= room) return false;
  c->module_options_used += (size_t)n + 1;
  return add_define(c, at);
}

static bool store(struct cli *c, const struct option_row *o, const char *v) {
  char *at = (char *)c + o->offset;
  double d;
  uint64_t u;
  int i;
  switch (o->kind) {
    case TEXT: *(const char **)(void *)at = v; return true;
    case FLAG: *(bool *)(void *)at = true; return true;
    case U32:
      if (!number_whole(v, UINT32_MAX, &u)) return false;
      *(uint32_t *)(void *)at = (uint32_t)u;
      return true;
    case U64: return number_whole(v, UINT64_MAX, (uint64_t *)(void *)at);
    case DEFINE: return *v && *v != '=' && add_define(c, v);
    case PLACE: return add_readable(c, v);
    case OPENS: return add_module_option(c, "addopens", v);
    case EXPORTS: return add_module_option(c, "addexports", v);
    case SIZE: return number_size(v, (uint64_t *)(void *)at);
    case DURATION: return number_duration(v, (uint64_t *)(void *)at);
    case SECONDS:
      if (!number_real(v, 1e9, &d)) return false;
      *(double *)(void *)at = d;
      return true;
    case PROPERTIES: return engine_properties_read(v, (uint32_t *)(void *)at);
    case POR:
    case STALE:
    case MATCH:
    case FOLLOW:
    case LISTEN:
    case SEARCH:
    case HEURISTIC:
    case POSITION:
    case TABLES: i = index_of(o->kind, v); break;
    default: return false;
  }
  if (i < 0) return false;
  if (o->kind == POR || o->kind == STALE || o->kind == POSITION || o->kind == TABLES)
    *(int *)(void *)at = i;
  else if (o->kind == MATCH || o->kind == FOLLOW || o->kind == LISTEN)
    *(bool *)(void *)at = i == 1;
  else
    *(const char **)(void *)at = v;
  return true;
}

static int bad_value(const struct cli *c, const struct option_row *o, const char *value) {
  static const char *const wants[] = {[U32] = "a whole number",
                                      [U64] = "a whole number",
                                      [SIZE] = "megabytes, or a size as 64m or 2g",
                                      [SECONDS] = "seconds",
                                      [DURATION] = "a time as 500ms, 2s or 1m",
                                      [DEFINE] = "NAME=VALUE, at most 64 of them",
                                      [PLACE] = "a file or folder, at most 64 of them",
                                      [OPENS] = "MODULE/PACKAGE=TARGET,...",
                                      [EXPORTS] = "MODULE/PACKAGE=TARGET,...",
                                      [HEURISTIC] = NULL};
  struct text t = {0};
  uint32_t i;
  text_printf(&t, "bad value '%s' for %s", value, o->name);
  for (i = 0; word_at(o->kind, i); i++)
    text_printf(&t, "%s%s", i ? ", " : " (there are ", word_at(o->kind, i));
  if (i)
    text_puts(&t, ")");
  else if (wants[o->kind])
    text_printf(&t, ": %s, please", wants[o->kind]);
  usage(c, "%s", t.s);
  text_release(&t);
  return EXIT_USAGE;
}

static const struct option_row *cli_find(const char *arg, unsigned groups, const char **value) {
  const char *eq = strchr(arg, '=');
  size_t n = eq ? (size_t)(eq - arg) : strlen(arg);
  int i;
  *value = eq ? eq + 1 : NULL;
  if (!strcmp(arg, "-cp")) arg = "--class-path", n = strlen(arg);
  for (i = 0; i < ROWS; i++) {
    if (!(rows[i].groups & groups)) continue;
    if (strlen(rows[i].name) == n && !strncmp(arg, rows[i].name, n)) return &rows[i];
    if (!rows[i].brief || arg[0] != '-' || arg[1] != rows[i].brief) continue;
    if (!arg[2]) return &rows[i];
    if (rows[i].kind == DEFINE) return *value = arg + 2, &rows[i];
  }
  return NULL;
}

size_t cli_option_words(const char *word) {
  const char *value;
  const struct option_row *o =
      word[0] == '-' && word[1] && strcmp(word, "--") != 0 ? cli_find(word, ~0u, &value) : NULL;
  return !o ? 0 : o->kind != FLAG && !value ? 2 : 1;
}

bool cli_option_is_path(const char *word) {
  static const char *const kinds[] = {"PATH", "FILE", "DIR"};
  const char *value;
  const struct option_row *o = cli_option_words(word) ? cli_find(word, ~0u, &value) : NULL;
  size_t i;
  for (i = 0; o && i < COUNT(kinds); i++)
    if (!strcmp(o->metavar, kinds[i])) return true;
  return false;
}

bool cli_is_of_env(const char *word) {
  const char *value;
  const struct option_row *o = cli_find(word, ~0u, &value);
  return o &&
         ((o->groups & CLI_ENV && !(o->groups & ~(unsigned)(CLI_ENV | CLI_DRAW | CLI_CONFIRM))) ||
          o->groups == CLI_FARM);
}

const char *cli_of_drawing(const struct cli *c) {
  for (int i = 0; i < ROWS; i++)
    if (rows[i].groups & CLI_DRAW && cli_given(c, rows[i].name)) return rows[i].name;
  return NULL;
}

static void defaults(struct cli *c, const char *command) {
  memset(c, 0, sizeof *c);
  c->command = command;
  engine_options_init(&c->engine);
  search_options_init(&c->search);
  c->back = 3;
  c->env.kind = "random";
  c->env.threads = 2;
  c->slurm.tasks = 16;
  c->slurm.resubmit = 3;
  c->checkpoint_every = 300;
}

/* Moves the operands that were given among the options to directly after the options, so that the
 * command means the same when its words are read again (command_words.h). */
static void move_operands(char **argv, int options, int behind, char *const *operands, int count) {
  int to = 1, i;
  for (i = 1; i < options; i++)
    if (argv[i]) argv[to++] = argv[i];
  if (behind > options) argv[to++] = argv[options]; /* "--" */
  memcpy(argv + to, operands, (size_t)count * sizeof *operands);
}

static void take_operands(struct cli *c, int argc, char **argv) {
  c->argc = argc;
  c->argv = argv;
}

/* Takes the option at *i, with its value. Returns CLI_GO_ON or the exit status. */
static int take_option(struct cli *c, int argc, char **argv, int *i, unsigned groups,
                       const char *synopsis) {
  const char *value;
  const struct option_row *o = cli_find(argv[*i], groups, &value);
  if (!o) return usage(c, "unknown option '%s'", argv[*i]);
  if (o->kind == FLAG && value) return usage(c, "'%s' takes no value", o->name);
  if (o->kind != FLAG && !value) {
    if (*i + 1 >= argc) return usage(c, "'%s' needs a value", argv[*i]);
    value = argv[++*i];
  }
  for (size_t k = (size_t)(o - rows) + 1; INVARIANTS_ON && k < ROWS; k++)
    INVARIANT(!(rows[k].groups & groups) || strcmp(rows[k].name, o->name),
              "an option of a command has one row: %s", o->name);
  c->given[(o - rows) / 64] |= 1ull << ((o - rows) % 64);
  if (!store(c, o, value)) return bad_value(c, o, value ? value : "");
  if (!c->help) return CLI_GO_ON;
  print_help(synopsis, argv[0], groups);
  return EXIT_NO_ERROR;
}

static bool is_option(const char *word) { return word[0] == '-' && word[1]; }

/* Returns true if options may follow the next operand. `kept` is the number of operands so far. */
static bool may_be_mixed(unsigned groups, int kept) {
  return groups & CLI_PERMUTE || (groups & CLI_TRACE_FIRST && !kept);
}

int cli_parse(struct cli *c, int argc, char **argv, unsigned groups, const char *synopsis) {
  char **kept = mem_alloc(((size_t)argc + 1) * sizeof *kept);
  int i, count = 0, behind, r = CLI_GO_ON;
  defaults(c, argv[0]);
  c->all_argc = argc;
  c->all_argv = argv;
  for (i = 1; i < argc && r == CLI_GO_ON && strcmp(argv[i], "--") != 0; i++) {
    if (is_option(argv[i])) {
      r = take_option(c, argc, argv, &i, groups, synopsis);
      continue;
    }
    if (!may_be_mixed(groups, count)) break;
    kept[count++] = argv[i];
    argv[i] = NULL;
  }
  behind = i < argc && !strcmp(argv[i], "--") ? i + 1 : i;
  if (r == CLI_GO_ON && count) move_operands(argv, i, behind, kept, count);
  free(kept);
  take_operands(c, argc - behind + count, argv + behind - count);
  c->search.seed = c->engine.seed;
  if (r == CLI_GO_ON && auto_chosen(c) && !(groups & CLI_CHECK))
    return usage(c, "--search %s works only with heddle check", AUTO_NAME);
  return r;
}

struct engine_options cli_run_options(const struct cli *c) {
  return (struct engine_options){.java_home = c->engine.java_home,
                                 .class_path = c->engine.class_path,
                                 .seed = c->engine.seed,
                                 .heap_bytes = c->engine.heap_bytes,
                                 .defines = c->engine.defines,
                                 .define_count = c->engine.define_count,
                                 .readable = c->engine.readable,
                                 .readable_count = c->engine.readable_count,
                                 .out_fd = -1,
                                 .err_fd = -1};
}

const char *cli_next_given(const struct cli *c, int *i) {
  for (; *i < ROWS; ++*i)
    if (c->given[*i / 64] >> (*i % 64) & 1) return rows[(*i)++].name;
  return NULL;
}

bool cli_given(const struct cli *c, const char *option) {
  const char *o;
  int i = 0;
  while ((o = cli_next_given(c, &i)))
    if (!strcmp(o, option)) return true;
  return false;
}

const char *cli_of_one_search(const struct cli *c) {
  for (int i = 0; i < ROWS; i++)
    if (rows[i].search == ONE && c->given[i / 64] >> (i % 64) & 1) return rows[i].name;
  return NULL;
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
  return cli_exit_code(e->code);
}

int cli_exit_code(int error_code) {
  switch (error_code) {
    case ERR_USAGE: return EXIT_USAGE;
    case ERR_INPUT:
    case ERR_NOTFOUND: return EXIT_INPUT;
    case ERR_UNSUPPORTED:
    case ERR_MEMORY:
    case ERR_LIMIT: return EXIT_INCONCLUSIVE;
    default: return EXIT_INTERNAL;
  }
}
