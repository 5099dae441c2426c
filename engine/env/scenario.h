/* Scenarios: small concurrent programs as one text, the main class heddle.Scenario with the text as
 * its only argument.
 *
 *   q = new ArrayBlockingQueue(1) { q.put(6) || q.take(); q.poll() } q; q.size()
 *
 * In front of the braces is what happens first, by one thread; in them what two threads or more do
 * beside each other; behind them what is looked at when all have ended. Statements are parted by
 * ';'. A statement is an expression, or "NAME = EXPRESSION"; a name from in front of the braces is
 * seen by all threads, which do not assign it. Expressions are Java's: literals, null, names,
 * calls, constructors, static methods and fields, casts "(Object) 5", calls on what was cast
 * "((Future) x).get()", and lambdas "x -> EXPRESSION", "-> EXPRESSION", with as many parameters as
 * the interface has. Classes are those of java.lang,
 * java.util, java.util.concurrent, its locks and atomic, and java.util.function by their simple
 * names, others by their whole ones. t0, t1, ... are the threads themselves; daemon(RUNNABLE) makes
 * a daemon thread for a pool's factory.
 *
 * The program prints the results of each thread's statements, "-" for what has none, exceptions by
 * their class, and "interrupted" where an interrupt is left over; then what is looked at: one line,
 * which is an outcome of a search with --outcomes. Each thread is the program's own code, so that
 * --atomic and h treat it as such. */
#ifndef HEDDLE_ENV_SCENARIO_H
#define HEDDLE_ENV_SCENARIO_H

#include "engine/vm/vm.h"

#define SCENARIO_MAIN "heddle/Scenario"

#define SCENARIO_NAME "heddle.Scenario"

/* Before vm_start: defines the class for its argument when `name` is heddle.Scenario, and does
 * nothing for another. ERR_USAGE: the text is none; the message has the place. */
int scenario_main(struct vm *vm, const char *name, int argc, char *const *argv, struct error *err);

#endif
