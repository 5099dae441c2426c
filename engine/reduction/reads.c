/* See reads.h. */
#include "engine/reduction/reads.h"
#include "engine/base/check.h"

#ifdef HEDDLE_READS
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "engine/vm/sched/quiet.h"
#include "engine/property/race.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/uncounted.h"

/* ---- the calls that the compiler inserts ---- */

struct touched { /* 8 bytes of the state */
  uint32_t unit;
  uintptr_t pc; /* address of the code that made the first access */
};

struct chunk {
  uint32_t from, to;
};

static struct {
  const uint8_t *mem;      /* the arena's memory; NULL: accesses are ignored */
  uint8_t *read, *written; /* by unit: a bit for each byte */
  VEC(struct touched) units;
  VEC(struct chunk) fresh;
} seen;

/* The race check's words are excluded, because no footprint contains them (footprint.h). */
enum { UNITS = SHADOW_BASE >> 3, ALL_BYTES = 0xff };

static void reads_own_note(uint32_t at, uint8_t *bits, uintptr_t pc) {
  uint32_t u = at >> 3;
  if (!seen.read[u] && !seen.written[u]) *vec_push(&seen.units) = (struct touched){u, pc};
  bits[u] |= (uint8_t)(1u << (at & 7));
}

static void reads_note(const void *p, size_t n, bool write, uintptr_t pc) {
  uint64_t at = (uint64_t)((const uint8_t *)p - seen.mem);
  if (!seen.mem || uncounted()->aside || at >= SHADOW_BASE || at < MACHINE_BASE) return;
  for (size_t i = 0; i < n && at + i < SHADOW_BASE; i++)
    reads_own_note((uint32_t)(at + i), write ? seen.written : seen.read, pc);
}

static void reads_fresh(uint32_t at, uint32_t size) {
  if (seen.mem) *vec_push(&seen.fresh) = (struct chunk){at, at + size};
}

static bool is_fresh(uint32_t at) {
  for (size_t i = 0; i < seen.fresh.len; i++)
    if (at >= seen.fresh.data[i].from && at < seen.fresh.data[i].to) return true;
  return false;
}

#define HERE ((uintptr_t)__builtin_return_address(0))
#define ACCESS(n) \
  void __tsan_read##n(void *p) { reads_note(p, n, false, HERE); } \
  void __tsan_write##n(void *p) { reads_note(p, n, true, HERE); } \
  void __tsan_unaligned_read##n(void *p) { reads_note(p, n, false, HERE); } \
  void __tsan_unaligned_write##n(void *p) { reads_note(p, n, true, HERE); } \
  void __tsan_volatile_read##n(void *p) { reads_note(p, n, false, HERE); } \
  void __tsan_volatile_write##n(void *p) { reads_note(p, n, true, HERE); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16) void __tsan_read_range(void *p, size_t n) {
  reads_note(p, n, false, HERE);
}
void __tsan_write_range(void *p, size_t n) { reads_note(p, n, true, HERE); }
void __tsan_init(void) {}
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void) {}

/* The instrumented code calls these functions instead of the C library's. */
void *reads_memcpy(void *to, const void *from, size_t n) {
  reads_note(from, n, false, HERE);
  reads_note(to, n, true, HERE);
  return memcpy(to, from, n);
}
void *reads_memmove(void *to, const void *from, size_t n) {
  reads_note(from, n, false, HERE);
  reads_note(to, n, true, HERE);
  return memmove(to, from, n);
}
void *reads_memset(void *to, int c, size_t n) {
  reads_note(to, n, true, HERE);
  return memset(to, c, n);
}
int reads_memcmp(const void *a, const void *b, size_t n) {
  reads_note(a, n, false, HERE);
  reads_note(b, n, false, HERE);
  return memcmp(a, b, n);
}

/* ---- the state before the transition ---- */

static uint32_t before(const struct vm *vm, uint32_t at) {
  uint32_t v;
  memcpy(&v, vm->arena.shadow + at, sizeof v);
  return v;
}

