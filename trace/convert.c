/* Converts the engine's tables and events to those of a trace. */
#include "trace/convert.h"
#include "engine/base/check.h"
#include "engine/inside.h"

#include <stdlib.h>

#include "engine/state/xlog.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"

void convert_init(struct convert *c, struct engine *e, struct trace_writer *w) {
  memset(c, 0, sizeof *c);
  c->e = e;
  c->vm = engine_vm(e);
  c->w = w;
  c->next_object = 1;
  engine_name_path(e);
}

void convert_release(struct convert *c) {
  vec_free(&c->objects);
  vec_free(&c->numbers);
  free(c->slots);
}

/* ---- rows ---- */

uint32_t convert_class(struct convert *c, const struct klass *k) {
  if (!k) return 0;
  return trace_writer_class(c->w, k->name->s, k->is_jdk || !k->cf ? NULL : "app",
                            k->cf ? k->where : NULL, k->cf ? k->cf->hash : NULL, k->flags);
}

uint32_t convert_method(struct convert *c, const struct method *m) {
  return trace_writer_method(c->w, convert_class(c, m->owner), m->name->s, m->desc->s, m->flags);
}

uint32_t convert_location(struct convert *c, const struct method *m, uint32_t bci) {
  int32_t line = m->info ? method_line(m->info, bci) : -1;
  return trace_writer_location(c->w, convert_method(c, m), bci, line);
}

uint32_t convert_place(struct convert *c, uint32_t thread, uint32_t bci) {
  const struct thread *t = vm_thread(c->vm, thread);
  const struct frame *f = t->frame ? vm_frame(c->vm, t->frame) : NULL;
  return f && !(f->flags & FRAME_ROOT) ? convert_location(c, frame_method(c->vm, f), bci) : 0;
}

struct choice convert_choice(const struct convert *c) {
  return xnode(engine_explorer(c->e), engine_here(c->e))->choice;
}

/* Returns the slot of an address in the hash table. A slot holds an index into `objects` + 1; 0 is
 * free. */
static uint32_t *convert_slot_of(struct convert *c, ref at) {
  uint32_t i = (at * 0x9E3779B1u) >> 5 & c->mask;
  while (c->slots[i] && c->objects.data[c->slots[i] - 1].at != at) i = (i + 1) & c->mask;
  return &c->slots[i];
}

static void convert_grow(struct convert *c) {
  size_t i;
  free(c->slots);
  c->mask = c->mask ? c->mask * 2 + 1 : 255;
  c->slots = mem_alloc(((size_t)c->mask + 1) * sizeof *c->slots);
  for (i = 0; i < c->objects.len; i++) *convert_slot_of(c, c->objects.data[i].at) = (uint32_t)i + 1;
}

/* Clears the class of each object that was collected, so that a new object at its address is not
 * taken for it. */
void convert_arrive(struct convert *c) {
  size_t i;
  for (i = 0; i < c->objects.len; i++) {
    struct convert_object *o = &c->objects.data[i];
    if (vm_object(c->vm, o->at)->klass != o->klass) o->klass = 0;
  }
}

/* Is the object at that address still `o`? A different class or session number means that the
 * address was reused. */
static bool same_object(struct convert *c, const struct convert_object *o, uint32_t klass,
                        uint32_t number) {
  uint32_t *known = &c->numbers.data[o->id - 1].number;
  CHECK(o->id && o->id <= c->numbers.len, "an object of the trace has a row: %u", o->id);
  if (o->klass != klass || (number && *known && number != *known)) return false;
  if (!*known) *known = number;
  return true;
}

uint32_t convert_object(struct convert *c, ref at, uint32_t klass, uint32_t number) {
  struct convert_object o = {.at = at, .klass = klass};
  struct convert_number *n;
  uint32_t *slot;
  if (!at || klass < KLASS_FIRST) return 0;
  if (2 * (c->objects.len + 1) > c->mask) convert_grow(c);
  slot = convert_slot_of(c, at);
  if (*slot && same_object(c, &c->objects.data[*slot - 1], klass, number))
    return c->objects.data[*slot - 1].id;
  o.id = c->next_object++;
  if (*slot) {
    c->objects.data[*slot - 1] = o;
  } else {
    *vec_push(&c->objects) = o;
    *slot = (uint32_t)c->objects.len;
  }
  n = vec_push(&c->numbers);
  CHECK(o.id == c->numbers.len, "objects have consecutive ids: %u", o.id);
  *n = (struct convert_number){klass, convert_class(c, c->vm->klasses.data[klass]), number};
  trace_writer_object(c->w, o.id, n->class_id);
  return o.id;
}

static uint32_t object_of(struct convert *c, const struct xevent *x) {
  return convert_object(c, x->obj, x->klass, x->ordinal);
}

/* Writes the numbers of objects. An object that was collected before any state showed it has no
 * number in the session, so it gets one after those that the session assigned. Strings have no
 * numbers in the session and keep the numbers that their rows imply. */
