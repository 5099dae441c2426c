/* See flow_fixture.h. */
#include "flow_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/vm/boot/boot.h"
#include "engine/vm/code.h"
#include "engine/natives/natives.h"

int flow_setup(void **state) {
  const char *java = getenv("HEDDLE_JAVA");
  char *path = mem_printf("%s/flow", java ? java : "build/java");
  struct engine_options opt = {.class_path = path, .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  struct vm *vm = NULL;
  int rc = vm_create(&opt, &natives_library, NULL, &vm, &err);
  if (rc) fprintf(stderr, "%s\n", err.msg);
  free(path);
  *state = vm;
  return rc;
}

int flow_teardown(void **state) {
  vm_free(*state);
  return 0;
}

struct method *flow_method(struct vm *vm, const char *klass, const char *name, const char *desc) {
  struct error err = {0};
  struct klass *k = vm_class(vm, klass, &err);
  struct method *m = k ? klass_method(k, name, desc) : NULL;
  if (!m) fail_msg("no method %s.%s %s", klass, name, err.msg);
  return m;
}

struct location flow_location(struct vm *vm, const char *main_class, const char *text) {
  struct error err = {0};
  struct location loc = {0};
  if (location_parse(vm, main_class, text, &loc, &err)) fail_msg("%s", err.msg);
  return loc;
}

struct location flow_line(struct vm *vm, const char *file, const char *words,
                          const char *class_and_method) {
  const char *root = getenv("HEDDLE_ROOT");
  char *path = mem_printf("%s/tests/java/flow/%s", root ? root : ".", file);
  char *line = NULL, *text, *dot;
  size_t cap = 0;
  int number = 0, found = 0;
  struct location loc;
  FILE *f = fopen(path, "r");
  if (!f) fail_msg("cannot read %s", path);
  while (!found && getline(&line, &cap, f) >= 0) {
    number++;
    if (strstr(line, words)) found = number;
  }
  fclose(f);
  free(line);
  free(path);
  if (!found) fail_msg("no '%s' in %s", words, file);
  text = mem_printf("%s:%d", class_and_method, found);
  dot = mem_strdup(class_and_method);
  *strrchr(dot, '.') = '\0';
  loc = flow_location(vm, dot, text);
  free(dot);
  free(text);
  return loc;
}

struct thread *flow_thread(struct vm *vm, uint32_t flags) {
  uint32_t i = vm_machine(vm)->thread_count++;
  struct thread *t = vm_thread(vm, i);
  struct frame *root = vm_frame(vm, STACKS_BASE + i * STACK_SIZE);
  memset(t, 0, sizeof *t);
  memset(root, 0, sizeof *root);
  root->flags = FRAME_ROOT;
  t->index = i;
  t->state = THREAD_RUNNABLE;
  t->flags = flags;
  t->frame = STACKS_BASE + i * STACK_SIZE;
  return t;
}

void flow_push(struct vm *vm, struct thread *t, const char *klass, const char *name, uint32_t bci,
               uint32_t flags) {
  struct method *m = flow_method(vm, klass, name, NULL);
  uint32_t at = t->frame + FRAME_SIZE;
  struct frame *f = vm_frame(vm, at), *up = vm_frame(vm, t->frame);
  if (up->flags & FRAME_ROOT) up->aux = 1;
  memset(f, 0, sizeof *f);
  f->prev = t->frame;
  f->method = m->id;
  f->pc = (uint32_t)code_of(vm, m)->index[bci];
  f->flags = flags;
  t->frame = at;
}
