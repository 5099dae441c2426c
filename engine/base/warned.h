/* The places that a static analyser's warning names, as the engine receives them, and those of an
 * error. Plain values. */
#ifndef HEDDLE_BASE_WARNED_H
#define HEDDLE_BASE_WARNED_H

#include <stdbool.h>
#include <stdint.h>

struct warned_place {
  const char *file;     /* the source file, perhaps with leading folders; NULL: not known */
  uint32_t first, last; /* lines; 0: not specified */
  /* a class or a method with dots, perhaps with parameters; NULL: not specified */
  const char *name;
  /* 0: the place of the warning. Otherwise the number of the path, from 1, on which this place is a
   * step towards the warning; or WARNED_RELATED, for another place that the warning mentions. */
  uint32_t way;
};
#define WARNED_RELATED UINT32_MAX

/* The result of resolving a warning's places, without executing anything. */
enum warned_state {
  WARNED_FOUND,
  WARNED_NOT_OF_PROGRAM, /* no class that main refers to is from that file or has that name */
  WARNED_NO_CODE,        /* there is no instruction at that place or shortly after it */
  WARNED_NO_LINE,        /* the place has neither lines nor a method */
  WARNED_NOT_REACHED,    /* no known call path leads there from main */
};

/* Where an error is: the method of its location, the frames in its detail that have a line, and the
 * field of a race or a conflict. */
struct error_frame {
  char *class_name; /* with dots */
  uint32_t line, thread;
  /* deadlock: the thread is in a cycle or, without any, waits for nothing that a thread has */
  bool at_fault;
};
/* Races that authors often intend, recognised by what the code of both accesses does. It is a hint:
 * a cache is harmless only if all threads compute equal values. */
enum race_idiom { IDIOM_NONE, IDIOM_CACHE, IDIOM_COUNTER, IDIOM_FLAG };
const char *race_idiom_name(enum race_idiom i);  /* "cache"; IDIOM_NONE: "" */
enum race_idiom race_idiom_of(const char *name); /* IDIOM_NONE for other names, and for NULL */
const char *race_idiom_text(enum race_idiom i);  /* "a counter: updates can be lost" */

struct error_places {
  char *class_name, *method; /* "a.b.Bank" and "pay"; NULL: unknown */
  struct error_frame *frames;
  uint32_t count;
  char *raced_class, *raced_field; /* "Bank" and "total"; NULL: no field */
  char *raced_array;               /* "Bank.totals[]", "int[]"; NULL: no race on an element */
  bool by_library;   /* race on a field or an element: only code of libraries makes the accesses */
  char *accessor[2]; /* the classes whose code that is, outside the JDK; NULL: unknown */
  enum race_idiom idiom;
};
void error_places_release(struct error_places *p);

#endif
