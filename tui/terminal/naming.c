/* Rewrites texts of the engine for the debugger (see debug.h): short class names, full thread
 * names. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "trace/format/reader.h"
#include "tui/terminal/debug.h"

/* ---- classes ---- */

/* Replaces each `what` in `s` that begins a word by `by`. `by` must not be longer than `what`. */
static void replace_all(char *s, const char *what, const char *by) {
  size_t n = strlen(what), m = strlen(by);
  char *p = s;
  while ((p = strstr(p, what))) {
    bool begins =
        p == s || !(isalnum((unsigned char)p[-1]) || p[-1] == '.' || p[-1] == '_' || p[-1] == '$');
    if (begins) {
      memcpy(p, by, m);
      memmove(p + m, p + n, strlen(p + n) + 1);
    }
    p += begins ? m : n;
  }
}

/* Returns the length of the package name, with its last dot, at the start of the word `p`: that of
 * "java.util." in "java.util.Vector"; 0 if there is none. */
static size_t package_length(const char *p) {
  size_t n = 0, part;
  for (;;) {
    for (part = 0; islower((unsigned char)p[n + part]) ||
                   (part && (isdigit((unsigned char)p[n + part]) || p[n + part] == '_'));
         part++)
      continue;
    if (!part || p[n + part] != '.') break;
    n += part + 1;
  }
  return n && isupper((unsigned char)p[n]) ? n : 0;
}

void naming_without_packages(char *s) {
  bool begins = true, quoted = false;
  char *p;
  for (p = s; *p; p++) {
    size_t n = begins && !quoted ? package_length(p) : 0;
    if (n) memmove(p, p + n, strlen(p + n) + 1);
    if (*p == '"') quoted = !quoted;
    begins = !(isalnum((unsigned char)*p) || strchr("._$/", *p));
  }
}

char *naming_short_calls(char *s) {
  static const char called[] = ") called at ";
  struct text out = {0};
  const char *from = s, *at, *in, *word, *place;
  text_puts(&out, "");
  while ((at = strstr(from, called))) {
    size_t n;
    for (in = at; in > from && strncmp(in, " (", 2) != 0; in--) continue;
    for (word = in; word > from && word[-1] != ' '; word--) continue;
    place = at + sizeof called - 1;
    n = strcspn(place, " ,;");
    text_add(&out, from, (size_t)(word - from));
    if (*place == '@' && out.len >= 2 && !strcmp(out.s + out.len - 2, "@ ")) out.len -= 2;
    text_printf(&out, "%.*s in %.*s", (int)n, place, (int)(in - word), word);
    from = place + n;
  }
  text_puts(&out, from);
  free(s);
  return out.s;
}

char *naming_short(const char *main_class, const char *text) {
  char *s = mem_strdup(text), *nest = mem_printf("%s$", main_class ? main_class : "");
  if (main_class) replace_all(s, nest, "");
  naming_without_packages(s);
  free(nest);
  return s;
}

char *debug_short(const struct debug *d, const char *text) {
  char *s = mem_strdup(text), *file = mem_printf("%s:", d->file), *out;
  replace_all(s, file, "@");
  replace_all(s, "@ @", "@");
  replace_all(s, "lambda at @", "lambda @");
  out = naming_short(d->main_class, s);
  free(file);
  free(s);
  return out;
}

/* ---- threads ---- */

static char **shortened(const struct debug *d, char *const *titles) {
  char **out;
  size_t n = 0, i;
  while (titles[n]) n++;
  out = mem_alloc((n + 1) * sizeof *out);
  for (i = 0; i < n; i++) out[i] = debug_short(d, titles[i]);
  return out;
}

char *const *debug_titles(struct debug *d) {
  node_id here = engine_here(d->engine);
  if (d->titles && d->titles_of == d->generation && d->titles_at == here) return d->titles;
  engine_lines_free(d->titles);
  engine_lines_free(d->short_titles);
  d->titles = engine_thread_titles(d->engine, here);
  d->short_titles = shortened(d, d->titles);
  d->titles_of = d->generation;
  d->titles_at = here;
  return d->titles;
}