static uint32_t size_before(const struct vm *vm, ref r) {
  uint32_t id = before(vm, r);
  const struct klass *k;
  switch (id) {
    case KLASS_FREE: return before(vm, r + 4);
    case KLASS_MONITOR: return sizeof(struct monitor);
    case KLASS_ROW:
    case KLASS_WRITES:
    case KLASS_BACKTRACE: return (ARRAY_BASE + before(vm, r + ARRAY_LENGTH) * 4 + 15) & ~15u;
    default: break;
  }
  k = vm->klasses.data[id];
  return ((k->is_array ? ARRAY_BASE + (before(vm, r + ARRAY_LENGTH) << k->elem_shift)
                       : k->instance_size) +
          15) &
         ~15u;
}

/* Iterates over the heap objects; addresses must be asked for in ascending order. */
struct walk {
  ref at, end;
};

static ref object_at(const struct vm *vm, struct walk *w, uint32_t addr) {
  if (addr < HEAP_BASE) return arena_immortal_at(&vm->arena, addr);
  while (w->at < w->end && addr >= w->at + size_before(vm, w->at)) w->at += size_before(vm, w->at);
  return w->at < w->end ? w->at : 0;
}

/* ---- evaluation ---- */

struct evaluated {
  struct vm *vm;
  struct reads *r;
  ref obj;       /* as it was before the transition */
  uint32_t unit; /* index in obj */
  uint8_t read, written;
};

/* Returns the bytes of the unit that the footprint contains, as a bit mask. A fine footprint can
 * have several entries for one unit. */
static uint8_t in_print(const struct footprint *f, ref obj, uint32_t unit, bool write) {
  uint8_t bytes = 0;
  for (size_t i = 0; i < f->units.len; i++) {
    const struct footprint_unit *u = &f->units.data[i];
    if (u->obj == obj && u->unit == unit && (u->write || !write))
      bytes |= u->bytes ? u->bytes : ALL_BYTES;
  }
  return bytes;
}

static uint32_t record_of(uint32_t lock) { return lock & ~(uint32_t)OBJ_FLAGS; }

/* Does the thread own the monitor both before and after? Other threads cannot observe its entry
 * count. */
static bool stays_mine(const struct evaluated *j) {
  uint32_t mine = j->r->print.thread + 1u, at = j->obj + (uint32_t)offsetof(struct monitor, owner);
  return before(j->vm, at) == mine && *MEM32(j->vm, at) == mine;
}

/* Does the footprint cover the access to a monitor's record? Only owner and count are checked: the
 * footprint does not concern the row and the hash. */
static bool monitor_is_in(const struct evaluated *j) {
  const struct footprint *f = &j->r->print;
  struct vm *vm = j->vm;
  struct walk w = {HEAP_BASE, before(vm, MACHINE_BASE)};
  if (j->unit != offsetof(struct monitor, owner) / 8 || stays_mine(j)) return true;
  for (size_t i = 0; i < f->units.len; i++)
    if (f->units.data[i].unit == FOOTPRINT_MONITOR &&
        record_of(vm_object(vm, f->units.data[i].obj)->lock) == j->obj)
      return true;
  for (size_t i = 0; i < vm->arena.immortals.len; i++)
    if (record_of(before(vm, vm->arena.immortals.data[i] + 4)) == j->obj)
      return !(before(vm, vm->arena.immortals.data[i] + 4) & OBJ_SHARED);
  for (; w.at < w.end; w.at += size_before(vm, w.at))
    if (before(vm, w.at) >= KLASS_FIRST && record_of(before(vm, w.at + 4)) == j->obj)
      return !(before(vm, w.at + 4) & OBJ_SHARED);
  return true; /* garbage */
}

static const struct {
  const char *klass, *name;
} asides[] = {
#define ASIDE(klass, name, why) {klass, name},
#include "engine/reduction/reads.def"
#undef ASIDE
};

static bool is_aside(const struct field *f) {
  for (size_t i = 0; i < COUNT(asides); i++)
    if (f->owner->is_jdk && !strcmp(asides[i].name, f->name->s) &&
        !strcmp(asides[i].klass, f->owner->name->s))
      return true;
  return false;
}

/* Returns the field at `off` of the object as it was before, because the object may be gone. */
static struct field *field_before(const struct evaluated *j, uint32_t off) {
  const struct klass *k = j->vm->klasses.data[before(j->vm, j->obj)];
  if (arena_is_immortal(j->obj)) return vm_field_at(j->vm, j->obj, off);
  for (uint32_t i = 0; !k->is_array && i < k->all_field_count; i++)
    if (k->all_fields[i]->offset == off) return k->all_fields[i];
  return NULL;
}

