/* One-line texts: a thread's next operation, the effect of a choice, an event, a place. Threads are
 * named T0, T1, ... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/natives/test/domain.h"
#include "engine/session/reach.h"
#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

static const char *const op_texts[] = {
#define OP_KIND(name, text, sync) text,
#include "engine/vm/ops.def"
#undef OP_KIND
};

const char *session_op_word(uint8_t op) { return op < COUNT(op_texts) ? op_texts[op] : "?"; }

/* ---- places ---- */

char *session_location(const struct method *m, uint32_t bci) {
  return location_text(&(struct location){(struct method *)(uintptr_t)m, bci});
}

bool session_place(struct engine *e, const struct thread *t, const struct method **m,
                   uint32_t *bci) {
  struct xplace p;
  if (!xlog_place(e->vm, t, &p, NULL)) return false;
  *m = e->vm->methods.data[p.method];
  *bci = p.bci;
  return true;
}

/* ---- operations ---- */

enum object_kind { NO_OBJECT, THREAD_OBJECT, CLASS_OBJECT, MEMORY_OBJECT, PLAIN_OBJECT };

static enum object_kind object_kind(uint8_t op) {
  switch (op) {
    case OPK_READ:
    case OPK_WRITE:
    case OPK_VOLATILE_READ:
    case OPK_VOLATILE_WRITE:
    case OPK_ATOMIC:
    case OPK_COPY_READ: return MEMORY_OBJECT;
    case OPK_START:
    case OPK_JOIN:
    case OPK_IS_ALIVE:
    case OPK_INTERRUPT:
    case OPK_IS_INTERRUPTED:
    case OPK_UNPARK: return THREAD_OBJECT;
    case OPK_CLASS_INIT: return CLASS_OBJECT;
    case OPK_LOCK:
    case OPK_UNLOCK:
    case OPK_WAIT:
    case OPK_REACQUIRE:
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL:
    case OPK_BULK_READ:
    case OPK_BULK_WRITE: return PLAIN_OBJECT;
    default: return NO_OBJECT;
  }
}

static char *object_text(struct engine *e, uint8_t op, ref obj, uint32_t off) {
  const struct thread *o;
  const struct klass *k;
  uint32_t id = obj ? vm_object(e->vm, obj)->klass : 0;
  if (!obj) return mem_strdup("");
  switch (object_kind(op)) {
    case THREAD_OBJECT:
      o = thread_of(e->vm, obj);
      return o ? mem_printf("T%u", o->index) : thread_role_unstarted(e->vm, obj);
    case CLASS_OBJECT:
      k = vm_mirror_klass(e->vm, obj);
      return k ? session_class_name(k) : mem_strdup("");
    case MEMORY_OBJECT: return session_memory_name(e, obj, id, session_ordinal(e, obj, id), off);
    case PLAIN_OBJECT: return session_object_name(e, obj);
    default: return mem_strdup("");
  }
}

static char *joined(const char *word, char *object) {
  char *s = mem_printf("%s%s%s", word, *object ? " " : "", object);
  free(object);
  return s;
}

static bool at_marked(struct engine *e, const struct thread *t) {
  const struct method *m;
  uint32_t bci;
  size_t i;
  if (!session_place(e, t, &m, &bci)) return false;
  for (i = 0; i < e->marks.len; i++)
    if (e->marks.data[i].loc.bci == bci &&
        (e->marks.data[i].loc.method == m || vm_is_copy(m, e->marks.data[i].loc.method)))
      return true;
  return false;
}

char *session_op_text(struct engine *e, const struct thread *t) {
  session_names(e);
  switch (t->state) {
    case THREAD_NONE:
    case THREAD_TERMINATED: return mem_strdup("");
    case THREAD_WAITING: return joined("wait", object_text(e, OPK_WAIT, t->wait_obj, 0));
    case THREAD_SLEEPING: return mem_strdup("sleep");
    case THREAD_PARKED: return mem_strdup(t->op == OPK_SLEEP ? "sleep" : "park");
    case THREAD_JOINING: return joined("join", object_text(e, OPK_JOIN, t->wait_obj, 0));
    case THREAD_INITWAIT:
      return joined("class init", object_text(e, OPK_CLASS_INIT, t->wait_obj, 0));
    case THREAD_BLOCKED:
      if (t->op == OPK_JOIN || t->op == OPK_END) break;
      return joined(t->op == OPK_REACQUIRE ? "reacquire" : "lock",
                    object_text(e, OPK_LOCK, t->wait_obj, 0));
    default: break;
  }
  if (t->op == OPK_NONE) return mem_strdup("run");
  if (t->op == OPK_MARK && !at_marked(e, t))
    return mem_strdup("run"); /* the mark has been removed since */
  return joined(session_op_word((uint8_t)t->op),
                object_text(e, (uint8_t)t->op, t->op_obj, t->op_off));
}

