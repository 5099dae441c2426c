/* Reads the text form of a trace (format/text_form.h) and writes the trace that it describes. The
 * lines must have the order in which the exporter writes them: strings before the lines that refer
 * to them; labels and the number of events before the events. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/check.h"
#include "trace/format/text_form.h"
#include "trace/format/writer.h"

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

/* ---- tokens ---- */

/* Sets an error that names the line, and returns ERR_INPUT. */
static int token_bad(struct text_reader *t, const char *what) {
  return error_set(t->err, ERR_INPUT, "%s: line %" PRIu64 ": %s", t->name, t->line, what);
}

/* Returns the end of the token at p. Blanks separate tokens, except inside quotes. */
static char *token_end(char *p) {
  bool quoted = false;
  for (; *p && (quoted || (*p != ' ' && *p != '\t')); p++)
    if (*p == '"') quoted = !quoted;
  return p;
}

static int token_split(struct text_reader *t, char *line) {
  t->count = 0;
  for (char *p = line + strspn(line, " \t"); *p; p += strspn(p, " \t")) {
    if (t->count == MAX_TOKENS) return token_bad(t, "too many columns");
    t->tokens[t->count++] = p;
    p = token_end(p);
    if (*p) *p++ = 0;
  }
  return 0;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/* Decodes \xHH in place, up to `end`. Returns the new length, or -1 if an escape is malformed. */
static long token_unescape(char *s, const char *end) {
  char *to = s;
  for (const char *p = s; p < end; p++) {
    if (*p != '\\') {
      *to++ = *p;
      continue;
    }
    if (end - p < 4 || p[1] != 'x' || hex_digit(p[2]) < 0 || hex_digit(p[3]) < 0) return -1;
    *to++ = (char)(hex_digit(p[2]) << 4 | hex_digit(p[3]));
    p += 3;
  }
  return to - s;
}

static int token_quoted(struct text_reader *t, char *token, char **s, size_t *len) {
  size_t n = strlen(token);
  if (n < 2 || token[0] != '"' || token[n - 1] != '"')
    return token_bad(t, "a text in quotes is missing");
  long k = token_unescape(token + 1, token + n - 1);
  if (k < 0) return token_bad(t, "wrong escape in a text");
  *s = token + 1;
  *len = (size_t)k;
  return 0;
}

/* ---- numbers and references ---- */

/* Parses a number that ends at the token's end. With `named`, a name in parentheses may follow. */
static int token_number(struct text_reader *t, const char *s, int base, bool named, uint64_t *out) {
  char *end;
  errno = 0;
  const char *digits = *s == '-' ? s + 1 : s;
  if (hex_digit(*digits) < 0 || (base == 10 && hex_digit(*digits) > 9))
    return token_bad(t, "a number is missing");
  *out = *s == '-' ? (uint64_t)strtoll(s, &end, base) : strtoull(s, &end, base);
  if (errno || (*end && !(named && *end == '('))) return token_bad(t, "not a number");
  return 0;
}

static int token_number32(struct text_reader *t, const char *s, int base, bool named,
                          uint32_t *out) {
  uint64_t v;
  int rc = token_number(t, s, base, named, &v);
  if (!rc && v > UINT32_MAX) return token_bad(t, "number too large");
  if (!rc) *out = (uint32_t)v;
  return rc;
}

static int token_signed32(struct text_reader *t, const char *s, uint32_t *out) {
  uint64_t v;
  int rc = token_number(t, s, 10, false, &v);
  if (!rc && ((int64_t)v > INT32_MAX || (int64_t)v < INT32_MIN))
    return token_bad(t, "number too large");
  if (!rc) *out = (uint32_t)v;
  return rc;
}

static int token_hex32(struct text_reader *t, const char *s, uint32_t *out) {
  if (strncmp(s, "0x", 2)) return token_bad(t, "a hexadecimal number is missing");
  return token_number32(t, s + 2, 16, false, out);
}

/* Parses a thread's number and returns its id, which is one more (trace_thread_number). */
static int token_thread_number(struct text_reader *t, const char *s, uint32_t *out) {
  int rc = token_number32(t, s, 10, true, out);
  if (!rc && *out == UINT32_MAX) return token_bad(t, "number too large");
  if (!rc) ++*out;
  return rc;
}

/* Parses "-" or a letter and an id, optionally followed by a name in parentheses. "-" is id 0. */
static int token_reference(struct text_reader *t, const char *s, uint32_t *out) {
  *out = 0;
  if (!strcmp(s, "-")) return 0;
  if (*s < 'A' || *s > 'Z') return token_bad(t, "a reference such as C3 is missing");
  return *s == 'T' ? token_thread_number(t, s + 1, out) : token_number32(t, s + 1, 10, true, out);
}

static int token_hash(struct text_reader *t, const char *s, uint8_t out[16]) {
  if (strlen(s) != 32) return token_bad(t, "a hash of 32 digits is missing");
  for (int i = 0; i < 16; i++) {
    int high = hex_digit(s[2 * i]), low = hex_digit(s[2 * i + 1]);
    if (high < 0 || low < 0) return token_bad(t, "a hash of 32 digits is missing");
    out[i] = (uint8_t)(high << 4 | low);
  }
  return 0;
}

/* ---- strings and their ids ---- */

static struct known *known_slot(const struct text_reader *t, const char *s, size_t len) {
  size_t i = XXH3_64bits(s, len) & (t->known_cap - 1);
  while (t->known[i].id && (t->known[i].len != len || memcmp(t->known[i].s, s, len)))
    i = (i + 1) & (t->known_cap - 1);
  return &t->known[i];
}

static void known_grow(struct text_reader *t) {
  struct known *old = t->known;
  size_t cap = t->known_cap;
  if ((t->known_len + 1) * 2 <= cap) return;
  t->known_cap = cap ? cap * 2 : 256;
  t->known = mem_alloc(t->known_cap * sizeof *t->known);
  for (size_t i = 0; i < cap; i++)
    if (old[i].id) *known_slot(t, old[i].s, old[i].len) = old[i];
  free(old);
}

static int string_line(struct text_reader *t) {
  uint32_t id = 0;
  char *s;
  size_t len;
  if (t->count != 3) return token_bad(t, "a string line has an id and a text");
  if (token_number32(t, t->tokens[1], 10, false, &id) || token_quoted(t, t->tokens[2], &s, &len))
    return ERR_INPUT;
  if (!id) return token_bad(t, "id 0 is reserved");
  trace_writer_string_row(t->w, id, s, len);
  known_grow(t);
  struct known *k = known_slot(t, s, len);
  if (k->id) return 0;
  *k = (struct known){mem_alloc(len + 1), len, id};
  memcpy(k->s, s, len);
  t->known_len++;
  CHECK(t->known_len < t->known_cap, "the table of texts has a free place: %zu of %zu",
        t->known_len, t->known_cap);
  return 0;
}

static int string_ref(struct text_reader *t, char *token, uint32_t *out) {
  char *s;
  size_t len;
  *out = 0;
  if (!strcmp(token, "-")) return 0;
  if (*token == '@') return token_number32(t, token + 1, 10, false, out);
  int rc = token_quoted(t, token, &s, &len);
  if (rc) return rc;
  known_grow(t);
  *out = known_slot(t, s, len)->id;
  return *out ? 0 : token_bad(t, "a text without a string line");
}

/* ---- rows of tables ---- */

static int column(struct text_reader *t, char kind, char *token, uint8_t *at) {
  uint32_t v = 0;
  int rc;
  switch (kind) {
    case 'N': rc = token_thread_number(t, token, &v); break;
    case 'U': rc = token_number32(t, token, 10, false, &v); break;
    case 'I': rc = token_signed32(t, token, &v); break;
    case 'X': rc = token_hex32(t, token, &v); break;
    case 'H': return token_hash(t, token, at);
    case 'S': rc = string_ref(t, token, &v); break;
    default: rc = token_reference(t, token, &v);
  }
  memcpy(at, &v, sizeof v);
  return rc;
}

static int row_line(struct text_reader *t, unsigned table, const char *columns) {
  uint8_t row[TRACE_ROW_MAX] = {0}, *at = row;
  if ((size_t)t->count != strlen(columns) + 1) return token_bad(t, "wrong number of columns");
  for (int i = 0; columns[i]; i++) {
    CHECK(at + (columns[i] == 'H' ? 16 : 4) <= row + sizeof row,
          "a row has room for its columns: %s", columns);
    int rc = column(t, columns[i], t->tokens[i + 1], at);
    if (rc) return rc;
    at += columns[i] == 'H' ? 16 : 4;
  }
  trace_writer_row(t->w, table, row);
  return 0;
}

static int label_line(struct text_reader *t) {
  if (t->count != 2) return token_bad(t, "a label line has one word");
  long n = token_unescape(t->tokens[1], t->tokens[1] + strlen(t->tokens[1]));
  if (n < 1 || memchr(t->tokens[1], 0, (size_t)n)) return token_bad(t, "wrong label");
  t->tokens[1][n] = 0;
  trace_writer_label_add(t->w, t->tokens[1]);
  return 0;
}

static int head_line(struct text_reader *t) {
  const char *word = t->tokens[0];
  if (!strcmp(word, "string")) return string_line(t);
  if (!strcmp(word, "label")) return label_line(t);
  if (!strcmp(word, "events")) {
    t->in_events = true;
    return t->count == 2 ? token_number(t, t->tokens[1], 10, false, &t->expected)
                         : token_bad(t, "the number of events is missing");
  }
  for (unsigned i = TRACE_META; i < TRACE_EVENTS; i++)
    if (!strcmp(trace_text_table(i)->word, word))
      return row_line(t, i, trace_text_table(i)->columns);
  return token_bad(t, "unknown word at the start of the line");
}

/* ---- events ---- */

static int kind_of(struct text_reader *t, const char *word, uint8_t *out) {
  uint64_t v;
  int kind = trace_kind_by_name(word);
  if (kind < 0 && !strncmp(word, "kind-", 5)) {
    if (token_number(t, word + 5, 10, false, &v)) return ERR_INPUT;
    kind = v <= UINT8_MAX ? (int)v : -1;
  }
  if (kind < 0) return token_bad(t, "unknown kind of event");
  *out = (uint8_t)kind;
  return 0;
}

static int unknown_value(struct text_reader *t, char *token, struct trace_event *e) {
  char *colon = strchr(token, ':');
  uint32_t type = 0;
  if (!colon || strncmp(colon, ":0x", 3)) return token_bad(t, "not a value");
  *colon = 0;
  if (token_number32(t, token + 1, 10, false, &type)) return ERR_INPUT;
  if (type > UINT8_MAX) return token_bad(t, "not a value");
  e->type = (uint8_t)type;
  return token_number(t, colon + 3, 16, false, &e->value);
}

static int value(struct text_reader *t, char *token, struct trace_event *e) {
  uint32_t id;
  if (!strcmp(token, "-")) return 0;
  if (*token == '#') return unknown_value(t, token, e);
  if (!*token || token[1] != ':') return token_bad(t, "not a value");
  e->type = (uint8_t)*token;
  token += 2;
  if (strchr("ZBCSIJ", e->type)) return token_number(t, token, 10, false, &e->value);
  if (strchr("FD", e->type))
    return strncmp(token, "0x", 2) ? token_bad(t, "not a value")
                                   : token_number(t, token + 2, 16, true, &e->value);
  if (!strchr("Lsmct", e->type)) return token_bad(t, "not a value");
  int rc = token_reference(t, token, &id);
  e->value = id;
  return rc;
}

static int flag(struct text_reader *t, const char *word, uint16_t *out) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < 16; i++) {
    if (!trace_text_flag(i) || strcmp(trace_text_flag(i), word)) continue;
    *out = (uint16_t)(*out | 1u << i);
    return 0;
  }
  if (token_hex32(t, word, &bits)) return ERR_INPUT;
  if (bits > UINT16_MAX) return token_bad(t, "unknown flag");
  *out = (uint16_t)(*out | bits);
  return 0;
}

