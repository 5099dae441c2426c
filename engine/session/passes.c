/* Finds out whether a step passes a line. Operations that other threads cannot notice make no
 * events, so the tree does not record where a step went. The step is therefore executed again in a
 * scratch delta, with marks on the line that do not stop it. */
#include <string.h>

#include "engine/session/session.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"

enum { MARK_OF_LINE = 0xfffe }; /* the id of these marks */

struct passing {
  const char *file;
  int line;
  bool passed;
};

static bool is_of_file(const struct klass *k, const char *file) {
  return k && !k->is_jdk && k->cf && k->cf->source_file && !strcmp(k->cf->source_file->s, file);
}

static void note_passed(void *self, struct vm *vm, const struct thread *t) {
  struct passing *p = self;
  const struct frame *f = vm_frame(vm, t->frame);
  const struct method *m = frame_method(vm, f);
  if (is_of_file(m->owner, p->file) && method_line(m->info, frame_bci(vm, f)) == p->line)
    p->passed = true;
}

/* Marks the beginnings of the line in a method that was executed. Other methods have no code
 * yet. */
static bool mark_method(struct vm *vm, struct method *m, int line) {
  struct error none = {0};
  bool marked = false;
  uint32_t i;
  for (i = 0; m->code && m->info && i < m->info->line_count; i++)
    if (m->info->lines[i].line == line)
      marked |= !vm_mark_add(vm, m, m->info->lines[i].start_pc, MARK_OF_LINE, &none);
  return marked;
}

static bool mark_line(struct vm *vm, const struct passing *p) {
  bool marked = false;
  size_t i;
  uint32_t k;
  for (i = KLASS_FIRST; i < vm->klasses.len; i++) {
    struct klass *of = vm->klasses.data[i];
    for (k = 0; is_of_file(of, p->file) && k < of->method_count; k++)
      marked |= mark_method(vm, &of->methods[k], p->line);
  }
  return marked;
}

bool engine_passes(struct engine *e, node_id n, const char *file, int line) {
  struct passing p = {.file = file, .line = line};
  if (!node_valid(e, n) || xnode(&e->x, n)->parent == NODE_NONE) return false;
  if (mark_line(e->vm, &p)) session_step_again(e, n, note_passed, &p);
  vm_mark_remove(e->vm, MARK_OF_LINE);
  return p.passed;
}