static char *place_text(struct engine *e, const struct thread *t) {
  const struct method *m;
  uint32_t bci;
  char *s, *r;
  if (!session_place(e, t, &m, &bci)) return mem_strdup("");
  s = session_location(m, bci);
  r = mem_printf(" @ %s", s);
  free(s);
  return r;
}

/* Returns what the kind and arg of a choice add to its text. */
static char *choice_extra(uint8_t kind, uint16_t arg) {
  switch (kind) {
    case CHOICE_TIMEOUT: return mem_strdup(" (times out)");
    case CHOICE_INTERRUPT: return mem_strdup(" (interrupted)");
    case CHOICE_SPURIOUS: return mem_strdup(" (spuriously)");
    case CHOICE_NOTIFY: return mem_printf(" (wakes T%u)", arg);
    case CHOICE_VALUE: return mem_printf(" (value number %u)", arg + 1u);
    case CHOICE_STALE: return mem_printf(" (stale, %u write%s behind)", arg, arg == 1 ? "" : "s");
    default: return mem_strdup("");
  }
}

static char *stale_here(struct engine *e, struct choice c) {
  const struct thread *t = vm_thread(e->vm, c.thread);
  const struct field *f = vm_field_at(e->vm, t->op_obj, t->op_off);
  char type = f ? f->type : vm_klass(e->vm, t->op_obj)->elem_type,
       *v = session_value(e, type, e->vm->hooks->written(e->vm, t->op_obj, t->op_off, c.arg)),
       *extra = choice_extra(c.kind, c.arg), *s = mem_printf(" = %s%s", v, extra);
  free(v);
  free(extra);
  return s;
}

/* Returns the same for a choice of the current state that has not been taken yet. */
static char *extra_here(struct engine *e, struct choice c) {
  struct domain *d;
  char *v = NULL, *s;
  if (c.kind == CHOICE_STALE) return stale_here(e, c);
  if (c.kind != CHOICE_VALUE) return choice_extra(c.kind, c.arg);
  d = mem_alloc(sizeof *d);
  if (verify_domain_at(e->vm, vm_thread(e->vm, c.thread), d) && c.arg < d->count)
    v = session_value(e, d->type, d->value[c.arg]);
  s = v ? mem_printf(" = %s", v) : choice_extra(c.kind, c.arg);
  free(v);
  free(d);
  return s;
}

char *session_choice_text(struct engine *e, struct choice c) {
  const struct thread *t = vm_thread(e->vm, c.thread);
  char *op = session_op_text(e, t), *extra = extra_here(e, c), *place = place_text(e, t);
  char *s = mem_printf("T%u %s%s%s", c.thread, op, extra, place);
  free(op);
  free(extra);
  free(place);
  return s;
}

/* ---- events ---- */

static char *class_object(struct engine *e, const struct xevent *ev) {
  const struct klass *k = ev->klass == e->vm->wk.klass->id ? vm_mirror_klass(e->vm, ev->obj) : NULL;
  return k ? session_class_name(k) : session_named(e, ev->klass, ev->ordinal);
}

/* An event made in a peek has no numbers. The numbers of the current node hold for objects that
 * existed before. */
static uint32_t ordinal_of(struct engine *e, const struct xevent *ev) {
  return ev->ordinal ? ev->ordinal : session_ordinal(e, ev->obj, ev->klass);
}

