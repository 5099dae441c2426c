/* --atomic and --contracts: JDK methods that the search treats as one step each. The first visible
 * operation inside such a method is a scheduling point, so threads can still be switched between
 * two calls. After it there is no scheduling point until the method returns, blocks, or enters a
 * frame outside the JDK. When the thread wakes, the rest of the method is again one step. h still
 * receives every access (soundness rule 18, atomic ends at the program). Off by default, because
 * this removes interleavings; a verdict names the pattern, or the use of contracts, in its scope.
 * The initialisers of JDK classes are atomic in the same way. */
#ifndef HEDDLE_REDUCTION_ATOMIC_H
#define HEDDLE_REDUCTION_ATOMIC_H

#include "engine/vm/vm.h"

/* Parses the options. `pattern` is a PCRE2 regexp for names like "java.util.Vector.add", or NULL.
 * `contracts` has one line for each class, or is NULL: "java/util/Vector add get|capacity|permits".
 * Before the first bar are the methods that are one step each. After it are the methods that can
 * see inside such a step ("@CLASS": inside the steps of CLASS, too). After the optional second bar
 * are the observers to which the steps remain atomic (contract_observer_name). A method is given by
 * its name or as "name(I)V". All methods of the class's iterators and views can see inside, unless
 * these have their own line: "java/util/Vector$Itr |* !next". A line applies to objects of exactly
 * that class, and of classes of the program that extend it. Returns ERR_USAGE for a bad pattern. */
int atomic_new(struct vm *vm, const char *pattern, const char *contracts, struct error *err);
void atomic_free(struct vm *vm);
/* Leaves out the contracts that the program turned out not to fit (vm->seen.unfit, unfit_to), and
 * clears what has been seen. The results so far rely on these contracts, so the caller must start
 * over. Returns false and changes nothing if the assumption holds or failed for another reason. */
bool atomic_leave_out(struct vm *vm);
/* Leaves out the contracts of these classes, separated by ' '. Ignores names without a contract. */
void atomic_leave_out_named(struct vm *vm, const char *names);
/* Returns the classes that were left out, "java/util/Vector java/util/Stack", or "". Valid until
 * the next call of one of these functions. */
const char *atomic_left_out(const struct vm *vm);
/* Implements struct vm_hooks.section_kind. */
enum section_kind atomic_kind(const struct vm *vm, const struct method *m,
                              const struct klass *receiver);
/* Implements struct vm_hooks.section_rests. */
bool atomic_rests(const struct vm *vm, const struct klass *k);
/* Implements struct vm_hooks.section_owns. */
bool atomic_owns(const struct vm *vm, const struct klass *k);
/* Implements struct vm_hooks.section_hidden. */
uint32_t atomic_hidden(const struct vm *vm, const struct method *m, const struct klass *receiver);

#endif
