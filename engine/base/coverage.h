/* The covered code of a program, as data. engine/vm/interp/coverage.h collects it, and the writers
 * of reports read it. */
#ifndef HEDDLE_BASE_COVERAGE_H
#define HEDDLE_BASE_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

struct cover_line {
  int line;
  bool reached;
  /* Number of directions, at most 64. Each conditional jump of the line has two: taken and not
   * taken. They are in the order of the bytecode. */
  uint16_t ways;
  uint64_t taken; /* bit k: the k-th direction was taken */
};
struct cover_method {
  char *name; /* "consume", "<init>" */
  char *text; /* for people: "consume(int)", "TwoStage(int)" */
  bool reached;
  /* ascending; empty for methods without code or without a LineNumberTable */
  struct cover_line *lines;
  uint32_t line_count;
};
struct cover_class {
  char *name;                   /* dotted */
  char *source;                 /* "a/b/Foo.java" */
  char *home;                   /* the entry of the class path that has it */
  struct cover_method *methods; /* with lines, in the order of their first line */
  uint32_t method_count;
};
struct coverage {
  struct cover_class *classes; /* loaded classes of the program that have lines, sorted by name */
  uint32_t count;
};

void coverage_release(struct coverage *c);

#endif
