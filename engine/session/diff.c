/* The differences between two states. Each state is written down as facts (name, value), which are
 * sorted and compared by name. */
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/check.h"
#include "engine/property/race_view.h"
#include "engine/session/frames.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"

enum fact_kind { FACT_MEMORY, FACT_OBJECT, FACT_CLASS, FACT_MONITOR, FACT_THREAD, FACT_LOCAL };

struct fact {
  uint8_t kind;
  char *key; /* the part after '\1' distinguishes keys but is not shown */
  char *value;
  /* For a static field: its value while its class is unwritten, because unwritten classes have no
   * facts. Else NULL. */
  char *initial;
};

struct facts {
  struct engine *e;
  VEC(struct fact) v;
  ref *texts; /* the arrays that hold the contents of strings */
  size_t text_count;
};

static void diff_put(struct facts *f, enum fact_kind kind, char *key, char *value) {
  *vec_push(&f->v) = (struct fact){.kind = (uint8_t)kind, .key = key, .value = value};
}

static void facts_release(struct facts *f) {
  size_t i;
  for (i = 0; i < f->v.len; i++) {
    free(f->v.data[i].key);
    free(f->v.data[i].value);
    free(f->v.data[i].initial);
  }
  vec_free(&f->v);
  free(f->texts);
}

/* ---- objects ---- */

static ref canon_at(void *self, uint32_t i) { return canon_object(self, i + 1); }

static void put_memory(struct facts *f, ref r, uint32_t klass, uint32_t ordinal, char type,
                       uint32_t off) {
  diff_put(f, FACT_MEMORY, session_memory_name(f->e, r, klass, ordinal, off),
           session_value_at(f->e, type, r + off));
}

static void put_static(struct facts *f, ref r, const struct field *fd) {
  struct vm *vm = f->e->vm;
  uint64_t v = 0;
  put_memory(f, r, vm->wk.klass->id, 0, fd->type, fd->offset);
  memcpy(&v, vm->arena.pristine + r + fd->offset, fd->type == 'J' || fd->type == 'D' ? 8 : 4);
  f->v.data[f->v.len - 1].initial = session_value(f->e, fd->type, v);
}

/* A long array has one fact for each element below this index, and one for the rest. */
enum { ELEMENTS_SHOWN = 4096 };

static void put_elements(struct facts *f, ref r, const struct klass *k, uint32_t ordinal) {
  struct vm *vm = f->e->vm;
  uint32_t i, n = array_length(vm, r), shown = n < ELEMENTS_SHOWN ? n : ELEMENTS_SHOWN;
  char *name;
  for (i = 0; i < shown; i++)
    put_memory(f, r, k->id, ordinal, k->elem_type, ARRAY_BASE + (i << k->elem_shift));
  if (shown == n) return;
  name = session_named(f->e, k->id, ordinal);
  diff_put(f, FACT_MEMORY, mem_printf("%s[%u..%u]", name, shown, n - 1),
           mem_printf("contents %016llx", (unsigned long long)XXH3_64bits(
                                              MEM8(vm, r + ARRAY_BASE + (shown << k->elem_shift)),
                                              (size_t)(n - shown) << k->elem_shift)));
  free(name);
}

static void put_statics(struct facts *f, ref r, const struct klass *k) {
  static const char *const states[] = {"not initialised", "being initialised", "initialised",
                                       "failed"};
  uint32_t i, state = klass_init_state(f->e->vm, k);
  for (i = 0; i < k->field_count; i++)
    if (k->fields[i].flags & ACC_STATIC) put_static(f, r, &k->fields[i]);
  if (!k->is_jdk && k->has_clinit)
    diff_put(f, FACT_CLASS, session_class_name(k), mem_strdup(states[state & 3]));
}

static void put_fields(struct facts *f, ref r, const struct klass *k, uint32_t ordinal) {
  uint32_t i;
  for (i = 0; i < k->all_field_count; i++) {
    const struct field *fd = k->all_fields[i];
    if (fd->owner == f->e->vm->wk.thread) continue; /* the thread's own facts show it */
    put_memory(f, r, k->id, ordinal, fd->type, fd->offset);
  }
}