static void put_numbers(struct convert *c) {
  VEC(uint32_t) rows = {0}, more = {0};
  size_t i;
  for (i = 0; i < c->numbers.len; i++) {
    struct convert_number n = c->numbers.data[i];
    uint32_t last = engine_last_number(c->e, n.klass), row;
    char *s;
    while (rows.len <= n.class_id) *vec_push(&more) = *vec_push(&rows) = 0;
    row = ++rows.data[n.class_id];
    if (!n.number) n.number = last ? last + ++more.data[n.class_id] : row;
    s = n.number == row ? NULL : mem_printf("%zu %u", i + 1, n.number);
    if (s) trace_writer_meta(c->w, TRACE_META_NUMBER, s);
    free(s);
  }
  vec_free(&rows);
  vec_free(&more);
}

static void thread_row(struct convert *c, const struct thread *t) {
  char *name = thread_role(c->vm, t);
  uint32_t klass = t->object ? vm_object(c->vm, t->object)->klass : 0,
           number = klass ? engine_object_number(c->e, t->object, klass) : 0;
  trace_writer_thread(c->w, convert_thread(t->index), name, t->parent, t->ordinal,
                      convert_object(c, t->object, klass, number), t->flags & TF_DAEMON ? 1 : 0);
  free(name);
}

void convert_tables(struct convert *c) {
  uint32_t i;
  for (i = 0; i < vm_machine(c->vm)->thread_count; i++) thread_row(c, vm_thread(c->vm, i));
  for (i = KLASS_FIRST; i < c->vm->klasses.len; i++) {
    const struct klass *k = c->vm->klasses.data[i];
    if (k && k->cf && !k->is_jdk && !k->extra) convert_class(c, k);
  }
  put_numbers(c);
}

/* ---- events ---- */

/* Is the adjacent event an `op` of the same thread on the same object? A wait logs WAIT and then
 * the release of the monitor; at its end it logs the acquire and then REACQUIRE. */
static bool neighbour(const struct xlog *log, uint32_t index, int step, enum op_kind op) {
  const struct xevent *e = &log->events[index], *o;
  if (step < 0 ? !index : index + 1 >= log->count) return false;
  o = &log->events[(int)index + step];
  return o->op == op && o->thread == e->thread && o->obj == e->obj;
}

int convert_kind(const struct xlog *log, uint32_t index, bool is_array) {
  const struct xevent *e = &log->events[index];
  switch (e->op) {
    case OPK_READ:
    case OPK_VOLATILE_READ: return is_array ? TRACE_EV_AREAD_AFTER : TRACE_EV_READ_AFTER;
    case OPK_WRITE:
    case OPK_VOLATILE_WRITE: return is_array ? TRACE_EV_AWRITE_BEFORE : TRACE_EV_WRITE_BEFORE;
    case OPK_LOCK: return neighbour(log, index, 1, OPK_REACQUIRE) ? 0 : TRACE_EV_MONITOR_ENTER;
    case OPK_UNLOCK: return neighbour(log, index, -1, OPK_WAIT) ? 0 : TRACE_EV_MONITOR_EXIT;
    case OPK_WAIT: return TRACE_EV_WAIT_BEGIN;
    case OPK_REACQUIRE: return TRACE_EV_WAIT_END;
    case OPK_NOTIFY: return TRACE_EV_NOTIFY;
    case OPK_NOTIFY_ALL: return TRACE_EV_NOTIFY_ALL;
    case OPK_START: return TRACE_EV_THREAD_START;
    case OPK_JOIN: return TRACE_EV_THREAD_JOIN;
    case OPK_END: return TRACE_EV_THREAD_END;
    case OPK_PARK: return TRACE_EV_PARK;
    case OPK_UNPARK: return TRACE_EV_UNPARK;
    case OPK_SLEEP: return TRACE_EV_SLEEP;
    case OPK_YIELD: return TRACE_EV_YIELD;
    case OPK_INTERRUPT: return TRACE_EV_INTERRUPT;
    case OPK_CLASS_INIT: return e->other ? TRACE_EV_CLASS_INIT_END : 0;
    case OPK_CHOOSE: return TRACE_EV_INPUT_RANDOM;
    default: return 0;
  }
}

uint64_t convert_bits(char type, uint64_t raw) {
  switch (type) {
    case 'Z': return raw & 1;
    case 'B': return (uint64_t)(int64_t)(int8_t)raw;
    case 'S': return (uint64_t)(int64_t)(int16_t)raw;
    case 'C': return (uint16_t)raw;
    case 'I': return (uint64_t)(int64_t)(int32_t)raw;
    case 'F':
    case 'L': return (uint32_t)raw;
    default: return raw;
  }
}

static unsigned type_bytes(char type) {
  switch (type) {
    case 'Z':
    case 'B': return 1;
    case 'C':
    case 'S': return 2;
    case 'J':
    case 'D': return 8;
    default: return 4;
  }
}

