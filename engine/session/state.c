/* Threads and their frames. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/session.h"
#include "engine/session/frames.h"
#include "engine/state/xlog.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"
#include "engine/vm/loader/throw.h"
#include "engine/vm/sched/deadlock.h"
#include "engine/vm/stackmap.h"

/* ---- threads ---- */

static enum thread_life life_of(struct vm *vm, const struct thread *t) {
  switch (t->state) {
    case THREAD_NONE: return LIFE_NEW;
    case THREAD_TERMINATED: return LIFE_ENDED;
    case THREAD_BLOCKED: return vm_thread_enabled(vm, t) ? LIFE_RUNNABLE : LIFE_WAITS;
    case THREAD_RUNNABLE:
      return (t->op == OPK_LOCK || t->op == OPK_JOIN) && !vm_thread_enabled(vm, t) ? LIFE_WAITS
                                                                                   : LIFE_RUNNABLE;
    default: return LIFE_WAITS;
  }
}

static const char *state_word(struct vm *vm, const struct thread *t) {
  switch (t->state) {
    case THREAD_RUNNABLE:
    case THREAD_BLOCKED: return life_of(vm, t) == LIFE_RUNNABLE ? "runnable" : "blocked";
    case THREAD_WAITING: return "waiting";
    case THREAD_PARKED: return t->op == OPK_SLEEP ? "sleeping" : "parked";
    case THREAD_SLEEPING: return "sleeping";
    case THREAD_INITWAIT: return "class init";
    case THREAD_JOINING: return "joining";
    case THREAD_TERMINATED: return "ended";
    default: return "new";
  }
}

const char *session_thread_state(struct engine *e, const struct thread *t) {
  return state_word(e->vm, t);
}

static char *named(const char *what, char *name) {
  char *s = mem_printf("%s%s", what, name);
  free(name);
  return s;
}

/* Appends ", held by T3 Writer" to `what`, and takes ownership of it. */
static char *with_owner(struct engine *e, char *what, const char *how, const struct thread *owner) {
  char *title, *s;
  if (!owner) return what;
  title = thread_title(e->vm, owner);
  s = mem_printf("%s, %s %s%s", what, how, title,
                 owner->state == THREAD_TERMINATED ? ", which has ended" : "");
  free(title);
  free(what);
  return s;
}

static char *lock_wanted(struct engine *e, ref lock) {
  const struct monitor *m = vm_monitor(e->vm, lock);
  if (!m || !m->owner) return mem_strdup("");
  return with_owner(e, named("lock ", session_lock_name(e, lock)), "held by",
                    vm_thread(e->vm, m->owner - 1));
}

static char *thread_wanted(struct engine *e, ref object) {
  const struct thread *o = thread_of(e->vm, object);
  return o && o->state != THREAD_TERMINATED ? named("the end of ", thread_title(e->vm, o))
                                            : mem_strdup("");
}

static char *permit_wanted(struct engine *e, const struct thread *t) {
  if (t->op == OPK_SLEEP || t->state == THREAD_SLEEPING) return mem_strdup("the end of its sleep");
  return session_parked_for(e, t);
}

static char *init_wanted(struct engine *e, const struct thread *t) {
  uint32_t by = *MEM32(e->vm, t->wait_obj + e->vm->mirror.init_thread);
  const struct klass *k = vm_mirror_klass(e->vm, t->wait_obj);
  char *name = k ? session_class_name(k) : mem_strdup("?");
  return with_owner(e, named("initialisation of ", name), "begun by",
                    by ? vm_thread(e->vm, by - 1) : NULL);
}

static char *waits_for(struct engine *e, const struct thread *t) {
  switch (t->state) {
    case THREAD_BLOCKED: return lock_wanted(e, t->wait_obj);
    case THREAD_WAITING: return named("notify of ", session_lock_name(e, t->wait_obj));
    case THREAD_PARKED:
    case THREAD_SLEEPING: return vm_thread_enabled(e->vm, t) ? mem_strdup("") : permit_wanted(e, t);
    case THREAD_JOINING: return thread_wanted(e, t->wait_obj);
    case THREAD_INITWAIT: return init_wanted(e, t);
    case THREAD_RUNNABLE:
      return vm_thread_enabled(e->vm, t) ? mem_strdup("") : lock_wanted(e, t->op_obj);
    default: return mem_strdup("");
  }
}

static bool has_choice(struct engine *e, uint32_t thread) {
  struct choice all[CHOICES_MAX];
  uint32_t i, n = engine_choices(e, all, COUNT(all));
  for (i = 0; i < n && i < COUNT(all); i++)
    if (all[i].thread == thread) return true;
  return false;
}

static char *source_file(const struct klass *k) {
  return k->cf && k->cf->source_file ? mem_strdup(k->cf->source_file->s) : NULL;
}

