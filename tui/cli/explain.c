/* Prints the explanation of a check from its JSON object. */
#include "tui/cli/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "tui/cli/explain_lanes.h"
#include "tui/cli/remedy.h"
#include "tui/cli/scope.h"
#include "tui/terminal/debug.h"
#include "tui/text/story.h"
#include "tui/views/lanes/draw.h"

/* ---- lanes of the counterexample ---- */

/* The renderer of the debugger's view draws the lanes (tui/views/lanes/draw.h). */

enum { ROWS_MAX = 12 };

static void print_line(struct line *l) {
  const char *s = line_text(l);
  size_t n = l->t.len;
  while (n && s[n - 1] == ' ') n--;
  printf("%.*s\n", (int)n, s);
  line_clear(l);
}

/* Prints a name, or only its end if it is too long for the margin. */
static void print_name(struct line *l, const char *name, enum style style) {
  int n = utf8_width(name), room = LANES_MARGIN - 2;
  line_printf(l, style, " %s%s", n > room ? "~" : "",
              n > room ? name + strlen(name) - (size_t)room + 1 : name);
}

/* Shortens a text as the debugger's views do. */
static char *short_name(const struct lanes_source *s, const char *text) {
  return naming_short(trace_reader_meta(s->trace, TRACE_META_MAIN, 0), text);
}

/* Ignores `held`, because a trace knows only some field that held the object at some time. The
 * story, printed above, names the field that holds the object at that moment. */
static char *short_value(void *arg, const struct lane_event *e, bool held) {
  const struct lanes_source *s = arg;
  char *full = lanes_value_text(s, e), *out = short_name(s, full);
  (void)held;
  free(full);
  return out;
}

/* Prints the rows of locks, then those of variables that are written. */
static void print_tracks(const struct lanes *l, const struct lanes_source *s,
                         const struct lanes_window *w) {
  struct line row = {0};
  size_t i;
  int pass, rows = 0;
  for (pass = 0; pass < 2; pass++)
    for (i = 0; i < l->tracks.len && rows < ROWS_MAX; i++) {
      const struct lane_track *t = &l->tracks.data[i];
      char *full, *name;
      if (!lanes_worth_a_row(t) || t->lock != (pass == 0)) continue;
      full = lanes_object_text(s, &l->events.data[t->named_by]);
      name = short_name(s, full);
      print_name(&row, name, ST_NORMAL);
      lanes_track_row(l, s, w, (uint32_t)i, &row);
      print_line(&row);
      free(name);
      free(full);
      rows++;
    }
  line_release(&row);
}

static void print_part(const struct lanes *l, const struct lanes_source *s,
                       const struct lanes_window *w) {
  struct lanes_canvas c = {0};
  struct line row = {0};
  int r;
  lanes_draw(l, s, w, &c);
  line_puts(&row, ST_NORMAL, " event");
  lanes_numbers(l, w, &row);
  print_line(&row);
  line_puts(&row, ST_NORMAL, " switch");
  lanes_ticks(w, l->switches.data, l->switches.len, 'v', &row);
  print_line(&row);
  for (r = 0; r < c.rows; r++) {
    if (r % 2 == 0) {
      line_puts(&row, ST_NORMAL, " ");
      line_fit(&row, ST_NORMAL, l->lanes.data[r / 2].name, LANES_MARGIN - 2);
    }
    lanes_canvas_row(&c, r, &row);
    print_line(&row);
  }
  print_tracks(l, s, w);
  lanes_canvas_release(&c);
  line_release(&row);
}

void explain_lanes_print(struct trace_reader *r) {
  struct lanes l;
  struct lanes_source s = {.trace = r, .value = short_value, .value_arg = &s};
  struct lanes_window w = {.cursor = LANE_NONE, .zoom = 3, .cols = STORY_COLUMNS};
  lanes_init(&l);
  lanes_read_trace(&l, &s, false);
  puts("  what each thread did: - runs  = runs, holds a lock  . blocked  blank could run");
  printf(
      "   %s\n   arrows to v and ^ synchronises-with; a broken line to x: nothing orders the two\n",
      lanes_legend);
  for (; w.left < l.events.len; w.left += lanes_in_sight(&w)) {
    putchar('\n');
    print_part(&l, &s, &w);
  }
  lanes_release(&l);
}

/* ---- what stopped the search ---- */

