/* The words of a campaign file: statements of words, one a line or several with semicolons. A word
 * in double quotes may hold anything, with \" and \\ for these two; # begins a comment where a word
 * could begin. */
#ifndef HEDDLE_CAMPAIGN_WORDS_H
#define HEDDLE_CAMPAIGN_WORDS_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>

struct words {
  const char *at; /* the text, zero-terminated, the caller's */
  uint32_t line;  /* of the statement read last */
  uint32_t next_line;
  VEC(char *) word; /* the statement; a caller that keeps a word sets it to NULL */
};

void words_init(struct words *w, const char *text);
void words_release(struct words *w);
/* Reads the next statement that has words. 1; 0 at the end; ERR_INPUT without file and line. */
int words_next(struct words *w, struct error *err);

#endif
