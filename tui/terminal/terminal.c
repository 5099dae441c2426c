/* The debugger's event loop. It handles keys, the prompt, results of checks, and signals. It runs a
 * search in short slices, so that every key is answered at once. */
#include "tui/terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tui/terminal/alternatives.h"
#include "tui/terminal/command.h"
#include "tui/terminal/editor.h"
#include "tui/terminal/mouse.h"
#include "tui/terminal/screen.h"
#include "tui/terminal/working.h"

enum { SLICE_MS = 20, CHECK_MS = 50 };

struct terminal {
  struct debug *d;
  bool editor, typing; /* typing: keys go to the prompt */
  bool dirty, news; /* dirty: redraw at once, after a key; news: redraw soon, because something else
                       changed */
  bool mouse_on;
  uint32_t theme; /* theme set on the screen */
  int row;        /* row of the prompt */
  bool ended_one; /* Ctrl-C interrupted the last command */
  struct mouse mouse;
  const struct key_row *letter; /* key that waits for a letter; NULL: none */
  VEC(char *) words;            /* completions on the screen */
};

static void forget_words(struct terminal *t) {
  while (t->words.len) free(t->words.data[--t->words.len]);
}

/* ---- drawing ---- */

static void draw_words(struct terminal *t, struct grid *g, int prompt) {
  size_t i, per;
  int width = 4, rows, row;
  if (!t->words.len) return;
  for (i = 0; i < t->words.len; i++)
    if (utf8_width(t->words.data[i]) + 2 > width) width = utf8_width(t->words.data[i]) + 2;
  if (width > g->cols - 1) width = g->cols - 1;
  per = (size_t)((g->cols - 1) / width);
  rows = (int)((t->words.len + per - 1) / per);
  if (rows > 5) rows = 5;
  for (row = 0; row < rows; row++) {
    grid_fill(g, (struct rect){prompt - rows + row, 0, 1, g->cols}, ' ', ST_NORMAL);
    for (i = (size_t)row * per; i < ((size_t)row + 1) * per && i < t->words.len; i++)
      grid_puts(g, prompt - rows + row, 1 + (int)(i - (size_t)row * per) * width, width - 1, ST_KEY,
                t->words.data[i]);
  }
}

static void draw_prompt(struct terminal *t, struct grid *g, int row) {
  struct line l = {0};
  char *before;
  int at, skip;
  if (!t->typing) {
    if (t->letter)
      grid_puts(g, row, 1, g->cols - 1, ST_KEY, t->letter->help);
    else if (t->d->running)
      grid_puts(g, row, 1, g->cols - 1, ST_KEY, "searching ... Space pauses");
    return;
  }
  line_puts(&l, ST_KEY, editor_prompt());
  before = mem_printf("%.*s", (int)editor_point(), editor_text());
  at = line_width(&l) + utf8_width(before);
  line_puts(&l, ST_TITLE, editor_text());
  skip = at >= g->cols - 1 ? at - g->cols + 2 : 0;
  grid_fill(g, (struct rect){row, 0, 1, g->cols}, ' ', ST_NORMAL);
  grid_line(g, row, 0, g->cols, ST_NORMAL, &l, skip);
  g->cursor_row = row;
  g->cursor_col = at - skip;
  free(before);
  line_release(&l);
  draw_words(t, g, row);
}

static void terminal_draw(struct terminal *t) {
  struct grid g;
  int rows, cols;
  screen_size(&rows, &cols);
  grid_init(&g, rows, cols);
  if (rows < SCREEN_MIN_ROWS || cols < SCREEN_MIN_COLS) {
    char *s = mem_printf("heddle needs %dx%d, this terminal is %dx%d (q quits)", SCREEN_MIN_COLS,
                         SCREEN_MIN_ROWS, cols, rows);
    grid_puts(&g, 0, 0, cols, ST_WARN, s);
    free(s);
  } else {
    t->row = view_screen(t->d, &g);
    draw_prompt(t, &g, t->row);
  }
  screen_paint(&g, t->d->set.ascii);
  grid_release(&g);
  t->dirty = t->news = false;
}

/* ---- the prompt ---- */

static void begin_prompt(struct terminal *t, const char *text) {
  if (!t->editor) return;
  while (*text == ' ') text++;
  editor_begin(text);
  forget_words(t);
  t->typing = true;
}

static void add_word(void *self, const char *word) {
  struct terminal *t = self;
  size_t i;
  for (i = 0; i < t->words.len; i++)
    if (!strcmp(t->words.data[i], word)) return;
  *vec_push(&t->words) = mem_strdup(word);
}

static void note_word(void *self, const char *word) {
  (void)word;
  *(bool *)self = true;
}