/* Is the field never written again, or are its reads not scheduling points (quiet.def)? */
static bool field_is_quiet(const struct evaluated *j, uint32_t off) {
  struct field *f = field_before(j, off);
  if (!f) return false;
  quiet_classify(j->vm, f);
  if (f->quiet || is_aside(f)) return true;
  return f->flags & ACC_FINAL && !(before(j->vm, j->obj + 4) & OBJ_LEAKED);
}

/* Is the access to the class's initialisation state allowed? Every change of it depends on
 * everything, except changes by the initialising thread while the others wait. */
static bool init_is_quiet(const struct evaluated *j, uint32_t off) {
  return !(j->written >> (off & 7) & 1) ||
         before(j->vm, j->obj + j->vm->mirror.init_thread) == j->r->print.thread + 1u;
}

static uint32_t size_of(const struct field *f) {
  switch (f->type) {
    case 'J':
    case 'D': return 8;
    case 'C':
    case 'S': return 2;
    case 'Z':
    case 'B': return 1;
    default: return 4;
  }
}

/* `bits`: the bytes of the unit to check */
static bool fields_are_quiet(const struct evaluated *j, uint8_t bits, const struct klass *mk) {
  uint32_t off = j->unit * 8, end = off + 8, size;
  for (; off < end; off += size) {
    const struct field *f = field_before(j, off);
    size = f ? size_of(f) : 1;
    if (!(bits >> (off & 7) & ((1u << size) - 1))) continue;
    if (mk && !f && off < j->vm->mirror.statics ? !init_is_quiet(j, off) : !field_is_quiet(j, off))
      return false;
  }
  return true;
}

static bool bytes_are_quiet(const struct evaluated *j, uint8_t bits) {
  struct vm *vm = j->vm;
  const struct klass *k = vm->klasses.data[before(vm, j->obj)];
  if (!k->is_array)
    return fields_are_quiet(
        j, bits,
        k == vm->wk.klass && arena_is_immortal(j->obj) ? vm_mirror_klass(vm, j->obj) : NULL);
  if (j->unit < ARRAY_BASE / 8) return true;
  return (before(vm, j->obj + 4) | vm_object(vm, j->obj)->lock) & OBJ_FROZEN;
}

static bool is_covered(const struct evaluated *j) {
  const struct footprint *f = &j->r->print;
  uint32_t id = before(j->vm, j->obj);
  uint8_t left;
  if (id == KLASS_MONITOR) return monitor_is_in(j);
  if (id < KLASS_FIRST || !j->unit || !(before(j->vm, j->obj + 4) & OBJ_SHARED)) return true;
  left = (uint8_t)((j->written & ~in_print(f, j->obj, j->unit, true)) |
                   (j->read & ~in_print(f, j->obj, j->unit, false)));
  return !left || bytes_are_quiet(j, left);
}

extern const char __executable_start[];

static void fault(struct evaluated *j, const struct touched *t, const char *where) {
  struct vm *vm = j->vm;
  struct thread *th = vm_thread(vm, j->r->print.thread);
  char *place, *title, *s;
  if (j->r->fault) return;
  place = vm_location_text(vm, th);
  title = thread_title(vm, th);
  s = mem_printf(
      "footprint: %s, at %s: its transition %s %s, which its footprint does not contain (addr2line "
      "-f -i -e "
      "heddle 0x%lx)",
      title, place, j->written ? "wrote" : "read", where,
      (unsigned long)(t->pc - (uintptr_t)__executable_start));
  free(place);
  free(title);
  CHECK(j->r->keeps, "a transition touches what is in its footprint: %s", s);
  j->r->fault = s;
}

/* Reports "Counter.value (object 0x18000010)", "[I +16 (...)", or "a monitor +8 (...)". */
static void object_fault(struct evaluated *j, const struct touched *t) {
  struct vm *vm = j->vm;
  uint32_t id = before(vm, j->obj),
           off = j->unit * 8 + (uint32_t)__builtin_ctz(j->read | j->written);
  const struct field *f = id >= KLASS_FIRST ? field_before(j, off) : NULL;
  const char *what = id < KLASS_FIRST ? "a monitor" : vm->klasses.data[id]->name->s;
  char *where = f ? mem_printf("%s.%s (object 0x%x)", f->owner->name->s, f->name->s, j->obj)
                  : mem_printf("%s +%u (object 0x%x)", what, off, j->obj);
  fault(j, t, where);
  free(where);
}

