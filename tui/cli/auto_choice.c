/* Decides whether heddle check uses --search auto. See auto.h. */
#include <stdlib.h>
#include <string.h>

#include "tui/cli/auto.h"

static const char *const member_options[] = {
#define MEMBER(name, share, claims, again, options, what) options,
#include "tui/cli/auto_members.def"
#undef MEMBER
};

bool auto_chosen(const struct cli *c) {
  return c->search.search && !strcmp(c->search.search, AUTO_NAME);
}

bool auto_by_default(const struct cli *c) {
  return !cli_given(c, "--search") && !cli_of_one_search(c);
}

int auto_default(struct cli *c, struct error *err) {
  const char *name = getenv("HEDDLE_SEARCH");
  if (!auto_by_default(c)) return 0;
  if (!name || !*name) name = AUTO_NAME;
  if (!cli_is_search(name))
    return error_set(err, ERR_USAGE, "HEDDLE_SEARCH: there is no search '%s'", name);
  c->search.search = name;
  return 0;
}

/* Several members use "--search dfs", so what distinguishes them is the options after it. */
bool auto_tries(const char *part) {
  static const char whole[] = "--search dfs ";
  for (size_t i = 0; i < COUNT(member_options); i++) {
    const char *o = member_options[i];
    if (!strncmp(o, whole, sizeof whole - 1)) o += sizeof whole - 1;
    if (strstr(part, o)) return true;
  }
  return false;
}
