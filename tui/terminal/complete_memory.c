/* Completes names in the program's memory (see command.h): columns and rows of h, locks, locals,
 * classes and their members. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/command_complete.h"

static void offer_any(void *q, const char *word) { complete_offer(q, word); }

/* Offers names of classes and members. Offers a bare class name only if nothing else matches,
 * because users want "TwoStage.java:" more often. */
void complete_members(struct request *q, unsigned members) {
  if (members & ENGINE_METHODS && q->offered.len && !strchr(q->word, '.')) return;
  engine_complete(q->d->engine, q->word, members, offer_any, q);
}

/* Offers the columns of h, which are shared memory locations, by the names that the view h
 * shows. */
void complete_columns(struct request *q) {
  struct h_matrix m;
  struct error err = {0};
  uint32_t i;
  memset(&m, 0, sizeof m);
  if (engine_h(q->d->engine, &m, &err)) return;
  for (i = 0; i < m.columns; i++) {
    char *s = debug_short(q->d, m.column[i]);
    complete_offer(q, s);
    free(s);
  }
  engine_h_release(&m);
}

static void each_row(struct request *q,
                     void (*fn)(struct request *q, const struct h_row *row, const char *name)) {
  struct h_matrix m;
  struct error err = {0};
  uint32_t i;
  memset(&m, 0, sizeof m);
  if (engine_h(q->d->engine, &m, &err)) return;
  for (i = 0; i < m.rows; i++) {
    char *s = debug_short(q->d, m.row[i].name);
    fn(q, &m.row[i], s);
    free(s);
  }
  engine_h_release(&m);
}

static void offer_row(struct request *q, const struct h_row *row, const char *name) {
  char *word = row->kind == 0 ? mem_printf("T%u", row->thread) : mem_printf("\"%s\"", name);
  complete_offer(q, word);
  free(word);
}
void complete_rows(struct request *q) { each_row(q, offer_row); }

/* Offers the objects whose locks have a row in h. */
static void offer_lock(struct request *q, const struct h_row *row, const char *name) {
  (void)row;
  if (!strncmp(name, "lock ", 5)) complete_offer(q, name + 5);
}
static void complete_locks(struct request *q) { each_row(q, offer_lock); }

/* Completes "h ROW COLUMN": the row after "h", then the column. Returns false if the word is
 * neither. */
static bool complete_bit_of(struct request *q) {
  if (!strcmp(q->before, "h")) return complete_rows(q), true;
  if (q->index != 3) return false;
  return complete_columns(q), true;
}

void complete_breaks(struct request *q) {
  if (!strcmp(q->before, "lock")) {
    complete_locks(q);
    return;
  }
  if (q->index > 1 && complete_bit_of(q)) return;
  complete_list(q, "lock h cursor");
  complete_locations(q);
  complete_columns(q);
  complete_members(q, ENGINE_FIELDS | ENGINE_METHODS);
}

/* Offers "T1.name" for the locals of each frame of each thread. */
void complete_locals(struct request *q) {
  uint32_t i, k, n = engine_thread_count(q->d->engine);
  struct frame_info f;
  for (i = 0; i < n; i++)
    for (k = 0; !engine_frame(q->d->engine, i, k, &f); k++) {
      char **local;
      for (local = f.locals; local && *local; local++) {
        char *s = mem_printf("T%u.%.*s", i, (int)strcspn(*local, " "), *local);
        complete_offer(q, s);
        free(s);
      }
      engine_frame_release(&f);
    }
}

void complete_watch(struct request *q) {
  if (q->index > 1 && complete_bit_of(q)) return;
  if (!strcmp(q->before, "lock")) {
    complete_locks(q);
    return;
  }
  if (q->index == 1) complete_list(q, "h lock");
  complete_columns(q);
  complete_locals(q);
  complete_members(q, ENGINE_FIELDS);
}
