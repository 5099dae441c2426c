/* A styled line of text: what panes hand to the grid.
 *
 * A line is UTF-8 text with spans; a span runs from its byte offset to the next span. Width is
 * counted in columns. */
#ifndef HEDDLE_TUI_TEXT_LINE_H
#define HEDDLE_TUI_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/mem.h"

enum style {
  ST_NORMAL,
  ST_DIM,    /* what is known already, or belongs to the JDK */
  ST_TITLE,  /* titles of panes */
  ST_FOCUS,  /* title and rule of the pane that has the keys */
  ST_BAR,    /* the status bar */
  ST_TAB_ON, /* the view that is shown */
  ST_CURSOR, /* the row that Enter acts on */
  ST_MATCH,  /* what / found */
  ST_MARK,   /* marks and the sequence */
  ST_GOOD,   /* gained, done, no error */
  ST_BAD,    /* lost, errors */
  ST_WARN,   /* inconclusive, blocked, suspicious */
  ST_KEY,    /* keys and commands in hints */
  ST_THREAD0,
  ST_THREAD1,
  ST_THREAD2,
  ST_THREAD3,
  ST_THREAD4,
  ST_THREAD5,
  STYLES
};
#define LINE_THREAD_STYLES 6

struct line_span {
  uint32_t at; /* byte offset */
  enum style style;
};
struct line {
  struct text t;
  VEC(struct line_span) spans;
};

void line_clear(struct line *l); /* keeps the memory */
void line_release(struct line *l);
void line_puts(struct line *l, enum style style, const char *s);
void line_printf(struct line *l, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Blanks up to a column; at least one when the text is already there. */
void line_tab(struct line *l, int column);
int line_width(const struct line *l);
const char *line_text(const struct line *l); /* never NULL */
/* The text cut to `columns`, with '~' for what was left out; in `style`. */
void line_fit(struct line *l, enum style style, const char *s, int columns);
enum style line_thread_style(uint32_t thread);

/* Adds the columns `from` to `to` of another line, with its styles. */
void line_part(struct line *l, const struct line *of, int from, int to);

/* Decodes one character; returns its length in bytes (1 and U+FFFD for a malformed one). At the end
 * of the string 0. */
int utf8_decode(const char *s, uint32_t *ch);
int utf8_encode(uint32_t ch, char out[4]);
int utf8_columns(uint32_t ch); /* 0, 1 or 2; control characters count 1: they are shown as '.' */
int utf8_width(const char *s);
/* Where the row that begins at column `from` ends, at most `cols` further: behind a blank if there
 * is one. */
int utf8_wrap(const char *s, int from, int cols);
/* Rows that a text takes in `cols` columns, continued rows indented by LINE_CONTINUED. */
int utf8_rows(const char *s, int cols);
#define LINE_CONTINUED 3

#endif