char *session_event_object(struct engine *e, const struct xevent *ev) {
  if (!ev->obj) return mem_strdup("");
  switch (object_kind(ev->op)) {
    case THREAD_OBJECT:
      return ev->other < THREAD_MAX ? mem_printf("T%u", ev->other) : mem_strdup("");
    case CLASS_OBJECT: return class_object(e, ev);
    case MEMORY_OBJECT:
      return session_memory_name(e, ev->obj, ev->klass, ordinal_of(e, ev), ev->off);
    case PLAIN_OBJECT: {
      const struct klass *mk =
          ev->klass == e->vm->wk.klass->id ? vm_mirror_klass(e->vm, ev->obj) : NULL;
      char *name = mk ? session_class_name(mk) : NULL, *s;
      if (!mk) return session_named(e, ev->klass, ordinal_of(e, ev));
      s = mem_printf("%s.class", name);
      free(name);
      return s;
    }
    default: return mem_strdup("");
  }
}

bool session_has_content(const struct engine *e, uint32_t klass) {
  size_t i;
  for (i = 0; i < COUNT(e->vm->wk.boxes); i++)
    if (e->vm->wk.boxes[i] && e->vm->wk.boxes[i]->id == klass) return true;
  return klass == e->vm->wk.string->id;
}

char *session_event_value(struct engine *e, const struct xevent *ev) {
  char type = xlog_type(e->vm, ev->klass, ev->obj, ev->off);
  ref r = (ref)ev->value;
  if (ev->op == OPK_CHOOSE) return session_value(e, (char)ev->mode, ev->value);
  if (!ev->size) return mem_strdup("");
  if (type != 'L' && type != '[') return session_value(e, type, ev->value);
  if (!r) return mem_strdup("null");
  if (arena_is_immortal(r) && session_has_content(e, ev->value_klass))
    return session_value(e, 'L', r);
  if (ev->value_klass == e->vm->wk.klass->id && vm_mirror_klass(e->vm, r))
    return session_object_name(e, r);
  return session_named(
      e, ev->value_klass,
      ev->value_ordinal ? ev->value_ordinal : session_ordinal(e, r, ev->value_klass));
}

char *session_event_text(struct engine *e, const struct xevent *ev) {
  char *object = session_event_object(e, ev), *value = session_event_value(e, ev);
  char *s = mem_printf("T%u %s%s%s%s%s", ev->thread, session_op_word(ev->op), *object ? " " : "",
                       object, *value ? " = " : "", value);
  free(object);
  free(value);
  return s;
}

/* ---- nodes ---- */

/* If the transition starts a thread, sets b->other to that thread, which did not exist before. */
static void find_started(const struct xlog *l, struct xevent *b) {
  uint32_t i;
  if (b->op != OPK_START) return;
  for (i = 0; i < l->count; i++)
    if (l->events[i].op == OPK_START && l->events[i].obj == b->obj) b->other = l->events[i].other;
}

/* Returns the transition's first event that other threads can see. This is for a transition that
 * began before the thread's operation was known. */
static const struct xevent *first_visible(const struct engine *e, const struct xlog *l) {
  uint32_t i;
  for (i = 0; i < l->count; i++) {
    const struct xevent *ev = &l->events[i];
    /* true if code of the JDK made the access */
    bool inside = ev->size && (ev->method != ev->in_method || ev->in_bci != ev->bci);
    enum reach reach;
    if (!ev->shared || ev->op == OPK_CLASS_INIT) continue;
    reach = session_reach(e, ev);
    if (reach != REACH_TEXT && (!inside || reach == REACH_CALLED)) return ev;
  }
  return NULL;
}

/* Like choice_extra, for a choice that was taken. The value is that of the transition's first
 * choose event. */
static char *extra_of(struct engine *e, const struct xnode *k) {
  uint32_t i;
  for (i = 0; k->choice.kind == CHOICE_VALUE && i < k->log->count; i++)
    if (k->log->events[i].op == OPK_CHOOSE) {
      char *v = session_event_value(e, &k->log->events[i]), *s = mem_printf(" = %s", v);
      free(v);
      return s;
    }
  return choice_extra(k->choice.kind, k->choice.arg);
}

/* Returns the value read or written by the access with which the transition began, as in " = 1"; ""
 * for other operations. */
