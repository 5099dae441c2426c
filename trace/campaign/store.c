/* Stores a campaign's cells and trials with SQLite. Every statement is its own transaction in a
 * write-ahead log, so a killed process leaves only whole transactions. The first transaction of
 * each second waits until it and all earlier ones are on the disk. If every transaction waited,
 * this would take most of the time of short trials. */
#include "trace/campaign/store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/late_lib.h"

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "0.1"
#endif

/* The SQLite functions used here. The library is loaded only when a database is opened, because its
 * relocations would take a twentieth of the time of a short run that needs no database. */
#define SQLITE_FUNCTIONS(X) \
  X(bind_double) \
  X(bind_int) \
  X(bind_int64) \
  X(bind_text) \
  X(busy_timeout) \
  X(close) \
  X(column_double) \
  X(column_int64) \
  X(column_text) \
  X(errcode) \
  X(errmsg) \
  X(exec) \
  X(extended_result_codes) \
  X(finalize) X(last_insert_rowid) X(open_v2) X(prepare_v2) X(step) X(system_errno)
#define X(f) __typeof__(&sqlite3_##f) f;
struct sqlite_lib {
  SQLITE_FUNCTIONS(X)
};
#undef X

struct store {
  struct sqlite_lib lib;
  void *handle;
  sqlite3 *db;
  /* reserve: path of the file that reserves space; NULL: there is no such file */
  char *path, *reserve;
  bool full;
  /* monotonic time, in seconds, of the last transaction that waited for the disk */
  time_t synchronised;
};

static int store_failed(struct store *s, struct error *err);
static sqlite3_stmt *store_prepare(struct store *s, const char *sql, struct error *err);
static int store_finish(struct store *s, sqlite3_stmt *st, struct error *err);
static char *store_text_at(const struct store *s, sqlite3_stmt *st, int i);
static void store_give_up_reserve(struct store *s);

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
  CHECK(seed < c->options.seeds.len, "a trial that is stored has a seed of its cell: %zu", seed);
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

/* ---- schema ---- */

enum {
  RESERVE = 128 << 10
  /* bytes; enough for the outcomes of all trials that can run at a time */
};
enum { APPLICATION = 0x4864646c /* "Hddl" */, VERSION = 4 };

#define X(f) "sqlite3_" #f,
static const char *const sqlite_names[] = {SQLITE_FUNCTIONS(X)};
#undef X

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE cells (id INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE, subject TEXT, "
    "configuration TEXT, technique TEXT);"
    "CREATE TABLE trials (cell INTEGER NOT NULL REFERENCES cells, seed INTEGER NOT NULL, verdict "
    "TEXT NOT NULL, reason TEXT, property TEXT,"
    " kind TEXT, message TEXT, location TEXT, states INTEGER, transitions INTEGER, instructions "
    "INTEGER, revisits INTEGER,"
    " backtracks INTEGER, depth INTEGER, length INTEGER, switches INTEGER, seconds REAL, peak_kb "
    "INTEGER,"
    " h_rows INTEGER, h_columns INTEGER, h_bytes INTEGER, environments INTEGER,"
    " events INTEGER, paths INTEGER, checks INTEGER, on_path INTEGER,"
    " ended TEXT DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (cell, seed)) WITHOUT ROWID;"
    "PRAGMA application_id = 1214538860; PRAGMA user_version = 4;"
    "COMMIT;";

/* ---- errors ---- */

static int damaged(struct store *s, const char *why, struct error *err) {
  return error_set(err, ERR_INPUT,
                   "%s: the database is damaged (%.200s); move it away, or see sqlite3(1) .recover",
                   s->path, why);
}

/* Sets and returns an error for the latest SQLite call that failed. */
static int store_failed(struct store *s, struct error *err) {
  int code = s->lib.errcode(s->db), os = s->lib.system_errno(s->db);
  const char *why = s->lib.errmsg(s->db);
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return error_set(err, ERR_INPUT, "%s: not a database of a campaign", s->path);
    case SQLITE_CORRUPT:
    /* a table or column is missing, so the schema is damaged */
    case SQLITE_ERROR: return damaged(s, why, err);
    case SQLITE_FULL:
      return error_set(err, ERR_INPUT, "%s: no space left on the disk; the trials before are kept",
                       s->path);
    case SQLITE_BUSY:
      return error_set(err, ERR_INPUT, "%s: another process holds the database", s->path);
    default:
      return error_set(err, ERR_INPUT, "%s: %s%s%s", s->path, why, os ? ": " : "",
                       os ? strerror(os) : "");
  }
}

static int execute(struct store *s, const char *sql, struct error *err) {
  return s->lib.exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : store_failed(s, err);
}

/* Compiles a statement, which the caller finalizes or passes to store_finish. Returns NULL and an
 * error if that fails. */