static void put_value(struct convert *c, const struct xevent *x, char type, struct trace_event *e) {
  if (x->size != type_bytes(type))
    /* the access covers a part of the value, or several elements at once */
    return;
  e->type = (uint8_t)convert_type(type);
  e->value = convert_bits((char)e->type, x->value);
  if (e->type == 'L') e->value = convert_object(c, (ref)e->value, x->value_klass, x->value_ordinal);
}

static void element(struct convert *c, const struct xevent *x, const struct klass *k,
                    struct trace_event *e) {
  CHECK(k && k->is_array && x->off >= ARRAY_BASE, "an element belongs to an array: T%u", x->thread);
  e->object = object_of(c, x);
  e->index = (int32_t)((x->off - ARRAY_BASE) >> k->elem_shift);
  put_value(c, x, k->elem_type, e);
}

static void variable(struct convert *c, const struct xevent *x, struct trace_event *e) {
  const struct field *f = xlog_field(c->vm, x->klass, x->obj, x->off);
  if (!f) {
    e->object = object_of(c, x);
    return;
  }
  e->ref = trace_writer_field(c->w, convert_class(c, f->owner), f->name->s, f->desc->s, f->flags);
  if (f->flags & ACC_STATIC)
    e->flags |= TRACE_STATIC;
  else
    e->object = object_of(c, x);
  if (f->flags & ACC_FINAL) e->flags |= TRACE_FINAL_FIELD;
  put_value(c, x, f->type, e);
}

static void details(struct convert *c, const struct xevent *x, struct trace_event *e) {
  const struct xnode *n = xnode(engine_explorer(c->e), engine_here(c->e));
  const struct klass *k = x->klass >= KLASS_FIRST ? c->vm->klasses.data[x->klass] : NULL;
  bool timed_out = n->choice.thread == x->thread && n->choice.kind == CHOICE_TIMEOUT;
  switch (e->kind) {
    case TRACE_EV_AREAD_AFTER:
    case TRACE_EV_AWRITE_BEFORE: element(c, x, k, e); break;
    case TRACE_EV_READ_AFTER:
    case TRACE_EV_WRITE_BEFORE: variable(c, x, e); break;
    case TRACE_EV_CLASS_INIT_END: e->ref = convert_class(c, vm_mirror_klass(c->vm, x->obj)); return;
    case TRACE_EV_THREAD_START:
      e->object = object_of(c, x);
      e->ref = convert_thread(x->other);
      return;
    case TRACE_EV_THREAD_JOIN:
    case TRACE_EV_UNPARK:
    case TRACE_EV_INTERRUPT: e->ref = convert_thread(x->other); return;
    case TRACE_EV_WAIT_END:
      if (timed_out) e->flags |= TRACE_ELAPSED;
      if (n->choice.thread == x->thread && n->choice.kind == CHOICE_INTERRUPT)
        e->flags |= TRACE_INTERRUPTED;
      e->object = object_of(c, x);
      return;
    case TRACE_EV_INPUT_RANDOM: /* `mode` holds the type of the value */
      e->type = (uint8_t)convert_type((char)x->mode);
      e->value = convert_bits((char)e->type, x->value);
      if (e->type == 'L') e->value = convert_object(c, (ref)e->value, c->vm->wk.string->id, 0);
      e->text = trace_writer_string(c->w, "input");
      return;
    case TRACE_EV_SLEEP:
    case TRACE_EV_YIELD:
    case TRACE_EV_THREAD_END:
    case TRACE_EV_PARK: return;
    default: e->object = object_of(c, x); return;
  }
  if (x->op == OPK_VOLATILE_READ || x->op == OPK_VOLATILE_WRITE) e->flags |= TRACE_VOLATILE;
}

static bool is_array(const struct vm *vm, const struct xevent *x) {
  return x->size && x->klass >= KLASS_FIRST && vm->klasses.data[x->klass]->is_array;
}

static void one(struct convert *c, const struct xlog *log, uint32_t i) {
  const struct xevent *x = &log->events[i];
  struct trace_event e = {.thread = convert_thread(x->thread)};
  int kind = convert_kind(log, i, is_array(c->vm, x));
  bool inside_jdk = x->in_method && c->vm->methods.data[x->in_method]->owner->is_jdk;
  if (!kind || (x->size && inside_jdk && !x->shared))
    return; /* library code works on its own, unshared object */
  e.kind = (uint8_t)kind;
  if (xlog_internal(c->vm, x)) e.flags |= TRACE_LIBRARY;
  if (x->method) e.location = convert_location(c, c->vm->methods.data[x->method], x->bci);
  details(c, x, &e);
  trace_writer_event(c->w, &e);
}

void convert_transition(struct convert *c) {
  const struct xnode *n = xnode(engine_explorer(c->e), engine_here(c->e));
  uint32_t i;
  if (n->op == OPK_BEGIN)
    trace_writer_event(c->w, &(struct trace_event){.kind = TRACE_EV_THREAD_BEGIN,
                                                   .thread = convert_thread(n->choice.thread)});
  for (i = 0; n->log && i < n->log->count; i++) one(c, n->log, i);
}
