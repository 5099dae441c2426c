/* The classes by which programs call a model checker: gov.nasa.jpf.vm.Verify (and its older
 * package) and SV-COMP's Verifier. An input is a choice of the search (CHOICE_VALUE): the thread
 * stops before it as before a visible operation, and the search tries every value of its domain. If
 * a domain is too large, the search tries only some of its values (domain.h), and then no verdict
 * is "no error".
 *
 * assume(false) and ignoreIf(true) end the path; other threads may run before them. Methods that
 * only steer JPF's own search (breaks, coverage counters) do nothing, which removes no execution.
 * beginAtomic and endAtomic delimit a section without thread switches. In `heddle run`, an input is
 * a seeded random number. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/natives/test/domain.h"
#include "engine/base/check.h"
#include "engine/natives/test/supplied.h"
#include "engine/natives/util.h"
#include "engine/vm/answers.h"
#include "engine/vm/code.h"
#include "engine/vm/loader/synthetic.h"

typedef int domain_fn(struct native_call *c, struct domain *d); /* returns enum native_result */

/* Returns the class whose code asks for the input. */
static const struct klass *asker(const struct native_call *c) {
  return c->t->frame ? frame_method(c->vm, vm_frame(c->vm, c->t->frame))->owner : c->m->owner;
}

/* ---- domains ---- */

static int verify_whole(struct native_call *c, struct domain *d, char type, int64_t lo,
                        int64_t hi) {
  domain_range(c->vm, d, type, lo, hi, asker(c));
  return NATIVE_OK;
}

static int any_bool(struct native_call *c, struct domain *d) {
  return verify_whole(c, d, 'Z', 0, 1);
}
static int any_byte(struct native_call *c, struct domain *d) {
  return verify_whole(c, d, 'B', INT8_MIN, INT8_MAX);
}
static int any_char(struct native_call *c, struct domain *d) {
  return verify_whole(c, d, 'C', 0, UINT16_MAX);
}
static int any_short(struct native_call *c, struct domain *d) {
  return verify_whole(c, d, 'S', INT16_MIN, INT16_MAX);
}
static int any_int(struct native_call *c, struct domain *d) {
  return verify_whole(c, d, 'I', INT32_MIN, INT32_MAX);
}
static int any_long(struct native_call *c, struct domain *d) {
  return verify_whole(c, d, 'J', INT64_MIN, INT64_MAX);
}

/* getBoolean(boolean falseFirst) */
static int bool_in_order(struct native_call *c, struct domain *d) {
  *d = (struct domain){.type = 'Z', .count = 2, .value = {!c->args[0], c->args[0] != 0}};
  return NATIVE_OK;
}

/* getInt(min, max): as in JPF, the bounds may be in any order */
static int int_between(struct native_call *c, struct domain *d) {
  int32_t a = (int32_t)c->args[0], b = (int32_t)c->args[1];
  return verify_whole(c, d, 'I', a < b ? a : b, a < b ? b : a);
}

/* random(max) */
static int int_up_to(struct native_call *c, struct domain *d) {
  int32_t max = (int32_t)c->args[0];
  return verify_whole(c, d, 'I', max < 0 ? max : 0, max < 0 ? 0 : max);
}

/* heddle.Environment.choose(n): a choice left open by an environment (engine/env/environment.h) */
static int int_below(struct native_call *c, struct domain *d) {
  CHECK((int32_t)c->args[0] > 0, "an environment leaves something to choose: %d",
        (int32_t)c->args[0]);
  return verify_whole(c, d, 'I', 0, (int32_t)c->args[0] - 1);
}

static int any_float(struct native_call *c, struct domain *d) {
  domain_real(c->vm, d, 'F', asker(c));
  return NATIVE_OK;
}
static int any_double(struct native_call *c, struct domain *d) {
  domain_real(c->vm, d, 'D', asker(c));
  return NATIVE_OK;
}
static int any_string(struct native_call *c, struct domain *d) {
  domain_strings(c->vm, d, asker(c));
  return NATIVE_OK;
}

/* get...FromList(values...): equal values count once. */
static int listed(struct native_call *c, struct domain *d) {
  ref a = c->args[0];
  const struct klass *k = a ? vm_klass(c->vm, a) : NULL;
  uint32_t i, n = a ? array_length(c->vm, a) : 0;
  if (!a) return nat_npe(c);
  if (!n)
    return vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", "no values to choose from");
  *d = (struct domain){.type = k->elem_type};
  for (i = 0; i < n; i++) {
    uint64_t v = 0;
    memcpy(&v, array_data(c->vm, a) + ((size_t)i << k->elem_shift), (size_t)1 << k->elem_shift);
    if (d->type == 'I') v = (uint64_t)(int64_t)(int32_t)v;
    domain_add(d, v);
  }
  return NATIVE_OK;
}

/* ---- asking for inputs ---- */

