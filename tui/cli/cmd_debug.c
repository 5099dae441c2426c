/* heddle debug: the terminal debugger for a program and, optionally, a recorded trace. With
 * --batch, or if the terminal cannot show a screen, it reads the same commands as lines and prints
 * views as text. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/counterexample.h"
#include "trace/replay/inputs.h"
#include "tui/cli/cli.h"
#include "tui/cli/confirm_trace.h"
#include "tui/cli/contracts.h"
#include "tui/cli/debug_env.h"
#include "tui/cli/debug_lesson.h"
#include "tui/cli/debug_script.h"
#include "tui/cli/debug_session.h"
#include "tui/commands/commands.h"
#include "tui/cli/misplaced.h"
#include "tui/terminal/screen.h"
#include "tui/text/shell_word.h"
#include "tui/terminal/terminal.h"
#include "tui/views/views.h"

/* The program to debug. The command line names it; else the trace names program, arguments and
 * class path; with --env it is an environment. */
struct program {
  const char *main_class;
  int argc;
  char **argv;
  VEC(char *) from_trace;
  struct debug_env env;
  bool is_env;
};

static const char *program_of_trace(struct cli *c, struct trace_reader *trace, struct program *p) {
  const char *arg;
  size_t i;
  for (i = 0; (arg = trace_reader_meta(trace, TRACE_META_ARG, i)); i++)
    *vec_push(&p->from_trace) = (char *)(uintptr_t)arg;
  p->argc = (int)p->from_trace.len;
  p->argv = p->from_trace.data;
  if (!c->engine.class_path)
    c->engine.class_path = trace_reader_meta(trace, TRACE_META_CLASSPATH, 0);
  return trace_reader_meta(trace, TRACE_META_MAIN, 0);
}

static int make_environment(struct cli *c, struct program *p) {
  struct error err = {0};
  int r = debug_env_make(&p->env, c, &err);
  p->is_env = true;
  p->main_class = ENGINE_ENVIRONMENT_CLASS;
  p->argc = (int)p->env.making.args.len;
  p->argv = p->env.making.args.data;
  return !r ? 0 : err.code ? cli_fail(&err) : EXIT_USAGE;
}

static int find_program(struct cli *c, struct trace_reader *trace, struct program *p) {
  struct error err = {0};
  if (debug_env_usage(c, &err)) return cli_fail(&err);
  if (cli_given(c, "--env")) return make_environment(c, p);
  if (c->argc) {
    p->main_class = cli_operand(c, "the main class");
    p->argc = c->argc;
    p->argv = c->argv;
  } else if (trace) {
    p->main_class = program_of_trace(c, trace, p);
  }
  return p->main_class || cli_operand(c, "the main class") ? 0 : EXIT_USAGE;
}

/* Sets the properties, reduction and seed with which the counterexample was made. first_marks sets
 * its marks. */
static int like_counterexample(struct cli *c, struct trace_reader *trace, char ***given,
                               struct error *err) {
  struct engine_options o = c->engine;
  int r = misplaced_with_counterexample(c, err);
  if (r) return r;
  r = counterexample_options(trace, &o, given, err);
  o.main_class = c->engine.main_class;
  o.argc = c->engine.argc;
  o.argv = c->engine.argv;
  if (!r) c->engine = o;
  return r;
}

/* Sets the inputs that the recorded run had. */
static int like_recorded(struct cli *c, struct trace_reader *trace, struct replay_inputs *inputs,
                         struct error *err) {
  if (!trace || counterexample_is(trace)) return 0;
  if (replay_inputs(trace, &c->engine, inputs, err)) return err->code;
  if (c->engine.input_count && !cli_given(c, "--clock-jumps")) c->engine.clock_jumps = 0;
  return 0;
}

