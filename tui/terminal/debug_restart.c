/* Replaces the session's environment by another one (:restart; see debug.h). Drops nodes, checks
 * and the search, because they belong to the old environment. */
#include <stdlib.h>

#include "tui/terminal/debug.h"

void debug_show_made_source(struct debug *d) {
  char *text = engine_environment_source(d->engine);
  if (text) source_put(d->sources, ENGINE_ENVIRONMENT_CLASS, ENGINE_ENVIRONMENT_FILE, text);
  free(text);
}

/* Copies the marks to the new engine. A mark's location may not exist in the new environment. */
static void keep_marks(struct debug *d, struct engine *fresh) {
  uint32_t n = engine_mark_count(d->engine), id;
  for (uint32_t i = 0; i < n; i++) {
    struct mark_info m;
    struct error err = {0};
    if (engine_mark(d->engine, i, &m)) continue;
    if (engine_mark_add(fresh, m.text, &id, &err))
      debug_log(d, LOG_WARN, "the mark %s is left out: %s", m.text, err.msg);
    engine_mark_release(&m);
  }
}

static void forget_views(struct debug *d) {
  for (int i = 0; i < VIEWS; i++) {
    struct view *v = &d->views[i];
    if (v->ops->close) v->ops->close(v->data);
    v->data = v->ops->open ? v->ops->open(d) : NULL;
    v->fresh = 0;
    v->stale = true;
    for (int k = 0; k < VIEW_PANES; k++) v->pane[k] = (struct pane_state){0};
  }
}

static void forget_path(struct debug *d) {
  debug_choices_release(d);
  d->undo.len = d->redo.len = d->checks.len = 0;
  d->searching = d->running = false;
  engine_place_release(&d->last.place);
  d->report = (struct search_report){0};
  moments_forget(d);
  d->jumped_from = NODE_NONE;
  d->thread = UINT32_MAX;
  d->frame = FRAME_OWN;
  free(d->shown_file);
  free(d->shown_class);
  d->shown_file = d->shown_class = NULL;
}

void debug_replace_engine(struct debug *d, struct engine *fresh) {
  forget_path(d);
  if (d->follow) d->follow_ops->close(d->follow);
  d->follow = NULL;
  d->follow_at = 0;
  d->follow_used = d->follow_off = false;
  engine_close(d->engine);
  d->engine = fresh;
  teach_forget_nodes(d);
  debug_show_made_source(d);
  forget_views(d);
  debug_changed(d);
}

int debug_restart(struct debug *d, const uint64_t *seed, struct error *err) {
  struct engine *fresh = NULL;
  char *program = NULL;
  if (!d->restart.draw)
    return error_set(err, ERR_USAGE,
                     "there is nothing to draw: heddle debug --env random opens an environment");
  if (d->restart.draw(d->restart.self, seed, &fresh, &program, err)) return err->code;
  debug_search_pause(d);
  keep_marks(d, fresh);
  debug_replace_engine(d, fresh);
  free(d->program);
  d->program = program;
  debug_log(d, LOG_INFO, "another environment: heddle debug %s", d->program);
  return 0;
}
