/* Environments: the main class heddle.Environment, which calls a component as a scenario's text
 * (scenario.h) says. Its arguments are the text and notes: "sampled", "answers=CLASS,...",
 * "may-block=METHOD,...", "about=TEXT", "model=EXPRESSION", "own=CONTRACTS" (component.own),
 * "beside=CLASS" (component_beside), "mirrors=NUMBERS" (component_mirrors) and "again=WORDS".
 *
 *   comp = new a.b.Cache(2) { comp.put(1, 2); comp.get(1) || comp.remove(1) } comp.size()
 *   comp = new a.b.Cache(2) { 2 * all 3 of comp.put(1, 2); comp.get(1) }
 *   comp = new a.b.Cache(2) { 2 * universal of comp.put(1, 2); comp.get(1) }
 *
 * Unlike a scenario, an environment prints no results, so that states differ only by the
 * component's state. An exception is an error as in any program, except those that the methods
 * declare (checked exceptions) and the classes of "answers". If a property of PROP_ASSESSED is on,
 * the class records the results of calls (environment_record.c), and heddle.EnvironmentModel does
 * the same with the model. Its line numbers are those of the source that environment_java
 * writes. */
#ifndef HEDDLE_ENV_ENVIRONMENT_H
#define HEDDLE_ENV_ENVIRONMENT_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

struct vm;

#define ENVIRONMENT_MAIN "heddle/Environment"
#define ENVIRONMENT_MODEL "heddle/EnvironmentModel"
#define ENVIRONMENT_NAME "heddle.Environment"

/* Defines the class. Call it before vm_start. ERR_USAGE: the text cannot be parsed; the message
 * names the place. */
int environment_main(struct vm *vm, int argc, char *const *argv, struct error *err);
/* Appends the environment as Java source, as a class named `simple`. The source assesses the
 * results of its calls by `orders`, unless that is NULL or has a `why`. ERR_USAGE as above. */
struct environment_orders;
int environment_source(int argc, char *const *argv, const char *simple,
                       const struct environment_orders *orders, struct text *out,
                       struct error *err);
/* Reads the argument "own=LAYERS,CLASSES" (component.h): *layers, and the classes, separated by
 * commas. Returns NULL if there is no such argument. */
const char *environment_own(int argc, char *const *argv, int *layers);
/* Returns the name of the source's class for a component "a.b.Outer$Cache": "CacheEnvironment". The
 * caller frees it. */
char *environment_source_name(const char *component);

#endif
