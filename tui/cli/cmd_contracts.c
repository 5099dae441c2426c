/* heddle contracts: lists the JDK methods that searches may take as one step each, with the
 * evidence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/contracts/verify.h"
#include "tui/cli/cli.h"
#include "tui/cli/machine.h"
#include "tui/text/output.h"

struct listing {
  const struct cli *cli;
  struct evidence_set set;
  struct own_rows own; /* of --add */
  struct evidence_jdk *jdk;
  bool line; /* a progress line is on the terminal */
};

static char *dotted(const char *klass) {
  char *s = mem_strdup(klass);
  mem_exchange(s, '/', '.');
  return s;
}

/* Width of the longest name in the table, "ScheduledThreadPoolExecutor$ScheduledFutureTask". */
enum { NAME_WIDTH = 47 };

/* JDK classes are shown without packages; all names in the table are distinct. */
static const char *short_name(const char *dotted_name) {
  return strncmp(dotted_name, "java.", 5) ? dotted_name : strrchr(dotted_name, '.') + 1;
}

/* Adds layer and name; a name that is too long for its column gets its own line. */
static void listing_name(struct text *t, const struct contract *row) {
  char *name = dotted(row->klass);
  const char *s = short_name(name);
  text_printf(t, "%d ", row->layer);
  if (strlen(s) > NAME_WIDTH) {
    text_printf(t, "%s\n  ", s);
    s = "";
  }
  text_printf(t, "%-*s ", NAME_WIDTH, s);
  free(name);
}

/* Adds "12 steps  2 failed   1 see", in columns. */
static void add_holds(struct text *t, const struct evidence *e) {
  char methods[32] = "all";
  size_t failed = json_array_size(e->failed);
  uint32_t seeing = contract_count(e->seeing);
  if (*e->methods != '*') snprintf(methods, sizeof methods, "%u", contract_count(e->methods));
  text_printf(t, "%4s steps", methods);
  if (failed)
    text_printf(t, " %2zu failed", failed);
  else
    text_puts(t, "          ");
  if (seeing)
    text_printf(t, " %2u see", seeing);
  else
    text_puts(t, "       ");
}

static void contract_line(struct text *t, const struct contract *row, const struct evidence *e) {
  listing_name(t, row);
  if (!*row->before)
    text_puts(t, "shown only together with its outer class\n");
  else if (!e)
    text_puts(t, "not shown for this JDK\n");
  else {
    add_holds(t, e);
    text_printf(t, " %5llu runs", (unsigned long long)e->scenarios);
    if (e->open) text_printf(t, " %4llu open", (unsigned long long)e->open);
    text_puts(t, "\n");
  }
}

static void add_failures(struct text *t, const struct evidence *e) {
  size_t i, k;
  json_t *f, *end;
  json_array_foreach(e->failed, i, f) {
    text_printf(t, "  %s is not a single step:\n    heddle check --outcomes heddle.Scenario '%s'\n",
                json_string_value(json_object_get(f, "method")),
                json_string_value(json_object_get(f, "scenario")));
    json_array_foreach(json_object_get(f, "ends"), k, end)
        text_printf(t, "      %s\n", json_string_value(end));
  }
}

static void add_details(struct text *t, const struct contract *row, const struct evidence *e) {
  size_t i;
  json_t *left;
  char *name = dotted(row->klass);
  text_printf(t, "  class: %s\n  claimed: %s (%s)\n", name, row->methods, row->why);
  free(name);
  if (!e) return;
  text_printf(t, "  shown: %s\n", *e->methods ? e->methods : "nothing");
  text_printf(t, "  for the JDK %s, classes %s\n", e->jdk, e->hash);
  text_printf(t, "  by %llu scenarios, searched up to %llu states each, %llu in all; %.1f s\n",
              (unsigned long long)e->scenarios, (unsigned long long)e->bound,
              (unsigned long long)e->states, e->seconds);
  if (*e->seeing) text_printf(t, "  see inside: %s\n", e->seeing);
  json_array_foreach(e->left_out, i, left)
      text_printf(t, "  not called, because a value is missing: %s\n", json_string_value(left));
  json_array_foreach(e->unended, i, left)
      text_printf(t, "  did not end (%s): '%s'\n", json_string_value(json_object_get(left, "why")),
                  json_string_value(json_object_get(left, "scenario")));
  add_failures(t, e);
}

static json_t *row_json(const struct contract *row, const struct evidence *e) {
  json_t *j = e ? evidence_json(e) : json_object();
  char *name = dotted(row->klass);
  json_object_set_new(j, "class", json_string(name));
  json_object_set_new(j, "claimed", json_string(row->methods));
  json_object_set_new(j, "shown", json_boolean(e && *e->methods));
  free(name);
  return j;
}

struct printed {
  struct text text;
  json_t *all;
  size_t shown, known, missing; /* missing: number of rows without a valid record */
};

