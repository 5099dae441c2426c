/* Completes command lines (see command.h): first the command's name, then each argument with the
 * kind of words that the command's row names. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tui/terminal/command_complete.h"

/* Offers a word once, even if several sources offer it. */
void complete_offer(struct request *q, const char *word) {
  if (strncmp(word, q->word, q->len) != 0) return;
  for (size_t i = 0; i < q->offered.len; i++)
    if (!strcmp(q->offered.data[i], word)) return;
  *vec_push(&q->offered) = mem_strdup(word);
  q->add(q->self, word);
}

static void forget_offered(struct request *q) {
  for (size_t i = 0; i < q->offered.len; i++) free(q->offered.data[i]);
  vec_free(&q->offered);
}

void complete_list(struct request *q, const char *list) {
  while (*list) {
    size_t n = strcspn(list, " ");
    char *word = mem_printf("%.*s", (int)n, list);
    complete_offer(q, word);
    free(word);
    list += n + (list[n] == ' ');
  }
}

void complete_number(struct request *q, const char *prefix, uint64_t n) {
  char *s = mem_printf("%s%llu", prefix, (unsigned long long)n);
  complete_offer(q, s);
  free(s);
}

static void complete_commands(struct request *q) {
  size_t i;
  for (i = 0; command_row(q->d->commands, i); i++)
    complete_offer(q, command_row(q->d->commands, i)->name);
}

/* Offers the files and lines where the threads are. */
void complete_locations(struct request *q) {
  uint32_t i, n = engine_thread_count(q->d->engine);
  char *file = mem_printf("%s:", q->d->file);
  complete_offer(q, file);
  for (i = 0; i < n; i++) {
    struct thread_info t;
    char *s;
    memset(&t, 0, sizeof t);
    if (engine_thread(q->d->engine, i, &t)) continue;
    if (t.file && t.line > 0) {
      s = mem_printf("%s:%d", t.file, t.line);
      complete_offer(q, s);
      free(s);
    }
    if (t.class_name && t.method && t.line > 0) {
      s = mem_printf("%s.%s:%d", t.class_name, t.method, t.line);
      complete_offer(q, s);
      free(s);
    }
    engine_thread_release(&t);
  }
  free(file);
}

static void complete_nodes(struct request *q) {
  node_id here = engine_here(q->d->engine), *ids;
  uint32_t n = engine_path(q->d->engine, here, NULL, 0), i;
  complete_list(q, "root here cursor -1");
  ids = mem_alloc((n + 1) * sizeof *ids);
  engine_path(q->d->engine, here, ids, n);
  for (i = n > 200 ? n - 200 : 0; i < n; i++) complete_number(q, "", ids[i]);
  free(ids);
}

static void complete_files(struct request *q) {
  const char *slash = strrchr(q->word, '/');
  char *folder = slash ? mem_printf("%.*s", (int)(slash - q->word + 1), q->word) : mem_strdup("");
  DIR *dir = opendir(*folder ? folder : ".");
  struct dirent *e;
  while (dir && (e = readdir(dir))) {
    struct stat st;
    char *path, *word;
    if (*e->d_name == '.' && !(slash ? slash[1] == '.' : *q->word == '.')) continue;
    path = mem_printf("%s%s", folder, e->d_name);
    word = mem_printf("%s%s", path, !stat(path, &st) && S_ISDIR(st.st_mode) ? "/" : "");
    complete_offer(q, word);
    free(path);
    free(word);
  }
  if (dir) closedir(dir);
  free(folder);
}

/* Offers the source files of all frames of the threads. */
static void complete_sources(struct request *q) {
  uint32_t i, k, n = engine_thread_count(q->d->engine);
  complete_offer(q, q->d->file);
  for (i = 0; i < n; i++) {
    struct frame_info f;
    for (k = 0; !engine_frame(q->d->engine, i, k, &f); k++) {
      if (f.file && !f.jdk) complete_offer(q, f.file);
      engine_frame_release(&f);
    }
  }
}

static void complete_choices(struct request *q) {
  size_t i;
  debug_choices(q->d);
  for (i = 0; i < q->d->choices.len; i++) complete_number(q, "", i + 1);
  for (i = 0; i < q->d->choices.len; i++)
    complete_number(q, "T", q->d->choices.data[i].choice.thread);
}

