/* --atomic: JDK methods that a user declares atomic for the search. The first visible operation inside is a scheduling point, so that
 * threads may be switched between two calls; behind it there is none until the method returns, blocks, or enters a frame outside the JDK.
 * What it does when it wakes is one piece again.
 * h still hears every access (soundness rule 18). Off by default: it removes interleavings,
 * so a verdict names the pattern in its scope. The initialisers of JDK classes are atomic in the same way. */
#ifndef HEDDLE_REDUCTION_ATOMIC_H
#define HEDDLE_REDUCTION_ATOMIC_H

#include "engine/vm/vm.h"

/* `pattern` is a PCRE2 regexp on "java.util.Vector.add", NULL = off; "default" stands for the table of linearizable methods (atomic.def),
 * "default|REGEXP" for both. ERR_USAGE for a bad one. */
int atomic_new(struct vm *vm, const char *pattern, struct error *err);
void atomic_free(struct vm *vm);
/* The running thread has pushed the frame at `fp` for m: begins or ends an atomic section. */
void atomic_enter(struct vm *vm, struct method *m, uint32_t fp);
/* Thread t parks. The table says nothing of permits: when the program does that itself, verdicts are no longer complete. */
void atomic_parks(struct vm *vm, const struct thread *t);

/* Thread t, which runs, has blocked: what it does behind that belongs to the section in which it did. */
void atomic_pause(struct vm *vm, struct thread *t);
/* At the start of a transition of t, whose record is in the delta: goes on with the section before whose first operation it stands. */
void atomic_resume(struct vm *vm, struct thread *t);

#endif
