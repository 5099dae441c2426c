/* Environments: the main class heddle.Environment, which calls a component as a scenario's text
 * says (scenario.h). Its arguments are the text and notes, "sampled", "answers=CLASS,...",
 * "may-block=METHOD,...", "about=TEXT", "model=EXPRESSION", "own=CONTRACTS"
 * (component.own), "beside=CLASS" (component_beside), "mirrors=NUMBERS" (component_mirrors) and
 * "again=WORDS".
 *
 *   comp = new a.b.Cache(2) { comp.put(1, 2); comp.get(1) || comp.remove(1) } comp.size()
 *   comp = new a.b.Cache(2) { 2 * all 3 of comp.put(1, 2); comp.get(1) }
 *   comp = new a.b.Cache(2) { 2 * universal of comp.put(1, 2); comp.get(1) }
 *
 * Unlike a scenario it shows no results, so that states differ by the component's state alone, and
 * an exception is an error as in any program, but for what the methods declare (checked exceptions)
 * and for the classes of "answers". While a property of PROP_ASSESSED is looked for, the class
 * keeps what calls gave (environment_record.c), and heddle.EnvironmentModel does the same with the
 * model. Its lines are those of the source that env_java writes. */
#ifndef HEDDLE_ENV_ENVIRONMENT_H
#define HEDDLE_ENV_ENVIRONMENT_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

struct vm;

#define ENVIRONMENT_MAIN "heddle/Environment"
#define ENVIRONMENT_MODEL "heddle/EnvironmentModel"
#define ENVIRONMENT_NAME "heddle.Environment"

/* Before vm_start: defines the class. ERR_USAGE: the text is none; the message has the place. */
int environment_main(struct vm *vm, int argc, char *const *argv, struct error *err);
/* The same as Java source, a class `simple`; the caller's text. It assesses the results of the
 * calls by the orders, unless they are NULL or have a `why`. ERR_USAGE as above. */
struct environment_orders;
int environment_source(int argc, char *const *argv, const char *simple,
                       const struct environment_orders *orders, struct text *out,
                       struct error *err);
/* Reads the argument "own=LAYERS,CLASSES" (component.h): *layers, and the classes with commas
 * between them. Returns NULL when there is no such argument. */
const char *environment_own(int argc, char *const *argv, int *layers);
/* The name of that class for a component "a.b.Outer$Cache": "CacheEnvironment". Caller frees. */
char *environment_source_name(const char *component);

#endif