/* Does a fine footprint cover this thread's record, by its life, permit or waking? The end of a
 * thread also covers the threads that wait for it. */
static bool thread_is_in(const struct evaluated *j, uint32_t record) {
  const struct footprint *f = &j->r->print;
  ref object = before(j->vm, record + (uint32_t)offsetof(struct thread, object));
  ref waits = before(j->vm, record + (uint32_t)offsetof(struct thread, wait_obj));
  for (size_t i = 0; i < f->units.len; i++) {
    const struct footprint_unit *u = &f->units.data[i];
    if (u->obj == object && u->unit <= FOOTPRINT_LIFE && u->unit >= FOOTPRINT_WAKE &&
        (u->write || !j->written))
      return true;
    if (u->unit == FOOTPRINT_LIFE && u->write && u->obj == waits) return true;
  }
  return false;
}

/* Checks an access to the record or the stack of another thread. */
static void evaluate_threads(struct evaluated *j, const struct touched *t) {
  uint32_t mine = j->r->print.thread, i = arena_thread_of(t->unit >> (BLOCK_SHIFT - 3));
  char *where;
  if (i >= vm_machine(j->vm)->thread_count || i == mine ||
      before(j->vm, THREADS_BASE + i * THREAD_SIZE) == THREAD_NONE ||
      thread_is_in(j, THREADS_BASE + i * THREAD_SIZE))
    return;
  where = mem_printf("the record or the stack of T%u at +%u", i, (t->unit * 8) % THREAD_SIZE);
  fault(j, t, where);
  free(where);
}

static int by_unit(const void *a, const void *b) {
  const struct touched *x = a, *y = b;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static void reads_evaluate(struct vm *vm, struct reads *r) {
  struct walk w = {HEAP_BASE, before(vm, MACHINE_BASE)};
  qsort(seen.units.data, seen.units.len, sizeof *seen.units.data, by_unit);
  for (size_t i = 0; i < seen.units.len; i++) {
    const struct touched *t = &seen.units.data[i];
    struct evaluated j = {
        .vm = vm, .r = r, .read = seen.read[t->unit], .written = seen.written[t->unit]};
    uint32_t at = t->unit * 8;
    if (arena_of_threads(at >> BLOCK_SHIFT)) {
      if (at >= THREADS_BASE) evaluate_threads(&j, t);
      continue;
    }
    j.obj = object_at(vm, &w, at);
    j.unit = (at - j.obj) >> 3;
    if (j.obj && !is_covered(&j) && !is_fresh(at)) object_fault(&j, t);
  }
}

/* ---- the transition ---- */

static uint8_t *reads_reserve(void) {
  void *p =
      mmap(NULL, UNITS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(p != MAP_FAILED, "there are addresses to note accesses");
  return p;
}

void reads_open(struct vm *vm, struct reads *r) {
  memset(r, 0, sizeof *r);
  if (!seen.read) seen.read = reads_reserve();
  if (!seen.written) seen.written = reads_reserve();
  footprint_listen(vm, &r->print);
}

void reads_close(struct vm *vm, struct reads *r) {
  footprint_close(vm, &r->print);
  free(r->fault);
  r->fault = NULL;
}

void reads_begin(struct vm *vm, struct reads *r, uint16_t thread) {
  r->print.fine = vm->sched.one_each;
  footprint_begin(vm, &r->print, thread);
  for (size_t i = 0; i < seen.units.len; i++)
    seen.read[seen.units.data[i].unit] = seen.written[seen.units.data[i].unit] = 0;
  seen.units.len = seen.fresh.len = 0;
  *uncounted() = (struct uncounted){.fresh = reads_fresh};
  seen.mem = vm->arena.mem;
  vm_thread_enabled(vm, vm_thread(vm, thread));
}

void reads_end(struct vm *vm, struct reads *r) {
  seen.mem = NULL;
  footprint_end(vm, &r->print);
  if (r->print.whole || vm->err.code || vm->violation.property) return;
  r->checked++;
  reads_evaluate(vm, r);
}
#else
typedef int reads_nothing;
#endif
