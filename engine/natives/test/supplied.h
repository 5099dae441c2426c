/* Classes that heddle supplies when the class path has none of that name. */
#ifndef HEDDLE_NATIVES_SUPPLIED_H
#define HEDDLE_NATIVES_SUPPLIED_H

#include "engine/vm/vm.h"

/* NULL: not one of them (err untouched), or it cannot be made. */
struct klass *supplied_class(struct vm *vm, const struct symbol *name, struct error *err);

/* The makers, one for each file that supplies some. */
/* what verify.c knows, natives only */
struct klass *inputs_class(struct vm *vm, const struct symbol *name, struct error *err);
/* junit.c: heddle.JUnit4, heddle.JUnit5 */
struct klass *junit_class(struct vm *vm, const struct symbol *name, struct error *err);
bool junit_is_main(const struct klass *k);
/* main is left by this exception: while tests are listed, that is noted as a violation, in the
 * words of its innermost cause. */
void junit_not_listed(struct vm *vm, ref exception);
/* A provider of the service besides those of the class path, while the tests of JUnit 5 are found;
 * NULL: none. */
const char *junit_provider(const struct vm *vm, const char *service);

#endif
