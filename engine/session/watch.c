/* Watch expressions: "Class.field", "Class#2.field.field[3]", "T1.local". Only classes linked so
 * far are found, because watching loads nothing. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/session/frames.h"
#include "engine/session/watch.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/machine.h"

struct watched {
  struct engine *e;
  const char *expr, *at; /* the whole text, and the rest to parse */
  char type;
  uint64_t value;
  ref obj;      /* the object that holds the value; 0: not in shared memory */
  uint32_t off; /* in obj */
  struct error *err;
};

static int bad(struct watched *w, const char *why) {
  return error_set(w->err, ERR_INPUT, "watch '%s': %s", w->expr, why);
}

/* ---- the members after the start ---- */

static size_t name_length(const char *s) { return strcspn(s, ".[#"); }

static void read_memory(struct watched *w, char type, ref obj, uint32_t off) {
  static const uint8_t sizes[128] = {
      ['Z'] = 1, ['B'] = 1, ['C'] = 2, ['S'] = 2, ['J'] = 8, ['D'] = 8};
  INVARIANT(off < vm_object_size(w->e->vm, obj), "a field that is watched lies in its object: %u",
            off);
  w->type = type;
  w->value = 0;
  w->obj = obj;
  w->off = off;
  memcpy(&w->value, w->e->vm->arena.mem + obj + off,
         sizes[(int)type & 127] ? sizes[(int)type & 127] : 4);
}

static int no_member(struct watched *w, const char *name, size_t len, const struct klass *k) {
  char *c = session_class_name(k);
  error_set(w->err, ERR_INPUT, "watch '%s': %s has no field '%.*s'", w->expr, c, (int)len, name);
  free(c);
  return ERR_INPUT;
}

static int null_here(struct watched *w) {
  return error_set(w->err, ERR_NOTFOUND, "watch '%s': null before '%s'", w->expr, w->at);
}

static int step_field(struct watched *w) {
  size_t n = name_length(++w->at);
  ref r = (ref)w->value;
  struct klass *k;
  struct field *f;
  char *name;
  if (w->type != 'L' && w->type != '[') return bad(w, "a primitive value has no fields");
  if (!r) return null_here(w);
  k = vm_klass(w->e->vm, r);
  if (k->is_array && n == 6 && !memcmp(w->at, "length", 6)) {
    read_memory(w, 'I', r, ARRAY_LENGTH);
    w->obj = 0; /* a length is never written */
    w->at += n;
    return 0;
  }
  name = mem_printf("%.*s", (int)n, w->at);
  f = klass_field(k, name, NULL);
  free(name);
  if (!f) return no_member(w, w->at, n, k);
  read_memory(w, f->type, f->flags & ACC_STATIC ? f->owner->mirror : r, f->offset);
  w->at += n;
  return 0;
}

static int step_element(struct watched *w) {
  struct vm *vm = w->e->vm;
  ref r = (ref)w->value;
  char *end;
  unsigned long i = strtoul(w->at + 1, &end, 10);
  const struct klass *k;
  if (end == w->at + 1 || *end != ']') return bad(w, "expected [number]");
  if (w->type != 'L' && w->type != '[') return bad(w, "a primitive value has no elements");
  if (!r) return null_here(w);
  k = vm_klass(vm, r);
  if (!k->is_array) return bad(w, "not an array before '['");
  if (i >= array_length(vm, r))
    return error_set(w->err, ERR_NOTFOUND, "watch '%s': index %lu of %u", w->expr, i,
                     array_length(vm, r));
  read_memory(w, k->elem_type, r, ARRAY_BASE + ((uint32_t)i << k->elem_shift));
  w->at = end + 1;
  return 0;
}

/* ---- the start ---- */

static int start_thread(struct watched *w, unsigned long number) {
  struct engine *e = w->e;
  const struct thread *t;
  const struct frame *f;
  uint32_t i, j, n;
  size_t len = name_length(w->at);
  if (number >= engine_thread_count(e))
    return error_set(w->err, ERR_NOTFOUND, "watch '%s': no thread T%lu here", w->expr, number);
  t = vm_thread(e->vm, (uint32_t)number);
  for (i = 0; (f = frames_at(e, t, i)); i++) {
    struct local *v;
    bool found = false, gone = false;
    n = frames_locals(e, f, &v);
    for (j = 0; j < n && !found; j++) {
      if (strlen(v[j].name) != len || memcmp(v[j].name, w->at, len) != 0) continue;
      found = true;
      gone = v[j].gone;
      w->type = v[j].type;
      w->value = v[j].value;
    }
    frames_locals_free(v, n);
    if (gone)
      return error_set(w->err, ERR_NOTFOUND, "watch '%s': the variable is no longer used", w->expr);
    if (!found) continue;
    w->at += len;
    return 0;
  }
  return error_set(w->err, ERR_NOTFOUND, "watch '%s': no such local in T%lu here", w->expr, number);
}