/* Returns the thread's bits in the order of the matrix's columns, at most 64. */
static char *h_bits(struct engine *e, uint32_t thread) {
  enum { BITS_SHOWN = 64 };
  const struct h_matrix *m = session_matrix(e);
  uint32_t r, c, n;
  char *s;
  if (!m) return NULL;
  n = m->columns < BITS_SHOWN ? m->columns : BITS_SHOWN;
  s = mem_alloc(n + 1);
  for (r = 0; r < m->rows; r++)
    if (m->row[r].kind == H_ROW_THREAD && m->row[r].thread == thread)
      for (c = 0; c < n; c++) s[c] = m->bits[(size_t)r * m->columns + c] ? '1' : '.';
  return s;
}

uint32_t engine_thread_count(struct engine *e) { return vm_machine(e->vm)->thread_count; }

int session_thread(struct engine *e, uint32_t thread, struct thread_info *out) {
  const struct thread *t;
  const struct method *m;
  const struct xnode *k = xnode(&e->x, e->x.here);
  memset(out, 0, sizeof *out);
  if (thread >= engine_thread_count(e)) return ERR_NOTFOUND;
  session_names(e);
  t = vm_thread(e->vm, thread);
  out->number = thread;
  out->name = thread_title(e->vm, t);
  out->kind = thread_kind(e->vm, t);
  out->life = life_of(e->vm, t);
  out->state = state_word(e->vm, t);
  out->enabled = has_choice(e, thread);
  out->daemon = t->flags & TF_DAEMON;
  out->current = e->x.here != NODE_ROOT && k->choice.thread == thread;
  out->op = session_op_text(e, t);
  out->waits_for = waits_for(e, t);
  out->wants_lock = *out->waits_for && (t->state == THREAD_BLOCKED || t->state == THREAD_RUNNABLE);
  out->line = -1;
  out->frames = frames_count(e, t) + (vm_native_of(e->vm, t) != NULL);
  if (!session_place(e, t, &m, &out->bci)) {
    out->class_name = mem_strdup("");
    out->method = mem_strdup("");
    return 0;
  }
  out->file = source_file(m->owner);
  out->class_name = session_class_name(m->owner);
  out->method = mem_strdup(m->name->s);
  out->desc = mem_strdup(m->desc->s);
  out->line = m->info ? method_line(m->info, out->bci) : -1;
  return 0;
}

int engine_thread(struct engine *e, uint32_t thread, struct thread_info *out) {
  int r = session_thread(e, thread, out);
  if (!r) out->h_bits = h_bits(e, thread);
  return r;
}

void engine_thread_release(struct thread_info *t) {
  free(t->name);
  free(t->op);
  free(t->waits_for);
  free(t->kind);
  free(t->file);
  free(t->class_name);
  free(t->method);
  free(t->desc);
  free(t->h_bits);
  memset(t, 0, sizeof *t);
}

/* ---- frames ---- */

/* The native method at the top has no variables and no line. */
static int native_frame(const struct method *m, struct frame_info *out) {
  out->class_name = session_class_name(m->owner);
  out->method = mem_strdup(m->name->s);
  out->file = source_file(m->owner);
  out->line = -1;
  out->jdk = m->owner->is_jdk;
  out->native = true;
  out->locals = mem_alloc(sizeof *out->locals);
  return 0;
}

int engine_frame(struct engine *e, uint32_t thread, uint32_t frame, struct frame_info *out) {
  const struct method *native;
  const struct frame *f;
  const struct method *m;
  struct local *v;
  uint32_t i, n;
  memset(out, 0, sizeof *out);
  if (thread >= engine_thread_count(e)) return ERR_NOTFOUND;
  native = vm_native_of(e->vm, vm_thread(e->vm, thread));
  if (native && !frame) return native_frame(native, out);
  f = frames_at(e, vm_thread(e->vm, thread), frame - (native != NULL));
  if (!f) return ERR_NOTFOUND;
  session_names(e);
  m = frame_method(e->vm, f);
  out->class_name = session_class_name(m->owner);
  out->method = mem_strdup(m->name->s);
  out->file = source_file(m->owner);
  out->bci = frame_bci(e->vm, f);
  out->line = m->info ? method_line(m->info, out->bci) : -1;
  out->jdk = m->owner->is_jdk;
  n = frames_locals(e, f, &v);
  out->locals = mem_alloc((n + 1) * sizeof *out->locals);
  for (i = 0; i < n; i++) {
    char *value = frames_local_text(e, &v[i]);
    out->locals[i] = mem_printf("%s = %s", v[i].name, value);
    free(value);
  }
  frames_locals_free(v, n);
  return 0;
}

void engine_frame_release(struct frame_info *f) {
  free(f->class_name);
  free(f->method);
  free(f->file);
  engine_lines_free(f->locals);
  memset(f, 0, sizeof *f);
}
