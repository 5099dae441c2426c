/* Decides whether a transition matches the trace. Goes through the engine's events in the node's
 * log, skips those that the recorder would not have recorded, and compares each of the others with
 * the next planned event of its thread. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/state/xlog.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"
#include "trace/convert.h"
#include "trace/replay/replay_int.h"

/* ---- recorded kinds of events ---- */

/* The recorder would have recorded the engine's events of the recorded kinds, in instrumented code,
 * at instrumented instructions. Library operations that the program calls are matched at the marks
 * of the calls instead. */

enum { OPCODE_MONITORENTER = 0xc2, OPCODE_MONITOREXIT = 0xc3 };

static bool is_access_code(const struct method *m, uint32_t bci) {
  uint8_t op = m->info->code[bci];
  return (op >= 0xb2 && op <= 0xb5) || (op >= 0x2e && op <= 0x35) || (op >= 0x4f && op <= 0x56);
}

static bool calls(const struct method *m, uint32_t bci, const char *name) {
  const struct cp_entry *callee = place_callee(m, bci);
  return callee && !strcmp(callee->name->s, name);
}

static bool has_code(const struct method *m, uint32_t bci) {
  return m->info && m->info->code && bci < m->info->code_len;
}

static struct seen see_access(struct replay *r, const struct xevent *x, int kind) {
  const struct method *m = r->vm->methods.data[x->in_method];
  const struct field *f = xlog_field(r->vm, x->klass, x->obj, x->off);
  if (!has_code(m, x->in_bci) || !place_instrumented(r, m) || !is_access_code(m, x->in_bci) ||
      (f && f->flags & ACC_FINAL))
    return (struct seen){0};
  return (struct seen){.kind = kind, .m = m, .bci = x->in_bci};
}

static struct seen see_monitor(struct replay *r, const struct xevent *x, int kind) {
  const struct method *m = x->in_method ? r->vm->methods.data[x->in_method] : NULL;
  uint8_t wanted = kind == TRACE_EV_MONITOR_ENTER ? OPCODE_MONITORENTER : OPCODE_MONITOREXIT;
  bool ours = m && has_code(m, x->in_bci) && place_instrumented(r, m);
  if (ours && m->info->code[x->in_bci] == wanted)
    return (struct seen){.kind = kind, .m = m, .bci = x->in_bci};
  if (kind == TRACE_EV_MONITOR_ENTER)
    return (struct seen){.kind = kind, .method_lock = true, .m = m, .bci = x->in_bci};
  if (ours && m->flags & ACC_SYNCHRONIZED)
    return (struct seen){.kind = kind, .method_lock = true, .m = m, .bci = x->in_bci};
  return (struct seen){0};
}

static struct seen see_call(struct replay *r, const struct xevent *x, int kind, const char *name) {
  const struct method *m = x->method ? r->vm->methods.data[x->method] : NULL;
  if (!m || !has_code(m, x->bci) || !place_instrumented(r, m) || !calls(m, x->bci, name))
    return (struct seen){0};
  return (struct seen){.kind = kind, .m = m, .bci = x->bci};
}

static struct seen match_see(struct replay *r, const struct xlog *log, uint32_t i) {
  const struct xevent *x = &log->events[i];
  bool array = x->size && x->klass >= KLASS_FIRST && r->vm->klasses.data[x->klass]->is_array;
  int kind = convert_kind(log, i, array);
  if (kind <= 0 || !r->plan.recorded[kind]) return (struct seen){0};
  switch (kind) {
    case TRACE_EV_READ_AFTER:
    case TRACE_EV_WRITE_BEFORE:
    case TRACE_EV_AREAD_AFTER:
    case TRACE_EV_AWRITE_BEFORE: return see_access(r, x, kind);
    case TRACE_EV_MONITOR_ENTER:
    case TRACE_EV_MONITOR_EXIT: return see_monitor(r, x, kind);
    case TRACE_EV_WAIT_BEGIN:
    case TRACE_EV_WAIT_END: return see_call(r, x, kind, "wait");
    case TRACE_EV_NOTIFY: return see_call(r, x, kind, "notify");
    case TRACE_EV_NOTIFY_ALL: return see_call(r, x, kind, "notifyAll");
    case TRACE_EV_THREAD_JOIN: return see_call(r, x, kind, "join");
    case TRACE_EV_THREAD_START:
    case TRACE_EV_THREAD_END: return (struct seen){.kind = kind};
    default: return (struct seen){0}; /* library calls are matched at their marks */
  }
}

