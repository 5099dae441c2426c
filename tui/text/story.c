/* The story of a path as JSON and as text (see story.h). */
#include "tui/text/story.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

/* ---- JSON ---- */

static json_t *text_json(const char *s) {
  json_t *j = json_string(s ? s : "");
  return j ? j : json_string("(not UTF-8)");
}

static json_t *fact_json(const struct story_fact *f) {
  return json_pack("{s:s,s:i,s:o}", "kind", engine_story_word(f->kind), "step", (int)f->step,
                   "text", text_json(f->text));
}

static json_t *part_json(const struct story_part *p) {
  json_t *facts = json_array();
  uint32_t i;
  for (i = 0; i < p->fact_count; i++) json_array_append_new(facts, fact_json(&p->facts[i]));
  return json_pack("{s:o,s:i,s:i,s:i,s:o,s:o,s:o,s:b,s:o}", "thread", text_json(p->name), "number",
                   0, "first_step", (int)p->first, "last_step", (int)p->last, "from",
                   p->from ? text_json(p->from) : json_null(), "to", text_json(p->to), "left",
                   p->left ? text_json(p->left) : json_null(), "ended", p->ended, "facts", facts);
}

json_t *story_json(struct engine *e, node_id n) {
  struct story s;
  struct error err = {0};
  json_t *all;
  uint32_t i;
  if (engine_story(e, n, &s, &err)) return NULL;
  all = json_array();
  for (i = 0; i < s.count; i++) {
    json_t *j = part_json(&s.parts[i]);
    json_object_set_new(j, "number", json_integer(i + 1));
    json_array_append_new(all, j);
  }
  engine_story_release(&s);
  return all;
}

/* ---- text ---- */

struct page {
  struct text out;
  const char *indent;
  int cols, at; /* columns written in the current line */
};

static void break_line(struct page *p, const char *more) {
  text_printf(&p->out, "%s%s%s", p->out.len ? "\n" : "", p->indent, more);
  p->at = (int)(strlen(p->indent) + strlen(more));
}

/* Adds words. Breaks the line when it is full. */
static void flow(struct page *p, const char *s) {
  while (*s) {
    size_t n = strcspn(s, " ");
    if (p->at + 1 + (int)n > p->cols)
      break_line(p, "    ");
    else
      text_puts(&p->out, " "), p->at++;
    text_add(&p->out, s, n);
    p->at += (int)n;
    s += n + strspn(s + n, " ");
  }
}

static const char *at_key(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

static long long story_number_of(const json_t *j, const char *key) {
  return (long long)json_integer_value(json_object_get(j, key));
}

/* Returns the range of lines that the stretch covers: "TwoStage.java:14 to :19". Caller frees. */
static char *way(const json_t *part) {
  const char *from = at_key(part, "from"), *to = at_key(part, "to"), *colon = strchr(from, ':');
  size_t file = colon ? (size_t)(colon - from) + 1 : 0;
  if (!*from) from = "its start";
  if (!*to) return mem_printf("%s to its end", from);
  if (!strcmp(from, to)) return mem_strdup(from);
  if (file && !strncmp(from, to, file) && !strchr(from, ' '))
    return mem_printf("%s to %s", from, to + file - 1);
  return mem_printf("%s to %s", from, to);
}

static void part_text(struct page *p, const json_t *part) {
  const json_t *facts = json_object_get(part, "facts");
  const char *left = at_key(part, "left");
  char *where = way(part), *s;
  size_t i, n = json_array_size(facts);
  long long first = story_number_of(part, "first_step"), last = story_number_of(part, "last_step");
  s = first == last ? mem_printf("%lld. %s, step %lld,", story_number_of(part, "number"),
                                 at_key(part, "thread"), first)
                    : mem_printf("%lld. %s, steps %lld to %lld,", story_number_of(part, "number"),
                                 at_key(part, "thread"), first, last);
  break_line(p, "");
  text_puts(&p->out, s);
  p->at += (int)strlen(s);
  if (!json_is_null(json_object_get(part, "from"))) {
    flow(p, "from");
    flow(p, where);
  } else {
    flow(p, "not examined");
  }
  for (i = 0; i < n; i++) {
    text_puts(&p->out, i ? ";" : ":");
    flow(p, at_key(json_array_get(facts, i), "text"));
  }
  if (*left && !json_is_true(json_object_get(part, "ended")))
    text_puts(&p->out, n ? ";" : ":"), flow(p, left);
  free(where);
  free(s);
}

enum { FIRST_SHOWN = 3, LAST_SHOWN = 9 };

char *story_text(const json_t *story, const char *indent, int cols, bool whole) {
  struct page p = {.indent = indent, .cols = cols};
  size_t i, n = json_array_size(story),
            left_out = whole || n <= FIRST_SHOWN + LAST_SHOWN ? 0 : n - FIRST_SHOWN - LAST_SHOWN;
  text_add(&p.out, "", 0);
  for (i = 0; i < n; i++) {
    if (left_out && i == FIRST_SHOWN) {
      char *s = mem_printf("... %zu left out (heddle explain shows them)", left_out);
      break_line(&p, s);
      free(s);
      i += left_out;
    }
    part_text(&p, json_array_get(story, i));
  }
  text_puts(&p.out, "\n");
  return p.out.s;
}
