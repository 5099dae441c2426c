/* See holder.h.
 *
 * The search covers the statics of the program's classes, everything reachable from there and from
 * the threads and their frames, and the frames' local variables. A library synchronizer hides its
 * state in an inner object (ReentrantLock.sync, CountDownLatch.sync); such an object is named after
 * the program's field that holds the synchronizer. If an object has several holders, a static field
 * wins over an instance field, an instance field over a local variable, a direct reference over one
 * through a synchronizer, and then the first name. So the text depends neither on addresses nor on
 * the order of linking. */
#include "engine/vm/sched/holder.h"
#include "engine/base/check.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/names.h"
#include "engine/vm/heap.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/stackmap.h"
#include "engine/vm/machine.h"

enum { LOCAL = 1, FIELD, STATIC, ELEMENTS_MAX = 1000 };

struct holding {
  ref obj, outer;
  uint8_t rank;
  bool seen;       /* its references were followed */
  int32_t element; /* index of the element; -1: the field itself holds the object */
  const struct symbol *name, *owner;
};
struct holders {
  struct vm *vm;
  /* hash table by obj (0: free slot); an entry without a rank was only visited */
  struct holding *slots;
  uint32_t mask, used;
  VEC(ref) todo;
};

/* ---- the table ---- */

static struct holding *slot_of(const struct holders *h, ref r) {
  uint32_t i = (r * 0x9E3779B1u) >> 7 & h->mask;
  while (h->slots[i].obj && h->slots[i].obj != r) i = (i + 1) & h->mask;
  return &h->slots[i];
}

static void grow(struct holders *h) {
  struct holding *old = h->slots;
  uint32_t i, n = h->mask + 1;
  h->mask = h->mask * 2 + 1;
  h->slots = mem_alloc(((size_t)h->mask + 1) * sizeof *h->slots);
  for (i = 0; i < n; i++)
    if (old[i].obj) *slot_of(h, old[i].obj) = old[i];
  free(old);
}

static struct holding *holder_add(struct holders *h, ref r) {
  struct holding *s = slot_of(h, r);
  if (s->obj) return s;
  CHECK(h->used < h->mask, "the table of holders has a free place");
  if (++h->used * 2 > h->mask) grow(h), s = slot_of(h, r);
  s->obj = r;
  return s;
}

static int by_name(const struct holding *a, const struct holding *b) {
  int c = a->owner && b->owner ? strcmp(a->owner->s, b->owner->s) : 0;
  if (!c) c = strcmp(a->name->s, b->name->s);
  return c ? c : a->element - b->element;
}

static bool holder_is_better(const struct holding *a, const struct holding *b) {
  bool direct = a->outer == a->obj, other = b->outer == b->obj;
  if (!b->rank) return true;
  if (direct != other) return direct;
  return a->rank != b->rank ? a->rank > b->rank : by_name(a, b) < 0;
}

static void offer(struct holders *h, struct holding new) {
  struct holding *s = holder_add(h, new.obj);
  if (!holder_is_better(&new, s)) return;
  new.seen = s->seen;
  *s = new;
}

/* ---- objects in a place ---- */

struct inside {
  struct holders *h;
  struct holding place;
};

/* Returns whether k is an array, a lock or the state inside a lock, but not a node of a queue of
 * waiting threads. */
static bool is_inner(const struct klass *k) {
  return k->is_array || (!strstr(k->name->s, "Node") && klass_orders_threads(k));
}

static void offer_inner(void *self, uint32_t slot) {
  struct inside *i = self;
  i->place.obj = *MEM32(i->h->vm, slot);
  if (i->place.obj && i->place.obj != i->place.outer && is_inner(vm_klass(i->h->vm, i->place.obj)))
    offer(i->h, i->place);
}

/* A condition refers to its lock, which has a name of its own. */
static bool is_condition(const struct klass *k) {
  static const char object[] = "$ConditionObject";
  size_t n = sizeof object - 1;
  return k->name->len > n && !strcmp(k->name->s + k->name->len - n, object);
}

/* Offers a place for the object in it and, if that is a library synchronizer, for the objects
 * inside. */
static void offer_value(struct holders *h, struct holding place, ref value) {
  const struct klass *k = value ? vm_klass(h->vm, value) : NULL;
  struct inside i = {h, place};
  if (!k) return;
  place.obj = place.outer = i.place.outer = value;
  offer(h, place);
  if (k->is_jdk && !k->is_array && !is_condition(k) &&
      !strncmp(k->name->s, "java/util/concurrent/", 21))
    heap_each_ref(h->vm, value, offer_inner, &i);
}

static void offer_place(struct holders *h, struct holding place, ref value) {
  const struct klass *k = value ? vm_klass(h->vm, value) : NULL;
  uint32_t i, n;
  offer_value(h, place, value);
  if (!k || !k->is_array || k->elem_type != 'L') return;
  n = array_length(h->vm, value);
  for (i = 0; i < n && i < ELEMENTS_MAX; i++) {
    place.element = (int32_t)i;
    offer_value(h, place, array_ref(h->vm, value, i));
  }
}

static bool is_ref(const struct field *f) { return f->type == 'L' || f->type == '['; }

static void offer_field(struct holders *h, const struct field *f, ref base) {
  bool is_static = f->flags & ACC_STATIC;
  /* skips javac's own fields: the outer object, and captured variables of lambdas */
  if (!is_ref(f) || !strncmp(f->name->s, "this$", 5) || strstr(f->owner->name->s, "$$Lambda"))
    return;
  offer_place(h,
              (struct holding){.rank = is_static ? STATIC : FIELD,
                               .element = -1,
                               .name = f->name,
                               .owner = is_static ? f->owner->name : NULL},
              *MEM32(h->vm, base + f->offset));
}