/* Returns true if the completed word can be continued: "Cell" by ".value", "src" by "/main". */
static bool word_goes_on(struct debug *d, const char *line, size_t from, const char *word) {
  char *behind = mem_printf("%.*s%s.", (int)from, line, word);
  bool goes_on = *word && strchr("/:", word[strlen(word) - 1]);
  if (!goes_on) command_complete(d, behind, note_word, &goes_on);
  free(behind);
  return goes_on;
}

static void complete(struct terminal *t) {
  char *line = mem_printf("%.*s", (int)editor_point(), editor_text()), *common;
  size_t from, n, i;
  forget_words(t);
  from = command_complete(t->d, line, add_word, t);
  if (t->words.len) {
    common = mem_strdup(t->words.data[0]);
    for (i = 1; i < t->words.len; i++) {
      for (n = 0; common[n] && common[n] == t->words.data[i][n]; n++) continue;
      common[n] = 0;
    }
    n = strlen(common);
    if (t->words.len == 1) {
      bool goes_on = word_goes_on(t->d, line, from, common);
      char *whole = mem_printf("%s%s", common, goes_on ? "" : " ");
      editor_replace(from, whole);
      free(whole);
      forget_words(t);
    } else if (n > strlen(line) - from) {
      editor_replace(from, common);
    }
    free(common);
  }
  free(line);
}

static size_t key_bytes(int key, char out[8]) {
  const char *s;
  switch (key) {
    case KEYS_UP: s = "\033[A"; break;
    case KEYS_DOWN: s = "\033[B"; break;
    case KEYS_RIGHT: s = "\033[C"; break;
    case KEYS_LEFT: s = "\033[D"; break;
    case KEYS_HOME: s = "\033[H"; break;
    case KEYS_END: s = "\033[F"; break;
    case KEYS_DELETE: s = "\033[3~"; break;
    case KEYS_BACKSPACE: s = "\177"; break;
    default: return key >= KEYS_UP ? 0 : (size_t)utf8_encode((uint32_t)key, out);
  }
  strcpy(out, s);
  return strlen(s);
}

static void terminal_own_run(struct terminal *t, const char *line) {
  struct debug *d = t->d;
  working_begin(t->row);
  command_run(d, line);
  working_end();
  t->ended_one = screen_stop != 0;
  d->print = false;
  if (d->clip) screen_copy(d->clip);
  free(d->clip);
  d->clip = NULL;
  if (!d->prefill) return;
  begin_prompt(t, d->prefill);
  free(d->prefill);
  d->prefill = NULL;
}

static void prompt_key(struct terminal *t, int key) {
  char bytes[16];
  size_t n;
  if (key == '\t') {
    complete(t);
    return;
  }
  forget_words(t);
  n = key_bytes(key, bytes);
  if (key == 27) { /* bytes that follow at once belong to the same key (Alt) */
    int next = screen_key();
    if (next >= 0) n += key_bytes(next, bytes + 1);
  }
  if (key == KEYS_BACKSPACE || key == 127) {
    if (!*editor_text()) n = 1, *bytes = 27;
  }
  if (!n) return;
  switch (editor_feed(bytes, n)) {
    case EDITOR_MORE: break;
    case EDITOR_CANCEL: t->typing = false; break;
    case EDITOR_LINE:
      t->typing = false;
      {
        char *line = mem_strdup(editor_take());
        terminal_own_run(t, line);
        free(line);
      }
  }
}

/* ---- keys ---- */

/* Replaces %p by one less than the number of items on a page, at least 1. Caller frees. */
static char *expand(struct debug *d, const char *command) {
  const char *p = strstr(command, "%p");
  const struct view *v = &d->views[d->view];
  int page = v->pane[v->focus].page;
  return p ? mem_printf("%.*s%d%s", (int)(p - command), command, page > 1 ? page - 1 : 1, p + 2)
           : mem_strdup(command);
}

/* Finds what a key does. An open question and the lesson take keys before the view does. */
static const struct key_row *key_meant(struct debug *d, int key) {
  const struct key_row *k = teach_open(d) && !d->running ? keys_own(key, "question") : NULL;
  if (!k && d->teach.lines.len && !d->running) k = keys_own(key, "lesson");
  return k ? k : keys_find(key, d->views[d->view].ops->name);
}

static void press(struct terminal *t, int key) {
  struct debug *d = t->d;
  const struct key_row *k = key_meant(d, key);
  char *line;
  if (key == KEYS_RESIZE) return;
  if (teach_answered(d, key)) {
    debug_log(d, LOG_INFO, "the question is answered%s",
              d->teach.lines.len ? ": Space goes on" : "");
    return;
  }
  if (!k) {
    debug_log(d, LOG_WARN, "that key means nothing here (? for help)");
    return;
  }
  if (strstr(k->command, "%k")) {
    t->letter = k;
    return;
  }
  line = expand(d, k->command);
  if (*line && line[strlen(line) - 1] == ' ')
    begin_prompt(t, line);
  else
    terminal_own_run(t, line);
  free(line);
}

