/* Shared by the files of store; nobody else includes it. */
#ifndef HEDDLE_TRACE_CAMPAIGN_STORE_INT_H
#define HEDDLE_TRACE_CAMPAIGN_STORE_INT_H

#include "trace/campaign/store.h"
#include "engine/base/late_lib.h"
#include <sqlite3.h>
#include <time.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "0.1"
#endif

/* The functions of SQLite that are called here. The library is loaded when a database is opened:
 * its relocations would be a twentieth of a short run, which has none. */
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
  char *path, *reserve; /* reserve: the file that keeps space; NULL: none */
  bool full;
  time_t synchronised; /* when the disk had everything */
};

int store_failed(struct store *s, struct error *err);
sqlite3_stmt *store_prepare(struct store *s, const char *sql, struct error *err);
/* Ends a statement that yields nothing. */
int store_finish(struct store *s, sqlite3_stmt *st, struct error *err);
char *store_text_at(const struct store *s, sqlite3_stmt *st, int i);
void store_give_up_reserve(struct store *s);

#endif