/* ---- progress and undo log ---- */

static void replay_match_note(struct replay *r, enum undo_kind kind, uint32_t at, uint32_t old) {
  *vec_push(&r->undo) = (struct undo){(uint8_t)kind, at, old};
}

void progress_undo(struct replay *r, size_t length, uint32_t frontier, uint32_t matched) {
  CHECK(length <= r->undo.len, "progress is undone to an earlier point: %zu of %zu", length,
        r->undo.len);
  while (r->undo.len > length) {
    const struct undo *u = &r->undo.data[--r->undo.len];
    switch (u->kind) {
      case UNDO_POSITION: r->position[u->at] = u->old; break;
      case UNDO_OBJECT: r->objects[u->at] = u->old; break;
      default: r->free_will[u->at] = false; break;
    }
  }
  r->frontier = frontier;
  r->matched = matched;
}

static void advance(struct replay *r, uint32_t thread) {
  CHECK(
      thread < r->plan.threads.len && r->position[thread] < r->plan.threads.data[thread].events.len,
      "an event that is matched is its thread's next: thread %u", thread);
  replay_match_note(r, UNDO_POSITION, thread, r->position[thread]);
  r->position[thread]++;
  r->matched++;
  while (r->frontier < r->plan.events.len && is_matched(r, r->frontier)) r->frontier++;
}

static uint32_t next_of(const struct replay *r, uint32_t thread) {
  const struct plan_thread *t = &r->plan.threads.data[thread];
  return r->position[thread] < t->events.len ? t->events.data[r->position[thread]] : PLAN_NONE;
}

static bool allowed(const struct replay *r, const struct plan_event *p) {
  uint32_t i;
  for (i = 0; i < p->before_count; i++)
    if (!is_matched(r, r->plan.before.data[p->before + i])) return false;
  return true;
}

uint32_t match_thread(struct replay *r, uint32_t index) {
  const struct thread *t = vm_thread(r->vm, index);
  uint32_t parent, i;
  if (!t->parent) return index ? PLAN_NONE : 0;
  parent = match_thread(r, t->parent - 1);
  if (parent == PLAN_NONE) return PLAN_NONE;
  for (i = 1; i < r->plan.threads.len; i++)
    if (r->plan.threads.data[i].parent == r->plan.threads.data[parent].id &&
        r->plan.threads.data[i].ordinal == t->ordinal)
      return i;
  return PLAN_NONE;
}

/* Records that the thread's next operations may depend on something that the trace does not
 * contain. A thread's next operation is a function of what it has read. As long as all its reads
 * were matched with their values, the order of other threads makes no difference to it. After it
 * reads shared memory that is not monitored (in the library, for example), the order may matter. */
static void set_free(struct replay *r, uint32_t thread) {
  if (thread == PLAN_NONE || r->free_will[thread]) return;
  replay_match_note(r, UNDO_FREE, thread, 0);
  r->free_will[thread] = true;
}

bool match_is_final(const struct replay *r, const struct match_result *m) {
  if (m->expected == PLAN_NONE || m->expected != r->frontier) return false;
  if (m->why != OTHER_KIND && m->why != OTHER_PLACE && m->why != OTHER_OBJECT &&
      m->why != OTHER_VALUE)
    return false;
  return !r->free_will[r->plan.events.data[m->expected].thread];
}

static bool reads_unseen(const struct replay *r, const struct xevent *x) {
  const struct field *f;
  if (!x->size || x->write || !x->shared) return false;
  f = xlog_field(r->vm, x->klass, x->obj, x->off);
  return !f || !(f->flags & ACC_FINAL);
}

/* ---- objects and values ---- */

