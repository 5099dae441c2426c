/* Finds keys in the table keys.def, and makes the line of hints (see keys.h). */
#include "tui/terminal/keys.h"

#include <string.h>

static const struct key_row rows[] = {
#define KEY(code, name, view, command, hint, help) {code, name, view, command, hint, help},
#include "tui/terminal/keys.def"
#undef KEY
};

const struct key_row *keys_row(size_t i) { return i < COUNT(rows) ? &rows[i] : NULL; }

const struct key_row *keys_own(int code, const char *view) {
  size_t i;
  for (i = 0; i < COUNT(rows); i++)
    if (rows[i].code == code && !strcmp(rows[i].view, view)) return &rows[i];
  return NULL;
}

const struct key_row *keys_find(int code, const char *view) {
  const struct key_row *any = NULL;
  size_t i;
  if (code == '\n') code = '\r';
  for (i = 0; i < COUNT(rows); i++) {
    if (rows[i].code != code) continue;
    if (!strcmp(rows[i].view, view)) return &rows[i];
    if (!strcmp(rows[i].view, "any")) any = &rows[i];
  }
  return any;
}

/* Adds a hint if it fits. The text before its first blank is the key. Returns false if it does not
 * fit. */
static bool add_hint(const char *hint, int cols, struct line *out) {
  int key = (int)strcspn(hint, " ");
  if (line_width(out) + 2 + (int)strlen(hint) > cols) return false;
  line_puts(out, ST_NORMAL, out->t.len ? "  " : " ");
  line_printf(out, ST_KEY, "%.*s", key, hint);
  line_puts(out, ST_NORMAL, hint + key);
  return true;
}

/* Keys whose hints are always shown: check from here, undo, find. */
static const int kept[] = {'B', 'u', '/'};

static bool is_kept(int code) {
  for (size_t i = 0; i < COUNT(kept); i++)
    if (kept[i] == code) return true;
  return false;
}

/* Adds the view's own keys first, then those for any view. */
static void add_others(const char *view, int cols, struct line *out) {
  size_t i, pass;
  for (pass = 0; pass < 2; pass++)
    for (i = 0; i < COUNT(rows); i++) {
      bool own = !strcmp(rows[i].view, view);
      if (!*rows[i].hint || own != (pass == 0) || is_kept(rows[i].code)) continue;
      if (!own && (strcmp(rows[i].view, "any") || keys_find(rows[i].code, view) != &rows[i]))
        continue;
      if (!add_hint(rows[i].hint, cols, out)) return;
    }
}

void keys_hints(const char *view, int cols, struct line *out) {
  const struct key_row *k;
  int room = cols;
  size_t i;
  for (i = 0; i < COUNT(kept); i++)
    if ((k = keys_find(kept[i], view))) room -= 2 + (int)strlen(k->hint);
  add_others(view, room, out);
  for (i = 0; i < COUNT(kept); i++)
    if ((k = keys_find(kept[i], view)) && *k->hint) add_hint(k->hint, cols, out);
}
