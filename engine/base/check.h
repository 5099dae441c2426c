/* Checked invariants.
 *
 * CHECK(condition, name...) is compiled into every build. It is used where a broken invariant would
 * lead to a wrong verdict and the test costs next to nothing. INVARIANT(condition, name...) is
 * compiled only into the builds for tests and STRESS (-DHEDDLE_INVARIANTS) and may cost as much as
 * the function that contains it. `name` is a printf format with its arguments that states the
 * invariant in a few words ("a child is one deeper than its parent").
 *
 * A failed check ends the process with exit status 5 (EXIT_INTERNAL). It prints to standard error
 * the name, the condition and its place, the position of the program under test, and what to send
 * to the maintainers. Code that holds something that would be lost, or that knows the position,
 * registers a check_reporter. Reporters restore the terminal and save the debugger's path.
 *
 * A condition must have no side effects, because INVARIANT does not evaluate it in other builds. */
#ifndef HEDDLE_BASE_CHECK_H
#define HEDDLE_BASE_CHECK_H

#include <stdio.h>

#define CHECK_STRING_(x) #x
#define CHECK_STRING(x) CHECK_STRING_(x)

#define CHECK(condition, ...) \
  (__builtin_expect(!(condition), 0) \
       ? check_failed(__FILE__ ":" CHECK_STRING(__LINE__), #condition, __VA_ARGS__) \
       : (void)0)

#if defined HEDDLE_INVARIANTS || defined HEDDLE_STRESS
#define INVARIANT(condition, ...) CHECK(condition, __VA_ARGS__)
/* Set if INVARIANT is compiled in, for statements that an invariant needs, such as a loop over
 * siblings. */
#define INVARIANTS_ON 1
#else
#define INVARIANT(condition, ...) ((void)sizeof(!(condition)))
#define INVARIANTS_ON 0
#endif

/* Reports the broken invariant and ends the process. */
_Noreturn void check_failed(const char *place, const char *condition, const char *name, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Called when a check fails, on the thread of the failed check; the reporter registered last is
 * called first. `report` may restore the terminal and save files, and prints to `out` where the
 * state is. A check that fails inside `report` ends the process at once. */
struct check_reporter {
  void (*report)(void *self, FILE *out);
  void *self;
  struct check_reporter *next; /* filled by check_register */
};

/* check_register registers a reporter, which belongs to the caller, for the calling thread.
 * check_unregister removes it; the order does not matter. */
void check_register(struct check_reporter *r);
void check_unregister(struct check_reporter *r);

#endif