/* Sets the session's first marks: those of --seq, else those of the trace. */
static int first_marks(struct engine *e, const struct cli *c, const struct trace_reader *trace,
                       struct error *err) {
  const char *mark;
  uint32_t id;
  size_t i;
  if (c->seq) return engine_marks_load(e, c->seq, err);
  for (i = 0; trace && (mark = trace_reader_meta(trace, TRACE_META_MARK, i)); i++)
    if (engine_mark_add(e, mark, &id, err)) return err->code;
  return 0;
}

static char *program_text(const struct program *p, const struct engine *engine) {
  struct scope_info scope;
  struct text t = {0};
  int i;
  if (p->is_env) return env_making_title(&p->env.making);
  engine_scope(engine, &scope);
  if (scope.environment) return mem_strdup(scope.environment);
  text_puts(&t, p->main_class);
  for (i = 0; i < p->argc; i++) text_printf(&t, " %s", p->argv[i]);
  return t.s;
}

/* Returns the command line as given, without --batch and its script. */
static char *command_text(const struct cli *c) {
  struct text t = {0};
  int i;
  for (i = 1; i < c->all_argc; i++) {
    const char *w = c->all_argv[i];
    if (!strcmp(w, "--batch")) i++;
    if (!strncmp(w, "--batch", 7)) continue;
    if (t.len) text_puts(&t, " ");
    shell_word_add(&t, w);
  }
  return t.s ? t.s : mem_strdup("");
}

static int by_script(struct debug *d, const char *path) {
  FILE *in = strcmp(path, "-") ? fopen(path, "r") : stdin;
  int r;
  if (!in) {
    fprintf(stderr, "heddle: cannot read %s: %m\n", path);
    return EXIT_INPUT;
  }
  r = batch_run(d, in, stdout, false);
  if (in != stdin) fclose(in);
  return r ? EXIT_INPUT : 0;
}

/* Opens the engine for :load and :reload. */
struct reopening {
  const struct engine_options *engine;
  const struct cli *cli;
  const struct trace_reader *trace;
};

static int open_again(void *self, struct engine **out, struct error *err) {
  const struct reopening *o = self;
  if (engine_open(o->engine, out, err) || first_marks(*out, o->cli, o->trace, err)) {
    engine_close(*out);
    *out = NULL;
  }
  return err->code;
}

/* Logs what the trace is, and the keys that step through it. */
static void greet_trace(struct debug *d) {
  unsigned long long n = d->trace ? trace_reader_count(d->trace) : 0;
  if (!n) return;
  if (counterexample_is(d->trace))
    debug_log(d, LOG_INFO,
              "a counterexample: e goes to its error, f follows it, E explains it there");
  else
    debug_log(d, LOG_INFO, "a recorded run of %llu event%s: f follows it, 2 lists them", n,
              PLURAL(n));
}

static int by_hand(struct debug *d) {
  struct error err = {0};
  int sig;
  if (screen_open(&err)) {
    fprintf(stderr, "heddle: %s; reading commands line by line (help lists them)\n", err.msg);
    d->interactive = false;
    d->set.times = false;
    if (d->teach.lines.len && !d->teach.replays) return batch_lesson(d, stdout) ? EXIT_INPUT : 0;
    return batch_run(d, stdin, stdout, isatty(STDIN_FILENO)) ? EXIT_INPUT : 0;
  }
  debug_log(d, LOG_INFO, "heddle on %s. ? shows the keys, : takes commands, q leaves",
            engine_jdk(d->engine));
  greet_trace(d);
  if (d->trace && trace_reader_damage(d->trace))
    debug_log(d, LOG_WARN, "trace: %s", trace_reader_damage(d->trace));
  sig = terminal_run(d);
  screen_close();
  return sig ? 128 + sig : 0;
}

/* Returns the defaults for searches and checks of the session. Without --search, a session searches
 * for its marks, if it has any. */
static struct search_options search_defaults(const struct cli *c) {
  struct search_options o = c->search, plain;
  search_options_init(&plain);
  if (o.search == plain.search) o.search = NULL; /* not a name from the command line */
  return o;
}

