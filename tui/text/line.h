/* Styled lines of text, which panes draw on the grid.
 * The text is UTF-8. A span gives one style to the text from its byte offset up to the next span.
 * Widths are counted in terminal columns. */
#ifndef HEDDLE_TUI_TEXT_LINE_H
#define HEDDLE_TUI_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/mem.h"

enum style {
  ST_NORMAL,
  ST_DIM,    /* already known, or part of the JDK */
  ST_TITLE,  /* titles of panes */
  ST_FOCUS,  /* title and rule of the focused pane */
  ST_BAR,    /* the status bar */
  ST_TAB_ON, /* the tab of the shown view */
  ST_CURSOR, /* the row that Enter acts on */
  ST_MATCH,  /* matches of the last search */
  ST_MARK,   /* marks, counts and signs, emphasised */
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

void line_clear(struct line *l); /* keeps the memory for the next line */
void line_release(struct line *l);
/* Append text in a style. */
void line_puts(struct line *l, enum style style, const char *s);
void line_printf(struct line *l, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds blanks up to a column, or one blank if the text already reaches it. */
void line_tab(struct line *l, int column);
int line_width(const struct line *l);
const char *line_text(const struct line *l); /* never NULL */
/* Adds `s` in `style`. Cuts it to `columns` columns and ends a cut text with '~'. */
void line_fit(struct line *l, enum style style, const char *s, int columns);
/* Returns the style of a thread, by its number. Styles repeat after LINE_THREAD_STYLES threads. */
enum style line_thread_style(uint32_t thread);
/* Returns the style of a text about a change of h (enum h_effect). */
enum style line_h_style(uint32_t effect);

/* Adds columns `from` to `to` - 1 of another line, with their styles. */
void line_part(struct line *l, const struct line *of, int from, int to);

/* Decodes one character and returns its length in bytes: 0 at the end of the string. A malformed
 * character is one byte long and decoded as U+FFFD. */
int utf8_decode(const char *s, uint32_t *ch);
/* Writes a character without a terminating 0. Returns its length in bytes, 1 to 4. */
int utf8_encode(uint32_t ch, char out[4]);
int utf8_columns(uint32_t ch); /* 0, 1 or 2; 1 for control characters, which are shown as '.' */
int utf8_width(const char *s);
/* Returns the column after the row of text that begins at column `from`. A row has at most `cols`
 * columns and ends after a blank if possible. */
int utf8_wrap(const char *s, int from, int cols);
/* Returns how many rows of `cols` columns a text needs. Rows after the first are indented by
 * LINE_CONTINUED. */
int utf8_rows(const char *s, int cols);
#define LINE_CONTINUED 3

#endif
