/* heddle debug --env: the debugged program is an environment of a component. :restart can draw
 * another environment. */
#ifndef HEDDLE_TUI_CLI_DEBUG_ENV_H
#define HEDDLE_TUI_CLI_DEBUG_ENV_H

#include "tui/cli/env_making.h"
#include "tui/terminal/debug.h"

struct debug_env {
  struct env_making making;
  struct engine_options engine; /* the session's options */
};

/* Checks the options. ERR_USAGE: options of an environment without --env, or --env together with
 * another program. */
int debug_env_usage(const struct cli *c, struct error *err);
/* Makes the environment. e->making.args then holds the arguments of ENGINE_ENVIRONMENT_CLASS; c's
 * properties become those of heddle env. Returns an error code; if err is empty, a message was
 * printed. */
int debug_env_make(struct debug_env *e, struct cli *c, struct error *err);
/* Implements restart_ops.draw: opens an engine for the environment of the given seed (NULL: the
 * next one). `self` is a struct debug_env with `engine` filled. The caller owns *out and *program,
 * the title. */
int debug_env_draw(void *self, const uint64_t *seed, struct engine **out, char **program,
                   struct error *err);
void debug_env_release(struct debug_env *e);

#endif
