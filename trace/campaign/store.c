/* See store.h. Every statement is its own transaction in a write-ahead log, so a killed process
 * leaves only whole transactions. The first transaction of each second waits until it and all
 * earlier ones are on the disk. If every transaction waited, this would take most of the time of
 * short trials. */
#include "trace/campaign/store.h"
#include "trace/campaign/store_int.h"

#include "engine/base/late_lib.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

int store_failed(struct store *s, struct error *err) {
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

sqlite3_stmt *store_prepare(struct store *s, const char *sql, struct error *err) {
  sqlite3_stmt *st = NULL;
  if (s->lib.prepare_v2(s->db, sql, -1, &st, NULL) != SQLITE_OK) store_failed(s, err);
  return st;
}

int store_finish(struct store *s, sqlite3_stmt *st, struct error *err) {
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

char *store_text_at(const struct store *s, sqlite3_stmt *st, int i) {
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

void store_give_up_reserve(struct store *s) {
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
