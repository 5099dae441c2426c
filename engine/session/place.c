/* See engine/places.h. Events are compared by the names of their objects, not by addresses, because
 * another object may have reused an address along the path. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/short_name.h"
#include "engine/flow/program.h"
#include "engine/session/watch.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/quiet.h"

/* The place of a lock of java.util.concurrent, a semaphore or a latch is the counter of its
 * synchronizer. The place of a condition is its first waiter. */
static bool place_of_lock(struct engine *e, ref r, struct shared_place *out) {
  const struct field *f = klass_field(vm_klass(e->vm, r), "sync", NULL);
  if (f && f->owner->is_jdk && *MEM32(e->vm, r + f->offset)) r = *MEM32(e->vm, r + f->offset);
  if (!klass_orders_threads(vm_klass(e->vm, r))) return false;
  f = klass_field(vm_klass(e->vm, r), "state", "I");
  if (!f) f = klass_field(vm_klass(e->vm, r), "firstWaiter", NULL);
  if (!f) return false;
  out->object = r;
  out->offset = f->offset;
  return true;
}

static int place_of_monitor(struct engine *e, const char *expr, const struct watched_at *at,
                            struct shared_place *out, struct error *err) {
  ref r = (ref)at->value;
  if (at->type != 'L' && at->type != '[')
    return error_set(err, ERR_INPUT, "'%s' is not an object and has no monitor", expr);
  if (!r) return error_set(err, ERR_NOTFOUND, "'%s' is null here", expr);
  if (place_of_lock(e, r, out)) return 0;
  out->object = r;
  out->monitor = true;
  out->name = session_object_name(e, r);
  return 0;
}

/* Is the expression an object only, such as "java.lang.Object#1", with nothing after the number? */
static bool is_object_alone(const char *expr) {
  const char *hash = strchr(expr, '#');
  return hash && !hash[1 + strspn(hash + 1, "0123456789")];
}

int engine_place(struct engine *e, const char *expr, struct shared_place *out, struct error *err) {
  bool lock = !strncmp(expr, "lock ", 5);
  struct watched_at at;
  int r;
  memset(out, 0, sizeof *out);
  if (lock) expr += 5 + strspn(expr + 5, " ");
  r = session_watched(e, expr, &at, err);
  if (r) return r;
  if (lock || (!at.obj && is_object_alone(expr))) {
    r = place_of_monitor(e, expr, &at, out, err);
  } else if (!at.obj) {
    r = error_set(err, ERR_INPUT, "'%s' is not shared by threads, so no events record its writes",
                  expr);
  } else {
    out->object = at.obj;
    out->offset = at.off;
  }
  if (r) return r;
  CHECK(out->object, "a shared place belongs to an object: %s", expr);
  out->class_id = vm_object(e->vm, out->object)->klass;
  out->ordinal = session_ordinal(e, out->object, out->class_id);
  if (!out->name)
    out->name = session_memory_name(e, out->object, out->class_id, out->ordinal, out->offset);
  return 0;
}

static bool class_is_called(const struct klass *k, const char *name) {
  char *own = session_class_name(k);
  bool is = short_name_of(own, name);
  free(own);
  return is;
}

/* The field found for a name: preferably one whose accesses are recorded, else the last one of that
 * name. */
struct found_field {
  bool class_found, seen;
  struct field *f;
};

/* Are accesses to the field recorded? javac inlines the values of constants, and the class file
 * initialises their fields. Library fields whose accesses are not scheduling points appear neither
 * in events nor among the hidden accesses (state/xlog.c). */
static bool is_seen(const struct vm *vm, struct field *f) {
  if (f->flags & ACC_STATIC && f->info->constant_value) return false;
  if (!f->owner->is_jdk) return true;
  quiet_classify(vm, f);
  return !(f->flags & ACC_FINAL) && (f->quiet == QUIET_NO || f->quiet == QUIET_OWN);
}

static void find_field(struct engine *e, const char *class_name, const char *name,
                       struct found_field *out) {
  for (size_t i = KLASS_FIRST; i < e->vm->klasses.len && !out->seen; i++) {
    struct klass *k = e->vm->klasses.data[i];
    struct field *f;
    if (!k || k->is_array || !class_is_called(k, class_name)) continue;
    out->class_found = true;
    f = klass_field(k, name, NULL);
    if (!f) continue;
    out->f = f;
    out->seen = is_seen(e->vm, f);
  }
}

