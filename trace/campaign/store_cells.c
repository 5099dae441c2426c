/* Reads and writes the cells and trials of a campaign in its database. See store.h. */
#include "trace/campaign/store.h"
#include "trace/campaign/store_int.h"
#include "engine/base/late_lib.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

static char *key_of(const struct campaign_cell *cell) {
  return mem_printf("heddle=%s\n%s", HEDDLE_VERSION, cell->spec);
}

/* Returns the id of the cell, or 0 if the database does not contain it or on an error. */
static int64_t cell_id(struct store *s, const struct campaign_cell *cell, struct error *err) {
  sqlite3_stmt *st = store_prepare(s, "SELECT id FROM cells WHERE spec = ?1", err);
  char *key = key_of(cell);
  int64_t id = 0;
  int r;
  if (st) {
    s->lib.bind_text(st, 1, key, -1, SQLITE_TRANSIENT);
    r = s->lib.step(st);
    if (r == SQLITE_ROW)
      id = s->lib.column_int64(st, 0);
    else if (r != SQLITE_DONE)
      store_failed(s, err);
    s->lib.finalize(st);
  }
  free(key);
  return id;
}

static int64_t cell_made(struct store *s, const struct campaign *c,
                         const struct campaign_cell *cell, struct error *err) {
  int64_t id = cell_id(s, cell, err);
  sqlite3_stmt *st;
  char *key;
  if (id || err->code) return id;
  st = store_prepare(
      s, "INSERT INTO cells (spec, subject, configuration, technique) VALUES (?1, ?2, ?3, ?4)",
      err);
  if (!st) return 0;
  key = key_of(cell);
  s->lib.bind_text(st, 1, key, -1, SQLITE_TRANSIENT);
  s->lib.bind_text(st, 2, c->rows.data[cell->row].subject, -1, SQLITE_TRANSIENT);
  s->lib.bind_text(st, 3, c->rows.data[cell->row].configuration, -1, SQLITE_TRANSIENT);
  s->lib.bind_text(st, 4, c->techniques.data[cell->technique].name, -1, SQLITE_TRANSIENT);
  free(key);
  return store_finish(s, st, err) ? 0 : s->lib.last_insert_rowid(s->db);
}

/* ---- trials ---- */

static bool read_trial(const struct store *s, sqlite3_stmt *st, struct trial *t) {
  char *verdict = store_text_at(s, st, 1);
  int v = 0;
  while (v < TRIAL_VERDICTS && strcmp(trial_verdict_text((enum trial_verdict)v), verdict) != 0) v++;
  free(verdict);
  if (v == TRIAL_VERDICTS) return false;
  *t = (struct trial){.done = true,
                      .verdict = (enum trial_verdict)v,
                      .reason = store_text_at(s, st, 2),
                      .property = store_text_at(s, st, 3),
                      .kind = store_text_at(s, st, 4),
                      .message = store_text_at(s, st, 5),
                      .location = store_text_at(s, st, 6),
                      .states = (uint64_t)s->lib.column_int64(st, 7),
                      .transitions = (uint64_t)s->lib.column_int64(st, 8),
                      .instructions = (uint64_t)s->lib.column_int64(st, 9),
                      .revisits = (uint64_t)s->lib.column_int64(st, 10),
                      .backtracks = (uint64_t)s->lib.column_int64(st, 11),
                      .depth = (uint32_t)s->lib.column_int64(st, 12),
                      .length = (uint32_t)s->lib.column_int64(st, 13),
                      .switches = (uint32_t)s->lib.column_int64(st, 14),
                      .seconds = s->lib.column_double(st, 15),
                      .peak_kb = (uint64_t)s->lib.column_int64(st, 16),
                      .h_rows = (uint32_t)s->lib.column_int64(st, 17),
                      .h_columns = (uint32_t)s->lib.column_int64(st, 18),
                      .h_bytes = (uint64_t)s->lib.column_int64(st, 19),
                      .environments = (uint64_t)s->lib.column_int64(st, 20),
                      .events = (uint64_t)s->lib.column_int64(st, 21),
                      .paths = (uint64_t)s->lib.column_int64(st, 22),
                      .checks = (uint64_t)s->lib.column_int64(st, 23),
                      .on_path = s->lib.column_int64(st, 24) != 0};
  return true;
}

static int load_cell(struct store *s, struct trials *t, size_t c, struct error *err) {
  const struct campaign_cell *cell = &t->campaign->cells.data[c];
  int64_t id = cell_id(s, cell, err);
  sqlite3_stmt *st =
      id ? store_prepare(
               s,
               "SELECT seed, verdict, reason, property, kind, message, "
               "location, states, transitions, instructions, "
               "revisits, backtracks, depth, length, switches, seconds, "
               "peak_kb, h_rows, h_columns, h_bytes, environments, events, paths, checks, on_path "
               "FROM trials WHERE cell = ?1",
               err)
         : NULL;
  struct trial outcome;
  size_t i;
  int r = SQLITE_DONE;
  if (!st) return err->code;
  s->lib.bind_int64(st, 1, id);
  while ((r = s->lib.step(st)) == SQLITE_ROW) {
    uint64_t seed = (uint64_t)s->lib.column_int64(st, 0);
    for (i = 0; i < cell->options.seeds.len; i++)
      if (cell->options.seeds.data[i] == seed && read_trial(s, st, &outcome))
        trials_take(t, c, i, &outcome);
  }
  if (r != SQLITE_DONE) store_failed(s, err);
  s->lib.finalize(st);
  return err->code;
}

