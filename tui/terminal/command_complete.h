/* Internal to completion (command_complete in command.h): the word to complete, and the functions
 * that complete it. */
#ifndef HEDDLE_TUI_TERMINAL_COMMAND_COMPLETE_H
#define HEDDLE_TUI_TERMINAL_COMMAND_COMPLETE_H

#include "tui/terminal/command.h"

struct request {
  struct debug *d;
  const char *word;
  size_t len;
  char *before; /* the previous word */
  int index;    /* index among the command's arguments, from 1 */
  command_word_fn *add;
  void *self;
  VEC(char *) offered;
};

/* These offer completions that begin with the typed word: one word, each word of a blank-separated
 * list, or a prefix with a number. */
void complete_offer(struct request *q, const char *word);
void complete_list(struct request *q, const char *list);
void complete_number(struct request *q, const char *prefix, uint64_t n);

void complete_locations(struct request *q); /* lines where threads are now */
void complete_columns(struct request *q);   /* columns of h: shared memory locations */
void complete_rows(struct request *q);
void complete_locals(struct request *q);                    /* "T1.name" */
void complete_members(struct request *q, unsigned members); /* enum engine_member */
void complete_breaks(struct request *q);
void complete_watch(struct request *q);

#endif
