/* See strategy_fixture.h. */
#include "strategy_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct search_report strategy_search(struct engine *e, struct search_options o,
                                     struct schedule *found) {
  struct search_report r;
  struct error err = {0};
  if (engine_search(e, &o, NULL, NULL, NULL, &r, found, &err))
    fail_msg("%s: %s", o.search, err.msg);
  return r;
}

struct search_options strategy_options(const char *name) {
  struct search_options o;
  search_options_init(&o);
  o.search = name;
  return o;
}

const char *const strategy_programs[] = {
    "ErrorLostUpdate", "ErrorCheckThenAct", "DeadLockOrder", "DeadLostNotify",
    "SoundExit",       "SoundJoinLate",     "BoundShortcut", NULL};
