/* Writes, reads and re-executes counterexamples. The bytes written depend only on the session, so
 * equal sessions give equal files. */
#include "trace/counterexample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/vm/vm.h"
#include "trace/convert.h"

#define COUNTEREXAMPLE_LOCATION "location"
#define COUNTEREXAMPLE_DETAIL "detail"

extern const char *const counterexample_choices[CHOICE_STALE + 1]; /* by enum choice_kind */
/* By enum thread_state. For a RUNNABLE thread the trace names its next operation instead. */
extern const char *const counterexample_states[THREAD_TERMINATED + 1];
extern const char *const counterexample_ops[OPK_COUNT];

/* ---- reading the schedule ---- */

static int word_index(const char *word, const char *const *words, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!strcmp(word, words[i])) return i;
  return -1;
}

static char *mark_text(const struct trace_reader *r, const struct trace_location *l) {
  const struct trace_method *m = trace_reader_method(r, l->method);
  struct text t = {0};
  if (!m) return NULL;
  trace_name_class(r, m->class_id, &t);
  text_printf(&t, ".%s%s@%u", trace_reader_string(r, m->name, NULL),
              trace_reader_string(r, m->desc, NULL), l->bci);
  return t.s;
}

static int read_end(const struct trace_reader *r, const struct trace_event *e,
                    struct step_end *end) {
  const struct trace_location *l = trace_reader_location(r, e->location);
  const char *word = counterexample_stop(r, e);
  int op, state;
  op = word_index(word, counterexample_ops, OPK_COUNT);
  state = word_index(word, counterexample_states, THREAD_TERMINATED + 1);
  *end = (struct step_end){.instructions = e->icount, .bci = l ? l->bci : 0};
  if (op >= 0)
    end->state = THREAD_RUNNABLE, end->op = (uint8_t)op;
  else if (state >= 0 && *word)
    end->state = (uint8_t)state;
  else
    return -1;
  if (op == OPK_MARK && l) end->mark = mark_text(r, l);
  return 0;
}

static int read_choice(const struct trace_reader *r, const struct trace_event *e,
                       struct schedule *s) {
  int kind =
      word_index(trace_reader_string(r, e->ref, NULL), counterexample_choices, CHOICE_STALE + 1);
  if (kind < 0 || !e->thread || e->value != s->count || e->index < 0 || e->index > UINT16_MAX)
    return -1;
  s->choices = mem_realloc(s->choices, (s->count + 1) * sizeof *s->choices);
  s->ends = mem_realloc(s->ends, (s->count + 1) * sizeof *s->ends);
  s->choices[s->count] =
      (struct choice){.thread = e->thread - 1, .kind = (uint8_t)kind, .arg = (uint16_t)e->index};
  if (read_end(r, e, &s->ends[s->count])) return -1;
  s->count++;
  return 0;
}

static char *dup(const char *s) { return s ? mem_strdup(s) : NULL; }

static void read_error(const struct trace_reader *r, const struct trace_event *e,
                       struct schedule *s) {
  struct text thread = {0};
  if (s->property) return;
  s->property = mem_strdup(trace_reader_string(r, e->ref, NULL));
  s->kind = mem_strdup(trace_reader_string(r, (uint32_t)e->value, NULL));
  s->message = mem_strdup(trace_reader_string(r, e->text, NULL));
  s->location = dup(trace_reader_meta(r, COUNTEREXAMPLE_LOCATION, 0));
  s->detail = dup(trace_reader_meta(r, COUNTEREXAMPLE_DETAIL, 0));
  trace_title_thread(r, e->thread, &thread);
  s->thread = thread.s;
}

int counterexample_schedule(struct trace_reader *r, struct schedule *out, struct error *err) {
  uint64_t n = trace_reader_count(r), i;
  memset(out, 0, sizeof *out);
  for (i = 0; i < n; i++) {
    struct trace_event e;
    if (trace_reader_event(r, i, &e, err)) goto fail;
    if (e.kind == TRACE_EV_ERROR) read_error(r, &e, out);
    if (e.kind == TRACE_EV_CHOICE && read_choice(r, &e, out)) {
      error_set(err, ERR_INPUT, "%s: event %" PRIu64 ": not a valid choice", trace_reader_path(r),
                i);
      goto fail;
    }
  }
  if (out->count) return 0;
  error_set(err, ERR_INPUT, "%s: no schedule in this trace", trace_reader_path(r));
fail:
  schedule_release(out);
  return err->code;
}

