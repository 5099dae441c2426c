/* See engine/run.h. */
#include "engine/natives/natives.h"
#include "engine/run.h"

#include <stdlib.h>

#include "engine/base/mem.h"
#include "engine/env/component.h"
#include "engine/env/contracts.h"
#include "engine/env/scenario.h"
#include "engine/vm/interp/coverage.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/natives/io/files.h"

struct engine_run {
  struct vm *vm;
};

int engine_run_open(const struct engine_options *o, struct engine_run **out, struct error *err) {
  struct engine_run *r = mem_alloc(sizeof *r);
  if (vm_new(o, &natives_library, NULL, &r->vm, err)) {
    free(r);
    return err->code;
  }
  *out = r;
  return 0;
}

void engine_run_close(struct engine_run *r) {
  if (!r) return;
  vm_free(r->vm);
  free(r);
}

bool engine_run_has_class(struct engine_run *r, const char *name) {
  return vm_class(r->vm, name, NULL) != NULL;
}

int engine_run_calls(struct engine_run *r, const char *klass, struct contract_calls *out,
                     struct error *err) {
  return contract_calls_of(r->vm, klass, out, err);
}

int engine_run_component(struct engine_run *r, const char *klass,
                         const struct component_asked *asked, struct component *out,
                         struct error *err) {
  return component_of(r->vm, klass, asked, out, err);
}

void engine_run_hear_tests(struct engine_run *r, struct text *out) { r->vm->listen.junit = out; }

int engine_run_start(struct engine_run *r, const char *main_class, int argc, char *const *argv,
                     struct error *err) {
  if (scenario_main(r->vm, main_class, argc, argv, err)) return err->code;
  if (vm_start(r->vm, main_class, argc, argv, err)) return err->code;
  return files_confine(r->vm, NULL, NULL, err);
}

enum run_end engine_run_go(struct engine_run *r, const volatile int *stop, uint64_t max_steps) {
  struct vm *vm = r->vm;
  vm->sched.stop = stop;
  vm->sched.insn_limit = max_steps;
  switch (vm_run_free(vm)) {
    case STOP_EXIT: return RUN_EXIT;
    case STOP_FAILED: return RUN_FAILED;
    case STOP_BLOCKED: return RUN_STUCK;
    default: return (stop && *stop) || vm_over_limit(vm) ? RUN_STOPPED : RUN_STUCK;
  }
}

int engine_run_status(const struct engine_run *r) { return (int)vm_machine(r->vm)->exit_code; }
uint64_t engine_run_instructions(const struct engine_run *r) { return r->vm->insn_total; }

const struct error *engine_run_failure(const struct engine_run *r, const char **stack) {
  *stack = r->vm->failure.stack ? r->vm->failure.stack : "";
  return &r->vm->err;
}

const char *engine_run_deadlock(struct engine_run *r, const char **detail) {
  if (!vm_deadlocked(r->vm, vm_way_on(r->vm))) return NULL;
  *detail = r->vm->violation.detail;
  return r->vm->violation.message;
}

const char *engine_run_violation(const struct engine_run *r) {
  return r->vm->violation.property ? r->vm->violation.message : NULL;
}

char *engine_run_threads(struct engine_run *r) {
  struct text out = {0};
  uint32_t i;
  text_puts(&out, "");
  for (i = 0; i < vm_machine(r->vm)->thread_count; i++) {
    struct thread *t = vm_thread(r->vm, i);
    char *name, *stack;
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) continue;
    name = thread_title(r->vm, t);
    stack = vm_stack_text(r->vm, t);
    text_printf(&out, "thread %s:\n%s", name, stack);
    free(name);
    free(stack);
  }
  return out.s;
}

void engine_run_coverage(struct engine_run *r, struct coverage *out) { coverage_take(r->vm, out); }