/* Finds a linked class by the end of its name, as the debugger shows it. Prefers the program's
 * classes to the library's. */
static struct klass *linked_short(struct vm *vm, const char *s, size_t len) {
  struct klass *found = NULL;
  size_t i;
  for (i = KLASS_FIRST; i < vm->klasses.len; i++) {
    struct klass *k = vm->klasses.data[i];
    if (k && !k->is_array && (!found || (found->is_jdk && !k->is_jdk)) &&
        session_class_match(k, s, len))
      found = k;
  }
  return found;
}

struct klass *session_linked(struct engine *e, const char *s, size_t len) {
  struct vm *vm = e->vm;
  char *name = mem_printf("%.*s", (int)len, s), *p;
  struct klass *k = NULL;
  mem_exchange(name, '.', '/');
  while (!(k = classes_find(vm, symtab_cstr(vm->syms, name))) && (p = strrchr(name, '/'))) *p = '$';
  free(name);
  return k ? k : linked_short(vm, s, len);
}

static int start_static(struct watched *w, struct klass *k, const char *after) {
  size_t n;
  struct field *f;
  char *name;
  w->at = after + 1;
  n = name_length(w->at);
  name = mem_printf("%.*s", (int)n, w->at);
  f = klass_field(k, name, NULL);
  free(name);
  if (!f || !(f->flags & ACC_STATIC))
    return f ? bad(w, "not a static field: name an object, Class#1.field")
             : no_member(w, w->at, n, k);
  read_memory(w, f->type, f->owner->mirror, f->offset);
  w->at += n;
  return 0;
}

static int start_object(struct watched *w) {
  const char *hash = strchr(w->expr, '#');
  char *end;
  unsigned long n = strtoul(hash + 1, &end, 10);
  ref r = n && n < UINT32_MAX
              ? session_object_named(w->e, w->expr, (size_t)(hash - w->expr), (uint32_t)n)
              : 0;
  if (end == hash + 1) return bad(w, "expected Class#number");
  if (!r) return error_set(w->err, ERR_NOTFOUND, "watch '%s': no such object here", w->expr);
  w->type = 'L';
  w->value = r;
  w->at = end;
  return 0;
}

static int watch_start(struct watched *w) {
  const char *p, *last = w->expr + strcspn(w->expr, "[");
  char *end;
  unsigned long number;
  if (w->expr[0] == 'T' && w->expr[1] >= '0' && w->expr[1] <= '9') {
    number = strtoul(w->expr + 1, &end, 10);
    if (*end == '.') {
      w->at = end + 1;
      return start_thread(w, number);
    }
  }
  if (strchr(w->expr, '#')) return start_object(w);
  for (p = last; p > w->expr; p--)
    if (*p == '.') {
      struct klass *k = session_linked(w->e, w->expr, (size_t)(p - w->expr));
      if (k) return start_static(w, k, p);
    }
  return bad(w, "expected Class.field, Class#1.field or T1.local, of a class that is loaded here");
}

static int watch_follow(struct watched *w) {
  int r;
  session_names(w->e);
  r = watch_start(w);
  while (!r && *w->at) {
    if (*w->at == '.')
      r = step_field(w);
    else if (*w->at == '[')
      r = step_element(w);
    else
      r = bad(w, "expected '.' or '['");
  }
  return r;
}

int session_watched(struct engine *e, const char *expr, struct watched_at *out, struct error *err) {
  struct watched w = {.e = e, .expr = expr, .at = expr, .err = err};
  int r = watch_follow(&w);
  if (!r) *out = (struct watched_at){w.type, w.value, w.obj, w.off};
  return r;
}

int engine_watch(struct engine *e, const char *expr, char **value, struct error *err) {
  struct watched_at at;
  int r = session_watched(e, expr, &at, err);
  *value = r ? NULL : session_value(e, at.type, at.value);
  return r;
}
