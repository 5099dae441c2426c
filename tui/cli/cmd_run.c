/* heddle run: one schedule, behaves like java(1). The program's exit status is passed through;
 * heddle's own failures are 125, an end by Ctrl-C 130. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/vm/natives/files.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "tui/cli/cli.h"
#include "tui/cli/coverage.h"
#include "tui/cli/misplaced.h"

static int failed(struct vm *vm) {
  fprintf(stderr, "heddle: %s\n%s", vm->err.msg, vm->failure.stack ? vm->failure.stack : "");
  return EXIT_RUN_FAILED;
}

/* Where every thread was when the run was stopped, as a JVM tells on Ctrl-\. */
static void report_threads(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    char *name, *stack;
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) continue;
    name = thread_name(vm, t);
    stack = vm_stack_text(vm, t);
    fprintf(stderr, "thread %s:\n%s", name, stack);
    free(name);
    free(stack);
  }
}

static int stopped(struct vm *vm, const struct cli *c) {
  unsigned long long n = vm->insn_total;
  if (cli_stop == SIGALRM)
    fprintf(stderr, "heddle: stopped after %g s (--time), %llu bytecode%s\n", c->search.seconds, n,
            PLURAL(n));
  else if (cli_stop)
    fprintf(stderr, "heddle: interrupted after %llu bytecode%s\n", n, PLURAL(n));
  else
    fprintf(stderr, "heddle: stopped after %llu bytecode%s (--max-steps)\n", n, PLURAL(n));
  report_threads(vm);
  return cli_stop && cli_stop != SIGALRM ? 128 + cli_stop : EXIT_RUN_FAILED;
}

static int run_run(struct vm *vm, const struct cli *c) {
  vm->sched.stop = &cli_stop;
  vm->sched.insn_limit = c->search.max_steps;
  cli_alarm(c->search.seconds);
  switch (vm_run_free(vm)) {
    case STOP_EXIT: return (int)vm_machine(vm)->exit_code;
    case STOP_FAILED: return failed(vm);
    case STOP_BLOCKED:
      if (vm_deadlocked(vm))
        fprintf(stderr, "heddle: %s\n%s", vm->violation.message, vm->violation.detail);
      return EXIT_RUN_FAILED;
    default: return cli_stop || vm_over_limit(vm) ? stopped(vm, c) : EXIT_RUN_FAILED;
  }
}

int cmd_run(int argc, char **argv) {
  struct cli c;
  struct vm_options vo = {0};
  struct error err = {0};
  FILE *coverage = NULL;
  struct vm *vm = NULL;
  const char *main_class;
  int r =
      cli_parse(&c, argc, argv, CLI_PROGRAM | CLI_RUN | CLI_COVERAGE, "[OPTION...] MAIN [ARG...]");
  if (r) return r - 1;
  if (misplaced(&c, &err)) return cli_fail(&err);
  main_class = cli_operand(&c, "the main class");
  if (!main_class) return EXIT_USAGE;
  vo.java_home = c.engine.java_home;
  vo.class_path = c.engine.class_path ? c.engine.class_path : ".";
  vo.seed = c.engine.seed;
  vo.heap_bytes = c.engine.heap_bytes;
  vo.defines = c.engine.defines;
  vo.define_count = c.engine.define_count;
  vo.readable = c.engine.readable;
  vo.readable_count = c.engine.readable_count;
  if (c.engine.stdin_path && strcmp(c.engine.stdin_path, "-") != 0)
    vo.stdin_path = c.engine.stdin_path;
  vo.assertions = true;
  vo.cold = true;
  vo.out_fd = STDOUT_FILENO;
  vo.err_fd = STDERR_FILENO;
  cli_signals();
  vo.coverage = c.coverage != NULL;
  if ((c.coverage && coverage_open(c.coverage, &coverage, &err)) || vm_new(&vo, &vm, &err) ||
      vm_start(vm, main_class, c.argc, c.argv, &err) || files_confine(vm, NULL, NULL, &err)) {
    vm_free(vm);
    cli_fail(&err);
    return EXIT_RUN_FAILED;
  }
  r = run_run(vm, &c);
  if (coverage_close(vm, c.source_path, c.coverage, coverage, &err))
    r = (cli_fail(&err), EXIT_RUN_FAILED);
  vm_free(vm);
  return r;
}
