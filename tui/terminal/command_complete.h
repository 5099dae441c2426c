/* Inside completion only: what is completed, and what completes it (see command_complete in
 * command.h). */
#ifndef HEDDLE_TUI_TERMINAL_COMMAND_COMPLETE_H
#define HEDDLE_TUI_TERMINAL_COMMAND_COMPLETE_H

#include "tui/terminal/command.h"

struct request {
  struct debug *d;
  const char *word;
  size_t len;
  char *before; /* the word before it */
  int index;    /* its number among the command's arguments, from 1 */
  command_word_fn *add;
  void *self;
  VEC(char *) offered;
};

/* Offers a word where it begins as what was typed; the words of a list, parted by blanks; a number
 * behind a prefix. */
void complete_offer(struct request *q, const char *word);
void complete_list(struct request *q, const char *list);
void complete_number(struct request *q, const char *prefix, uint64_t n);

void complete_locations(struct request *q); /* where the threads stand, as lines of files */
void complete_columns(struct request *q);   /* of h: what threads share */
void complete_rows(struct request *q);
void complete_locals(struct request *q);                    /* "T1.name" */
void complete_members(struct request *q, unsigned members); /* enum engine_member */
void complete_breaks(struct request *q);
void complete_watch(struct request *q);

#endif