static void give(struct native_call *c, char type, uint64_t v) {
  if (type == 'J' || type == 'D')
    memcpy(&c->ret.l, &v, sizeof c->ret.l);
  else if (type == 'L')
    c->ret.r = (ref)v;
  else
    c->ret.i = (int32_t)v;
}

static void note_part(struct vm *vm, const struct native_call *c, const struct domain *d) {
  const char *name = strrchr(c->m->owner->shown->s, '/');
  if (!d->part) return;
  vm_broken(vm, BROKEN_VALUES, "values: of the values of %s.%s, only the first %u were tried",
            name ? name + 1 : c->m->owner->shown->s, c->m->name->s, d->count);
}

static void note_chosen(struct native_call *c, uint64_t value) {
  struct text of = {0};
  if (!c->vm->answers.wanted) return;
  text_printf(&of, "%s.%s%s", c->m->owner->shown->s, c->m->name->s, c->m->desc->s);
  vm_note_answer(c->vm, c->t, ANSWER_CHOSEN, value, symtab_intern(c->vm->syms, of.s, of.len)->s);
  text_release(&of);
}

static int ask(struct native_call *c, domain_fn *of) {
  struct vm *vm = c->vm;
  struct domain *d = mem_alloc(sizeof *d);
  uint32_t i = 0;
  int rc = of(c, d);
  if (rc == NATIVE_OK && !vm->sched.scheduling) {
    i = (uint32_t)(vm_random(vm) % d->count);
  } else if (rc == NATIVE_OK) {
    note_part(vm, c, d);
    if (d->count > 1 && !vm_choose(vm, c->t, d->count, &i)) rc = NATIVE_STOP;
    CHECK(i < d->count, "an input has a value of its domain: %u of %u", i, d->count);
  }
  if (rc == NATIVE_OK) {
    give(c, d->type, d->value[i]);
    note_chosen(c, d->value[i]);
    vm->answers.other_choice |= d->type == 'L';
    if (vm->sched.trace_on)
      ev_slow(vm, c->t, OPK_CHOOSE, 0, (uint32_t)d->value[i], 0, false, d->type,
              (uint32_t)(d->value[i] >> 32));
  }
  free(d);
  return rc;
}

#define INPUT(name) \
  static int ask_##name(struct native_call *c) { return ask(c, name); }
INPUT(any_bool)
INPUT(any_byte)
INPUT(any_char)
INPUT(any_short)
INPUT(any_int)
INPUT(int_below)
INPUT(any_long)
INPUT(any_float)
INPUT(any_double)
INPUT(any_string)
INPUT(bool_in_order)
INPUT(int_between)
INPUT(int_up_to)
INPUT(listed)

static const struct {
  native_fn *ask;
  domain_fn *of;
} inputs[] = {{ask_any_bool, any_bool},
              {ask_any_byte, any_byte},
              {ask_any_char, any_char},
              {ask_any_short, any_short},
              {ask_any_int, any_int},
              {ask_any_long, any_long},
              {ask_any_float, any_float},
              {ask_any_double, any_double},
              {ask_any_string, any_string},
              {ask_bool_in_order, bool_in_order},
              {ask_int_between, int_between},
              {ask_int_up_to, int_up_to},
              {ask_listed, listed}};

bool verify_domain_at(struct vm *vm, const struct thread *t, struct domain *d) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  const struct method *caller = f ? frame_method(vm, f) : NULL, *m;
  struct native_call c = {.vm = vm, .t = vm_thread(vm, t->index)};
  size_t i;
  if (t->state != THREAD_RUNNABLE || t->op != OPK_CHOOSE || !caller || !caller->code) return false;
  m = caller->code->insns[f->pc].u.p; /* the call was resolved when the thread got here */
  if (!m) return false;
  c.m = m;
  c.args = MEM32(vm, f->sp - m->arg_slots * 4u);
  for (i = 0; i < COUNT(inputs); i++)
    if (inputs[i].ask == m->native) return inputs[i].of(&c, d) == NATIVE_OK;
  return false;
}

/* ---- the rest of the interfaces ---- */

/* Ends the path, whatever its other threads would still do. */
static int drop_path(struct native_call *c, bool drop) {
  if (!drop) return NATIVE_OK;
  VISIBLE(c, OPK_EXIT, c->t->object, 0);
  put32(c->vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, exit_code), 0);
  put32(c->vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, exited), 1);
  return NATIVE_EXIT;
}
static int assume(struct native_call *c) { return drop_path(c, !c->args[0]); }
static int ignore_if(struct native_call *c) { return drop_path(c, c->args[0] != 0); }

static int assert_true(struct native_call *c) {
  return c->args[0] ? NATIVE_OK : vm_throw(c->vm, c->t, "java/lang/AssertionError", NULL);
}

