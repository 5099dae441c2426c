/* Private to text.c and text_token.c. */
#ifndef HEDDLE_TRACE_IMPORT_TOKEN_INT_H
#define HEDDLE_TRACE_IMPORT_TOKEN_INT_H

#include "trace/text.h"
#include "trace/writer.h"

#define MAX_TOKENS 16

struct known {
  char *s;
  size_t len;
  uint32_t id; /* 0: free */
};

struct text_reader {
  const char *name;
  uint64_t line;
  struct trace_writer *w;
  char *tokens[MAX_TOKENS];
  int count;
  struct known *known; /* maps a text to its first id */
  size_t known_cap, known_len;
  uint64_t expected, events; /* number of events by the "events" line; number read so far */
  uint64_t seq;
  bool in_events;
  struct error *err;
};

int token_bad(struct text_reader *t, const char *what); /* returns ERR_INPUT, with the line */
int token_split(struct text_reader *t, char *line);
/* Decodes \xHH in place up to `end`. Returns the new length, or -1. */
long token_unescape(char *s, const char *end);
int token_quoted(struct text_reader *t, char *token, char **s, size_t *len);
/* Parses a number that ends at the token's end or, with `named`, before a parenthesis. */
int token_number(struct text_reader *t, const char *s, int base, bool named, uint64_t *out);
int token_number32(struct text_reader *t, const char *s, int base, bool named, uint32_t *out);
int token_signed32(struct text_reader *t, const char *s, uint32_t *out);
int token_hex32(struct text_reader *t, const char *s, uint32_t *out);
/* Parses a thread's number and returns the id, which is one more (trace_thread_number). */
int token_thread_number(struct text_reader *t, const char *s, uint32_t *out);
/* Parses "-" or a letter and an id, optionally followed by a name in parentheses. */
int token_reference(struct text_reader *t, const char *s, uint32_t *out);
int token_hash(struct text_reader *t, const char *s, uint8_t out[16]);

#endif
