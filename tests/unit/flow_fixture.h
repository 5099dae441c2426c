/* For the tests of engine/flow and engine/heuristic: a machine that has loaded classes but executed
 * nothing, with the classes of tests/java/flow. */
#ifndef HEDDLE_TESTS_FLOW_FIXTURE_H
#define HEDDLE_TESTS_FLOW_FIXTURE_H

#include "engine/flow/distance.h"
#include "engine/vm/machine.h"

/* cmocka group set-up and tear-down. *state becomes the struct vm. */
int flow_setup(void **state);
int flow_teardown(void **state);

/* Returns a method of a class of tests/java/flow; the test fails when there is none. desc may be
 * NULL. */
struct method *flow_method(struct vm *vm, const char *klass, const char *name, const char *desc);
/* Parses a location; the test fails if the text is not one. */
struct location flow_location(struct vm *vm, const char *main_class, const char *text);
/* Returns the location of the first line of tests/java/flow/FILE that contains `words`, in a method
 * of the class. */
struct location flow_line(struct vm *vm, const char *file, const char *words,
                          const char *class_and_method);
/* Adds a thread with only its bottom frame; flags of enum thread_flag. */
struct thread *flow_thread(struct vm *vm, uint32_t flags);
/* Pushes a frame of that method of tests/java/flow on the thread's stack, at the instruction with
 * bytecode index bci; flags of enum frame_flag. */
void flow_push(struct vm *vm, struct thread *t, const char *klass, const char *name, uint32_t bci,
               uint32_t flags);

#endif
