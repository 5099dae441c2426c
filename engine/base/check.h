/* Checked invariants.
 *
 * CHECK(condition, name...) is compiled into every build; it stands where a broken invariant would
 * turn into a wrong verdict and the test costs next to nothing. INVARIANT(condition, name...) is
 * compiled into the builds of the tests and of STRESS (-DHEDDLE_INVARIANTS) and may cost as much as
 * the function that it is in. `name` is a printf format with its arguments: it says in a few words
 * what has to hold ("a child is one deeper than its parent").
 *
 * A check that fails ends the process with exit status 5 (EXIT_INTERNAL). On standard error it
 * prints the name, the condition and its place, where the program under test was, and what to send
 * to the maintainers. Whoever holds something that would be lost then, or knows where the state is,
 * registers a check_reporter; the terminal is restored and the debugger's path is saved that way.
 *
 * A check never has a side effect: INVARIANT does not evaluate its condition where it is off. */
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
/* For the statements that an invariant needs, such as a loop over siblings. */
#define INVARIANTS_ON 1
#else
#define INVARIANT(condition, ...) ((void)sizeof(!(condition)))
#define INVARIANTS_ON 0
#endif

/* Reports the broken invariant and ends the process. */
_Noreturn void check_failed(const char *place, const char *condition, const char *name, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Called when a check has failed, on the thread whose check it was, the last one registered first.
 * `report` may restore the terminal and save files, and prints lines on where the state is to
 * `out`. A check that fails inside of it ends the process at once. */
struct check_reporter {
  void (*report)(void *self, FILE *out);
  void *self;
  struct check_reporter *next; /* filled by check_register */
};

/* The reporter belongs to the caller and is registered for the calling thread until
 * check_unregister, which takes the same one, in any order. */
void check_register(struct check_reporter *r);
void check_unregister(struct check_reporter *r);

#endif
