/* The debugger's `follow` for a recorded trace, on top of trace/replay/replay.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "trace/replay/replay.h"
#include "tui/terminal/follow.h"

struct follower {
  struct engine *engine;
  struct replay *replay;
};

enum { SECONDS = 20 }; /* limit per call: a replay that backtracks longer is reported as stuck */

static int open_replay(struct engine *e, struct trace_reader *r, volatile int *stop, void **out,
                       struct error *err) {
  struct replay_options o = {.seconds = SECONDS, .stop = stop};
  struct follower *f = mem_alloc(sizeof *f);
  f->engine = e;
  if (replay_open(e, r, &o, &f->replay, err)) {
    free(f);
    return err->code;
  }
  *out = f;
  return 0;
}

static const char *warning(void *self, size_t i) {
  return replay_warning(((struct follower *)self)->replay, i);
}

static int follow_replay_report(struct follower *f, int code, struct follow_report *out,
                                struct error *err) {
  struct replay_failure failure;
  memset(out, 0, sizeof *out);
  out->events = replay_position(f->replay);
  out->status = code == REPLAY_END ? FOLLOW_END : FOLLOW_STEPPED;
  if (code >= 0) return 0;
  if (code != ERR_NOTFOUND) return code;
  out->status = FOLLOW_STUCK;
  if (replay_failure(f->replay, &failure))
    snprintf(out->message, sizeof out->message, "at event %llu, %s: %s",
             (unsigned long long)failure.event, failure.expected, failure.instead);
  else
    snprintf(out->message, sizeof out->message, "%.500s", err->msg);
  error_clear(err);
  return 0;
}

/* Takes the replay back to the current node if that is on the replay's path. Otherwise moves the
 * session to the end of that path. */
static int from_here(struct follower *f, struct error *err) {
  node_id here = engine_here(f->engine);
  if (here == replay_node(f->replay)) return 0;
  if (replay_position_of(f->replay, here) != UINT64_MAX) return replay_return(f->replay, here, err);
  return engine_go(f->engine, replay_node(f->replay), err);
}

static int follow_replay_step(void *self, struct follow_report *out, struct error *err) {
  struct follower *f = self;
  int r = from_here(f, err);
  return r ? r : follow_replay_report(f, replay_transition(f->replay, err), out, err);
}

static int to(void *self, uint64_t event, struct follow_report *out, struct error *err) {
  struct follower *f = self;
  return follow_replay_report(f, replay_to(f->replay, event, err), out, err);
}

static uint64_t position(void *self, node_id n) {
  return replay_position_of(((struct follower *)self)->replay, n);
}

static void close_replay(void *self) {
  struct follower *f = self;
  replay_close(f->replay);
  free(f);
}

const struct follow_ops follow_replay = {open_replay, warning,  follow_replay_step,
                                         to,          position, close_replay};