/* Handles the letter that a key such as ' waits for. Any other key cancels the command. */
static void press_letter(struct terminal *t, int key) {
  const char *command = t->letter->command;
  char *line;
  t->letter = NULL;
  if (!((key >= 'a' && key <= 'z') || key == '\'')) return;
  line = mem_printf("%.*s%c", (int)(strstr(command, "%k") - command), command, key);
  terminal_own_run(t, line);
  free(line);
}

static void mouse(struct terminal *t) {
  struct mouse_event e = screen_mouse_event();
  int rows, cols;
  char *commands, *save = NULL, *line;
  screen_size(&rows, &cols);
  if (rows < SCREEN_MIN_ROWS || cols < SCREEN_MIN_COLS) return;
  commands = mouse_commands(t->d, &t->mouse, &e, cols);
  for (line = commands ? strtok_r(commands, "\n", &save) : NULL; line;
       line = strtok_r(NULL, "\n", &save))
    terminal_own_run(t, line);
  free(commands);
}

static void keys(struct terminal *t) {
  int key;
  while (!t->d->quit && (key = screen_key()) != -1) {
    t->dirty = true;
    if (key == KEYS_MOUSE) {
      if (!t->typing && !t->letter) mouse(t);
    } else if (t->typing)
      prompt_key(t, key);
    else if (t->letter)
      press_letter(t, key);
    else
      press(t, key);
  }
}

/* ---- the loop ---- */

static bool key_waits(void *self) {
  (void)self;
  return screen_key_waits();
}

/* Stops the running search or trial of alternatives. Returns false if none is running. */
static bool stop_alternatives(struct terminal *t) {
  uint32_t id = alternatives_running(t->d);
  char *line = id ? mem_printf("kill %u", id) : NULL;
  if (line) terminal_own_run(t, line);
  free(line);
  return id != 0;
}

static int signals(struct terminal *t) {
  struct screen_signals s;
  screen_signals(&s);
  if (s.resize || s.suspend) t->dirty = true;
  if (s.resize) screen_redraw();
  if (s.interrupt) {
    t->dirty = true;
    if (t->typing)
      editor_feed("\003", 1), t->typing = false;
    else if (t->d->running)
      debug_search_pause(t->d);
    else if (!t->ended_one && !stop_alternatives(t))
      debug_log(t->d, LOG_INFO, "q in the view Debug leaves");
  }
  t->ended_one = false;
  if (s.suspend) t->d->suspend = true;
  return s.end;
}

static char *history_file(void) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME"),
             *own = getenv("HEDDLE_HISTORY");
  if (own) return *own ? mem_strdup(own) : NULL;
  if (state && *state) return mem_printf("%s/heddle_history", state);
  return home && *home ? mem_printf("%s/.heddle_history", home) : NULL;
}

static void draw_between(void *self) {
  struct terminal *t = self;
  if (screen_takes_frame()) terminal_draw(t);
}

int terminal_run(struct debug *d) {
  struct terminal t = {.d = d, .dirty = true};
  char *history = history_file();
  int end = 0;
  t.editor = editor_open(history);
  session_resume(d, draw_between, &t);
  if (d->teach.lines.len && !d->teach.at) teach_go_on(d);
  t.dirty = true;
  d->pending = key_waits;
  while (!d->quit && !end) {
    if (t.mouse_on != d->set.mouse) screen_set_mouse(t.mouse_on = d->set.mouse);
    if (t.theme != d->set.theme) {
      screen_set_theme(t.theme = d->set.theme);
      screen_redraw();
      t.dirty = true;
    }
    t.news = t.news || d->running;
    if (t.dirty || (t.news && screen_takes_frame())) terminal_draw(&t);
    screen_wait(d->running ? 0 : t.news || debug_checks_running(d) ? CHECK_MS : -1);
    end = signals(&t);
    keys(&t);
    if (d->running) {
      debug_search_slice(d, SLICE_MS);
      if (!d->running) t.dirty = true;
    }
    session_sync(d);
    if (debug_checks_running(d) && debug_checks_poll(d)) t.news = true;
    if (d->redraw) screen_redraw(), d->redraw = false, t.dirty = true;
    if (d->suspend) screen_suspend(), d->suspend = false, t.dirty = true;
  }
  forget_words(&t);
  vec_free(&t.words);
  if (t.editor) editor_close();
  free(history);
  return end;
}
