/* Shared by the files trace/campaign/store*.c. */
#ifndef HEDDLE_TRACE_CAMPAIGN_STORE_INT_H
#define HEDDLE_TRACE_CAMPAIGN_STORE_INT_H

#include "trace/campaign/store.h"
#include "engine/base/late_lib.h"
#include <sqlite3.h>
#include <time.h>

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

/* Sets and returns an error for the latest SQLite call that failed. */
int store_failed(struct store *s, struct error *err);
/* Compiles a statement, which the caller finalizes or passes to store_finish. Returns NULL and an
 * error if that fails. */
sqlite3_stmt *store_prepare(struct store *s, const char *sql, struct error *err);
/* Executes and frees a statement that yields no rows. Errors are those of store_failed. */
int store_finish(struct store *s, sqlite3_stmt *st, struct error *err);
/* Returns a copy of the text in column i of the current row, "" for NULL. The caller frees it. */
char *store_text_at(const struct store *s, sqlite3_stmt *st, int i);
/* Deletes the file that reserves space, so that the disk has room again. */
void store_give_up_reserve(struct store *s);

#endif