/* Returns the name for the session's file. An environment is named after its class, because all
 * environments have the same main class. */
static const char *session_name(const struct program *p) {
  const char *klass = p->is_env ? p->env.making.klass : NULL;
  return klass && !strchr(klass, '/') ? klass : p->main_class;
}

/* A session begins even if its journal cannot be written. */
static void keep_session(struct debug *d, const struct cli *c, const char *name,
                         struct debug_session *s) {
  struct error err = {0};
  if (!c->batch && debug_session_journal(s, name, d->command, &d->journal, &err))
    debug_log(d, LOG_WARN, "this session is not kept: %s", err.msg);
  if (!s) return;
  d->resume = s->text;
  s->text = (struct journal_text){0};
}

/* Reads the lesson. A resumed session or a saved script already contains the commands that the
 * lesson has run. */
static int take_lesson(struct debug *d, const struct cli *c, struct error *err) {
  struct journal_text t;
  size_t i;
  if (!c->lesson) return 0;
  if (journal_read(c->lesson, &t, err)) return err->code;
  for (i = 0; i < t.lines.len; i++) *vec_push(&d->teach.lines) = t.lines.data[i];
  t.lines.len = 0;
  journal_text_release(&t);
  d->teach.replays = c->batch || d->resume.lines.len;
  return d->teach.replays ? teach_go_on(d) : 0;
}

/* How the debugger begins: with a session to resume, or (NULL) with a new one. */
struct beginning {
  struct debug_session *session;
  bool print; /* print the lesson without a terminal */
};

static int confirm_here(void *self, const char *trace, uint32_t runs, const volatile int *stop,
                        struct text *out, bool *seen, struct error *err) {
  const struct confirm_wish wish = {.runs = runs, .silent = true};
  int r = confirm_trace_text(self, trace, &wish, stop, out, err);
  *seen = r == EXIT_NO_ERROR;
  return r < 0 ? r : 0;
}

static int session(struct cli *c, struct engine *engine, struct trace_reader *trace,
                   struct program *p, const struct beginning *b) {
  struct debug d;
  struct reopening again = {p->is_env ? &p->env.engine : &c->engine, c, trace};
  const struct search_options search = search_defaults(c);
  char *text = program_text(p, engine), *command = command_text(c);
  struct error err = {0};
  int r;
  struct debug_options o = {.engine = engine,
                            .trace = trace,
                            .views = debug_views,
                            .commands = &debug_commands,
                            .program = text,
                            .command = command,
                            .main_class = p->main_class,
                            .source_path = c->source_path,
                            .search = &search,
                            .interactive = !c->batch && !b->print,
                            .stop = c->batch || b->print ? &cli_stop : &screen_stop};
  p->env.engine = c->engine;
  if (p->is_env) o.restart = (struct restart_ops){debug_env_draw, &p->env};
  o.reopen = (struct reopen_ops){open_again, &again};
  o.write_path = counterexample_write;
  o.confirm = (struct confirm_ops){confirm_here, c};
  o.follow_ops = trace && counterexample_is(trace) ? &follow_counterexample : &follow_replay;
  debug_open(&d, &o);
  if (c->width) d.set.width = c->width;
  if (c->batch || b->print) cli_signals();
  if (!b->print) keep_session(&d, c, session_name(p), b->session);
  r = take_lesson(&d, c, &err) ? cli_fail(&err)
      : b->print               ? batch_lesson(&d, stdout) ? EXIT_INPUT : 0
      : c->batch               ? by_script(&d, c->batch)
                               : by_hand(&d);
  debug_release(&d);
  free(text);
  free(command);
  return r;
}

/* With --env or --resume, no operand belongs to a program, so options may follow operands. */
static unsigned groups_of(int argc, char **argv) {
  unsigned groups = CLI_PROGRAM | CLI_SEARCH | CLI_DEBUG | CLI_DRAW;
  size_t n;
  for (int i = 1; i < argc && (n = cli_option_words(argv[i])); i += (int)n)
    if (!strcmp(argv[i], "--env") || !strncmp(argv[i], "--env=", 6) || !strcmp(argv[i], "--resume"))
      groups |= CLI_PERMUTE;
  return groups;
}