static void print_row(const struct listing *l, const struct contract *row, struct printed *out) {
  const struct evidence *e = evidence_for(&l->set, l->jdk, row->klass);
  out->known++;
  out->shown += e && *e->methods;
  out->missing += !e;
  if (!contract_is_wanted(row, l->cli->argv, l->cli->argc)) return;
  json_array_append_new(out->all, row_json(row, e));
  contract_line(&out->text, row, e);
  if (l->cli->argc) add_details(&out->text, row, e);
}

static void add_sum(struct text *t, const struct printed *p, const char *jdk) {
  text_printf(t, "%zu of %zu contracts are shown for the JDK %s\n", p->shown, p->known, jdk);
  if (p->missing)
    text_printf(t, "heddle contracts --verify shows %s for this JDK\n",
                p->missing == p->known ? "them" : "the others, as far as they hold,");
}

static int print_rows(struct listing *l, struct error *err) {
  const struct contract *row;
  struct printed p = {.all = json_array()};
  struct text t;
  for (size_t i = 0; (row = contract_row(i)); i++) print_row(l, row, &p);
  for (size_t i = 0; i < l->own.all.len; i++) print_row(l, &l->own.all.data[i], &p);
  t = p.text;
  if (!l->cli->argc) add_sum(&t, &p, evidence_jdk_version(l->jdk));
  if (l->cli->json) {
    text_release(&t);
    t.s = json_dumps(p.all, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    t.len = strlen(t.s);
    text_puts(&t, "\n");
  }
  json_decref(p.all);
  output_text(t.s, err);
  text_release(&t);
  return err->code;
}

/* ---- --verify ---- */

static void show_progress(void *self, const struct verify_progress *p) {
  struct listing *l = self;
  char *name = dotted(p->klass);
  if (isatty(STDERR_FILENO) && !l->cli->quiet) {
    fprintf(stderr, "\r\033[K%s: %zu of %zu searches", name, p->done, p->all);
    fflush(stderr);
    l->line = true;
  }
  free(name);
}

static void clear_line(struct listing *l) {
  if (l->line) fputs("\r\033[K", stderr);
  l->line = false;
}

static void show_ready(void *self, const struct contract *row, const struct evidence *e,
                       bool made) {
  struct listing *l = self;
  struct text t = {0};
  struct error ignored = {0};
  clear_line(l);
  if (!made || l->cli->json) return;
  contract_line(&t, row, e);
  add_failures(&t, e);
  output_text(t.s, &ignored);
  text_release(&t);
}

static int verify(struct listing *l, const char *file, struct error *err) {
  struct verify_options o = {.java_home = l->cli->engine.java_home,
                             .class_path = l->cli->engine.class_path,
                             .added = &l->own,
                             .file = file,
                             .classes = l->cli->argv,
                             .class_count = l->cli->argc,
                             .jobs = l->cli->jobs ? l->cli->jobs : machine_cores(),
                             .states = l->cli->search.max_states,
                             .stop = &cli_stop,
                             .progress = show_progress,
                             .ready = show_ready,
                             .self = l};
  cli_signals();
  contracts_verify(&o, err);
  clear_line(l);
  return err->code;
}

/* Checks that each name is that of a row in the table or an added row. */
static int check_names(struct listing *l, struct error *err) {
  for (int i = 0; i < l->cli->argc; i++) {
    bool found = contract_is_known(l->cli->argv[i]);
    for (size_t n = 0; n < l->own.all.len; n++)
      found |= contract_is_wanted(&l->own.all.data[n], &l->cli->argv[i], 1);
    if (!found) return error_set(err, ERR_USAGE, "no contract of a class '%s'", l->cli->argv[i]);
  }
  return 0;
}

static int contracts_command(struct listing *l, struct error *err) {
  char *file = l->cli->output ? mem_strdup(l->cli->output) : evidence_user_file();
  if (!file) return error_set(err, ERR_INPUT, "no home folder for the records: --output FILE");
  if (l->cli->verify && verify(l, file, err)) goto out;
  if (evidence_jdk_open(l->cli->engine.java_home, l->cli->engine.class_path, &l->jdk, err) ||
      evidence_built_in(&l->set, err) || evidence_read(file, &l->set, err))
    goto out;
  if (!l->cli->verify || l->cli->json) print_rows(l, err);
out:
  free(file);
  return err->code;
}

int cmd_contracts(int argc, char **argv) {
  struct cli c;
  struct error err = {0};
  struct listing l = {.cli = &c};
  int rc = cli_parse(&c, argc, argv, CLI_CONTRACTS | CLI_PERMUTE, "[OPTION...] [CLASS...]");
  if (rc != CLI_GO_ON) return rc;
  if (!(c.add_rows && own_rows_read(c.add_rows, &l.own, &err)) && !check_names(&l, &err))
    contracts_command(&l, &err);
  own_rows_release(&l.own);
  evidence_jdk_close(l.jdk);
  evidence_set_release(&l.set);
  if (cli_stop) return 128 + cli_stop;
  return err.code ? cli_fail(&err) : EXIT_NO_ERROR;
}
