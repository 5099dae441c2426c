/* See contracts.h. */
#include "tui/cli/contracts.h"

#include "engine/base/mem.h"
#include "trace/contracts/evidence.h"

int contracts_take(struct cli *c, char **text, struct error *err) {
  *text = NULL;
  if (!c->contracts) return 0;
  *text = evidence_contracts(c->engine.java_home, c->engine.class_path, NULL, err);
  c->engine.contracts = *text;
  return err->code;
}

char *contracts_words(uint32_t methods) {
  if (!methods) return mem_strdup("");
  return mem_printf(
      ", taking %u method%s of the JDK as one step%s, shown for 2 threads by 1 or 2 calls", methods,
      PLURAL(methods), methods == 1 ? "" : " each");
}
