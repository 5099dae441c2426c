/* Program locations, which users mark, sequences list and heuristics use as targets.
 *
 * Texts (class names with dots or slashes; '$' or '.' before nested classes; the package of a class
 * of the program may be omitted):
 *
 *   File.java:LINE              the program's classes from this source file
 *   Class:LINE                  any method of the class
 *   Class.method:LINE           all overloads of the method
 *   Class.method(DESC):LINE     one of them
 *   Class.method@BCI            a bytecode index; also Class.method(DESC)@BCI
 *
 * Classes of the JDK need their full names: java.util.AbstractList.equals:544.
 *
 * A line is observed at its first bytecode: the lowest bytecode index that the method's line table
 * has for it. If lambdas share a line with the method around them, which only creates them, the
 * location is in the body of a lambda; with several lambdas, in the one that the compiler numbered
 * first. Other lines that belong to several methods (an initialiser copied to every constructor)
 * are ambiguous. The error then lists the methods, and the text must name one of them. */
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

/* Parses `text`. The search for the program's classes begins at `main_class` (dots or slashes).
 * Errors: ERR_INPUT with the text and similar places. */
int location_parse(struct vm *vm, const char *main_class, const char *text, struct location *out,
                   struct error *err);

/* Returns the number of methods that contain the place of `text`. *out is one of the places: the
 * one that location_parse would choose, if it would choose one. Returns 0 with the error of
 * location_parse if there is none. */
uint32_t location_count(struct vm *vm, const char *main_class, const char *text,
                        struct location *out, struct error *err);

/* Returns "TwoStage.java:17", or "TwoStage.produce@3" without a line table. The caller frees it. */
char *location_text(const struct location *loc);
/* Returns "java.util.Vector.add:797" or "TwoStage.produce@3", which includes the method and which
 * location_parse accepts. The caller frees it. */
char *location_method_text(const struct location *loc);
/* Returns the line, or -1 if it is unknown. */
int location_line(const struct location *loc);

#endif
