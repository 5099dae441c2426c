/* Reads the calls and results of a path from its last state. See assess_int.h. */
#include "engine/assess/assess_int.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/record.h"

#include <stdlib.h>

/* Reads the values that main drew. */
static void read_values(struct explorer *x, struct assess_case *k) {
  struct choice *c;
  uint32_t n = explorer_schedule(x, x->here, &c);
  for (uint32_t i = 0; i < n; i++)
    if (c[i].kind == CHOICE_VALUE && vm_thread(x->vm, c[i].thread)->flags & TF_MAIN)
      *vec_push(&k->values) = c[i].arg;
  free(c);
}

static void read_thread(struct vm *vm, const struct records *r, uint32_t who,
                        struct record_names *names, struct assess_case *k) {
  const struct record_thread *t = &r->of[who];
  uint32_t n = record_begun(vm, t), ended = record_ended(vm, t);
  k->count[who] = n;
  k->calls[who] = mem_alloc((n + 1) * sizeof *k->calls[who]);
  k->history[who] = mem_alloc((n + 1) * sizeof *k->history[who]);
  k->read[who] = mem_alloc((n + 1) * sizeof *k->read[who]);
  for (uint32_t i = 0; i < n; i++) {
    struct assess_call *c = &k->calls[who][i];
    struct text result = {0}, shape = {0};
    c->number = record_number(vm, t, i);
    k->history[who][i].pending = i >= ended;
    for (uint32_t o = 0; o < r->threads; o++) {
      k->read[who][i].ended[o] = (uint8_t)record_of(record_saw_ended(vm, t, i), o, r->threads);
      k->read[who][i].begun[o] = (uint8_t)record_of(record_saw_begun(vm, t, i), o, r->threads);
    }
    if (i >= ended) continue;
    record_result(vm, t, i, names, &result);
    record_result(vm, t, i, NULL, &shape);
    c->result = result.s;
    c->shape = shape.s;
  }
}

static void read_behind(struct vm *vm, const struct records *r, struct record_names *names,
                        struct assess_case *k) {
  const struct record_thread *t = &r->of[r->threads];
  uint32_t n = record_ended(vm, t);
  struct text out = {0};
  text_puts(&out, "");
  for (uint32_t i = 0; i < n; i++) {
    text_printf(&out, "%s%s -> ", i ? ", " : "",
                vm->environment.calls[r->threads][record_number(vm, t, i)]);
    record_result(vm, t, i, names, &out);
  }
  k->observed = out.s;
  k->behind = !k->stuck && records_done(vm, r);
}

void assess_case_read(struct explorer *x, struct assess_case *k) {
  struct vm *vm = x->vm;
  struct record_names names = {0};
  struct records r;
  struct text whole = {0};
  memset(k, 0, sizeof *k);
  k->stuck = !vm_ended(vm);
  if (!records_read(vm, &r)) return;
  k->threads = r.threads;
  for (uint32_t i = 0; i < r.threads; i++) read_thread(vm, &r, i, &names, k);
  read_behind(vm, &r, &names, k);
  records_text(vm, &r, &whole);
  k->whole = whole.s;
  read_values(x, k);
  vec_free(&names.all);
}

void assess_case_release(struct assess_case *k) {
  for (uint32_t i = 0; i < k->threads; i++) {
    for (uint32_t n = 0; n < k->count[i]; n++) {
      free(k->calls[i][n].result);
      free(k->calls[i][n].shape);
    }
    free(k->calls[i]);
    free(k->history[i]);
    free(k->read[i]);
  }
  free(k->whole);
  free(k->observed);
  vec_free(&k->values);
}

void assess_case_order(struct assess_case *k, uint32_t property) {
  for (uint32_t i = 0; i < k->threads; i++)
    for (uint32_t n = 0; n < k->count[i]; n++) {
      memset(k->history[i][n].before, 0, sizeof k->history[i][n].before);
      if (property == PROP_LINEARIZABLE)
        history_real_time(&k->read[i][n], i, k->threads, &k->history[i][n]);
    }
  if (property == PROP_QUIESCENT)
    history_quiescence((const struct history_read *const *)k->read, k->count, k->threads,
                       k->history);
}

void assess_case_key(const struct assess_case *k, struct text *out) {
  text_printf(out, "%d%d", k->stuck, k->behind);
  for (size_t i = 0; i < k->values.len; i++) text_printf(out, " %u", k->values.data[i]);
  text_printf(out, "\n%s\n", k->whole);
  for (uint32_t i = 0; i < k->threads; i++)
    for (uint32_t n = 0; n < k->count[i]; n++) {
      text_printf(out, "%u", k->calls[i][n].number);
      for (uint32_t o = 0; o < k->threads; o++)
        text_printf(out, " %u.%u", k->read[i][n].ended[o], k->read[i][n].begun[o]);
    }
}
