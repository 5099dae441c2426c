/* Writes a trace whose threads, locks and variables have only names (RAPID's formats) in heddle's
 * form.
 *
 * The names appear wherever heddle shows names. A variable is a static field of the class "std". A
 * lock is an object whose class has the lock's name. A place is a line of "std", or a method if it
 * is not a number. Threads T0, T1, ... keep their numbers; threads with other names get free
 * numbers. A transaction is the entry and exit of a method, a branch is the beginning of a basic
 * block. Requests of locks are counted but not written, because they add nothing to the
 * acquires. */
#include "engine/base/check.h"
#include "trace/import/std_int.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/import.h"

const char *const std_op_names[STD_OPS] = {"acq",  "rel",   "r",   "w",   "fork",
                                           "join", "begin", "end", "req", "branch"};

int std_sink_open(struct std_sink *s, const char *format, const char *path, struct error *err) {
  int rc = trace_writer_open(path, &s->w, err);
  if (rc) return rc;
  trace_writer_meta(s->w, TRACE_META_KIND, "recorded");
  trace_writer_meta(s->w, TRACE_META_PRODUCER, format);
  s->variables = trace_writer_class(s->w, "std", IMPORT_STD_LOADER, NULL, NULL, 0);
  trace_writer_object(s->w, s->locks = s->variables, s->variables);
  s->place = trace_writer_method(s->w, s->variables, "at", NULL, 0);
  s->region = trace_writer_method(s->w, s->variables, "transaction", NULL, 0);
  return 0;
}

/* ---- numbers in names ---- */

/* Parses decimal digits without a leading zero. Returns false if they are not a number up to
 * `most`. */
static bool plain_number(const char *s, size_t len, uint32_t most, uint32_t *out) {
  uint64_t n = 0;
  if (!len || len > 10 || (s[0] == '0' && len > 1)) return false;
  for (size_t i = 0; i < len; i++) {
    if (s[i] < '0' || s[i] > '9') return false;
    n = n * 10 + (uint64_t)(s[i] - '0');
  }
  *out = (uint32_t)n;
  return n <= most;
}

/* ---- threads ---- */

enum { THREADS_NUMBERED = 1 << 20 }; /* T1048576 and above are treated like other names */

static bool id_take(struct std_sink *s, uint32_t id) {
  CHECK(id, "the ids of threads begin at 1");
  vec_reserve(&s->taken, id + 1);
  while (s->taken.len <= id) s->taken.data[s->taken.len++] = false;
  if (s->taken.data[id]) return false;
  return s->taken.data[id] = true;
}

/* Returns the id of a new thread: 8 for T7 unless it is already assigned; otherwise the lowest free
 * id. */
static uint32_t id_for(struct std_sink *s, const struct std_name *name) {
  uint32_t number;
  if (name->s[0] == 'T' &&
      plain_number(name->s + 1, name->len - 1, THREADS_NUMBERED - 1, &number) &&
      id_take(s, number + 1))
    return number + 1;
  do s->next++;
  while (!id_take(s, s->next));
  INVARIANT(s->next == 1 || s->taken.data[s->next - 1], "the lowest free id is assigned: %u",
            s->next);
  return s->next;
}

static void put_thread(struct std_sink *s, const struct std_name *name, const struct std_thread *t,
                       uint32_t parent, uint32_t ordinal) {
  char *text = mem_printf("%.*s", (int)name->len, name->s);
  trace_writer_thread(s->w, t->id, text, parent, ordinal, 0, 0);
  free(text);
}

static size_t sink_thread(struct std_sink *s, const struct std_name *name) {
  uint32_t string = trace_writer_stringn(s->w, name->s, name->len);
  vec_reserve(&s->by_name, string + 1);
  while (s->by_name.len <= string) s->by_name.data[s->by_name.len++] = 0;
  if (!s->by_name.data[string]) {
    struct std_thread t = {.id = id_for(s, name)};
    *vec_push(&s->threads) = t;
    s->by_name.data[string] = (uint32_t)s->threads.len;
    put_thread(s, name, &t, 0, 0);
  }
  CHECK(s->by_name.data[string] <= s->threads.len, "a name belongs to a thread: %u of %zu",
        s->by_name.data[string], s->threads.len);
  return s->by_name.data[string] - 1;
}