static const char *text_at(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

static json_int_t number_at(const json_t *j, const char *key) {
  return json_integer_value(json_object_get(j, key));
}

static const struct {
  const char *by, *text;
} causes[] = {
    {"bound", "a bound on the search"},
    {"time", "the time it was given"},
    {"memory", "the memory it was given"},
    {"interrupt", "an interrupt"},
    {"clock", "virtual time: the path reads the clock or waits too often"},
    {"native", "a native method of the JDK that heddle does not have"},
    {"code", "native code of the program, which heddle cannot execute"},
    {"feature", "something that heddle does not support"},
    {"input", "an input with more values than are tried"},
    {"assumption", "an assumption of the reduction that the program broke"},
    {"strategy", "the strategy, which is never complete"},
};

static const char *cause(const char *by) {
  size_t i;
  for (i = 0; i < COUNT(causes); i++)
    if (!strcmp(causes[i].by, by)) return causes[i].text;
  return by;
}

/* Prints the command as given, with another value for one option. */
static void print_command(const json_t *check, const char *option, const char *value) {
  const json_t *said = json_object_get(check, "said"),
               *command = said ? said : json_object_get(check, "command");
  const struct option_change change = {option, value};
  struct command_words given = {0}, changed = {0};
  char *text;
  for (size_t i = 0; i < json_array_size(command); i++)
    *vec_push(&given.all) = mem_strdup(json_string_value(json_array_get(command, i)));
  command_words_change(&changed, given.all.data, given.all.len, &change, 1);
  text = command_words_text(&changed, 1);
  printf("heddle %s%s\n", command_words_search(given.all.data[0]), text);
  free(text);
  command_words_release(&given);
  command_words_release(&changed);
}

static void print_tried(const json_t *check) {
  const json_t *tried = json_object_get(check, "tried");
  for (size_t i = 0; i < json_array_size(tried); i++) remedy_print(json_array_get(tried, i));
}

/* If something is missing, prints where it is needed, and the result of the other paths. */
static void print_lacking(const json_t *check, const json_t *stopped) {
  json_int_t ends = number_at(stopped, "ends"), states = number_at(check, "states");
  if (*text_at(stopped, "call")) printf("  the program needs it at %s\n", text_at(stopped, "call"));
  if (!json_object_get(stopped, "ends")) return;
  if (ends)
    printf("  the paths without it were searched: no error, %lld state%s, %lld way%s to end\n",
           (long long)states, PLURAL(states), (long long)ends, PLURAL(ends));
  else
    puts("  no path ends without it");
}

static void print_stack(const json_t *stack) {
  size_t i;
  if (!json_array_size(stack)) return;
  puts("  first met at:");
  for (i = 0; i < json_array_size(stack); i++)
    printf("    %s\n", json_string_value(json_array_get(stack, i)));
}

static void print_stopped(const json_t *check) {
  const json_t *s = json_object_get(check, "stopped"), *command = json_object_get(check, "command");
  const char *option = text_at(s, "option"), *next = text_at(s, "next"), *was = text_at(s, "value");
  json_int_t left = number_at(check, "frontier");
  printf("  stopped by: %s", cause(text_at(s, "by")));
  if (*option && *was) printf(", %s %s", option, was);
  if (left) printf("; %lld choice%s not tried", (long long)left, left == 1 ? " was" : "s were");
  putchar('\n');
  print_stack(json_object_get(s, "stack"));
  print_lacking(check, s);
  print_tried(check);
  if (*text_at(check, "advice")) printf("  what helps: %s\n", text_at(check, "advice"));
  if (!*option || !*next || !json_array_size(command)) return;
  fputs("  try next: ", stdout);
  print_command(check, option, next);
}

/* ---- what the search reached ---- */

/* Returns line numbers as ranges: "3, 5-7". */
static char *ranges(const json_t *lines) {
  struct text t = {0};
  size_t i, n = json_array_size(lines), to;
  for (i = 0; i < n; i = to) {
    json_int_t first = json_integer_value(json_array_get(lines, i)), last = first;
    for (to = i + 1; to < n && json_integer_value(json_array_get(lines, to)) == last + 1; to++)
      last++;
    text_printf(&t, i ? ", %lld" : "%lld", (long long)first);
    if (last > first) text_printf(&t, "-%lld", (long long)last);
  }
  return t.s ? t.s : mem_strdup("");
}

static void print_method(const json_t *m) {
  char *missed = ranges(json_object_get(m, "not_reached")),
       *one_way = ranges(json_object_get(m, "one_way"));
  json_int_t from = number_at(m, "from"), to = number_at(m, "to");
  if (!json_is_true(json_object_get(m, "called"))) {
    printf("    %s: never called (line %lld", text_at(m, "method"), (long long)from);
    if (to > from) printf("-%lld", (long long)to);
    puts(")");
  } else if (*missed || *one_way) {
    printf("    %s:%s%s%s%s%s\n", text_at(m, "method"), *missed ? " not reached: " : "", missed,
           *missed && *one_way ? ";" : "", *one_way ? " only one way at: " : "", one_way);
  }
  free(missed);
  free(one_way);
}

static void print_class(const json_t *c) {
  const json_t *methods = json_object_get(c, "methods");
  json_int_t lines = number_at(c, "lines"), reached = number_at(c, "reached");
  size_t i;
  printf("   %s (%s): %lld of %lld line%s\n", text_at(c, "class"), text_at(c, "source"),
         (long long)reached, (long long)lines, lines == 1 ? "" : "s");
  for (i = 0; i < json_array_size(methods); i++) print_method(json_array_get(methods, i));
}

static bool is_jar(const char *home) {
  size_t n = strlen(home);
  return n > 4 && (!strcmp(home + n - 4, ".jar") || !strcmp(home + n - 4, ".zip"));
}

/* Returns the jar or folder of the searched class. Its classes are reported one by one, as are all
 * classes from folders. */
static const char *home_of_main(const json_t *check, const json_t *classes) {
  const json_t *command = json_object_get(check, "command");
  size_t i, k;
  for (i = 1; i < json_array_size(command); i++)
    for (k = 0; k < json_array_size(classes); k++)
      if (!strcmp(json_string_value(json_array_get(command, i)),
                  text_at(json_array_get(classes, k), "class")))
        return text_at(json_array_get(classes, k), "home");
  return "";
}

/* Prints one line for all classes of a library's jar, when `first` is the jar's first class. */
static void print_jar(const json_t *classes, size_t first) {
  const char *home = text_at(json_array_get(classes, first), "home");
  json_int_t lines = 0, reached = 0;
  size_t i, n = 0;
  for (i = 0; i < json_array_size(classes); i++) {
    const json_t *c = json_array_get(classes, i);
    if (strcmp(text_at(c, "home"), home) != 0) continue;
    if (i < first) return;
    n++;
    lines += number_at(c, "lines");
    reached += number_at(c, "reached");
  }
  printf("   %s: %lld of %lld lines of the %zu class%s loaded\n", home, (long long)reached,
         (long long)lines, n, n == 1 ? "" : "es");
}

static void print_reached(const json_t *check) {
  const json_t *v = json_object_get(check, "coverage"), *classes = json_object_get(v, "classes");
  const char *own = home_of_main(check, classes);
  json_int_t ways = number_at(v, "branches");
  size_t i;
  if (!v) {
    puts("  the reached code is unknown: heddle check --coverage FILE records it");
    return;
  }
  printf("  reached: %lld of %lld lines", (long long)number_at(v, "reached"),
         (long long)number_at(v, "lines"));
  if (ways)
    printf(", %lld of %lld ways of its conditional jumps", (long long)number_at(v, "taken"),
           (long long)ways);
  puts(", of the program's classes that were loaded");
  for (i = 0; i < json_array_size(classes); i++) {
    const char *home = text_at(json_array_get(classes, i), "home");
    if (!is_jar(home) || !strcmp(home, own)) print_class(json_array_get(classes, i));
  }
  for (i = 0; i < json_array_size(classes); i++) {
    const char *home = text_at(json_array_get(classes, i), "home");
    if (is_jar(home) && strcmp(home, own) != 0) print_jar(classes, i);
  }
}

/* ---- explanation of a check ---- */

bool explain_knows(const json_t *check) {
  return json_is_string(json_object_get(check, "verdict")) &&
         (json_is_array(json_object_get(check, "tests")) ||
          json_is_string(json_object_get(check, "scope")));
}

static void print_one(const json_t *check) {
  const char *verdict = text_at(check, "verdict"), *name = text_at(check, "test");
  if (*name) printf("%s: ", name);
  if (!strcmp(verdict, "error")) {
    const json_t *error = json_object_get(check, "error"), *story = json_object_get(error, "story");
    char *text = story ? story_text(story, "    ", STORY_COLUMNS, true) : mem_strdup("");
    printf(
        "error: %s\n%s%s  the schedule is complete: heddle debug --trace FILE walks through it\n",
        text_at(error, "message"), *text ? "  what happened:\n" : "", text);
    print_tried(check);
    free(text);
  } else if (!strcmp(verdict, "inconclusive")) {
    printf("inconclusive: %s\n", text_at(check, "reason"));
    print_stopped(check);
  } else {
    bool whole = !strcmp(verdict, "no error");
    printf("%s%s%s\n", verdict, whole ? scope_model_of(check) : "",
           whole ? ": the search is complete, nothing stopped it" : "");
  }
  print_reached(check);
}

void explain_print(const json_t *check) {
  const json_t *tests = json_object_get(check, "tests");
  size_t i;
  if (!json_is_array(tests)) {
    print_one(check);
    return;
  }
  for (i = 0; i < json_array_size(tests); i++) print_one(json_array_get(tests, i));
}
