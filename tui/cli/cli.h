/* The command line: the table of commands, shared options, messages and exit codes (heddle(1)). */
#ifndef HEDDLE_TUI_CLI_CLI_H
#define HEDDLE_TUI_CLI_CLI_H

#include <stdbool.h>

#include "engine/engine.h"

enum exit_code {
  EXIT_NO_ERROR = 0,
  EXIT_ERROR_FOUND = 1,
  EXIT_USAGE = 2,
  EXIT_INPUT = 3,
  EXIT_INCONCLUSIVE = 4,
  EXIT_INTERNAL = 5,
  EXIT_RUN_FAILED = 125
};

enum { CLI_DEFINES = 64, CLI_READABLE = 64 };

struct cli {
  const char *command;  /* for messages */
  const char *add_rows; /* contracts: --add */
  struct engine_options engine;
  struct search_options search;
  struct check_options check; /* bounded checks of replay */
  const char *source_path, *seq, *output, *trace, *format, *events, *noise, *batch, *to, *from,
      *include, *exclude, *analyses, *analyze, *regions, *junit, *junit_xml, *sarif, *warnings;
  const char *checkpoint, *resume, *lesson, *lessons;
  double checkpoint_every, try_seconds;
  const char *define[CLI_DEFINES], *readable[CLI_READABLE];
  char module_options[4096]; /* the values of --add-opens and --add-exports, each NUL-terminated */
  size_t module_options_used;
  bool json, quiet, all_errors, help, strict, breadth, verify, contracts, every_step, no_label,
      all_accesses, listen_anew, report, confirm, again, retry, estimate, lanes, resume_session,
      print;
  int tables;      /* campaign: enum report_format */
  bool full;       /* campaign: uses the bounds of its `full` statements */
  uint32_t jobs;   /* campaign: 0 = number of cores */
  uint32_t plain;  /* confirm: runs without the schedule */
  uint32_t stress; /* confirm: runs without the schedule, under stress */
  const char *test_name;
  const char *like; /* record: the counterexample whose schedule the JVM follows */
  bool junit4;
  bool first_race;    /* --search auto: a race is the answer, whatever it does */
  bool library_races; /* --search auto: races inside libraries are errors */
  bool anyway;        /* confirm: also with classes that differ from those of the trace */
  uint32_t back, width, paths;
  struct { /* heddle env */
    const char *kind, *methods, *make, *before, *after, *may_block, *answers, *values, *emit;
    const char *restart, *unit, *order;
    const char *observe, *model;
    uint32_t length, threads, runs;
    bool random_values;
  } env;
  struct { /* --on slurm */
    const char *on, *partition, *task;
    uint32_t tasks, resubmit;
    bool leave;
  } slurm;
  const char *coverage;
  uint64_t given[2]; /* one bit per row of cli_options.def */
  /* The command line as given, beginning with the command's name. Operands given among the options
   * are moved after them. */
  int all_argc;
  char **all_argv;
  int said_argc; /* the command from which this one was made, for people; 0: none */
  char **said_argv;
  int argc; /* remaining operands: MAIN ARG... or TRACE ... */
  char **argv;
};

/* The groups of options that a command takes. */
enum cli_group {
  CLI_PROGRAM = 1,
  CLI_SEARCH = 2,
  CLI_OUTPUT = 4,
  CLI_REPLAY = 8,
  CLI_RECORD = 16,
  CLI_EXPORT = 32,
  CLI_DEBUG = 64,
  CLI_ANALYZE = 128,
  CLI_CHECK = 256,
  CLI_NATIVES = 512,
  CLI_RUN = 1024,
  CLI_CAMPAIGN = 2048,
  CLI_COVERAGE = 4096,
  CLI_JUNIT = 8192,
  CLI_REPORTS = 16384,
  CLI_TRY = 32768,
  CLI_CONTRACTS = 65536,
  CLI_ENV = 131072,
  CLI_FARM = 262144, /* work that can be distributed to other machines */
  CLI_DRAW = 524288, /* choice of the environment: heddle env, heddle debug --env */
  CLI_WARNINGS = 1048576,
  CLI_EXPLAIN = 2097152,
  CLI_LESSON = 4194304,
  CLI_CONFIRM = 8388608,
  CLI_CONFIRMS = 16777216,   /* a search whose error can be confirmed */
  CLI_TRACE_FIRST = 1 << 29, /* no group: options may also follow the first operand */
  CLI_PERMUTE = 1 << 30      /* no group: operands and options may be mixed */
};

/* Parses argv (argv[0] is the command's name) up to the first operand. Returns CLI_GO_ON, or the
 * exit status with which the command ends (after a usage error on stderr, or --help). */
enum { CLI_GO_ON = -1 };
int cli_parse(struct cli *c, int argc, char **argv, unsigned groups, const char *synopsis);
/* Returns the options for a single run (engine/run.h): those on the program's location and
 * environment. They name neither output nor input. */
struct engine_options cli_run_options(const struct cli *c);
/* Returns true if the option ("--walks") was given. */
bool cli_given(const struct cli *c, const char *option);
/* Returns how many words an option given as `word` takes: "--depth" 2, "--depth=5" and "--json" 1.
 * 0: it is not an option. */
size_t cli_option_words(const char *word);
/* Returns true if the option's value (`word` as above) is one or more paths. */
bool cli_option_is_path(const char *word);
/* Iterates over the given options, from *i = 0; NULL after the last. */
const char *cli_next_given(const struct cli *c, int *i);
/* Returns a given option that selects one particular search (column SEARCH); NULL: none. */
const char *cli_of_one_search(const struct cli *c);
/* Returns a given option of CLI_DRAW; NULL: none. */
const char *cli_of_drawing(const struct cli *c);
/* Returns true for an option of heddle env only (`word` as in cli_option_words). */
bool cli_is_of_env(const char *word);
bool cli_is_search(const char *name); /* --search accepts that name */
/* Prints "heddle: message" to stderr. Returns the exit code for the error. */
int cli_fail(const struct error *e);
int cli_exit_code(int error_code);
/* Returns the next operand; NULL, after a usage message, if it is missing. */
const char *cli_operand(struct cli *c, const char *name);
/* After cli_signals, the first SIGINT or SIGTERM sets cli_stop to its number, so that the command
 * can end in an orderly way. A second one ends the process at once. */
extern volatile int cli_stop;
void cli_signals(void);
/* For a process that another process ends with `sig`: the signal sets cli_stop, and a second one
 * does not end the process. */
void cli_stop_on(int sig);
/* Sets cli_stop to SIGALRM after that many seconds, so that the time limit also ends a long
 * transition. 0: no alarm. */
void cli_alarm(double seconds);
/* Like cli_alarm, in processor time. */
void cli_processor_alarm(double seconds);

#define COMMAND(name, summary) int cmd_##name(int argc, char **argv);
#include "tui/cli/cli_commands.def"
#undef COMMAND

#endif
