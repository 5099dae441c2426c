/* Loads contracts for --contracts, and describes in words those that a search used. See
 * contracts.h. */
#include "tui/cli/contracts.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/env/environment.h"
#include "trace/contracts/evidence.h"

int contracts_take(struct cli *c, char **text, struct error *err) {
  struct evidence_limit limit = {.classes = ""};
  *text = NULL;
  if (!c->contracts) return 0;
  if (c->engine.properties & PROP_ASSESSED) {
    limit.classes = environment_own(c->engine.argc, c->engine.argv, &limit.layers);
    if (!limit.classes)
      return error_set(err, ERR_INPUT,
                       "--contracts cannot be combined with linearizable, sequential and quiescent "
                       "if the class of the objects is unknown: a contract could turn into one "
                       "step what these properties examine");
  }
  *text = evidence_contracts(c->engine.java_home, c->engine.class_path, &limit, err);
  c->engine.contracts = *text;
  return err->code;
}

char *contracts_methods(const struct scope_info *seen) {
  uint32_t own = seen->own_steps, jdk = seen->steps - own;
  if (!own) return mem_printf("%u method%s of the JDK", jdk, PLURAL(jdk));
  if (!jdk) return mem_printf("%u method%s of the program", own, PLURAL(own));
  return mem_printf("%u method%s of the JDK and %u of the program", jdk, PLURAL(jdk), own);
}

char *contracts_left_out(const struct scope_info *seen) {
  enum { NAMED_MOST = 3 };
  struct text t = {0};
  uint32_t count = *seen->left_out != 0;
  for (const char *at = seen->left_out; *at; at++) count += *at == ' ';
  if (count > NAMED_MOST) return mem_printf("%u classes", count);
  for (const char *at = seen->left_out; *at;) {
    size_t n = strcspn(at, " ");
    if (t.len) text_puts(&t, at[n] ? ", " : " and ");
    for (size_t i = 0; i < n; i++) text_add(&t, at[i] == '/' ? "." : &at[i], 1);
    at += n + (at[n] == ' ');
  }
  return t.s;
}

char *contracts_called(const struct engine *e) {
  struct scope_info seen;
  engine_scope(e, &seen);
  return seen.steps ? contracts_methods(&seen) : NULL;
}

char *contracts_words(const struct scope_info *seen) {
  char *methods, *words;
  if (!seen->steps) return mem_strdup("");
  methods = contracts_methods(seen);
  words = mem_printf(", taking %s as one step%s, shown for 2 threads by 1 or 2 calls", methods,
                     seen->steps == 1 ? "" : " each");
  free(methods);
  return words;
}
