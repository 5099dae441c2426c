/* heddle debug --env: an environment of a component as the program of a session, and another one
 * for :restart. */
#ifndef HEDDLE_TUI_CLI_DEBUG_ENV_H
#define HEDDLE_TUI_CLI_DEBUG_ENV_H

#include "tui/cli/env_making.h"
#include "tui/terminal/debug.h"

struct debug_env {
  struct env_making making;
  struct engine_options engine; /* of the session */
};

/* ERR_USAGE: options of an environment without --env, or --env beside what is another program. */
int debug_env_usage(const struct cli *c, struct error *err);
/* Makes the environment: making.args are the arguments of ENGINE_ENVIRONMENT_CLASS; the properties
 * of c become those that heddle env looks for. An error code; where err has none, a message was
 * printed. */
int debug_env_make(struct debug_env *e, struct cli *c, struct error *err);
/* Of struct restart_ops; self is a struct debug_env whose `engine` is filled. */
int debug_env_draw(void *self, const uint64_t *seed, struct engine **out, char **program,
                   struct error *err);
void debug_env_release(struct debug_env *e);

#endif