static void put_monitor(struct facts *f, ref r) {
  const struct monitor *m = vm_monitor(f->e->vm, r);
  char *name;
  if (!m || !m->owner) return;
  name = session_object_name(f->e, r);
  diff_put(f, FACT_MONITOR, mem_printf("monitor %s", name),
           m->count > 1 ? mem_printf("T%u (%u times)", m->owner - 1, m->count)
                        : mem_printf("T%u", m->owner - 1));
  free(name);
}

/* Is it reported when objects of class k appear or become unreachable? This is so for the program's
 * classes and for arrays other than texts. */
static bool diff_is_reported(const struct klass *k) {
  const struct klass *elem = k;
  elem = klass_base(elem);
  if (elem->is_primitive) return elem->name->s[0] != 'b' && elem->name->s[0] != 'c';
  return !elem->is_jdk;
}

static void put_object(struct facts *f, ref r) {
  struct vm *vm = f->e->vm;
  const struct klass *k;
  uint32_t ordinal;
  if (vm_object(vm, r)->klass < KLASS_FIRST) return;
  k = vm_klass(vm, r);
  if (k == vm->wk.string || race_is_text(f->texts, f->text_count, r)) return;
  put_monitor(f, r);
  if (k == vm->wk.klass) {
    const struct klass *mk = vm_mirror_klass(vm, r);
    if (mk) put_statics(f, r, mk);
    return;
  }
  ordinal = session_ordinal(f->e, r, k->id);
  if (diff_is_reported(k))
    diff_put(f, FACT_OBJECT, session_named(f->e, k->id, ordinal), mem_strdup(""));
  if (k->is_array)
    put_elements(f, r, k, ordinal);
  else
    put_fields(f, r, k, ordinal);
}

/* ---- threads ---- */

static void put_locals(struct facts *f, const struct thread *t) {
  const struct frame *fr;
  struct local *v;
  uint32_t i, j, n, frames = frames_count(f->e, t);
  for (i = 0; (fr = frames_at(f->e, t, i)); i++) {
    const struct method *m = frame_method(f->e->vm, fr);
    if (m->owner->is_jdk) continue;
    n = frames_locals(f->e, fr, &v);
    for (j = 0; j < n; j++)
      if (!v[j].gone)
        diff_put(f, FACT_LOCAL,
                 mem_printf("T%u %s.%s\1%u", t->index, m->name->s, v[j].name, frames - i),
                 frames_local_text(f->e, &v[j]));
    frames_locals_free(v, n);
  }
}

static void put_thread(struct facts *f, const struct thread *t) {
  const struct method *m;
  uint32_t bci;
  diff_put(f, FACT_THREAD, mem_printf("T%u", t->index), mem_strdup(session_thread_state(f->e, t)));
  if (session_place(f->e, t, &m, &bci)) {
    char *where = session_location(m, bci);
    diff_put(f, FACT_THREAD, mem_printf("T%u at", t->index), mem_printf("%s@%u", where, bci));
    free(where);
  }
  put_locals(f, t);
}

static int diff_by_key(const void *a, const void *b) {
  const struct fact *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  return strverscmp(x->key, y->key);
}

static bool is_clean(struct vm *vm, ref r) {
  return arena_is_immortal(r) &&
         !memcmp(vm->arena.mem + r, vm->arena.pristine + r, vm_object_size(vm, r));
}

static void diff_collect(struct facts *f, node_id n) {
  struct engine *e = f->e;
  uint32_t i, t;
  explorer_go(&e->x, n);
  for (t = 0; t < engine_thread_count(e); t++) put_thread(f, vm_thread(e->vm, t));
  canon_order(e->x.canon);
  f->text_count = race_texts(e->vm, canon_at, e->x.canon, canon_count(e->x.canon), &f->texts);
  for (i = 1; i <= canon_count(e->x.canon); i++)
    if (!is_clean(e->vm, canon_object(e->x.canon, i))) put_object(f, canon_object(e->x.canon, i));
  if (f->v.len) qsort(f->v.data, f->v.len, sizeof *f->v.data, diff_by_key);
}