/* ---- reading the options ---- */

/* Returns the value of the k-th option with that name. */
static const char *option_at(const struct trace_reader *r, const char *name, size_t k) {
  size_t i, n = strlen(name);
  const char *v;
  for (i = 0; (v = trace_reader_meta(r, TRACE_META_OPTION, i)); i++)
    if (!strncmp(v, name, n) && v[n] == '=' && !k--) return v + n + 1;
  return NULL;
}

static const char *option_of(const struct trace_reader *r, const char *name) {
  return option_at(r, name, 0);
}

static int hex(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Decodes one "stdin" option to `to` (see write_input) and returns the end of the output. */
static uint8_t *counterexample_read_decode(const char *s, uint8_t *to) {
  for (; *s; s++) {
    int high = *s == '%' ? hex(s[1]) : -1, low = high >= 0 ? hex(s[2]) : -1;
    *to++ = low >= 0 ? (uint8_t)(high << 4 | low) : (uint8_t)*s;
    if (low >= 0) s += 2;
  }
  return to;
}

/* Stores the inputs of the recorded run that led to this counterexample in `out`, if not NULL, and
 * returns their number. Reads all meta entries in one pass, because there may be many inputs. */
static size_t recorded_inputs(const struct trace_reader *r, const char **out) {
  size_t n = trace_reader_meta_count(r), count = 0;
  for (size_t i = 0; i < n; i++) {
    const char *key, *value;
    trace_reader_meta_entry(r, i, &key, &value);
    if (strcmp(key, TRACE_META_INPUT) != 0) continue;
    if (out) out[count] = value;
    count++;
  }
  return count;
}

/* Fills in the arguments, system properties, readable places, recorded inputs and standard input of
 * the options. Returns the one block that holds them all, which begins with the arguments. The
 * block refers to texts of the reader. */
static char **read_inputs(const struct trace_reader *r, struct engine_options *o) {
  size_t args = 0, defines = 0, readable = 0, inputs = 0, parts = 0, bytes = 0, i;
  const char **block, *s;
  uint8_t *input, *end;
  while (trace_reader_meta(r, TRACE_META_ARG, args)) args++;
  while (option_at(r, "define", defines)) defines++;
  while (option_at(r, "readable", readable)) readable++;
  inputs = recorded_inputs(r, NULL);
  for (; (s = option_at(r, "stdin", parts)); parts++) bytes += strlen(s);
  block = mem_alloc((args + defines + readable + inputs + 2) * sizeof *block + bytes + 1);
  for (i = 0; i < args; i++) block[i] = trace_reader_meta(r, TRACE_META_ARG, i);
  for (i = 0; i < defines; i++) block[args + 1 + i] = option_at(r, "define", i);
  for (i = 0; i < readable; i++) block[args + 1 + defines + i] = option_at(r, "readable", i);
  recorded_inputs(r, block + args + 1 + defines + readable);
  input = end = (uint8_t *)(block + args + defines + readable + inputs + 2);
  for (i = 0; i < parts; i++) end = counterexample_read_decode(option_at(r, "stdin", i), end);
  o->argc = (int)args;
  if (defines) {
    o->define_count = (int)defines;
    o->defines = block + args + 1;
  }
  if (readable) {
    o->readable_count = (int)readable;
    o->readable = block + args + 1 + defines;
  }
  if (inputs) {
    o->input_count = (int)inputs;
    o->inputs = block + args + 1 + defines + readable;
  }
  if (parts) {
    o->stdin_path = NULL;
    o->stdin_data = input;
    o->stdin_len = (size_t)(end - input);
  }
  return (char **)block;
}

static int read_por(const char *word, int *por, struct error *err) {
  static const char *const words[] = {"full", "sync", "none"};
  int i = word_index(word, words, 3);
  if (i < 0) return error_set(err, ERR_INPUT, "the trace names the unknown reduction '%s'", word);
  *por = i;
  return 0;
}

static void read_properties(const struct trace_reader *r, uint32_t *properties) {
  const char *v;
  uint32_t p;
  size_t i;
  if (!trace_reader_meta(r, TRACE_META_PROPERTY, 0)) return;
  *properties = 0;
  for (i = 0; (v = trace_reader_meta(r, TRACE_META_PROPERTY, i)); i++)
    if (engine_properties_read(v, &p)) *properties |= p;
}

/* Returns the mode of that name; NULL: none. */
static int read_stale(const char *name) {
  int mode = name ? STALE_ALL : STALE_NONE;
  for (int i = 0; name && engine_stale_name((uint32_t)i); i++)
    if (!strcmp(name, engine_stale_name((uint32_t)i))) mode = i;
  return mode;
}

enum { OLD_JUMPS = 3 }; /* the default of clock-jumps when older counterexamples were written */

int counterexample_options(const struct trace_reader *r, struct engine_options *o, char ***argv,
                           struct error *err) {
  const char *main_class = trace_reader_meta(r, TRACE_META_MAIN, 0), *v;
  if (!main_class)
    return error_set(err, ERR_INPUT, "%s: the trace does not name its main class",
                     trace_reader_path(r));
  o->main_class = main_class;
  *argv = read_inputs(r, o);
  o->argv = *argv;
  if ((v = trace_reader_meta(r, TRACE_META_SEED, 0))) o->seed = strtoull(v, NULL, 10);
  if ((v = trace_reader_meta(r, TRACE_META_POR, 0)) && read_por(v, &o->por, err)) return err->code;
  read_properties(r, &o->properties);
  if ((v = option_of(r, "heap"))) o->heap_bytes = strtoull(v, NULL, 10);
  v = option_of(r, "patience");
  o->patience = v ? strtoull(v, NULL, 10) : 0;
  o->clock_jumps = v ? 0 : OLD_JUMPS;
  if ((v = option_of(r, "clock-jumps"))) o->clock_jumps = (uint32_t)strtoul(v, NULL, 10);
  o->spurious = (v = option_of(r, "spurious")) ? (uint32_t)strtoul(v, NULL, 10) : 0;
  o->stale_reads = read_stale(option_of(r, "stale-reads"));
  o->listen_from = (v = option_of(r, "listen-from")) ? (uint32_t)strtoul(v, NULL, 10) : 0;
  o->listen_anew = option_of(r, "listen-anew") != NULL;
  o->race_rw = option_of(r, "race-rw") != NULL;
  o->swallowed = option_of(r, "swallowed") != NULL;
  o->trust = option_of(r, "trust");
  o->benign = option_of(r, "benign");
  o->own = option_of(r, "own");
  o->atomic = option_of(r, "atomic");
  return 0;
}

/* ---- re-execution ---- */

const char *counterexample_changed_class(struct engine *e, const struct trace_reader *r) {
  static const uint8_t unknown[16];
  size_t i, n = trace_reader_rows(r, TRACE_CLASSES);
  for (i = 0; i < n; i++) {
    const struct trace_class *c = trace_reader_row(r, TRACE_CLASSES, i);
    const char *name = trace_reader_string(r, c->name, NULL);
    uint8_t hash[16];
    if (!memcmp(c->hash, unknown, 16)) continue;
    if (!engine_class_hash(e, name, hash) || memcmp(hash, c->hash, 16)) return name;
  }
  return NULL;
}

static int differs(struct engine *e, struct trace_reader *r, uint32_t step,
                   const struct trace_event *choice, const char *how, struct error *err) {
  const char *other = counterexample_changed_class(e, r); /* may be the reason */
  error_set(err, ERR_INPUT, "%s does not replay: step %u (T%u to %s) %s%s%s%s",
            trace_reader_path(r), step, choice->thread - 1,
            trace_reader_string(r, choice->text, NULL), how, other ? "; class " : "",
            other ? other : "", other ? " is not the one that the trace was made with" : "");
  return err->code;
}

/* Is the thread of the step in the method that the trace states? */
static bool same_place(struct engine *e, const struct trace_reader *r,
                       const struct trace_event *choice) {
  const struct trace_location *l = trace_reader_location(r, choice->location);
  const struct trace_method *tm = l ? trace_reader_method(r, l->method) : NULL;
  const struct trace_class *tc = tm ? trace_reader_class(r, tm->class_id) : NULL;
  struct method_names m;
  bool there = engine_method(e, choice->thread - 1, &m);
  if (!there || !tc) return !tc == !there;
  return !strcmp(m.method, trace_reader_string(r, tm->name, NULL)) &&
         !strcmp(m.descriptor, trace_reader_string(r, tm->desc, NULL)) &&
         !strcmp(m.class_name, trace_reader_string(r, tc->name, NULL));
}

static int same_error(struct engine *e, struct trace_reader *r, const struct schedule *s,
                      const struct trace_event *last, struct error *err) {
  struct violation_info v;
  struct error why = {0};
  if (!s->property) return 0;
  if (schedule_hangs(s) && engine_hang(e, &why)) return differs(e, r, s->count, last, why.msg, err);
  if (engine_violation(e, engine_here(e), &v))
    return differs(e, r, s->count, last, "shows no error", err);
  if (strcmp(v.property_name, s->property) || strcmp(v.kind, s->kind) ||
      strcmp(v.message, s->message))
    return differs(e, r, s->count, last, "shows another error", err);
  return 0;
}

int counterexample_replay(struct engine *e, struct trace_reader *r, struct error *err) {
  struct schedule s;
  struct trace_event ev = {0};
  uint64_t at = 0;
  uint32_t i;
  if (counterexample_schedule(r, &s, err)) return err->code;
  if (engine_go(e, NODE_ROOT, err)) goto out;
  for (i = 0; i < s.count; i++) {
    struct error why = {0};
    do {
      if (trace_reader_event(r, at++, &ev, err)) goto out;
    } while (ev.kind != TRACE_EV_CHOICE);
    if (engine_take_to(e, s.choices[i], &s.ends[i], NULL, &why)) {
      differs(e, r, i + 1, &ev, why.msg, err);
      goto out;
    }
    if (!same_place(e, r, &ev)) {
      differs(e, r, i + 1, &ev, "ends in another method", err);
      goto out;
    }
  }
  same_error(e, r, &s, &ev, err);
out:
  schedule_release(&s);
  return err->code;
}

/* ---- following a schedule in changed classes ---- */

/* FOLLOW_MOST: a step of the trace is at most that many steps of the changed program. */
enum { FOLLOW_MOST = 100 };

static bool is_stop(struct engine *e, const struct step_end *want) {
  struct step_end got;
  engine_step_end(e, &got);
  free(got.mark);
  return got.state == want->state && (got.state != THREAD_RUNNABLE || got.op == want->op);
}

/* Takes one step of the trace, as several steps if the changed program has more operations. */
static int follow_step(struct engine *e, const struct trace_reader *r, struct choice c,
                       const struct step_end *end, const struct trace_event *ev,
                       struct error *err) {
  for (int i = 0; i < FOLLOW_MOST; i++) {
    struct violation_info v;
    if (engine_take(e, c, NULL, err)) return err->code;
    if (!engine_violation(e, engine_here(e), &v)) return 0;
    if (is_stop(e, end) && same_place(e, r, ev)) return 0;
    c = choice_make(c.thread, CHOICE_RUN, 0);
  }
  return error_set(err, ERR_INPUT, "the thread does not come to this operation any more");
}

/* The changed program may fail before the schedule ends. */
static bool shows(struct engine *e, const struct schedule *s) {
  struct violation_info v;
  return s->property && !engine_violation(e, engine_here(e), &v) &&
         !strcmp(v.property_name, s->property);
}

int counterexample_follow(struct engine *e, struct trace_reader *r, struct error *err) {
  struct schedule s;
  struct trace_event ev = {0};
  uint64_t at = 0;
  if (counterexample_schedule(r, &s, err)) return err->code;
  if (!engine_go(e, NODE_ROOT, err))
    for (uint32_t i = 0; i < s.count && !err->code && !shows(e, &s); i++) {
      struct error why = {0};
      while (!trace_reader_event(r, at++, &ev, err) && ev.kind != TRACE_EV_CHOICE) continue;
      if (!err->code && follow_step(e, r, s.choices[i], &s.ends[i], &ev, &why))
        differs(e, r, i + 1, &ev, why.msg, err);
    }
  if (!err->code && !shows(e, &s)) differs(e, r, s.count, &ev, "shows no such error", err);
  schedule_release(&s);
  return err->code;
}

/* ---- words of the format ---- */

const char *const counterexample_choices[CHOICE_STALE + 1] = {
    "run", "timeout", "notify", "interrupt", "value", "spurious", "stale"};

const char *const counterexample_states[THREAD_TERMINATED + 1] = {
    "error",   "",     "blocked", "waiting", "parked", "asleep", "waiting for initialisation",
    "joining", "ended"};

const char *const counterexample_ops[OPK_COUNT] = {
#define OP_KIND(name, text, sync) text,
#include "engine/vm/ops.def"
#undef OP_KIND
};

/* ---- writing meta entries ---- */

static void option(struct trace_writer *w, const char *name, const char *value) {
  char *s;
  if (!value) return;
  s = mem_printf("%s=%s", name, value);
  trace_writer_meta(w, TRACE_META_OPTION, s);
  free(s);
}

static void counterexample_number(struct trace_writer *w, const char *key, const char *name,
                                  uint64_t v) {
  char *s = mem_printf("%llu", (unsigned long long)v);
  if (name)
    option(w, name, s);
  else
    trace_writer_meta(w, key, s);
  free(s);
}

/* Writes the program's standard input as "stdin" options of at most 2000 bytes of input each.
 * Printable characters are written unchanged; %, blanks and all others as %XX. */
static void write_input(struct engine *e, struct trace_writer *w) {
  enum { PART = 2000 };
  size_t len, i, to;
  const uint8_t *input = engine_input(e, &len);
  for (i = 0; i < len; i = to) {
    struct text t = {0};
    to = len - i < PART ? len : i + PART;
    for (; i < to; i++) {
      if (input[i] > ' ' && input[i] < 127 && input[i] != '%')
        text_add(&t, (const char *)&input[i], 1);
      else
        text_printf(&t, "%%%02X", input[i]);
    }
    option(w, "stdin", t.s);
    text_release(&t);
  }
}

static void write_meta(struct engine *e, struct trace_writer *w) {
  static const char *const por[] = {"full", "sync", "none"};
  const struct engine_options *o = engine_opts(e);
  uint32_t i;
  trace_writer_meta(w, TRACE_META_KIND, "counterexample");
  trace_writer_meta(w, TRACE_META_PRODUCER, "heddle " HEDDLE_VERSION);
  trace_writer_meta(w, TRACE_META_MAIN, o->main_class);
  for (i = 0; i < (uint32_t)o->argc; i++) trace_writer_meta(w, TRACE_META_ARG, o->argv[i]);
  trace_writer_meta(w, TRACE_META_CLASSPATH, o->class_path);
  trace_writer_meta(w, TRACE_META_JDK, engine_jdk(e));
  counterexample_number(w, TRACE_META_SEED, NULL, o->seed);
  trace_writer_meta(w, TRACE_META_POR, por[o->por]);
  for (i = 0; engine_property_name(1u << i); i++)
    if (o->properties & 1u << i)
      trace_writer_meta(w, TRACE_META_PROPERTY, engine_property_name(1u << i));
  for (i = 0; i < engine_mark_count(e); i++) {
    struct mark_info m;
    if (engine_mark(e, i, &m)) continue;
    trace_writer_meta(w, TRACE_META_MARK, m.text);
    engine_mark_release(&m);
  }
  counterexample_number(w, NULL, "heap", o->heap_bytes);
  counterexample_number(w, NULL, "patience", o->patience);
  counterexample_number(w, NULL, "clock-jumps", o->clock_jumps);
  if (o->spurious) counterexample_number(w, NULL, "spurious", o->spurious);
  if (o->stale_reads) option(w, "stale-reads", engine_stale_name((uint32_t)o->stale_reads));
  if (o->listen_from) counterexample_number(w, NULL, "listen-from", o->listen_from);
  if (o->listen_anew) option(w, "listen-anew", "1");
  if (o->race_rw) option(w, "race-rw", "1");
  if (o->swallowed) option(w, "swallowed", "1");
  option(w, "trust", o->trust);
  option(w, "benign", o->benign);
  option(w, "own", o->own);
  option(w, "atomic", o->atomic);
  for (i = 0; i < (uint32_t)o->define_count; i++) option(w, "define", o->defines[i]);
  for (i = 0; i < (uint32_t)o->readable_count; i++) option(w, "readable", o->readable[i]);
  for (i = 0; i < (uint32_t)o->input_count; i++)
    trace_writer_meta(w, TRACE_META_INPUT, o->inputs[i]);
  write_input(e, w);
}

/* ---- writing steps ---- */

static const char *end_word(const struct step_end *end) {
  CHECK(end->op < OPK_COUNT && end->state <= THREAD_TERMINATED,
        "a step ends in a known way: %u, %u", end->state, end->op);
  return end->state == THREAD_RUNNABLE ? counterexample_ops[end->op]
                                       : counterexample_states[end->state];
}

static void write_choice(struct convert *c, uint64_t step) {
  struct choice choice = convert_choice(c);
  struct trace_event ev = {.kind = TRACE_EV_CHOICE,
                           .thread = convert_thread(choice.thread),
                           .type = 'J',
                           .value = step,
                           .index = choice.arg};
  struct step_end end;
  struct method_names m;
  char *place = NULL, *text;
  engine_step_end(c->e, &end);
  if (engine_method(c->e, choice.thread, &m)) {
    ev.location = convert_place(c, choice.thread, end.bci);
    place = mem_printf("%s.%s@%u ", m.class_name, m.method, end.bci);
  }
  text = mem_printf("%s%s", place ? place : "", end_word(&end));
  CHECK(choice.kind <= CHOICE_STALE, "a choice that is written has a word: %u", choice.kind);
  ev.icount = end.instructions;
  ev.ref = trace_writer_string(c->w, counterexample_choices[choice.kind]);
  ev.text = trace_writer_string(c->w, text);
  trace_writer_event(c->w, &ev);
  free(text);
  free(place);
  free(end.mark);
}

static void write_error(struct convert *c) {
  struct violation_info v;
  struct trace_event ev = {.kind = TRACE_EV_ERROR, .type = 's'};
  if (engine_violation(c->e, engine_here(c->e), &v)) return;
  ev.thread = convert_thread(v.thread);
  ev.ref = trace_writer_string(c->w, v.property_name);
  ev.value = trace_writer_string(c->w, v.kind);
  ev.text = trace_writer_string(c->w, v.message);
  trace_writer_event(c->w, &ev);
  if (v.location) trace_writer_meta(c->w, COUNTEREXAMPLE_LOCATION, v.location);
  if (v.detail) trace_writer_meta(c->w, COUNTEREXAMPLE_DETAIL, v.detail);
}

static int write_steps(struct convert *c, const node_id *path, uint32_t n, struct error *err) {
  uint32_t i;
  for (i = 1; i < n; i++) {
    if (engine_go(c->e, path[i], err)) return err->code;
    convert_arrive(c);
    write_choice(c, i - 1);
    convert_transition(c);
  }
  write_error(c);
  convert_tables(c);
  return 0;
}

static int write_all(struct engine *e, struct trace_writer *w, struct error *err) {
  node_id here = engine_here(e), *nodes = NULL;
  struct convert c = {0};
  uint32_t n = engine_path(e, here, NULL, 0);
  convert_init(&c, e, w);
  nodes = mem_alloc(n * sizeof *nodes);
  engine_path(e, here, nodes, n);
  write_meta(e, w);
  if (engine_go(e, NODE_ROOT, err) || write_steps(&c, nodes, n, err))
    trace_writer_abort(w);
  else
    trace_writer_close(w, err);
  CHECK(nodes[n - 1] == here && nodes[0] == NODE_ROOT,
        "a counterexample begins at the root: node %u", here);
  if (engine_here(e) != here) engine_go(e, here, NULL);
  convert_release(&c);
  free(nodes);
  return err->code;
}

int counterexample_write(struct engine *e, const char *path, struct error *err) {
  struct trace_writer *w = NULL;
  return trace_writer_open(path, &w, err) ? err->code : write_all(e, w, err);
}

int counterexample_begin(const char *path, struct trace_writer **w, struct error *err) {
  if (trace_writer_open(path, w, err)) return err->code;
  trace_writer_keep_part(*w);
  return 0;
}

int counterexample_finish(struct engine *e, struct trace_writer *w, struct error *err) {
  return write_all(e, w, err);
}
