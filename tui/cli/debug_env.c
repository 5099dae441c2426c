/* Makes and redraws the environment of heddle debug --env. See debug_env.h. */
#include "tui/cli/debug_env.h"

int debug_env_usage(const struct cli *c, struct error *err) {
  const char *option = cli_of_drawing(c);
  if (!cli_given(c, "--env")) {
    if (option) error_set(err, ERR_USAGE, "%s needs --env", option);
    return err->code;
  }
  if (c->trace) return error_set(err, ERR_USAGE, "--env cannot be combined with --trace");
  return 0;
}

int debug_env_make(struct debug_env *e, struct cli *c, struct error *err) {
  struct env_making *k = &e->making;
  k->cli = *c;
  k->by_hand = true;
  if (!env_making_operands(k, err)) return ERR_USAGE;
  if (err->code || env_making_options(k, err) || env_making_component(k, err) ||
      env_making_draw(k, err))
    return err->code;
  c->engine.properties = k->cli.engine.properties;
  return 0;
}

int debug_env_draw(void *self, const uint64_t *seed, struct engine **out, char **program,
                   struct error *err) {
  struct debug_env *e = self;
  struct env_making *k = &e->making;
  uint64_t before = k->cli.engine.seed;
  if (!env_making_draws(k))
    return error_set(err, ERR_USAGE,
                     "--env %s draws nothing: another one would be the same; :go root begins again",
                     k->cli.env.kind);
  k->cli.engine.seed = seed ? *seed : before + 1;
  env_making_forget(k);
  if (!env_making_draw(k, err)) {
    e->engine.seed = k->cli.engine.seed;
    e->engine.argc = (int)k->args.len;
    e->engine.argv = k->args.data;
    if (!engine_open(&e->engine, out, err)) {
      *program = env_making_title(k);
      return 0;
    }
  }
  k->cli.engine.seed = before;
  return err->code;
}

void debug_env_release(struct debug_env *e) { env_making_release(&e->making); }
