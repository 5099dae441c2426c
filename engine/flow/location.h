/* Program locations: what a user marks, what a sequence lists, what a heuristic aims at.
 *
 * Texts (dots or slashes in class names; '$' or '.' before nested classes; a class of the program
 * may go without its package): File.java:LINE                  the program's classes of that source
 * file Class:LINE any method of the class Class.method:LINE               overloads of the method;
 * Class.method(DESC):LINE one of them Class.method@BCI a bytecode index; Class.method(DESC)@BCI
 * Classes of the JDK are named in full: java.util.AbstractList.equals:544.
 *
 * A line is observed at its first bytecode: the lowest bytecode index that the method's line table
 * gives it. Of a line that lambdas share with the method around them, which only makes them, the
 * body of a lambda is meant: of several the one that the compiler numbered first. Other lines that
 * lie in several methods (an initialiser copied to every constructor) are ambiguous: the error
 * lists the methods, one of which has to be named. */
#ifndef HEDDLE_FLOW_LOCATION_H
#define HEDDLE_FLOW_LOCATION_H

#include "engine/vm/vm.h"

struct location {
  struct method *method;
  uint32_t bci;
};

static inline bool location_equal(const struct location *a, const struct location *b) {
  return a->method == b->method && a->bci == b->bci;
}

/* Parses `text`. `main_class` (dots or slashes) is where the search for the program's classes
 * begins. Errors: ERR_INPUT that names the text and what is near. */
int location_parse(struct vm *vm, const char *main_class, const char *text, struct location *out,
                   struct error *err);

/* In how many methods does what `text` names lie? *out is one of them: that of location_parse where
 * it takes one. 0: err has the reason, as location_parse gives it. */
uint32_t location_count(struct vm *vm, const char *main_class, const char *text,
                        struct location *out, struct error *err);

/* "TwoStage.java:17", or "TwoStage.produce@3" without a line table. Caller frees. */
char *location_text(const struct location *loc);
/* "java.util.Vector.add:797", "TwoStage.produce@3": with the method, as location_parse reads it.
 * Caller frees. */
char *location_method_text(const struct location *loc);
/* The line, -1 when unknown. */
int location_line(const struct location *loc);

#endif