static sqlite3_stmt *store_prepare(struct store *s, const char *sql, struct error *err) {
  sqlite3_stmt *st = NULL;
  if (s->lib.prepare_v2(s->db, sql, -1, &st, NULL) != SQLITE_OK) store_failed(s, err);
  return st;
}

/* Executes and frees a statement that yields no rows. Errors are those of store_failed. */
static int store_finish(struct store *s, sqlite3_stmt *st, struct error *err) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (execute(s,
              now.tv_sec == s->synchronised ? "PRAGMA synchronous = NORMAL"
                                            : "PRAGMA synchronous = FULL",
              err) == 0 &&
      s->lib.step(st) != SQLITE_DONE)
    store_failed(s, err);
  s->lib.finalize(st);
  if (!err->code) s->synchronised = now.tv_sec;
  return err->code;
}

static int64_t store_number(struct store *s, const char *sql, struct error *err) {
  sqlite3_stmt *st = store_prepare(s, sql, err);
  int64_t n = -1;
  if (!st) return -1;
  if (s->lib.step(st) == SQLITE_ROW)
    n = s->lib.column_int64(st, 0);
  else
    store_failed(s, err);
  s->lib.finalize(st);
  return n;
}

/* ---- opening ---- */

/* Returns a copy of the text in column i of the current row, "" for NULL. The caller frees it. */
static char *store_text_at(const struct store *s, sqlite3_stmt *st, int i) {
  const char *text = (const char *)s->lib.column_text(st, i);
  return mem_strdup(text ? text : "");
}

/* Returns the last line of a message of quick_check, which states the problem; the lines before it
 * name the database. */
static const char *last_line(const char *s) {
  const char *end = strrchr(s, '\n');
  return end ? end + 1 : s;
}

static int sound(struct store *s, struct error *err) {
  sqlite3_stmt *st = store_prepare(s, "PRAGMA quick_check(1)", err);
  char *said;
  if (!st) return err->code;
  if (s->lib.step(st) != SQLITE_ROW) {
    store_failed(s, err);
  } else {
    said = store_text_at(s, st, 0);
    if (strcmp(said, "ok") != 0) damaged(s, last_line(said), err);
    free(said);
  }
  s->lib.finalize(st);
  return err->code;
}

static int identify(struct store *s, struct error *err) {
  int64_t application = store_number(s, "PRAGMA application_id", err),
          version = store_number(s, "PRAGMA user_version", err);
  int64_t objects = err->code ? 0 : store_number(s, "SELECT count(*) FROM sqlite_schema", err);
  if (err->code) return err->code;
  if (!application && !version && !objects) return execute(s, schema, err);
  if (application != APPLICATION)
    return error_set(err, ERR_INPUT, "%s: not a database of a campaign", s->path);
  if (version != VERSION)
    return error_set(err, ERR_INPUT,
                     "%s: a campaign's database of version %lld, this heddle has version %d",
                     s->path, (long long)version, VERSION);
  return sound(s, err);
}

/* Checks that the database can be written. SQLite would open a file without write permission as
 * read-only instead of failing. */
static int writable(const char *path, struct error *err) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
  close(fd);
  return 0;
}

/* Reserves space on the disk. If that fails, the campaign runs without a reserve. */
static void take_reserve(struct store *s) {
  int fd;
  s->reserve = mem_printf("%s-reserve", s->path);
  fd = open(s->reserve, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0 && posix_fallocate(fd, 0, RESERVE)) unlink(s->reserve);
  if (fd >= 0) close(fd);
}

/* Deletes the file that reserves space, so that the disk has room again. */
static void store_give_up_reserve(struct store *s) {
  if (s->reserve) unlink(s->reserve);
  free(s->reserve);
  s->reserve = NULL;
}

int store_open(const char *path, struct store **out, struct error *err) {
  struct store *s;
  *out = NULL;
  if (writable(path, err)) return err->code;
  s = mem_alloc(sizeof *s);
  s->path = mem_strdup(path);
  if (late_lib_open(HEDDLE_SQLITE, sqlite_names, COUNT(sqlite_names), &s->lib, &s->handle, err)) {
    store_close(s);
    return err->code;
  }
  if (s->lib.open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
    if (s->db)
      store_failed(s, err);
    else
      error_set(err, ERR_MEMORY, "%s: no memory", path);
  } else {
    s->lib.extended_result_codes(s->db, 1);
    s->lib.busy_timeout(s->db, 5000);
    if (!identify(s, err)) execute(s, "PRAGMA journal_mode = WAL", err);
  }
  if (err->code) {
    store_close(s);
    return err->code;
  }
  take_reserve(s);
  *out = s;
  return err->code;
}

void store_close(struct store *s) {
  if (!s) return;
  store_give_up_reserve(s);
  if (s->db) s->lib.close(s->db);
  late_lib_close(s->handle);
  free(s->path);
  free(s);
}