static bool same_class_name(const struct replay *r, uint32_t object, uint32_t klass) {
  const struct trace_object *o = trace_reader_object(r->reader, object);
  const struct trace_class *c = o ? trace_reader_class(r->reader, o->class_id) : NULL;
  const char *name = c ? trace_reader_string(r->reader, c->name, NULL) : NULL;
  if (!name || klass < KLASS_FIRST || place_made_up(name)) return true;
  return place_made_up(r->vm->klasses.data[klass]->name->s) ||
         !strcmp(name, r->vm->klasses.data[klass]->name->s);
}

/* Is the engine object bound to another object of the trace that a later event names? (If no later
 * event names it, that object may have been collected and its address reused.) */
static bool taken(const struct replay *r, ref at, uint32_t event) {
  uint32_t id = r->rev_count ? r->rev[at * 0x9E3779B1u >> r->rev_shift].id : 0;
  CHECK(id < r->plan.objects || !id, "an object that was bound is one of the trace: %u", id);
  return id && r->objects[id] == at && r->plan.last_use[id] > event;
}

static bool bind(struct replay *r, uint32_t object, ref at, uint32_t klass, uint32_t event) {
  if (!object || !at) return !object == !at;
  if (object >= r->plan.objects) return false;
  if (klass == r->vm->wk.string->id)
    return same_class_name(r, object, klass); /* intern() may return different objects */
  if (r->objects[object]) return r->objects[object] == at;
  if (!same_class_name(r, object, klass) || taken(r, at, event)) return false;
  replay_match_note(r, UNDO_OBJECT, object, 0);
  r->objects[object] = at;
  r->rev[at * 0x9E3779B1u >> r->rev_shift].id = object;
  return true;
}

static bool same_bits(char type, uint64_t engine, uint64_t trace) {
  return convert_bits(type, engine) == convert_bits(type, trace);
}

static enum mismatch same_value(struct replay *r, const struct xevent *x,
                                const struct plan_event *p, uint32_t event) {
  char type = convert_type(xlog_type(r->vm, x->klass, x->obj, x->off));
  if (!p->e.type || !type) return FITS;
  if ((type == 'L') != (p->e.type == 'L')) return OTHER_VALUE;
  if (type == 'L')
    return bind(r, (uint32_t)p->e.value, (ref)x->value, x->value_klass, event) ? FITS
                                                                               : OTHER_OBJECT;
  return same_bits(type, x->value, p->e.value) ? FITS : OTHER_VALUE;
}

/* ---- matching one event ---- */

static bool same_field(const struct replay *r, const struct xevent *x,
                       const struct trace_event *e) {
  const struct field *f = xlog_field(r->vm, x->klass, x->obj, x->off);
  const struct trace_field *tf = trace_reader_field(r->reader, e->ref);
  return f && tf && !(e->flags & TRACE_STATIC) == !(f->flags & ACC_STATIC) &&
         !strcmp(f->name->s, trace_reader_string(r->reader, tf->name, NULL)) &&
         !strcmp(f->desc->s, trace_reader_string(r->reader, tf->desc, NULL));
}

static enum mismatch replay_match_compare(struct replay *r, const struct xevent *x,
                                          const struct seen *s, uint32_t event) {
  const struct plan_event *p = &r->plan.events.data[event];
  const struct trace_event *e = &p->e;
  if (e->kind != s->kind) return OTHER_KIND;
  if (s->method_lock ? !(e->flags & TRACE_SYNC_METHOD)
                     : s->m && p->at.method && !place_is(&p->at, s->m, s->bci))
    return OTHER_PLACE;
  switch (s->kind) {
    case TRACE_EV_READ_AFTER:
    case TRACE_EV_WRITE_BEFORE:
      if (!same_field(r, x, e)) return OTHER_OBJECT;
      if (!(e->flags & TRACE_STATIC) && !bind(r, e->object, x->obj, x->klass, event))
        return OTHER_OBJECT;
      return same_value(r, x, p, event);
    case TRACE_EV_AREAD_AFTER:
    case TRACE_EV_AWRITE_BEFORE:
      if ((uint32_t)e->index != (x->off - ARRAY_BASE) >> r->vm->klasses.data[x->klass]->elem_shift)
        return OTHER_OBJECT;
      if (!bind(r, e->object, x->obj, x->klass, event)) return OTHER_OBJECT;
      return same_value(r, x, p, event);
    case TRACE_EV_THREAD_START:
    case TRACE_EV_THREAD_JOIN: {
      uint32_t other = match_thread(r, x->other);
      return other != PLAN_NONE && r->plan.threads.data[other].id == e->ref ? FITS : OTHER_OBJECT;
    }
    case TRACE_EV_THREAD_END: return FITS;
    default: return bind(r, e->object, x->obj, x->klass, event) ? FITS : OTHER_OBJECT;
  }
}

