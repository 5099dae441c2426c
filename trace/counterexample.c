/* Writes counterexamples; see counterexample.h. The bytes depend only on the session, so equal
 * sessions give equal files. */
#include "trace/counterexample.h"

#include <stdlib.h>

#include "trace/convert.h"
#include "trace/counterexample_int.h"

const char *const counterexample_choices[CHOICE_SPURIOUS + 1] = {
    "run", "timeout", "notify", "interrupt", "value", "spurious"};

const char *const counterexample_states[THREAD_TERMINATED + 1] = {
    "error",   "",     "blocked", "waiting", "parked", "asleep", "waiting for initialisation",
    "joining", "ended"};

const char *const counterexample_ops[OPK_COUNT] = {
#define OP_KIND(name, text, sync) text,
#include "engine/vm/sched/ops.def"
#undef OP_KIND
};

/* ---- meta ---- */

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
  if (o->listen_from) counterexample_number(w, NULL, "listen-from", o->listen_from);
  if (o->listen_anew) option(w, "listen-anew", "1");
  if (o->race_rw) option(w, "race-rw", "1");
  if (o->swallowed) option(w, "swallowed", "1");
  option(w, "trust", o->trust);
  option(w, "benign", o->benign);
  option(w, "atomic", o->atomic);
  for (i = 0; i < (uint32_t)o->define_count; i++) option(w, "define", o->defines[i]);
  for (i = 0; i < (uint32_t)o->readable_count; i++) option(w, "readable", o->readable[i]);
  for (i = 0; i < (uint32_t)o->input_count; i++)
    trace_writer_meta(w, TRACE_META_INPUT, o->inputs[i]);
  write_input(e, w);
}

/* ---- steps ---- */

static const char *end_word(const struct step_end *end) {
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