/* A class that contains only constants is never loaded by execution. So loads it by its full name,
 * or as one of the classes that the program's classes name. */
static void load_class(struct engine *e, const char *dotted) {
  struct error none = {0};
  uint32_t count;
  char *name = mem_strdup(dotted);
  mem_exchange(name, '.', '/');
  if (name_is_class(name) && name[0] != '[') vm_class(e->vm, name, &none);
  free(name);
  free(program_classes(e->vm, e->opt.main_class, &count, &none));
}

int engine_field_seen(struct engine *e, const char *name, struct error *err) {
  const char *dot = strrchr(name, '.');
  char *of = dot ? mem_printf("%.*s", (int)(dot - name), name) : NULL;
  struct found_field found = {0};
  int r = 0;
  if (!of || strchr(of, '[') || strchr(dot, '[')) return free(of), 0; /* an array element */
  of[strcspn(of, "#")] = 0;
  find_field(e, of, dot + 1, &found);
  if (!found.class_found) {
    load_class(e, of);
    find_field(e, of, dot + 1, &found);
  }
  if (found.class_found && !found.f)
    r = error_set(err, ERR_INPUT, "class %s has no field '%s'", of, dot + 1);
  else if (found.f && !found.seen && found.f->info->constant_value)
    r = error_set(err, ERR_INPUT,
                  "%s is a constant: the compiler copies its value to each use, so no step reads "
                  "or writes the field",
                  name);
  else if (found.f && !found.seen)
    r = error_set(
        err, ERR_INPUT,
        "%s is a library field that needs no scheduling points: its accesses are not recorded",
        name);
  free(of);
  return r;
}

char *engine_hidden_access(struct engine *e, node_id n, uint32_t index) {
  const struct xhidden *a;
  if (!node_valid(e, n) || !xnode(&e->x, n)->log || index >= xnode(&e->x, n)->log->hidden.len)
    return NULL;
  session_names_of(e, n);
  a = &xnode(&e->x, n)->log->hidden.data[index];
  return session_memory_name(
      e, a->obj, a->klass, a->ordinal ? a->ordinal : session_ordinal(e, a->obj, a->klass), a->off);
}

void engine_place_release(struct shared_place *p) {
  free(p->name);
  memset(p, 0, sizeof *p);
}

static bool same_object(const struct xevent *ev, const struct shared_place *p) {
  if (ev->klass != p->class_id) return false;
  return ev->ordinal || p->ordinal ? ev->ordinal == p->ordinal : ev->obj == p->object;
}

static enum place_touch touch_memory(const struct xevent *ev, const struct shared_place *p) {
  switch (ev->op) {
    case OPK_READ:
    case OPK_WRITE:
    case OPK_VOLATILE_READ:
    case OPK_VOLATILE_WRITE:
    case OPK_ATOMIC:
    case OPK_BULK_READ:
    case OPK_COPY_READ:
    case OPK_BULK_WRITE: break;
    default: return TOUCH_NONE;
  }
  if (ev->off != p->offset) return TOUCH_NONE;
  return ev->write ? TOUCH_WRITE : TOUCH_READ;
}

static enum place_touch touch_monitor(const struct xevent *ev) {
  switch (ev->op) {
    case OPK_LOCK: return TOUCH_WRITE;
    case OPK_UNLOCK:
    case OPK_WAIT:
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL: return TOUCH_READ;
    default: return TOUCH_NONE;
  }
}

enum place_touch engine_touches(struct engine *e, node_id n, uint32_t index,
                                const struct shared_place *p) {
  const struct xevent *ev;
  if (!node_valid(e, n) || !xnode(&e->x, n)->log || index >= xnode(&e->x, n)->log->count)
    return TOUCH_NONE;
  session_names_of(e, n);
  ev = &xnode(&e->x, n)->log->events[index];
  if (!same_object(ev, p)) return TOUCH_NONE;
  return p->monitor ? touch_monitor(ev) : touch_memory(ev, p);
}
