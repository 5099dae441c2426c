/* What a warning of a static analyser names, as it is handed to the engine. Plain values. */
#ifndef HEDDLE_BASE_WARNED_H
#define HEDDLE_BASE_WARNED_H

#include <stdint.h>

struct warned_place {
  const char *file;     /* the source, perhaps with folders in front; NULL: not known */
  uint32_t first, last; /* lines; 0: none was given */
  const char *name;     /* a class or a method with dots, perhaps with parameters; NULL: none */
  /* 0: where the warning is. Else a step on the way to it, on which of the ways, from 1 on; or
   * WARNED_RELATED: another place that it mentions */
  uint32_t way;
};
#define WARNED_RELATED UINT32_MAX

/* What is known of a warning's places without executing anything. */
enum warned_state {
  WARNED_FOUND,
  WARNED_NOT_OF_PROGRAM, /* no class that main refers to is of that file, or has that name */
  WARNED_NO_CODE,        /* no instruction stands there, nor close behind */
  WARNED_NO_LINE,        /* it names neither lines nor a method */
  WARNED_NOT_REACHED,    /* no call, as far as calls are known, leads there from main */
};

#endif
