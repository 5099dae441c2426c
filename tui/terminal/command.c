/* Parses and runs lines of the command language (see command.h). */
#include "tui/terminal/command.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct command_row *command_row(const struct command_table *t, size_t i) {
  return i < t->count ? &t->rows[i] : NULL;
}

const struct command_row *command_find(const struct command_table *t, const char *name) {
  size_t i;
  for (i = 0; i < t->count; i++)
    if (!strcmp(t->rows[i].name, name)) return &t->rows[i];
  for (i = 0; *name && i < t->count; i++)
    if (!strncmp(t->rows[i].name, name, strlen(name))) return &t->rows[i];
  return NULL;
}

/* ---- arguments ---- */

enum { MAX_ARGS = 64 };

/* Splits `text` into words in place. Returns their number, at most MAX_ARGS. */
static int command_split(char *text, char **argv) {
  int n = 0;
  char *p = text, *to;
  for (;;) {
    while (isspace((unsigned char)*p)) p++;
    if (!*p || n == MAX_ARGS) return n;
    argv[n++] = to = p;
    while (*p && !isspace((unsigned char)*p)) {
      if (*p == '"') {
        for (p++; *p && *p != '"'; p++) *to++ = *p;
        p += *p == '"';
      } else {
        *to++ = *p++;
      }
    }
    if (*p) p++;
    *to = 0;
  }
}

bool command_number(const char *s, uint64_t max, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull(s, &end, 10);
  return !errno && isdigit((unsigned char)*s) && !*end && *out <= max;
}

bool command_count(struct debug *d, const struct args *a, int i, uint64_t otherwise,
                   uint64_t *out) {
  *out = otherwise;
  if (i >= a->argc || command_number(a->argv[i], UINT32_MAX, out)) return true;
  command_usage(d, "'%s' is not a number", a->argv[i]);
  return false;
}

int command_usage(struct debug *d, const char *fmt, ...) {
  va_list args;
  char *text;
  va_start(args, fmt);
  if (vasprintf(&text, fmt, args) < 0) abort();
  va_end(args);
  debug_log(d, LOG_ERROR, "%s", text);
  free(text);
  return ERR_USAGE;
}

static node_id ancestor(struct debug *d, uint64_t steps) {
  node_id n = engine_here(d->engine);
  struct node_info info;
  while (steps-- && !engine_node(d->engine, n, &info) && info.parent != NODE_NONE) n = info.parent;
  return n;
}

bool command_node(struct debug *d, const char *s, node_id *out) {
  struct node_info info;
  uint64_t n;
  if (!strcmp(s, "here"))
    *out = engine_here(d->engine);
  else if (!strcmp(s, "root"))
    *out = NODE_ROOT;
  else if (!strcmp(s, "cursor"))
    *out = view_node(d);
  else if (*s == '-' && command_number(s + 1, UINT32_MAX, &n))
    *out = ancestor(d, n);
  else if (command_number(s, UINT32_MAX - 1, &n))
    *out = (node_id)n;
  else
    return command_usage(d, "'%s' is not a node (a number, root, here, cursor, -N)", s), false;
  if (!engine_node(d->engine, *out, &info)) return true;
  return command_usage(d, "there is no node %s", s), false;
}

bool command_choice(struct debug *d, const char *s, size_t *out) {
  uint64_t n;
  size_t i;
  debug_choices(d);
  if (command_number(s, d->choices.len, &n) && n) {
    *out = (size_t)n - 1;
    return true;
  }
  if (*s == 'T' && command_number(s + 1, UINT32_MAX, &n))
    for (i = 0; i < d->choices.len; i++)
      if (d->choices.data[i].choice.thread == n) {
        *out = i;
        return true;
      }
  return false;
}

/* ---- running ---- */

/* Merges a repeated cursor command: "down" after "down 2" becomes "down 3". Returns true if it was
 * merged into the last line of the log and the script. */
static bool merge(struct debug *d, const struct command_row *c, const struct args *a) {
  struct log_entry *last;
  char **script, *name, *both;
  uint64_t n, m = 1;
  if (!(c->flags & COMMAND_CURSOR) || strcmp(c->synopsis, "[N]") || !d->log.len || !d->script.len ||
      a->argc > 1)
    return false;
  last = &d->log.data[d->log.len - 1];
  script = &d->script.data[d->script.len - 1];
  if (last->kind != LOG_COMMAND || strcmp(last->text, *script)) return false;
  name = mem_printf("%.*s", (int)strcspn(*script, " "), *script);
  n = 1;
  if (strcmp(name, c->name) || (a->argc && !command_number(a->argv[0], 100000, &n)) ||
      (strchr(*script, ' ') && !command_number(strchr(*script, ' ') + 1, 1000000, &m))) {
    free(name);
    return false;
  }
  both = mem_printf("%s %llu", name, (unsigned long long)(n + m));
  free(last->text);
  free(*script);
  last->text = mem_strdup(both);
  *script = both;
  free(name);
  return true;
}

static void echo(struct debug *d, const struct command_row *c, const struct args *a) {
  char *text;
  if (c->flags & COMMAND_SILENT && d->interactive && strcmp(c->name, "pause")) return;
  if (d->interactive && merge(d, c, a)) return;
  text = mem_printf("%s%s%s", c->name, *a->rest ? " " : "", a->rest);
  debug_log(d, LOG_COMMAND, "%s", text);
  if (c->flags & COMMAND_SILENT)
    free(text);
  else
    *vec_push(&d->script) = text;
}

/* Puts `try` before the command's line in the script. A command that failed may have done part of
 * its work, so a replay must repeat it and continue. */
static void script_failed(struct debug *d, size_t at) {
  char **line = &d->script.data[at], *try;
  if (!strncmp(*line, "try ", 4)) return;
  try = mem_printf("try %s", *line);
  free(*line);
  *line = try;
}

int command_run(struct debug *d, const char *line) {
  const struct command_row *c;
  struct args a;
  char *argv[MAX_ARGS], *copy, *name, *rest;
  size_t at = d->script.len;
  int r;
  while (isspace((unsigned char)*line) || *line == ':') line++;
  if (!*line || *line == '#') return 0;
  copy = mem_strdup(line);
  for (rest = copy + strlen(copy); rest > copy && isspace((unsigned char)rest[-1]);) *--rest = 0;
  name = mem_printf("%.*s", (int)strcspn(copy, " \t"), copy);
  rest = copy + strlen(name);
  while (isspace((unsigned char)*rest)) rest++;
  c = command_find(d->commands, name);
  if (!c) {
    debug_log(d, LOG_COMMAND, "%s", copy);
    r = command_usage(d, "no command '%s' (:help lists them)", name);
    free(copy);
    free(name);
    return r;
  }
  rest = mem_strdup(rest);
  a.rest = rest;
  a.argc = command_split(copy + strlen(name), argv);
  a.argv = argv;
  if (c->flags & COMMAND_STATE) debug_search_pause(d);
  echo(d, c, &a);
  d->runs++;
  r = c->run(d, &a);
  if (r && !(c->flags & COMMAND_SILENT) && at < d->script.len) script_failed(d, at);
  /* Updates the cursors after each command, even if nothing is drawn, so that a script finds them
   * where the user had them. */
  view_refresh(d, d->view);
  teach_ran(d, at < d->script.len ? d->script.data[at] : line);
  teach_predict(d);
  session_sync(d);
  free(rest);
  free(copy);
  free(name);
  return r;
}
