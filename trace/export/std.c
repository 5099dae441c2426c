/* Writes RAPID's STD format (described in trace/import/std.c), for race detectors that read it.
 *
 * STD has only locks, variables, fork and join, and requires that critical sections of one lock
 * exclude each other. Therefore, only the outermost of nested acquires of a lock is written, and a
 * wait releases and acquires the monitor. Other synchronisation becomes short critical sections of
 * separate locks: an access to a volatile variable, the beginning and the end of a library call
 * (the lock OBJECT.calls), acquire and release of a read lock. This adds order that the memory
 * model does not have (between two volatile reads, for example) and removes none, so a
 * happens-before race found in the output is a race of the trace. (A detector that predicts other
 * orders may move the code between the two sections of a read lock or call out of them.) Accesses
 * to final fields, which need no order, are omitted, and so are events that STD cannot express.
 * Methods are written as transactions.
 *
 * The location is the number of the row in the table of locations. For an imported STD trace it is
 * the original location. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "trace/export/export.h"
#include "trace/import/import.h"

int trace_std_write(struct trace_reader *r, FILE *out, struct error *err);

struct std_held {
  uint32_t thread, object, depth;
  bool monitor;
};

struct std_out {
  struct trace_reader *r;
  FILE *out;
  struct text name;
  VEC(struct std_held) held; /* the locks held at present, which are few */
};

/* ---- names ---- */

/* Appends a name. Blanks and bars would end it, so they become underscores. */
static void std_put_name(struct text *out, const char *s) {
  for (; *s; s++) {
    bool ends = (unsigned char)*s <= ' ' || *s == 0x7f || *s == '|';
    text_add(out, ends ? "_" : s, 1);
  }
}

static bool std_own(const struct trace_reader *r, uint32_t class_id) {
  const struct trace_class *c = trace_reader_class(r, class_id);
  return c && !strcmp(trace_reader_string(r, c->loader, NULL), IMPORT_STD_LOADER);
}

static void std_thread_name(struct std_out *s, uint32_t id, struct text *out) {
  const struct trace_thread *t = trace_reader_thread(s->r, id);
  const char *own = t && trace_reader_class(s->r, 1) && std_own(s->r, 1)
                        ? trace_reader_string(s->r, t->name, NULL)
                        : "";
  if (*own)
    std_put_name(out, own);
  else
    trace_name_thread(s->r, id, out);
}

static void std_object_name(struct std_out *s, uint32_t id, struct text *out) {
  const struct trace_object *o = trace_reader_object(s->r, id);
  struct text plain = {0};
  if (o && std_own(s->r, o->class_id))
    text_puts(&plain, trace_reader_string(s->r, trace_reader_class(s->r, o->class_id)->name, NULL));
  else
    trace_name_object(s->r, id, &plain);
  std_put_name(out, plain.s ? plain.s : "");
  text_release(&plain);
}

static void std_variable_name(struct std_out *s, const struct trace_event *e, struct text *out) {
  const struct trace_field *f =
      trace_has(e, TRAIT_ELEMENT) ? NULL : trace_reader_field(s->r, e->ref);
  struct text plain = {0};
  if (f && std_own(s->r, f->class_id))
    text_puts(&plain, trace_reader_string(s->r, f->name, NULL));
  else
    trace_name_variable(s->r, e, &plain);
  std_put_name(out, plain.s ? plain.s : "");
  text_release(&plain);
}

static void std_put_place(struct std_out *s, uint32_t id) {
  const struct trace_location *l = trace_reader_location(s->r, id);
  const struct trace_method *m = l ? trace_reader_method(s->r, l->method) : NULL;
  struct text name = {0};
  if (!m || !std_own(s->r, m->class_id)) {
    fprintf(s->out, "%" PRIu32, id);
  } else if (l->line >= 0) {
    fprintf(s->out, "%" PRId32, l->line);
  } else {
    std_put_name(&name, trace_reader_string(s->r, m->name, NULL));
    fputs(name.s ? name.s : "", s->out);
    text_release(&name);
  }
}

/* ---- lines ---- */

/* Writes a line, whose operand is s->name. */
static void std_put_line(struct std_out *s, const struct trace_event *e, const char *op,
                         bool operand) {
  struct text thread = {0};
  std_thread_name(s, e->thread, &thread);
  if (operand)
    fprintf(s->out, "%s|%s(%s)|", thread.s, op, s->name.len ? s->name.s : "?");
  else
    fprintf(s->out, "%s|%s|", thread.s, op);
  std_put_place(s, e->location);
  fputc('\n', s->out);
  text_release(&thread);
}

