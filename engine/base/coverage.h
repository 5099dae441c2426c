/* What was reached of a program's code, as data: by whoever notes it (engine/vm/interp/coverage.h),
 * for whoever writes it down. */
#ifndef HEDDLE_BASE_COVERAGE_H
#define HEDDLE_BASE_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

struct cover_line {
  int line;
  bool reached;
  /* directions of the conditional jumps of the line, in the order of the bytecode: jumps, passes;
   * at most 64 */
  uint16_t ways;
  uint64_t taken; /* bit k: the k-th was taken */
};
struct cover_method {
  char *name; /* "consume", "<init>" */
  char *text; /* for people: "consume(int)", "TwoStage(int)" */
  bool reached;
  /* ascending; none for methods without code or without a table of lines */
  struct cover_line *lines;
  uint32_t line_count;
};
struct cover_class {
  char *name;                   /* dotted */
  char *source;                 /* "a/b/Foo.java" */
  char *home;                   /* the entry of the class path that it was found in */
  struct cover_method *methods; /* with lines, in the order of their first line */
  uint32_t method_count;
};
struct coverage {
  struct cover_class *classes; /* of the program, loaded, with lines; by name */
  uint32_t count;
};

void coverage_release(struct coverage *c);

#endif
