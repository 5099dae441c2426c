/* heddle run: one schedule, behaves like java(1). The program's exit status is passed through; heddle's own failures are 125. */
#include <stdio.h>
#include <unistd.h>

#include "engine/vm/interp.h"
#include "tui/cli.h"

static int failed(struct vm *vm) {
  fprintf(stderr, "heddle: %s\n%s", vm->err.msg, vm->err_stack ? vm->err_stack : "");
  return EXIT_RUN_FAILED;
}

static int run(struct vm *vm) {
  switch (vm_run_free(vm)) {
    case STOP_EXIT: return (int)vm_machine(vm)->exit_code;
    case STOP_FAILED: return failed(vm);
    case STOP_BLOCKED:
      if (vm_deadlocked(vm)) fprintf(stderr, "heddle: %s\n%s", vm->violation.message, vm->violation.detail);
      return EXIT_RUN_FAILED;
    default: return EXIT_RUN_FAILED;
  }
}

int cmd_run(int argc, char **argv) {
  struct cli c;
  struct vm_options vo = {0};
  struct error err = {0};
  struct vm *vm = NULL;
  const char *main_class;
  int r = cli_parse(&c, argc, argv, CLI_PROGRAM, "[OPTION...] MAIN [ARG...]");
  if (r) return r - 1;
  main_class = cli_operand(&c, "the main class");
  if (!main_class) return EXIT_USAGE;
  vo.java_home = c.engine.java_home;
  vo.class_path = c.engine.class_path ? c.engine.class_path : ".";
  vo.seed = c.engine.seed;
  vo.heap_bytes = c.engine.heap_bytes;
  vo.defines = c.engine.defines;
  vo.define_count = c.engine.define_count;
  vo.stdin_path = c.engine.stdin_path;
  vo.assertions = true;
  vo.cold = true;
  vo.out_fd = STDOUT_FILENO;
  vo.err_fd = STDERR_FILENO;
  if (vm_new(&vo, &vm, &err) || vm_start(vm, main_class, c.argc, c.argv, &err)) {
    vm_free(vm);
    cli_fail(&err);
    return EXIT_RUN_FAILED;
  }
  r = run(vm);
  vm_free(vm);
  return r;
}