static int assert_said(struct native_call *c) {
  char *s = c->args[0] ? vm_utf8(c->vm, c->args[0]) : NULL;
  int rc = c->args[1] ? NATIVE_OK
                      : vm_throw(c->vm, c->t, "java/lang/AssertionError", s ? "%s" : NULL, s);
  free(s);
  return rc;
}

/* beginAtomic and endAtomic: after the section's first operation, no other thread runs until the
 * section ends or this thread blocks. Sections nest. */
static int begin_section(struct native_call *c) {
  if (c->t->flags > UINT32_MAX - TF_SECTION)
    return vm_unsupported(c->vm, c->t, "Verify.beginAtomic: more than %u sections in one another",
                          UINT32_MAX / TF_SECTION);
  thread_touch(c->vm, c->t);
  if (c->t->flags < TF_SECTION) c->t->flags |= TF_SECTION_FIRST;
  c->t->flags += TF_SECTION;
  c->vm->seen.sections = true;
  return NATIVE_OK;
}

static int end_section(struct native_call *c) {
  thread_touch(c->vm, c->t);
  if (c->t->flags >= TF_SECTION) c->t->flags -= TF_SECTION;
  if (c->t->flags < TF_SECTION) c->t->flags &= ~(uint32_t)TF_SECTION_FIRST;
  return NATIVE_OK;
}

#define VERIFY(klass) \
  {klass, "getBoolean", "()Z", ask_any_bool}, {klass, "randomBool", "()Z", ask_any_bool}, \
      {klass, "getBoolean", "(Z)Z", ask_bool_in_order}, \
      {klass, "getInt", "(II)I", ask_int_between}, {klass, "random", "(I)I", ask_int_up_to}, \
      {klass, "getIntFromList", "([I)I", ask_listed}, \
      {klass, "getIntFromSet", "([I)I", ask_listed}, \
      {klass, "getLongFromList", "([J)J", ask_listed}, \
      {klass, "getFloatFromList", "([F)F", ask_listed}, \
      {klass, "getDoubleFromList", "([D)D", ask_listed}, {klass, "ignoreIf", "(Z)V", ignore_if}, \
      {klass, "assertTrue", "(Z)V", assert_true}, \
      {klass, "assertTrue", "(Ljava/lang/String;Z)V", assert_said}, \
      {klass, "beginAtomic", "()V", begin_section}, {klass, "endAtomic", "()V", end_section}, \
      {klass, "breakTransition", "()V", nat_nothing}, \
      {klass, "breakTransition", "(Ljava/lang/String;)V", nat_nothing}, \
      {klass, "interesting", "(Z)V", nat_nothing}, {klass, "boring", "(Z)V", nat_nothing}, \
      {klass, "printPathOutput", "(Ljava/lang/String;)V", nat_nothing}, \
      {klass, "printPathOutput", "(ZLjava/lang/String;)V", nat_nothing}, \
      {klass, "setShared", "(Ljava/lang/Object;Z)V", nat_nothing}, \
      {klass, "freezeSharedness", "(Ljava/lang/Object;Z)V", nat_nothing}, \
      {klass, "busyWait", "(J)V", nat_nothing}, { \
    klass, "isRunningInJPF", "()Z", nat_one \
  }

#define SVCOMP "org/sosy_lab/sv_benchmarks/Verifier"
const struct native_row natives_verification_api[] = {
    VERIFY("gov/nasa/jpf/vm/Verify"),
    VERIFY("gov/nasa/jpf/jvm/Verify"),
    {"heddle/Environment", "choose", "(I)I", ask_int_below},
    {SVCOMP, "assume", "(Z)V", assume},
    {SVCOMP, "nondetBoolean", "()Z", ask_any_bool},
    {SVCOMP, "nondetByte", "()B", ask_any_byte},
    {SVCOMP, "nondetChar", "()C", ask_any_char},
    {SVCOMP, "nondetShort", "()S", ask_any_short},
    {SVCOMP, "nondetInt", "()I", ask_any_int},
    {SVCOMP, "nondetLong", "()J", ask_any_long},
    {SVCOMP, "nondetFloat", "()F", ask_any_float},
    {SVCOMP, "nondetDouble", "()D", ask_any_double},
    {SVCOMP, "nondetString", "()Ljava/lang/String;", ask_any_string},
    {0},
};

struct klass *inputs_class(struct vm *vm, const struct symbol *name, struct error *err) {
  const struct native_row *r = natives_verification_api;
  struct synth *s;
  while (r->klass && strcmp(r->klass, name->s) != 0) r++;
  if (!r->klass) return NULL;
  s = synth_new(name->s, "java/lang/Object", ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
  for (; r->klass && !strcmp(r->klass, name->s); r++)
    synth_method(s, ACC_PUBLIC | ACC_STATIC | ACC_NATIVE, r->name, r->desc);
  return synth_define(vm, s, NULL, err);
}