static char *value_text(struct engine *e, const struct xlog *l) {
  const struct xevent *b = &l->before;
  uint32_t i;
  char *value, *s;
  for (i = 0; i < l->count; i++) {
    const struct xevent *ev = &l->events[i];
    if (!ev->size || ev->obj != b->obj || ev->off != b->off) continue;
    if (ev->op != (b->op == OPK_COPY_READ ? OPK_READ : b->op)) continue;
    value = session_event_value(e, ev);
    s = mem_printf("%s%s", *value ? " = " : "", value);
    free(value);
    return s;
  }
  return mem_strdup("");
}

char *session_logged_text(struct engine *e, const struct xnode *k) {
  struct xevent b = k->log->before;
  const struct xevent *first =
      b.op == OPK_NONE || b.op == OPK_BEGIN || b.op == OPK_MARK || b.op == OPK_SPIN
          ? first_visible(e, k->log)
          : NULL;
  char *value = value_text(e, k->log);
  char *object, *extra = extra_of(e, k), *did, *place, *s;
  uint32_t method = b.method ? b.method
                    : first  ? first->method
                             : 0,
           bci = b.method ? b.bci
                 : first  ? first->bci
                          : 0;
  find_started(k->log, &b);
  object = session_event_object(e, &b);
  did = first ? session_event_text(e, first) : NULL;
  place = method ? session_location(e->vm->methods.data[method], bci) : NULL;
  s = mem_printf("T%u %s%s%s%s%s%s%s%s%s", b.thread, b.op ? session_op_word(b.op) : "run",
                 *object ? " " : "", object, value, extra, did ? ": " : "",
                 did ? strchr(did, ' ') + 1 : "", place ? " @ " : "", place ? place : "");
  free(object);
  free(value);
  free(extra);
  free(did);
  free(place);
  return s;
}

char *engine_node_text(struct engine *e, node_id n) {
  const struct xnode *k;
  char *extra, *s;
  if (!node_valid(e, n)) return mem_strdup("");
  if (n == NODE_ROOT) return mem_strdup("start");
  session_names_of(e, n);
  k = xnode(&e->x, n);
  if (k->log) return session_logged_text(e, k);
  extra = choice_extra(k->choice.kind, k->choice.arg);
  s = mem_printf("T%u %s%s", k->choice.thread, k->op ? session_op_word(k->op) : "run", extra);
  free(extra);
  return s;
}

/* ---- the JDK ---- */

/* Returns the value of a line KEY="value" of a release file. */
static char *release_value(const char *text, const char *key) {
  size_t n = strlen(key);
  const char *p = text, *end;
  while ((p = strstr(p, key))) {
    if ((p == text || p[-1] == '\n') && p[n] == '=' && p[n + 1] == '"' &&
        (end = strchr(p + n + 2, '"')))
      return mem_printf("%.*s", (int)(end - p - (long)n - 2), p + n + 2);
    p += n;
  }
  return NULL;
}

static char *read_release(const char *home) {
  char *path = mem_printf("%s/release", home), *text;
  FILE *f = fopen(path, "r");
  size_t n;
  free(path);
  if (!f) return NULL;
  text = mem_alloc(1 << 16);
  n = fread(text, 1, (1 << 16) - 1, f);
  text[n] = 0;
  fclose(f);
  return text;
}

/* "17.0.21+9-1-deb12u1-Debian" -> "17.0.21+9". Vendors add the rest for their package. */
static void cut_build(char *version) {
  char *plus = strchr(version, '+');
  if (plus) plus[1 + strspn(plus + 1, "0123456789")] = 0;
}

const char *engine_jdk(const struct engine *ce) {
  struct engine *e = (struct engine *)(uintptr_t)ce;
  char *text, *version, *vendor;
  if (e->jdk) return e->jdk;
  text = read_release(e->vm->loaded.jdk_home);
  version = text ? release_value(text, "JAVA_RUNTIME_VERSION") : NULL;
  if (text && !version) version = release_value(text, "JAVA_VERSION");
  vendor = text ? release_value(text, "IMPLEMENTOR") : NULL;
  if (version) cut_build(version);
  e->jdk = mem_printf("%s (%s)", version ? version : "unknown",
                      vendor ? vendor : e->vm->loaded.jdk_home);
  free(text);
  free(version);
  free(vendor);
  return e->jdk;
}
