/* Scenarios: small concurrent programs as one text. The main class is heddle.Scenario, with the
 * text as its only argument.
 *
 *   q = new ArrayBlockingQueue(1) { q.put(6) || q.take(); q.poll() } q; q.size()
 *
 * The part before the braces runs first, in one thread. The parts in the braces run in two or more
 * threads concurrently. The part after the braces is observed when all threads have ended.
 * Statements are separated by ';'. A statement is an expression or "NAME = EXPRESSION". All threads
 * see the names from before the braces and do not assign them. Expressions are those of Java:
 * literals, null, names, calls, constructors, static methods and fields, casts "(Object) 5", calls
 * on a cast value "((Future) x).get()", and lambdas "x -> EXPRESSION" or "-> EXPRESSION", with as
 * many parameters as the interface has. Classes of java.lang, java.util, java.util.concurrent, its
 * locks and atomic packages, and java.util.function are known by their simple names, others by
 * their full names. t0, t1, ... are the threads themselves. daemon(RUNNABLE) makes a daemon thread
 * for the factory of a pool.
 *
 * The program prints one line: the results of each thread's statements, "-" for a statement without
 * a result, exceptions by their class, "interrupted" if an interrupt is left over, and then what is
 * observed. The line is an outcome of a search with --outcomes. Each thread is the program's own
 * code, so --atomic and h treat it as such. */
#ifndef HEDDLE_ENV_SCENARIO_H
#define HEDDLE_ENV_SCENARIO_H

#include "engine/vm/vm.h"

#define SCENARIO_MAIN "heddle/Scenario"

#define SCENARIO_NAME "heddle.Scenario"

/* If `name` is heddle.Scenario, defines the class for its argument; if it is heddle.Environment,
 * that class (environment.h); else does nothing. Call it before vm_start. ERR_USAGE: the text
 * cannot be parsed; the message names the place. */
int scenario_main(struct vm *vm, const char *name, int argc, char *const *argv, struct error *err);

#endif