static void complete_marks(struct request *q) {
  uint32_t i;
  for (i = 0; i < engine_mark_count(q->d->engine); i++) {
    struct mark_info m;
    memset(&m, 0, sizeof m);
    if (engine_mark(q->d->engine, i, &m)) continue;
    complete_number(q, "", m.id);
    engine_mark_release(&m);
  }
  complete_offer(q, "all");
}

static void complete_panes(struct request *q) {
  const struct view *v = &q->d->views[q->d->view];
  int i;
  complete_list(q, "next previous large");
  for (i = 0; i < view_panes(v); i++) complete_offer(q, v->ops->panes[i]->name);
}

/* ---- names from tables ---- */

static void complete_names(struct request *q, const char *(*name)(uint32_t)) {
  uint32_t i;
  for (i = 0; name(i); i++) complete_offer(q, name(i));
}

static void complete_properties(struct request *q) {
  uint32_t i;
  for (i = 0; engine_property_name(1u << i); i++) complete_offer(q, engine_property_name(1u << i));
}

/* Completes the value of the option before the word. Returns false if the previous word is not an
 * option with a value. */
static bool complete_value(struct request *q) {
  static const char *const numbers[] = {"--depth", "--time", "--max-states", "--seed",
                                        "--preemptions"};
  size_t i;
  if (!strcmp(q->before, "--search")) return complete_names(q, engine_search_name), true;
  if (!strcmp(q->before, "--heuristic")) return complete_names(q, engine_heuristic_name), true;
  if (!strcmp(q->before, "--property")) return complete_properties(q), true;
  if (!strcmp(q->before, "--from")) return complete_nodes(q), true;
  for (i = 0; i < COUNT(numbers); i++)
    if (!strcmp(q->before, numbers[i])) return true;
  return false;
}

static const char check_options[] = "--heuristic --seed --depth --time --max-states --all-errors";
static const char search_options[] =
    "--heuristic --seed --depth --time --max-states --all-errors --prefer --jrf --preemptions";

static void complete_search(struct request *q, const char *words) {
  if (complete_value(q)) return;
  if (q->index == 1 && words)
    complete_list(q, words);
  else if (q->index == 1)
    complete_names(q, engine_search_name);
  complete_list(q, search_options);
}

static void complete_setting(struct request *q) {
  if (q->index == 1)
    complete_list(q, "mouse times ascii jdk changed rows depth time width theme");
  else if (!strcmp(q->before, "rows"))
    complete_list(q, "all threads others next");
  else if (!strcmp(q->before, "theme"))
    complete_list(q, "default mono high-contrast blue-yellow next");
  else if (!strcmp(q->before, "times") || !strcmp(q->before, "ascii") ||
           !strcmp(q->before, "jdk") || !strcmp(q->before, "changed"))
    complete_list(q, "on off toggle");
}

/* ---- names from the session ---- */

static void complete_threads(struct request *q, const char *prefix) {
  for (uint32_t i = 0; i < engine_thread_count(q->d->engine); i++) complete_number(q, prefix, i);
}

static void complete_bookmarks(struct request *q) {
  size_t i;
  for (i = 0; q->index == 1 && i < q->d->moments.len; i++) {
    char word[2] = {q->d->moments.data[i].letter, 0};
    if (*word) complete_offer(q, word);
  }
}

static void complete_checks(struct request *q) {
  for (uint32_t i = 0; i < engine_check_count(q->d->engine); i++) complete_number(q, "", i + 1);
}

/* Offers the repairs of the error at the current node. The view Explain may show another error,
 * whose repairs are not offered. */
static void complete_repairs(struct request *q) {
  struct repair_info *r;
  uint32_t count;
  complete_offer(q, "all");
  complete_offer(q, "cursor");
  if (engine_repairs(q->d->engine, engine_here(q->d->engine), &r, &count)) return;
  for (uint32_t i = 0; i < count; i++) complete_number(q, "", i + 1);
  engine_repairs_release(r, count);
}

static void complete_compare(struct request *q) {
  if (q->index == 1) complete_list(q, "check node nearest next previous"), complete_files(q);
  if (!strcmp(q->before, "check")) complete_checks(q);
  if (!strcmp(q->before, "node")) complete_nodes(q);
}