const char *debug_thread_title(struct debug *d, uint32_t thread) {
  uint32_t i;
  debug_titles(d);
  for (i = 0; d->short_titles[i]; i++)
    if (i == thread) return d->short_titles[i];
  return "?";
}

char *debug_named(struct debug *d, const char *text) {
  char *titled = engine_titled(text, debug_titles(d)),
       *named = engine_with_places(d->engine, titled), *s = debug_short(d, named);
  free(titled);
  free(named);
  return s;
}

/* Recognises a thread that the library named by number, "T1 Thread-0". Sets *number to heddle's
 * number of the thread, 1, and *len to the length of that text. Returns false for any other
 * text. */
static bool numbered_thread(const char *text, const char *p, unsigned long *number, size_t *len) {
  static const char library[] = " Thread-";
  char *end;
  size_t digits;
  if (*p != 'T' || !isdigit((unsigned char)p[1]) || (p > text && isalnum((unsigned char)p[-1])))
    return false;
  *number = strtoul(p + 1, &end, 10);
  if (strncmp(end, library, sizeof library - 1) != 0) return false;
  end += sizeof library - 1;
  digits = strspn(end, "0123456789");
  *len = (size_t)(end - p) + digits;
  return digits > 0;
}

char *debug_thread_names(struct debug *d, const char *text) {
  char *const *titles = debug_titles(d);
  struct text t = {0};
  unsigned long count = 0, number;
  size_t len;
  const char *p = text;
  while (titles[count]) count++;
  text_puts(&t, "");
  while (*p) {
    if (numbered_thread(text, p, &number, &len) && number < count) {
      text_puts(&t, titles[number]);
      p += len;
    } else {
      text_add(&t, p++, 1);
    }
  }
  return t.s;
}

char *debug_recorded(struct debug *d, struct trace_reader *r, const char *text) {
  char *named = trace_with_places(r, text),
       *titled = r == d->trace ? debug_thread_names(d, named) : mem_strdup(named),
       *s = debug_short(d, titled);
  free(named);
  free(titled);
  return s;
}

/* ---- steps ---- */

/* Maximum distance in steps. Farther away, a step is shown without the full names of threads,
 * because finding them would take too long. */
enum { FAR = 500 };

static node_id ancestor_at(struct debug *d, node_id n, uint32_t depth) {
  struct node_info k;
  while (!engine_node(d->engine, n, &k) && k.depth > depth) n = k.parent;
  return n;
}

/* Returns the number of steps from the current node up to its nearest common ancestor with n.
 * Returns 0 if n or its parent is on the current path, because the step's thread then has the same
 * name here. */
static uint32_t steps_away(struct debug *d, node_id n) {
  struct node_info here = debug_here(d), k;
  node_id a, b;
  uint32_t depth;
  if (engine_node(d->engine, n, &k) || k.parent == NODE_NONE) return 0;
  depth = here.depth < k.depth ? here.depth : k.depth;
  a = ancestor_at(d, here.id, depth);
  b = ancestor_at(d, n, depth);
  if (a == b || (depth && ancestor_at(d, a, depth - 1) == k.parent)) return 0;
  while (depth && a != b) {
    depth--;
    a = ancestor_at(d, a, depth);
    b = ancestor_at(d, b, depth);
  }
  return here.depth - depth;
}

char *debug_node_text(struct debug *d, node_id n) {
  char *text = engine_node_text(d->engine, n), *s;
  uint32_t away;
  if (!text) return mem_strdup("");
  away = steps_away(d, n);
  if (!away) {
    s = debug_named(d, text);
  } else if (away < FAR) {
    char **titles = engine_thread_titles(d->engine, n), *named = engine_titled(text, titles);
    s = debug_short(d, named);
    free(named);
    engine_lines_free(titles);
  } else {
    s = debug_short(d, text);
  }
  free(text);
  return s;
}