/* Returns the result for a monitored event that has no counterpart: its thread's events are all
 * matched, or the trace does not contain its thread. */
static enum mismatch beyond(const struct replay *r, uint32_t thread) {
  return r->plan.open_end || (thread == PLAN_NONE && r->plan.foreign) ? FITS : NO_MORE;
}

/* Does the library start a thread for itself here, such as a shutdown hook or a cleaner? The trace
 * does not contain such threads. */
static bool library_starts(struct replay *r, const struct xevent *x) {
  return x->op == OPK_START && match_thread(r, x->other) == PLAN_NONE &&
         (!x->method || r->vm->methods.data[x->method]->owner->is_jdk);
}

/* Matches the event that announces an access (READ_BEFORE, for example), if class initialisation
 * came first and the engine therefore did not stop at the access itself. */
static void pass_announced(struct replay *r, uint32_t thread, const struct seen *s) {
  uint32_t event = thread == PLAN_NONE ? PLAN_NONE : next_of(r, thread);
  const struct plan_event *p = event == PLAN_NONE ? NULL : &r->plan.events.data[event];
  if (p && trace_has(&p->e, TRAIT_ADDITION) && trace_has(&p->e, TRAIT_PLACE) && s->m &&
      place_is(&p->at, s->m, s->bci) && allowed(r, p))
    advance(r, thread);
}

static enum mismatch match_one(struct replay *r, uint32_t thread, const struct xlog *log,
                               uint32_t i) {
  struct seen s = match_see(r, log, i);
  enum mismatch why;
  size_t undo = r->undo.len;
  uint32_t event;
  if (!s.kind && reads_unseen(r, &log->events[i])) set_free(r, thread);
  if (!s.kind) reorder_note(r, &log->events[i]);
  if (!s.kind || library_starts(r, &log->events[i])) return FITS;
  pass_announced(r, thread, &s);
  event = thread == PLAN_NONE ? PLAN_NONE : next_of(r, thread);
  if (event == PLAN_NONE && s.method_lock) reorder_note(r, &log->events[i]);
  if (event == PLAN_NONE) return s.method_lock ? FITS : beyond(r, thread);
  why = replay_match_compare(r, &log->events[i], &s, event);
  if ((why == FITS || why == OTHER_VALUE || why == OTHER_OBJECT) &&
      !allowed(r, &r->plan.events.data[event]))
    why = TOO_EARLY;
  if (why == FITS) {
    advance(r, thread);
    return FITS;
  }
  progress_undo(r, undo, r->frontier, r->matched);
  /* A synchronized method whose lock was not recorded belongs to the library. */
  if (!s.method_lock || s.kind != TRACE_EV_MONITOR_ENTER || why == TOO_EARLY) return why;
  reorder_note(r, &log->events[i]);
  return FITS;
}

/* ---- library calls ---- */

static bool is_call_site(const struct replay *r, const struct method *m, uint32_t bci) {
  size_t i;
  for (i = 0; i < r->plan.marks.len; i++)
    if (r->plan.marks.data[i].call && r->plan.marks.data[i].method == m &&
        r->plan.marks.data[i].bci == bci)
      return true;
  return false;
}

/* Matches the event before a call if the transition began at a mark before that call. From now on
 * the thread is inside the call, even if it has done nothing there yet. */
static enum mismatch match_call(struct replay *r, uint32_t thread, const struct xnode *n) {
  const struct xevent *at = n->log ? &n->log->before : NULL;
  const struct method *m =
      at && n->op == OPK_MARK && at->in_method ? r->vm->methods.data[at->in_method] : NULL;
  const struct plan_event *p;
  uint32_t event;
  if (!m || !is_call_site(r, m, at->in_bci)) return FITS;
  event = thread == PLAN_NONE ? PLAN_NONE : next_of(r, thread);
  if (event == PLAN_NONE) return beyond(r, thread);
  p = &r->plan.events.data[event];
  if (!trace_has(&p->e, TRAIT_CALL)) return OTHER_KIND;
  if (!place_is(&p->at, m, at->in_bci)) return OTHER_PLACE;
  if (!allowed(r, p)) return TOO_EARLY;
  advance(r, thread);
  return FITS;
}