/* ---- comparing ---- */

/* Returns the meaning of a missing fact, or NULL if the object's line says enough. */
static const char *missing(const struct fact *f, bool before) {
  if (!before && (f->kind == FACT_LOCAL || strchr(f->key, ' ')))
    return f->kind == FACT_MONITOR ? "free" : NULL; /* out of scope */
  switch (f->kind) {
    case FACT_OBJECT: return before ? "new" : "unreachable";
    case FACT_CLASS: return "not initialised";
    case FACT_MONITOR: return "free";
    case FACT_THREAD: return strchr(f->key, ' ') ? "-" : "not started";
    case FACT_LOCAL: return "-";
    default: return NULL;
  }
}

static char *line(const struct fact *f, const char *from, const char *to) {
  int n = (int)strcspn(f->key, "\1");
  if (f->kind == FACT_OBJECT) return mem_printf("%.*s  %s", n, f->key, *from ? from : to);
  return mem_printf("%.*s  %s -> %s", n, f->key, from, to);
}

/* Returns the value for the other side, or NULL if no line is needed. */
static const char *absent(const struct fact *f, bool before) {
  if (f->initial) return strcmp(f->initial, f->value) ? f->initial : NULL;
  return missing(f, before);
}

struct lines {
  VEC(char *) v;
};

static void diff_compare(struct facts *a, struct facts *b, struct lines *out) {
  size_t i = 0, j = 0;
  while (i < a->v.len || j < b->v.len) {
    const struct fact *x = i < a->v.len ? &a->v.data[i] : NULL,
                      *y = j < b->v.len ? &b->v.data[j] : NULL;
    int c = !x ? 1 : !y ? -1 : diff_by_key(x, y);
    const char *gone;
    INVARIANT(!x || !i || diff_by_key(&a->v.data[i - 1], x) <= 0, "facts are in order: %s", x->key);
    INVARIANT(!y || !j || diff_by_key(&b->v.data[j - 1], y) <= 0, "facts are in order: %s", y->key);
    if (c == 0) {
      if (strcmp(x->value, y->value) != 0) *vec_push(&out->v) = line(x, x->value, y->value);
    } else if (c < 0) {
      if ((gone = absent(x, false)))
        *vec_push(&out->v) = line(x, x->kind == FACT_OBJECT ? "" : x->value, gone);
    } else if ((gone = absent(y, true))) {
      *vec_push(&out->v) = line(y, gone, y->value);
    }
    i += c <= 0;
    j += c >= 0;
  }
}

int engine_diff(struct engine *e, node_id from, node_id to, char ***lines, struct error *err) {
  struct facts a = {.e = e}, b = {.e = e};
  struct lines out = {0};
  struct session_visit here = session_visit(e);
  if (!node_valid(e, from)) return error_set(err, ERR_NOTFOUND, "no node %u", from);
  if (!node_valid(e, to)) return error_set(err, ERR_NOTFOUND, "no node %u", to);
  if (!session_intact(e, from) || !session_intact(e, to))
    return error_set(err, ERR_NOTFOUND,
                     "the execution was cut short at node %u: its state cannot be compared",
                     session_intact(e, from) ? to : from);
  session_names_of(e, from);
  session_names_of(e, to);
  diff_collect(&a, from);
  diff_collect(&b, to);
  session_return(e, here);
  diff_compare(&a, &b, &out);
  facts_release(&a);
  facts_release(&b);
  *vec_push(&out.v) = NULL;
  *lines = out.v.data;
  return 0;
}

void engine_lines_free(char **lines) {
  char **p;
  for (p = lines; p && *p; p++) free(*p);
  free(lines);
}
