/* The prompt's line editor on GNU readline's callback interface (see editor.h). Replaces readline's
 * terminal functions, so that only the screen draws. readline looks ahead in its input stream, so
 * that stream is a pipe that stays empty. */
#if !defined HEDDLE_EDITLINE && !defined HEDDLE_LIBEDIT

#include "tui/terminal/editor.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "engine/base/mem.h"

static struct {
  FILE *in, *out;
  int silent; /* write end of the pipe that stays empty */
  char *history;
  const char *bytes;
  size_t left;
  char *line;
  bool installed, done, ended;
} ed;

static int next_byte(FILE *in) {
  (void)in;
  if (!ed.left) return EOF;
  ed.left--;
  return (unsigned char)*ed.bytes++;
}

static void draw_nothing(void) {}
static void no_terminal(int meta) { (void)meta; }

static void on_line(char *line) {
  ed.done = true;
  ed.ended = !line;
  free(ed.line);
  ed.line = line;
  rl_callback_handler_remove();
  ed.installed = false;
}

bool editor_open(const char *history) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return false;
  ed.silent = ends[1];
  ed.in = fdopen(ends[0], "r");
  ed.out = fopen("/dev/null", "w");
  if (!ed.in || !ed.out) return false;
  rl_readline_name = "heddle";
  rl_instream = ed.in;
  rl_outstream = ed.out;
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_getc_function = next_byte;
  rl_redisplay_function = draw_nothing;
  rl_prep_term_function = no_terminal;
  rl_deprep_term_function = draw_nothing;
  rl_initialize();
  using_history();
  if (history) {
    ed.history = mem_strdup(history);
    read_history(history);
  }
  return true;
}

void editor_close(void) {
  if (ed.installed) rl_callback_handler_remove();
  if (ed.in) fclose(ed.in);
  if (ed.out) fclose(ed.out);
  if (ed.silent) close(ed.silent);
  free(ed.history);
  free(ed.line);
  clear_history();
  memset(&ed, 0, sizeof ed);
}

void editor_begin(const char *text) {
  if (ed.installed) rl_callback_handler_remove();
  rl_callback_handler_install(":", on_line);
  ed.installed = true;
  ed.done = false;
  rl_insert_text(text);
}

static void editor_readline_remember(const char *line) {
  HIST_ENTRY *last = history_length ? history_get(history_base + history_length - 1) : NULL;
  if (!*line || (last && !strcmp(last->line, line))) return;
  add_history(line);
  if (!ed.history) return;
  if (append_history(1, ed.history)) write_history(ed.history);
}

static enum editor_result cancel(void) {
  rl_callback_sigcleanup(); /* ends a history search */
  rl_callback_handler_remove();
  ed.installed = false;
  ed.left = 0;
  return EDITOR_CANCEL;
}

enum editor_result editor_feed(const char *bytes, size_t n) {
  if (!ed.installed) return EDITOR_CANCEL;
  if (n == 1 && (*bytes == ('C' & 31) || *bytes == 27 ||
                 (*bytes == ('G' & 31) && !RL_ISSTATE(RL_STATE_ISEARCH))))
    return cancel();
  ed.bytes = bytes;
  ed.left = n;
  while (ed.left && !ed.done) rl_callback_read_char();
  if (!ed.done) return EDITOR_MORE;
  ed.done = false;
  if (ed.ended) return EDITOR_CANCEL;
  editor_readline_remember(ed.line);
  return EDITOR_LINE;
}

const char *editor_take(void) { return ed.line ? ed.line : ""; }
const char *editor_text(void) { return ed.installed && rl_line_buffer ? rl_line_buffer : ""; }
size_t editor_point(void) { return ed.installed && rl_point > 0 ? (size_t)rl_point : 0; }
const char *editor_prompt(void) {
  return ed.installed && rl_display_prompt && *rl_display_prompt ? rl_display_prompt : ":";
}

void editor_replace(size_t from, const char *text) {
  rl_begin_undo_group();
  rl_delete_text((int)from, rl_point);
  rl_point = (int)from;
  rl_insert_text(text);
  rl_end_undo_group();
}

#else
typedef int editor_readline_is_not_used;
#endif