/* Does the result of the call depend on elapsed time, as for awaitNanos or getDelay? */
static bool reports_time(const struct replay *r, const struct trace_event *e) {
  const struct trace_method *m =
      trace_kind_ref(e->kind) == TRACE_REF_METHOD ? trace_reader_method(r->reader, e->ref) : NULL;
  const char *name = m ? trace_reader_string(r->reader, m->name, NULL) : "";
  return e->type == 'J' && (strstr(name, "Nanos") || strstr(name, "Delay") || strstr(name, "Time"));
}

/* Compares the result of a call, which is on top of the operand stack. */
static enum mismatch same_result(struct replay *r, const struct plan_event *p,
                                 const struct frame *f, uint32_t event) {
  uint64_t v = 0;
  char type = (char)p->e.type;
  uint32_t size = type == 'J' || type == 'D' ? 8 : 4;
  if (trace_has(&p->e, TRAIT_ACQUIRES)) return FITS; /* its value is not a result (trace_lock) */
  if (!type || !strchr("ZBCSIJFDL", type) || reports_time(r, &p->e)) return FITS;
  memcpy(&v, r->vm->arena.mem + f->sp - size, size);
  if (type == 'L')
    return bind(r, (uint32_t)p->e.value, (ref)v, v ? vm_object(r->vm, (ref)v)->klass : 0, event)
               ? FITS
               : OTHER_OBJECT;
  return same_bits(type, v, p->e.value) ? FITS : OTHER_VALUE;
}

/* Returns the thread's next event if it is the event after the call that precedes instruction
 * number `pc`; otherwise NULL. */
static const struct plan_event *expected_behind(const struct replay *r, uint32_t thread,
                                                const struct method *m, uint32_t pc) {
  uint32_t event = thread == PLAN_NONE ? PLAN_NONE : next_of(r, thread);
  const struct plan_event *p = event == PLAN_NONE ? NULL : &r->plan.events.data[event];
  if (!p || !pc || !m->code) return NULL;
  if (!trace_has(&p->e, TRAIT_RETURN)) return NULL;
  return place_is(&p->at, m, m->code->bci[pc - 1]) ? p : NULL;
}

/* Is it a number drawn from a generator? Such an event must be matched where the call ends, because
 * a loop may do nothing else. If it is too early, the thread waits before the call. */
static bool is_draw(const struct plan_event *p) { return p->e.kind == TRACE_EV_INPUT_RANDOM; }

/* Matches the event after a call if the transition ended at a mark after that call. If another
 * event must be matched first, the thread waits at the mark; the effect of the call stays. */
static enum mismatch match_arrival(struct replay *r, uint32_t thread, const struct xnode *n) {
  const struct thread *t = vm_thread(r->vm, n->choice.thread);
  const struct frame *f = t->frame ? vm_frame(r->vm, t->frame) : NULL;
  const struct plan_event *p =
      n->stop == STOP_MARK && f ? expected_behind(r, thread, frame_method(r->vm, f), f->pc) : NULL;
  enum mismatch why = p ? same_result(r, p, f, (uint32_t)(p - r->plan.events.data)) : FITS;
  if (p && why == FITS && !allowed(r, p)) return is_draw(p) ? TOO_EARLY : FITS;
  if (p && why == FITS) advance(r, thread);
  return why;
}

/* Matches the event after a call if the transition began at a mark after that call: match_arrival
 * could not match it yet. */
static enum mismatch match_leaving(struct replay *r, uint32_t thread, const struct xnode *n) {
  const struct xevent *at = n->log && n->op == OPK_MARK ? &n->log->before : NULL;
  const struct method *m = at && at->in_method ? r->vm->methods.data[at->in_method] : NULL;
  const struct plan_event *p =
      m && m->code && m->code->index[at->in_bci] > 0
          ? expected_behind(r, thread, m, (uint32_t)m->code->index[at->in_bci])
          : NULL;
  if (!p || is_draw(p)) return FITS;
  if (!allowed(r, p)) return TOO_EARLY;
  advance(r, thread);
  return FITS;
}