/* Offers the moves within a view, and "back" after a move that has a reverse. */
static void complete_moves(struct request *q, const char *moves) {
  static const char *const both[] = {"switch", "change", "suspicious"};
  if (q->index == 1) complete_list(q, moves);
  for (size_t i = 0; i < COUNT(both); i++)
    if (!strcmp(q->before, both[i])) complete_offer(q, "back");
}

static void complete_words(struct request *q, enum command_words words) {
  uint32_t i;
  switch (words) {
    case WORDS_NONE: break;
    case WORDS_COMMAND: complete_commands(q); break;
    case WORDS_LOCATION: complete_locations(q), complete_members(q, ENGINE_METHODS); break;
    case WORDS_NODE: complete_nodes(q); break;
    case WORDS_FILE: complete_files(q); break;
    case WORDS_SOURCE: complete_sources(q), complete_files(q); break;
    case WORDS_CHOICE: complete_choices(q); break;
    case WORDS_MARK: complete_marks(q); break;
    case WORDS_THREAD: complete_threads(q, ""), complete_threads(q, "T"); break;
    case WORDS_CHECK: complete_checks(q); break;
    case WORDS_GUIDED: complete_search(q, "start step run pause stop"); break;
    case WORDS_SEARCH: complete_search(q, NULL); break;
    case WORDS_CHECKOPT:
      if (!complete_value(q))
        complete_list(q, "--from --property --search --ladder --background"),
            complete_list(q, check_options);
      break;
    case WORDS_SET: complete_setting(q); break;
    case WORDS_WATCH: complete_watch(q); break;
    case WORDS_WATCHED:
      for (i = 1; i <= q->d->watches.len; i++) complete_number(q, "", i);
      break;
    case WORDS_BIT:
      if (q->index == 1)
        complete_rows(q);
      else
        complete_columns(q);
      break;
    case WORDS_BREAK: complete_breaks(q); break;
    case WORDS_BROKEN:
      for (i = 0; i < q->d->breaks.v.len; i++) complete_number(q, "", q->d->breaks.v.data[i].id);
      complete_offer(q, "all");
      break;
    case WORDS_LANES: complete_moves(q, "first last in out fold switch change"); break;
    case WORDS_TRACE: complete_moves(q, "suspicious partner"); break;
    case WORDS_BOOKMARK: complete_bookmarks(q); break;
    case WORDS_ON: complete_list(q, "on off"); break;
    case WORDS_ASK:
      for (i = 0; q->index == 1 && teach_kind(i); i++) complete_offer(q, teach_kind(i));
      if (!strcmp(q->before, "value")) complete_watch(q);
      if (!strcmp(q->before, "effect")) complete_choices(q);
      if (!strcmp(q->before, "enabled")) complete_threads(q, "T");
      break;
    case WORDS_COPY: complete_offer(q, "view"); break;
    case WORDS_COMPARE: complete_compare(q); break;
    case WORDS_REPAIR: complete_repairs(q); break;
    case WORDS_PANE: complete_panes(q); break;
    case WORDS_FOLD: complete_list(q, "open close"), complete_nodes(q); break;
    case WORDS_FRAME: complete_list(q, "up down own other"); break;
    case WORDS_SCROLL: complete_list(q, "left right"); break;
    case WORDS_FOLLOW: complete_list(q, "to suspicious"); break;
  }
}

/* Sets q->index and q->before from the words before the one to complete. */
static void look_back(struct request *q, const char *start) {
  const char *p = start;
  free(q->before);
  q->before = mem_strdup("");
  for (q->index = 0; p < q->word; q->index++) {
    size_t n = strcspn(p, " ");
    free(q->before);
    q->before = mem_printf("%.*s", (int)n, p);
    p += n;
    p += strspn(p, " ");
  }
}

size_t command_complete(struct debug *d, const char *line, command_word_fn *add, void *self) {
  const char *start = line + strspn(line, " :"), *last = strrchr(start, ' ');
  const struct command_row *c;
  struct request q = {.d = d, .add = add, .self = self};
  char *name;
  q.word = last ? last + 1 : start;
  q.len = strlen(q.word);
  if (!last) {
    complete_commands(&q);
    forget_offered(&q);
    return (size_t)(q.word - line);
  }
  name = mem_printf("%.*s", (int)strcspn(start, " "), start);
  c = command_find(d->commands, name);
  look_back(&q, start);
  if (c) complete_words(&q, c->words);
  forget_offered(&q);
  free(q.before);
  free(name);
  return (size_t)(q.word - line);
}
