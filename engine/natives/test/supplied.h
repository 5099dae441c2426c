/* Classes that heddle supplies if the class path has none of that name (vm_library.supplied). */
#ifndef HEDDLE_NATIVES_SUPPLIED_H
#define HEDDLE_NATIVES_SUPPLIED_H

#include "engine/vm/vm.h"

/* Each file that supplies classes has one of these functions. They return NULL if it supplies no
 * such class (err unchanged), or if it cannot be created. */
/* verification_api.c: the classes of the verification interfaces, with native methods only */
struct klass *inputs_class(struct vm *vm, const struct symbol *name, struct error *err);
/* junit.c: heddle.JUnit4, heddle.JUnit5 */
struct klass *junit_class(struct vm *vm, const struct symbol *name, struct error *err);
/* Returns the n-th class file of a main class that runs a test, or NULL after the last; see
 * engine_runner_class. `main_class` has slashes. */
uint8_t *junit_class_file(const char *main_class, size_t n, const char **name, size_t *len);
bool junit_is_main(const struct klass *k);
/* Called when this exception leaves main. While tests are listed, records a violation whose message
 * is that of the innermost cause. */
void junit_not_listed(struct vm *vm, ref exception);
/* Returns an additional provider of the service while JUnit 5 tests are being listed, otherwise
 * NULL. */
const char *junit_provider(const struct vm *vm, const char *service);

#endif