static int open_and_run(struct cli *c, const struct beginning *b) {
  struct program p = {0};
  struct engine *engine = NULL;
  struct trace_reader *trace = NULL;
  struct error err = {0};
  char **given = NULL; /* inputs with which the counterexample was made */
  char *contracts = NULL;
  struct replay_inputs inputs = {0};
  int r;
  if (c->trace && trace_reader_open(c->trace, &trace, &err)) return cli_fail(&err);
  r = find_program(c, trace, &p);
  if (r) goto out;
  c->engine.main_class = p.main_class;
  c->engine.argc = p.argc;
  c->engine.argv = p.argv;
  c->engine.out_fd = -1;
  c->engine.keep_events = true;
  c->engine.stop = c->batch || b->print ? &cli_stop : &screen_stop;
  if ((trace && counterexample_is(trace) && like_counterexample(c, trace, &given, &err)) ||
      like_recorded(c, trace, &inputs, &err) || contracts_take(c, &contracts, &err) ||
      engine_open(&c->engine, &engine, &err) || first_marks(engine, c, trace, &err)) {
    r = cli_fail(&err);
    engine_close(engine);
    goto out;
  }
  r = session(c, engine, trace, &p, b); /* owns both from here on */
  trace = NULL;
out:
  replay_inputs_release(&inputs);
  debug_env_release(&p.env);
  free(contracts);
  trace_reader_close(trace);
  vec_free(&p.from_trace);
  free(given);
  return r;
}

static int debug_parse(struct cli *c, int argc, char **argv) {
  int r =
      cli_parse(c, argc, argv, groups_of(argc, argv),
                "[OPTION...] [--trace FILE | --env KIND] MAIN|CLASS [ARG...] | --resume [NAME]");
  if (r != CLI_GO_ON) return r;
  if (c->width && (c->width < 60 || c->width > 1000)) {
    fprintf(stderr, "heddle debug: --width must be from 60 to 1000\n");
    return EXIT_USAGE;
  }
  return CLI_GO_ON;
}

/* Replaces the command line by the session's own. */
static int debug_resume(struct cli *c) {
  struct debug_session s;
  struct error err = {0};
  int r = debug_session_find(c, &s, &err) ? cli_fail(&err) : CLI_GO_ON;
  if (r == CLI_GO_ON) r = debug_parse(c, (int)s.words.len, s.words.data);
  if (r == CLI_GO_ON) r = open_and_run(c, &(struct beginning){.session = &s});
  debug_session_release(&s);
  return r;
}

/* Uses the script's command line with this command's options. */
static int debug_script(struct cli *c) {
  struct debug_session s;
  struct error err = {0};
  int r = debug_script_find(c, &s, &err) ? cli_fail(&err) : CLI_GO_ON;
  if (r == CLI_GO_ON && s.words.len) r = debug_parse(c, (int)s.words.len, s.words.data);
  if (r == CLI_GO_ON) r = open_and_run(c, &(struct beginning){0});
  debug_session_release(&s);
  return r;
}

static void locale_begin(void) {
  setlocale(LC_ALL, "");
  setlocale(LC_NUMERIC, "C");
}

int debug_lesson(int argc, char **argv, bool print) {
  struct cli c;
  int r = debug_parse(&c, argc, argv);
  locale_begin();
  return r == CLI_GO_ON ? open_and_run(&c, &(struct beginning){.print = print}) : r;
}

int cmd_debug(int argc, char **argv) {
  struct cli c;
  int r = debug_parse(&c, argc, argv);
  if (r != CLI_GO_ON) return r;
  locale_begin();
  if (c.resume_session) return debug_resume(&c);
  return debug_script_is_alone(&c) ? debug_script(&c) : open_and_run(&c, &(struct beginning){0});
}
