/* The prompt's line editor on libedit (make LINE_EDITOR=edit; see editor.h). libedit needs a
 * terminal that it can set up, so it gets a pseudo-terminal of its own, whose output is
 * discarded. */
#if defined HEDDLE_EDITLINE || defined HEDDLE_LIBEDIT

#include "tui/terminal/editor.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>

#include "engine/base/mem.h"

static struct {
  EditLine *el;
  History *history;
  char *file;
  int master;
  FILE *in, *out;
  const char *bytes;
  size_t left;
  char *line, *text;
  bool active;
} ed;

static int next_char(EditLine *el, wchar_t *out) {
  mbstate_t state;
  size_t n;
  (void)el;
  if (!ed.left) return 0;
  memset(&state, 0, sizeof state);
  n = mbrtowc(out, ed.bytes, ed.left, &state);
  if (!n || n > ed.left) {
    *out = (unsigned char)*ed.bytes;
    n = 1;
  }
  ed.bytes += n;
  ed.left -= n;
  return 1;
}

static char *no_prompt(EditLine *el) {
  static char none[] = "";
  (void)el;
  return none;
}

/* Discards what libedit draws on its pseudo-terminal. */
static void drain(void) {
  char buffer[4096];
  fflush(ed.out);
  while (read(ed.master, buffer, sizeof buffer) > 0) continue;
}

static bool open_terminal(void) {
  const char *name;
  int slave;
  ed.master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ed.master < 0 || grantpt(ed.master) || unlockpt(ed.master) || !(name = ptsname(ed.master)))
    return false;
  fcntl(ed.master, F_SETFL, O_NONBLOCK);
  slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (slave < 0) return false;
  ed.in = fdopen(slave, "r");
  ed.out = fdopen(dup(slave), "w");
  return ed.in && ed.out;
}

static void read_file(void) {
  FILE *in = fopen(ed.file, "r");
  char *line = NULL;
  size_t cap = 0;
  HistEvent ev;
  while (in && getline(&line, &cap, in) > 0) {
    line[strcspn(line, "\n")] = 0;
    if (*line) history(ed.history, &ev, H_ENTER, line);
  }
  free(line);
  if (in) fclose(in);
}

bool editor_open(const char *file) {
  HistEvent ev;
  if (!open_terminal()) return false;
  ed.el = el_init("heddle", ed.in, ed.out, ed.out);
  ed.history = history_init();
  if (!ed.el || !ed.history) return false;
  history(ed.history, &ev, H_SETSIZE, 1000);
  history(ed.history, &ev, H_SETUNIQUE, 1);
  el_set(ed.el, EL_EDITOR, "emacs");
  el_set(ed.el, EL_SIGNAL, 0);
  el_set(ed.el, EL_PROMPT, no_prompt);
  el_set(ed.el, EL_HIST, history, ed.history);
  el_wset(ed.el, EL_GETCFN, next_char);
  el_set(ed.el, EL_BIND, "\033[A", "ed-prev-history", NULL);
  el_set(ed.el, EL_BIND, "\033[B", "ed-next-history", NULL);
  el_set(ed.el, EL_BIND, "\033[C", "ed-next-char", NULL);
  el_set(ed.el, EL_BIND, "\033[D", "ed-prev-char", NULL);
  el_set(ed.el, EL_BIND, "\033[H", "ed-move-to-beg", NULL);
  el_set(ed.el, EL_BIND, "\033[F", "ed-move-to-end", NULL);
  el_set(ed.el, EL_BIND, "\033[3~", "ed-delete-next-char", NULL);
  el_set(ed.el, EL_BIND, "^R", "em-inc-search-prev", NULL);
  el_set(ed.el, EL_UNBUFFERED, 1);
  if (file) {
    ed.file = mem_strdup(file);
    read_file();
  }
  return true;
}

void editor_close(void) {
  if (ed.history) history_end(ed.history);
  if (ed.el) el_end(ed.el);
  if (ed.in) fclose(ed.in);
  if (ed.out) fclose(ed.out);
  if (ed.master > 0) close(ed.master);
  free(ed.file);
  free(ed.line);
  free(ed.text);
  memset(&ed, 0, sizeof ed);
}

void editor_begin(const char *text) {
  el_reset(ed.el);
  ed.active = true;
  el_insertstr(ed.el, text);
}

static void editor_edit_remember(const char *line) {
  HistEvent ev;
  FILE *out;
  if (!*line) return;
  history(ed.history, &ev, H_ENTER, line);
  if (!ed.file || !(out = fopen(ed.file, "a"))) return;
  fprintf(out, "%s\n", line);
  fclose(out);
}

enum editor_result editor_feed(const char *bytes, size_t n) {
  const char *got;
  int count = 0;
  if (!ed.active) return EDITOR_CANCEL;
  if (n == 1 && (*bytes == ('C' & 31) || *bytes == 27 || *bytes == ('G' & 31) ||
                 (*bytes == ('D' & 31) && !*editor_text()))) {
    ed.active = false;
    return EDITOR_CANCEL;
  }
  if (n == 1 && (*bytes == '\r' || *bytes == '\n')) {
    free(ed.line);
    ed.line = mem_strdup(editor_text());
    ed.active = false;
    editor_edit_remember(ed.line);
    return EDITOR_LINE;
  }
  ed.bytes = bytes;
  ed.left = n;
  while (ed.left) {
    got = el_gets(ed.el, &count);
    drain();
    if (!got && !ed.left) break;
  }
  return EDITOR_MORE;
}

const char *editor_take(void) { return ed.line ? ed.line : ""; }

const char *editor_text(void) {
  const LineInfo *li = ed.el ? el_line(ed.el) : NULL;
  free(ed.text);
  ed.text = li ? mem_printf("%.*s", (int)(li->lastchar - li->buffer), li->buffer) : mem_strdup("");
  return ed.text;
}

size_t editor_point(void) {
  const LineInfo *li = ed.el ? el_line(ed.el) : NULL;
  return li ? (size_t)(li->cursor - li->buffer) : 0;
}

const char *editor_prompt(void) { return ":"; }

void editor_replace(size_t from, const char *text) {
  const LineInfo *li = el_line(ed.el);
  char *old = mem_printf("%.*s", (int)(li->cursor - li->buffer - (long)from), li->buffer + from);
  mbstate_t state;
  const char *p = old;
  size_t chars;
  memset(&state, 0, sizeof state);
  chars = mbsrtowcs(NULL, &p, 0, &state);
  el_deletestr(ed.el, (int)(chars == (size_t)-1 ? strlen(old) : chars));
  free(old);
  el_insertstr(ed.el, text);
}

#else
typedef int editor_edit_is_not_used;
#endif