static uint32_t sink_fork(struct std_sink *s, size_t parent, const struct std_name *child) {
  size_t at = sink_thread(s, child);
  struct std_thread *t = &s->threads.data[at], *p = &s->threads.data[parent];
  if (!t->forked && t != p) put_thread(s, child, t, p->id, p->children++);
  t->forked = true;
  return t->id;
}

/* ---- locks, places ---- */

static uint32_t sink_lock(struct std_sink *s, const struct std_name *name) {
  char *text = mem_printf("%.*s", (int)name->len, name->s);
  uint32_t id = trace_writer_class(s->w, text, IMPORT_STD_LOADER, NULL, NULL, 0);
  free(text);
  if (id > s->locks) trace_writer_object(s->w, id, s->locks = id);
  return id;
}

static uint32_t sink_variable(struct std_sink *s, const struct std_name *name) {
  char *text = mem_printf("%.*s", (int)name->len, name->s);
  uint32_t id = trace_writer_field(s->w, s->variables, text, NULL, 0);
  free(text);
  return id;
}

static uint32_t sink_place(struct std_sink *s, const struct std_name *place) {
  uint32_t line;
  if (!place->len) return 0;
  if (plain_number(place->s, place->len, INT32_MAX, &line))
    return trace_writer_location(s->w, s->place, line, (int32_t)line);
  char *text = mem_printf("%.*s", (int)place->len, place->s);
  uint32_t method = trace_writer_method(s->w, s->variables, text, NULL, 0);
  free(text);
  return trace_writer_location(s->w, method, 0, -1);
}

/* ---- events ---- */

static bool sink_operand(struct std_sink *s, const struct std_event *from, size_t thread,
                         struct trace_event *e) {
  switch (from->op) {
    case STD_ACQUIRE:
    case STD_RELEASE:
      e->kind = from->op == STD_ACQUIRE ? TRACE_EV_MONITOR_ENTER : TRACE_EV_MONITOR_EXIT;
      e->object = sink_lock(s, &from->operand);
      return true;
    case STD_READ:
    case STD_WRITE:
      e->kind = from->op == STD_READ ? TRACE_EV_READ_AFTER : TRACE_EV_WRITE_BEFORE;
      e->ref = sink_variable(s, &from->operand);
      e->flags = TRACE_STATIC;
      return true;
    case STD_FORK:
      e->kind = TRACE_EV_THREAD_START;
      e->ref = sink_fork(s, thread, &from->operand);
      return true;
    case STD_JOIN:
      e->kind = TRACE_EV_THREAD_JOIN;
      /* may move the array of threads, so is called before the array is indexed */
      thread = sink_thread(s, &from->operand);
      e->ref = s->threads.data[thread].id;
      return true;
    case STD_BEGIN:
    case STD_END:
      e->kind = from->op == STD_BEGIN ? TRACE_EV_METHOD_ENTER : TRACE_EV_METHOD_EXIT;
      e->ref = s->region;
      return true;
    case STD_BRANCH: e->kind = TRACE_EV_BLOCK; return true;
    default: s->requests++; return false;
  }
}

void std_sink_take(struct std_sink *s, const struct std_event *from) {
  struct trace_event e = {0};
  size_t thread = sink_thread(s, &from->thread);
  e.thread = s->threads.data[thread].id;
  if (!sink_operand(s, from, thread, &e)) return;
  e.location = sink_place(s, &from->place);
  trace_writer_event(s->w, &e);
}

int std_sink_close(struct std_sink *s, int rc, struct error *err) {
  char count[32];
  snprintf(count, sizeof count, "%llu", (unsigned long long)s->requests);
  if (s->w && s->requests) trace_writer_meta(s->w, "requests", count);
  if (rc)
    trace_writer_abort(s->w);
  else
    rc = trace_writer_close(s->w, err);
  vec_free(&s->threads);
  vec_free(&s->by_name);
  vec_free(&s->taken);
  return rc;
}