static int flags(struct text_reader *t, char *token, uint16_t *out) {
  char *save, *word = strtok_r(token, ",", &save);
  if (word && !strcmp(word, "-")) return 0;
  for (; word; word = strtok_r(NULL, ",", &save)) {
    int rc = flag(t, word, out);
    if (rc) return rc;
  }
  return 0;
}

static int labels(struct text_reader *t, char *token, uint64_t event) {
  char *save, *word = strtok_r(token, ",", &save);
  if (word && !strcmp(word, "-")) return 0;
  for (; word; word = strtok_r(NULL, ",", &save)) {
    long n = token_unescape(word, word + strlen(word));
    if (n < 1 || memchr(word, 0, (size_t)n)) return token_bad(t, "wrong label");
    word[n] = 0;
    trace_writer_label(t->w, word, event);
  }
  return 0;
}

static int text_place(struct text_reader *t, struct trace_event *e) {
  uint64_t n;
  if (token_number(t, t->tokens[0], 10, false, &n) ||
      token_number(t, t->tokens[1], 10, false, &e->seq))
    return ERR_INPUT;
  if (n != t->events) return token_bad(t, "the events are not numbered in order");
  if (e->seq <= t->seq) return token_bad(t, "the seq does not rise");
  t->seq = e->seq;
  return 0;
}

