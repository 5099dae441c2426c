/* Class files: parsed, linked and verified. Each method that the verifier accepts is executed on
 * its own with zeros and nulls as arguments, up to about its second back-edge. A collection and a
 * fingerprint in between read the frames by their stack maps. A delta undoes what an execution
 * changed; only the class itself stays until the machine is replaced. */
#include "engine/natives/natives.h"
#include "engine/state/canon/canon.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/interp/proof.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_class.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES_MAX = 1000, METHODS_MAX = 64, BACK_EDGES = 50 };

static struct {
  struct vm *vm;
  unsigned classes;
} machine; /* reused for many inputs, because a boot takes longer than many of them */

static const volatile int always = 1;

static struct vm *get_machine(void) {
  struct engine_options o = {
      .heap_bytes = 8 << 20, .seed = 1, .class_path = ".", .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  if (machine.vm && ++machine.classes < CLASSES_MAX) return machine.vm;
  vm_free(machine.vm);
  machine.classes = 0;
  if (vm_new(&o, &natives_library, NULL, &machine.vm, &err)) {
    fprintf(stderr, "%s\n", err.msg);
    abort();
  }
  machine.vm->sched.stop = &always;
  return machine.vm;
}

static int run_frames(struct vm *vm, struct thread *t) {
  vm->run.budget = BACK_EDGES;
  return interp_run(vm, t);
}

/* Returns true if the class is initialised or nothing had to be done. */
static bool initialised(struct vm *vm, struct thread *t, struct klass *k) {
  uint32_t before = t->frame, bottom;
  int rc = vm_init_class(vm, t, k);
  if (rc == NATIVE_OK) return true;
  if (rc != NATIVE_RETRY || t->frame == before) return false;
  for (bottom = t->frame; vm_frame(vm, bottom)->prev != before;)
    bottom = vm_frame(vm, bottom)->prev;
  vm_frame(vm, bottom)->flags |= FRAME_STOP;
  return run_frames(vm, t) == STOP_TERMINATED && !t->exception && !vm->err.code;
}

static void execute(struct vm *vm, struct thread *t, struct method *m) {
  uint32_t args[256] = {0};
  if (!initialised(vm, t, m->owner)) return;
  if (!(m->flags & ACC_STATIC)) {
    if (m->owner->flags & (ACC_ABSTRACT | ACC_INTERFACE)) return;
    args[0] = vm_new_object(vm, t, m->owner);
    if (!args[0]) return;
  }
  if (vm_push_frame(vm, t, m, args, FRAME_STOP, 0) != NATIVE_TAIL) return;
  vm->heap.gc_wanted = true;
  run_frames(vm, t);
  if (!vm->err.code) heap_collect(vm);
}

static void execute_and_undo(struct vm *vm, struct method *m) {
  vm_delta_open(vm, 0);
  execute(vm, vm_thread(vm, 0), m);
  vm_delta_abort(vm);
  vm_violation_clear(vm);
  error_clear(&vm->err);
  vm->section.frame = 0;
  vm->heap.gc_wanted = false;
}

/* Defines the class under an unused name: the file's own followed by a number. */
static struct klass *define(struct vm *vm, const uint8_t *data, size_t size) {
  struct symtab *syms = symtab_new();
  struct pool pool;
  struct class_file *cf;
  struct klass *k = NULL;
  char *name = NULL;
  pool_init(&pool);
  if (!class_parse(data, size, "input", &pool, syms, &cf, NULL))
    name = mem_printf("%s#%u", cf->name->s, machine.classes);
  if (name) k = vm_define(vm, data, size, name, NULL, NULL);
  free(name);
  pool_release(&pool);
  symtab_free(syms);
  return k;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct vm *vm = get_machine();
  struct klass *k = define(vm, data, size);
  if (!k || klass_prove(vm, k)) return 0;
  for (uint32_t i = 0; i < k->method_count && i < METHODS_MAX; i++)
    if (k->methods[i].info->code_len) execute_and_undo(vm, &k->methods[i]);
  return 0;
}

/* One input in four gets plain byte mutations, which the parser mostly rejects. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
  struct fuzz_random r = fuzz_random(seed);
  return fuzz_below(&r, 4) ? mutate_class(data, size, max, &r) : LLVMFuzzerMutate(data, size, max);
}