int store_load(struct store *s, struct trials *t, struct error *err) {
  size_t i;
  for (i = 0; i < t->campaign->cells.len && !err->code; i++) load_cell(s, t, i, err);
  return err->code;
}

static void bind_trial(const struct store *s, sqlite3_stmt *st, const struct trial *t) {
  const char *const texts[] = {
      trial_verdict_text(t->verdict), t->reason, t->property, t->kind, t->message, t->location};
  const uint64_t numbers[] = {t->states,     t->transitions, t->instructions, t->revisits,
                              t->backtracks, t->depth,       t->length,       t->switches};
  int i;
  for (i = 0; i < (int)COUNT(texts); i++)
    s->lib.bind_text(st, 3 + i, texts[i] ? texts[i] : "", -1, SQLITE_STATIC);
  for (i = 0; i < (int)COUNT(numbers); i++) s->lib.bind_int64(st, 9 + i, (int64_t)numbers[i]);
  s->lib.bind_double(st, 17, t->seconds);
  s->lib.bind_int64(st, 18, (int64_t)t->peak_kb);
  s->lib.bind_int64(st, 19, t->h_rows);
  s->lib.bind_int64(st, 20, t->h_columns);
  s->lib.bind_int64(st, 21, (int64_t)t->h_bytes);
  s->lib.bind_int64(st, 22, (int64_t)t->environments);
  s->lib.bind_int64(st, 23, (int64_t)t->events);
  s->lib.bind_int64(st, 24, (int64_t)t->paths);
  s->lib.bind_int64(st, 25, (int64_t)t->checks);
  s->lib.bind_int64(st, 26, t->on_path);
}

static int store_own_add(struct store *s, const struct trials *t, size_t cell, size_t seed,
                         const struct trial *outcome, struct error *err) {
  const struct campaign_cell *c = &t->campaign->cells.data[cell];
  int64_t id = cell_made(s, t->campaign, c, err);
  sqlite3_stmt *st;
  if (!id) return err->code;
  st = store_prepare(
      s,
      "INSERT OR REPLACE INTO trials (cell, seed, verdict, reason, property, kind, "
      "message, location, states, transitions,"
      " instructions, revisits, backtracks, depth, length, switches, seconds, peak_kb, "
      "h_rows, h_columns, h_bytes, environments, events, paths, checks, on_path)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, "
      "?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)",
      err);
  if (!st) return err->code;
  s->lib.bind_int64(st, 1, id);
  s->lib.bind_int64(st, 2, (int64_t)c->options.seeds.data[seed]);
  bind_trial(s, st, outcome);
  return store_finish(s, st, err);
}

int store_add(struct store *s, const struct trials *t, size_t cell, size_t seed,
              const struct trial *outcome, struct error *err) {
  struct error first = {0};
  if (!store_own_add(s, t, cell, seed, outcome, &first)) return 0;
  if (s->full || (s->lib.errcode(s->db) & 0xff) != SQLITE_FULL)
    return error_set(err, first.code, "%s", first.msg);
  s->full = true;
  store_give_up_reserve(s);
  return store_own_add(s, t, cell, seed, outcome, err);
}

bool store_full(const struct store *s, struct error *err) {
  if (s->full)
    error_set(err, ERR_INPUT, "%s: no space left on the disk; the trials that ended are kept",
              s->path);
  return s->full;
}

/* Copying the write-ahead log into the database syncs both to the disk. */
int store_flush(struct store *s, struct error *err) {
  return s->lib.exec(s->db, "PRAGMA wal_checkpoint(FULL)", NULL, NULL, NULL) == SQLITE_OK
             ? 0
             : store_failed(s, err);
}

int store_forget(struct store *s, const struct campaign *c, bool all, struct error *err) {
  size_t i;
  for (i = 0; i < c->cells.len && !err->code; i++) {
    int64_t id = cell_id(s, &c->cells.data[i], err);
    sqlite3_stmt *st = id ? store_prepare(s,
                                          "DELETE FROM trials WHERE cell = ?1 AND (?2 OR verdict "
                                          "IN ('crashed', 'failed'))",
                                          err)
                          : NULL;
    if (!st) continue;
    s->lib.bind_int64(st, 1, id);
    s->lib.bind_int(st, 2, all);
    store_finish(s, st, err);
  }
  return err->code;
}
