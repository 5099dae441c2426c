/* --atomic and --contracts: JDK methods that the search takes for one step each. The first visible
 * operation inside is a scheduling point, so that threads may be switched between two calls; behind
 * it there is none until the method returns, blocks, or enters a frame outside the JDK. What it
 * does when it wakes is one piece again. h still hears every access (soundness rule 18, atomic ends
 * at the program). Off by default: it removes interleavings, so a verdict names the pattern, or
 * that there were contracts, in its scope. The initialisers of JDK classes are atomic in the same
 * way. */
#ifndef HEDDLE_REDUCTION_ATOMIC_H
#define HEDDLE_REDUCTION_ATOMIC_H

#include "engine/vm/vm.h"

/* `pattern` is a PCRE2 regexp on "java.util.Vector.add", NULL: none. `contracts` has a line for
 * each class, "java/util/Vector add get|capacity|permits": methods that are one step each, behind
 * the first bar those that can see inside of one ("@CLASS": of that class's, too), behind the
 * second (it may be missing) which observers do not (contract_observer_name). Methods are given by
 * their names or "name(I)V"; all methods of its iterators and views do, but for those that have a
 * line of their own, "java/util/Vector$Itr |* !next". A line is for objects of that very class, and
 * of what the program makes of it; NULL: none. ERR_USAGE for a bad pattern. */
int atomic_new(struct vm *vm, const char *pattern, const char *contracts, struct error *err);
void atomic_free(struct vm *vm);
/* Where the program does not fit a contract (vm->seen.unfit, unfit_to): from here on those are left
 * out, and nothing is seen yet. What was explored rests on them: begin anew. False: that is not why
 * the assumption does not hold, if it does not, and nothing has changed. */
bool atomic_leave_out(struct vm *vm);
/* Leaves these out, classes with ' ' between them; those that are no contracts are passed over. */
void atomic_leave_out_named(struct vm *vm, const char *names);
/* The classes that were left out: "java/util/Vector java/util/Stack", "" none. Valid until the next
 * call of one of these. */
const char *atomic_left_out(const struct vm *vm);
/* struct vm_hooks.section_kind. */
enum section_kind atomic_kind(const struct vm *vm, const struct method *m,
                              const struct klass *receiver);
/* struct vm_hooks.section_rests. */
bool atomic_rests(const struct vm *vm, const struct klass *k);
/* struct vm_hooks.section_owns. */
bool atomic_owns(const struct vm *vm, const struct klass *k);
/* struct vm_hooks.section_hidden. */
uint32_t atomic_hidden(const struct vm *vm, const struct method *m, const struct klass *receiver);

#endif