static int event_line(struct text_reader *t) {
  struct trace_event e = {0};
  char **k = t->tokens;
  uint32_t index = 0;
  int rc = t->count == 13 ? text_place(t, &e) : token_bad(t, "an event has 13 columns");
  if (!rc) rc = token_reference(t, k[2], &e.thread);
  if (!rc) rc = kind_of(t, k[3], &e.kind);
  if (!rc) rc = token_reference(t, k[4], &e.location);
  if (!rc) rc = token_reference(t, k[5], &e.object);
  if (!rc) rc = token_reference(t, k[6], &e.ref);
  if (!rc) rc = token_signed32(t, k[7], &index);
  if (!rc) rc = value(t, k[8], &e);
  if (!rc) rc = flags(t, k[9], &e.flags);
  if (!rc) rc = token_number(t, k[10], 10, false, &e.icount);
  if (!rc) rc = token_reference(t, k[11], &e.text);
  if (rc) return rc;
  e.index = (int32_t)index;
  trace_writer_event(t->w, &e);
  return labels(t, k[12], t->events++);
}

/* ---- whole file ---- */

static int one_line(struct text_reader *t, char *line) {
  if (t->line == 1)
    return strcmp(line, TRACE_TEXT_FIRST_LINE) ? token_bad(t, "not the text form of a trace") : 0;
  int rc = *line == '#' ? 0 : token_split(t, line);
  if (rc || *line == '#' || !t->count) return rc;
  return t->in_events ? event_line(t) : head_line(t);
}

static int all_lines(struct text_reader *t, FILE *in) {
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  int rc = 0;
  while (!rc && (n = getline(&line, &cap, in)) >= 0) {
    t->line++;
    if (strlen(line) != (size_t)n) rc = token_bad(t, "a zero byte");
    line[strcspn(line, "\n")] = 0;
    if (!rc) rc = one_line(t, line);
  }
  free(line);
  if (!rc && !t->line) rc = token_bad(t, "empty file");
  if (!rc && (!t->in_events || t->events != t->expected))
    rc = token_bad(t, "the file ends before the last event");
  return rc;
}

int trace_text_read(FILE *in, const char *name, const char *path, struct error *err) {
  struct text_reader t = {.name = name, .err = err};
  int rc = trace_writer_open(path, &t.w, err);
  if (rc) return rc;
  rc = all_lines(&t, in);
  if (rc)
    trace_writer_abort(t.w);
  else
    rc = trace_writer_close(t.w, err);
  for (size_t i = 0; i < t.known_cap; i++) free(t.known[i].s);
  free(t.known);
  return rc;
}
