/* Answers: the values that the program received from outside on a path, such as readings of clocks
 * and identity hash codes. A JVM that is to follow the path must give the same values. */
#ifndef HEDDLE_VM_ANSWERS_H
#define HEDDLE_VM_ANSWERS_H

#include "engine/base/words.h"
#include "engine/vm/vm.h"

static inline void vm_note_answer(struct vm *vm, const struct thread *t, enum answer_source source,
                                  uint64_t value, const char *of) {
  if (!vm->answers.wanted || vm->boot.running) return;
  *vec_push(&vm->answers.all) =
      (struct answer){.thread = t->index, .source = source, .value = value, .of = of};
}

#endif