/* Writes a critical section, which orders the thread with all others that use the same lock. */
static void std_put_section(struct std_out *s, const struct trace_event *e, const char *inside) {
  std_put_line(s, e, "acq", true);
  if (inside) std_put_line(s, e, inside, true);
  std_put_line(s, e, "rel", true);
}

/* ---- locks ---- */

static struct std_held *std_held_of(struct std_out *s, const struct trace_event *e, bool monitor) {
  for (size_t i = 0; i < s->held.len; i++) {
    struct std_held *h = &s->held.data[i];
    if (h->thread == e->thread && h->object == trace_lock(e) && h->monitor == monitor) return h;
  }
  return NULL;
}

/* Is the event the first acquire or the last release of the lock by its thread? Returns false for a
 * release without an acquire in the trace. */
static bool std_outermost(struct std_out *s, const struct trace_event *e) {
  bool monitor = trace_has(e, TRAIT_MONITOR);
  struct std_held *h = std_held_of(s, e, monitor);
  if (trace_has(e, TRAIT_ACQUIRES)) {
    if (h) return h->depth++, false;
    *vec_push(&s->held) = (struct std_held){e->thread, trace_lock(e), 1, monitor};
    return true;
  }
  INVARIANT(!h || h->depth, "a lock that is held was acquired: %u", e->object);
  if (!h || --h->depth) return false;
  *h = s->held.data[--s->held.len];
  return true;
}

static void std_put_lock(struct std_out *s, const struct trace_event *e) {
  std_object_name(s, trace_lock(e), &s->name);
  if (!trace_has(e, TRAIT_MONITOR)) std_put_name(&s->name, ".lock");
  if (!(e->flags & TRACE_SHARED)) {
    if (std_outermost(s, e)) std_put_line(s, e, trace_has(e, TRAIT_ACQUIRES) ? "acq" : "rel", true);
  } else if (!std_held_of(s, e, false)) {
    std_put_section(s, e, NULL);
  }
}

static void std_put_wait(struct std_out *s, const struct trace_event *e) {
  std_object_name(s, e->object, &s->name);
  if (std_held_of(s, e, true))
    std_put_line(s, e, e->kind == TRACE_EV_WAIT_BEGIN ? "rel" : "acq", true);
}

/* ---- events ---- */

static void std_put_access(struct std_out *s, const struct trace_event *e) {
  const char *op = trace_is_write(e) ? "w" : "r";
  std_variable_name(s, e, &s->name);
  if (e->flags & TRACE_VOLATILE)
    std_put_section(s, e, op);
  else if (!(e->flags & TRACE_FINAL_FIELD))
    std_put_line(s, e, op, true);
}

static void std_put_thread(struct std_out *s, const struct trace_event *e) {
  std_thread_name(s, e->ref, &s->name);
  if (e->kind == TRACE_EV_THREAD_START)
    std_put_line(s, e, "fork", true);
  else if (!(e->flags & TRACE_ELAPSED))
    std_put_line(s, e, "join", true);
}

static void std_put_call(struct std_out *s, const struct trace_event *e) {
  if (!e->object) return;
  std_object_name(s, e->object, &s->name);
  std_put_name(&s->name, ".calls");
  std_put_section(s, e, NULL);
}

static void std_put_event(struct std_out *s, const struct trace_event *e) {
  s->name.len = 0;
  if (!e->thread) return;
  switch (e->kind) {
    case TRACE_EV_THREAD_START:
    case TRACE_EV_THREAD_JOIN: std_put_thread(s, e); return;
    case TRACE_EV_WAIT_BEGIN:
    case TRACE_EV_WAIT_END: std_put_wait(s, e); return;
    case TRACE_EV_CALL_BEFORE:
    case TRACE_EV_CALL_AFTER: std_put_call(s, e); return;
    case TRACE_EV_METHOD_ENTER: std_put_line(s, e, "begin", false); return;
    case TRACE_EV_METHOD_EXIT: std_put_line(s, e, "end", false); return;
    case TRACE_EV_BLOCK: std_put_line(s, e, "branch", false); return;
    default: break;
  }
  if (trace_is_read(e) || trace_is_write(e))
    std_put_access(s, e);
  else if (trace_has(e, TRAIT_ACQUIRES | TRAIT_RELEASES))
    std_put_lock(s, e);
}

int trace_std_write(struct trace_reader *r, FILE *out, struct error *err) {
  struct std_out s = {.r = r, .out = out};
  int rc = 0;
  for (uint64_t n = 0; n < trace_reader_count(r) && !rc; n++) {
    struct trace_event e;
    rc = trace_reader_event(r, n, &e, err);
    if (!rc) std_put_event(&s, &e);
  }
  text_release(&s.name);
  vec_free(&s.held);
  return rc ? rc : trace_export_end(out, err);
}
