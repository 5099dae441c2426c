/* Sequence files: resolves the lines of a --seq file against the classes of the library. */
#include "engine/natives/natives.h"
#include "engine/flow/location.h"
#include "engine/flow/sequence.h"
#include "engine/vm/boot/boot.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

enum { INPUTS_MAX = 20000 };

/* The machine is reused, and replaced from time to time because every requested name stays in its
 * symbol table. */
static struct vm *get_machine(void) {
  static struct vm *vm;
  static unsigned inputs;
  struct engine_options o = {
      .heap_bytes = 8 << 20, .seed = 1, .class_path = ".", .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  if (vm && ++inputs == INPUTS_MAX) {
    vm_free(vm);
    vm = NULL;
    inputs = 0;
  }
  if (!vm && vm_create(&o, &natives_library, NULL, &vm, &err)) {
    fprintf(stderr, "%s\n", err.msg);
    abort();
  }
  return vm;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct vm *vm = get_machine();
  struct sequence seq = {0};
  struct error err = {0};
  sequence_read(vm, "java/lang/Integer", fuzz_file(data, size), &seq, &err);
  sequence_release(&seq);
  return 0;
}