static void look_in_object(struct holders *h, ref obj) {
  const struct klass *k = vm_klass(h->vm, obj);
  uint32_t i;
  if (k->is_jdk || k->is_array) return;
  for (i = 0; i < k->all_field_count; i++) offer_field(h, k->all_fields[i], obj);
}

/* ---- where to search ---- */

static void visit(struct holders *h, ref r) {
  if (!r || r < HEAP_BASE || holder_add(h, r)->seen) return;
  *vec_push(&h->todo) = r;
}

static void visit_slot(void *self, uint32_t slot) {
  struct holders *h = self;
  visit(h, *MEM32(h->vm, slot));
}

static void look_in_statics(struct holders *h) {
  size_t c;
  uint32_t i;
  for (c = KLASS_FIRST; c < h->vm->klasses.len; c++) {
    const struct klass *k = h->vm->klasses.data[c];
    if (!k || k->is_jdk || !k->mirror) continue;
    for (i = 0; i < k->field_count; i++) {
      if (!(k->fields[i].flags & ACC_STATIC)) continue;
      offer_field(h, &k->fields[i], k->mirror);
      if (is_ref(&k->fields[i])) visit(h, *MEM32(h->vm, k->mirror + k->fields[i].offset));
    }
  }
}

/* Returns whether the variable can hold r. A slot that is no longer used may still contain its
 * former value. */
static bool suits(const struct holders *h, const struct local_var *v, ref r) {
  const struct klass *k = vm_klass(h->vm, r);
  const char *desc = v->desc->s;
  size_t n;
  if (*desc == '[') return k->is_array;
  for (; k; k = k->super) {
    n = strlen(k->name->s);
    if (!strncmp(desc + 1, k->name->s, n) && desc[1 + n] == ';') return k->super != NULL;
  }
  return false;
}

static void look_at_locals(struct holders *h, const struct frame *f, const struct method *m,
                           const struct slot_map *map) {
  uint32_t bci = frame_bci(h->vm, f), i;
  for (i = 0; i < m->info->local_var_count; i++) {
    const struct local_var *v = &m->info->local_vars[i];
    bool live = v->slot < map->locals && map->kind[v->slot] == SLOT_REF;
    ref r;
    if (bci < v->start_pc || bci >= (uint32_t)v->start_pc + v->length ||
        v->slot >= m->info->max_locals || (v->desc->s[0] != 'L' && v->desc->s[0] != '[') ||
        !strcmp(v->name->s, "this"))
      continue;
    r = *MEM32(h->vm, f->locals + v->slot * 4u);
    if (!r || (!live && (!slot_of(h, r)->obj || !suits(h, v, r)))) continue;
    offer_place(h, (struct holding){.rank = LOCAL, .element = -1, .name = v->name}, r);
  }
}

static void each_frame(struct holders *h, const struct thread *t, bool locals) {
  uint32_t at, i;
  for (at = t->frame; at; at = vm_frame(h->vm, at)->prev) {
    const struct frame *f = vm_frame(h->vm, at);
    const struct method *m = frame_method(h->vm, f);
    const struct slot_map *map;
    if ((f->flags & FRAME_ROOT) || !m || !m->code) continue;
    map = stackmap_of(h->vm, f);
    if (!map) continue;
    if (locals && m->info && !m->owner->is_jdk) look_at_locals(h, f, m, map);
    for (i = 0; !locals && i < map->locals; i++)
      if (map->kind[i] == SLOT_REF) visit(h, *MEM32(h->vm, f->locals + i * 4));
  }
}

static void look_in_threads(struct holders *h, bool locals) {
  uint32_t i;
  for (i = 0; i < vm_machine(h->vm)->thread_count; i++) {
    const struct thread *t = vm_thread(h->vm, i);
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) continue;
    if (!locals) visit(h, t->object);
    each_frame(h, t, locals);
  }
}

/* Follows the references of all visited objects. */
static void look_further(struct holders *h) {
  while (h->todo.len) {
    ref r = h->todo.data[--h->todo.len];
    struct holding *s = slot_of(h, r);
    if (s->seen) continue;
    s->seen = true;
    look_in_object(h, r);
    heap_each_ref(h->vm, r, visit_slot, h);
  }
}

struct holders *holders_new(struct vm *vm) {
  struct holders *h = mem_alloc(sizeof *h);
  *h = (struct holders){.vm = vm, .mask = 255};
  h->slots = mem_alloc(((size_t)h->mask + 1) * sizeof *h->slots);
  look_in_statics(h);
  look_in_threads(h, false);
  look_further(h);
  look_in_threads(h, true);
  return h;
}

void holders_free(struct holders *h) {
  if (!h) return;
  free(h->slots);
  vec_free(&h->todo);
  free(h);
}

/* ---- the text ---- */

char *holders_place(const struct holders *h, ref obj, ref *outer) {
  const struct holding *s = obj ? slot_of(h, obj) : NULL;
  const char *name;
  char *field, *place;
  if (outer) *outer = s && s->rank ? s->outer : obj;
  if (!s || !s->rank) return NULL;
  name = s->name->s + (strncmp(s->name->s, "val$", 4) ? 0 : 4);
  field = s->owner ? mem_printf("%s.%s", name_simple_class(s->owner->s), name) : mem_strdup(name);
  if (s->element < 0) return field;
  place = mem_printf("%s[%d]", field, s->element);
  free(field);
  return place;
}