/* ---- events at a mark ---- */

/* If the transition began at a mark, it executed the instruction there. Matches the events recorded
 * for that instruction, at most one of each kind. */
static enum mismatch match_standing(struct replay *r, uint32_t thread, const struct xnode *n) {
  const struct xevent *at = n->log && n->op == OPK_MARK ? &n->log->before : NULL;
  const struct method *m = at && at->in_method ? r->vm->methods.data[at->in_method] : NULL;
  uint64_t kinds = 0;
  uint32_t event;
  if (!m || thread == PLAN_NONE) return FITS;
  while ((event = next_of(r, thread)) != PLAN_NONE) {
    const struct plan_event *p = &r->plan.events.data[event];
    if (!place_says(p, m, at->in_bci) || kinds >> p->e.kind & 1) break;
    if (!allowed(r, p)) return TOO_EARLY;
    kinds |= UINT64_C(1) << p->e.kind;
    advance(r, thread);
  }
  if (kinds || !place_passed(r, m, at->in_bci)) return FITS;
  return event == PLAN_NONE ? beyond(r, thread) : OTHER_PLACE;
}

/* ---- matching a transition ---- */

static enum mismatch match_begin(struct replay *r, uint32_t thread, const struct xnode *n) {
  uint32_t event = thread == PLAN_NONE ? PLAN_NONE : next_of(r, thread);
  if (n->op != OPK_BEGIN || !r->plan.recorded[TRACE_EV_THREAD_BEGIN] || event == PLAN_NONE)
    return FITS;
  if (r->plan.events.data[event].e.kind != TRACE_EV_THREAD_BEGIN) return OTHER_KIND;
  if (!allowed(r, &r->plan.events.data[event])) return TOO_EARLY;
  advance(r, thread);
  return FITS;
}

/* Matches the end of a thread that calls System.exit: the recorder writes THREAD_END for the thread
 * at that call. */
static void match_exit(struct replay *r, uint32_t thread) {
  uint32_t event = thread == PLAN_NONE ? PLAN_NONE : next_of(r, thread);
  if (vm_machine(r->vm)->exited && event != PLAN_NONE &&
      r->plan.events.data[event].e.kind == TRACE_EV_THREAD_END &&
      allowed(r, &r->plan.events.data[event]))
    advance(r, thread);
}

/* Does the outcome of the operation depend on when an interrupt comes? */
static bool may_be_interrupted(const struct replay *r, const struct xnode *n) {
  return r->plan.interrupts && (n->op == OPK_SLEEP || n->op == OPK_PARK || n->op == OPK_WAIT ||
                                n->op == OPK_JOIN || n->op == OPK_REACQUIRE);
}

struct match_result match_transition(struct replay *r) {
  const struct xnode *n = xnode(r->x, r->x->here);
  uint32_t thread = match_thread(r, n->choice.thread), i;
  struct match_result m = {.at = -1};
  if (n->op == OPK_IS_ALIVE || n->choice.kind == CHOICE_TIMEOUT ||
      n->choice.kind == CHOICE_INTERRUPT || may_be_interrupted(r, n))
    set_free(r, thread);
  m.why = r->vm->run.otherwise ? OTHER_INPUT : match_begin(r, thread, n);
  if (m.why == FITS) m.why = match_leaving(r, thread, n);
  if (m.why == FITS) m.why = match_standing(r, thread, n);
  if (m.why == FITS) m.why = match_call(r, thread, n);
  for (i = 0; m.why == FITS && n->log && i < n->log->count; i++) {
    m.at = (int32_t)i;
    m.why = match_one(r, thread, n->log, i);
  }
  if (m.why == FITS) {
    m.at = n->log ? (int32_t)n->log->count : 0;
    m.why = match_arrival(r, thread, n);
  }
  if (m.why == FITS) match_exit(r, thread);
  m.expected = thread == PLAN_NONE ? PLAN_NONE : next_of(r, thread);
  return m;
}
