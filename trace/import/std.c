/* The STD format of RAPID (U. Mathur): a trace as lines of text,
 *
 *     T0|acq(L34)|120
 *
 * with the thread, the operation with its operand, and the place, separated by bars. Operations are
 * acq and rel of a lock, r and w of a variable, fork and join of a thread; begin and end of a
 * transaction, branch (with optional operand); and req (request) of a lock, in logs of other tools.
 * Names may contain any characters except blanks and bars. Empty lines are skipped. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/import.h"
#include "trace/import/std_int.h"

bool import_std_is(const uint8_t *head, size_t n, uint64_t size);
int import_std_read(FILE *in, const char *file, const char *path, struct error *err);

struct std_reader {
  const char *name;
  uint64_t line;
  struct std_sink sink;
  struct error *err;
};

static int std_bad(struct std_reader *r, const char *what, const char *s, size_t len) {
  struct text shown = {0};
  for (size_t i = 0; i < len && i < 60; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c > 0x20 && c < 0x7f)
      text_add(&shown, s + i, 1);
    else
      text_printf(&shown, "\\x%02x", c);
  }
  error_set(r->err, ERR_INPUT, "%s: line %" PRIu64 ": %s%s%s%s", r->name, r->line, what,
            shown.len ? " '" : "", shown.len ? shown.s : "", shown.len ? "'" : "");
  text_release(&shown);
  return ERR_INPUT;
}

static bool std_word(const struct std_name *n) {
  for (size_t i = 0; i < n->len; i++)
    if ((unsigned char)n->s[i] <= ' ' || n->s[i] == 0x7f) return false;
  return n->len > 0;
}

static bool needs_operand(enum std_op op) {
  return op != STD_BEGIN && op != STD_END && op != STD_BRANCH;
}

/* Parses an operation such as "acq(L1)" or "begin". */
static int std_operation(struct std_reader *r, const char *s, size_t len, struct std_event *e) {
  const char *open = memchr(s, '(', len);
  size_t word = open ? (size_t)(open - s) : len;
  int op = 0;
  while (op < STD_OPS && (strlen(std_op_names[op]) != word || memcmp(std_op_names[op], s, word)))
    op++;
  if (op == STD_OPS) return std_bad(r, "unknown operation", s, word);
  e->op = (enum std_op)op;
  e->operand = (struct std_name){s + len, 0};
  if (open && s[len - 1] != ')') return std_bad(r, "a parenthesis is not closed in", s, len);
  if (open) e->operand = (struct std_name){open + 1, len - word - 2};
  if (needs_operand(e->op) && !std_word(&e->operand))
    return std_bad(r, "an operand of one word is missing in", s, len);
  return 0;
}

static int std_line(struct std_reader *r, const char *s, size_t len) {
  struct std_event e = {0};
  const char *bar = memchr(s, '|', len), *second, *end = s + len;
  second = bar ? memchr(bar + 1, '|', (size_t)(end - bar - 1)) : NULL;
  if (!second || memchr(second + 1, '|', (size_t)(end - second - 1)))
    return std_bad(r, "not of the form thread|operation|place:", s, len);
  e.thread = (struct std_name){s, (size_t)(bar - s)};
  e.place = (struct std_name){second + 1, (size_t)(end - second - 1)};
  if (!std_word(&e.thread)) return std_bad(r, "a thread of one word is missing:", s, len);
  if (e.place.len && !std_word(&e.place))
    return std_bad(r, "a place is one word, not", e.place.s, e.place.len);
  int rc = std_operation(r, bar + 1, (size_t)(second - bar - 1), &e);
  if (!rc) std_sink_take(&r->sink, &e);
  return rc;
}

bool import_std_is(const uint8_t *head, size_t n, uint64_t size) {
  size_t at = 0, len;
  (void)size;
  while (at < n && (head[at] == '\n' || head[at] == '\r')) at++;
  for (len = 0; at + len < n && head[at + len] != '\n'; len++)
    if (head[at + len] < ' ' && head[at + len] != '\r') return false;
  const uint8_t *bar = len ? memchr(head + at, '|', len) : NULL;
  return bar && bar > head + at && memchr(bar + 1, '|', (size_t)(head + at + len - bar - 1));
}

int import_std_read(FILE *in, const char *file, const char *path, struct error *err) {
  struct std_reader r = {.name = file, .err = err};
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  int rc = std_sink_open(&r.sink, "std", path, err);
  if (rc) return rc;
  while (!rc && (n = getline(&line, &cap, in)) >= 0) {
    r.line++;
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) n--;
    if (n) rc = std_line(&r, line, (size_t)n);
  }
  if (!rc && ferror(in)) rc = error_set(err, ERR_INPUT, "%s: cannot read", file);
  free(line);
  return std_sink_close(&r.sink, rc, err);
}
