/* Splits a campaign file into statements of words. A line holds one statement, or several separated
 * by semicolons. A word in double quotes may contain any character except a newline; \" and \\
 * stand for " and \. # begins a comment wherever a word could begin. */
#ifndef HEDDLE_CAMPAIGN_WORDS_H
#define HEDDLE_CAMPAIGN_WORDS_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>

struct words {
  const char *at; /* the rest of the text, which the caller owns */
  uint32_t line;  /* line of the statement read last */
  uint32_t next_line;
  VEC(char *) word; /* the words of the statement; a caller that keeps a word sets it to NULL */
};

void words_init(struct words *w, const char *text);
void words_release(struct words *w);
/* Reads the next statement that has words. Returns 1, or 0 at the end of the text, or ERR_INPUT
 * with a message that lacks file and line. */
int words_next(struct words *w, struct error *err);

#endif
