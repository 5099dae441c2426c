/* Shared by text.c, which reads the text form of a trace, and text_token.c, which parses its
 * tokens. The token_ functions that return int return 0 or ERR_INPUT. */
#ifndef HEDDLE_TRACE_IMPORT_TOKEN_INT_H
#define HEDDLE_TRACE_IMPORT_TOKEN_INT_H

#include "trace/text.h"
#include "trace/writer.h"

#define MAX_TOKENS 16

struct known {
  char *s;
  size_t len;
  uint32_t id; /* 0: the slot is free */
};

struct text_reader {
  const char *name;
  uint64_t line;
  struct trace_writer *w;
  char *tokens[MAX_TOKENS];
  int count;
  struct known *known; /* hash table from a text to the id of the first string row with that text */
  size_t known_cap, known_len;
  /* expected: number of events that the line "events" states; events: number read so far */
  uint64_t expected, events;
  uint64_t seq;
  bool in_events;
  struct error *err;
};

int token_bad(struct text_reader *t, const char *what); /* returns ERR_INPUT, with the line */
int token_split(struct text_reader *t, char *line);
/* Decodes \xHH in place, up to `end`. Returns the new length, or -1 if an escape is malformed. */
long token_unescape(char *s, const char *end);
int token_quoted(struct text_reader *t, char *token, char **s, size_t *len);
/* Parses a number that ends at the token's end. With `named`, a name in parentheses may follow. */
int token_number(struct text_reader *t, const char *s, int base, bool named, uint64_t *out);
int token_number32(struct text_reader *t, const char *s, int base, bool named, uint32_t *out);
int token_signed32(struct text_reader *t, const char *s, uint32_t *out);
int token_hex32(struct text_reader *t, const char *s, uint32_t *out);
/* Parses a thread's number and returns its id, which is one more (trace_thread_number). */
int token_thread_number(struct text_reader *t, const char *s, uint32_t *out);
/* Parses "-" or a letter and an id, optionally followed by a name in parentheses. "-" is id 0. */
int token_reference(struct text_reader *t, const char *s, uint32_t *out);
int token_hash(struct text_reader *t, const char *s, uint8_t out[16]);

#endif
