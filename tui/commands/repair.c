/* The command repair: tries a repair of the error that the view Explain shows. */
#include <stdlib.h>
#include <string.h>

#include "tui/commands/commands.h"
#include "tui/terminal/alternatives.h"
#include "tui/views/view_explain.h"

/* Returns the state of the repair's trial, CHECK_KILLED if it was not tried. */
static enum check_state trial_state(struct debug *d, node_id n, const struct repair_info *r) {
  struct check_info k;
  enum check_state state = CHECK_KILLED;
  if (!repair_find(d, n, r, &k)) return state;
  state = k.state;
  engine_check_release(&k);
  return state;
}

/* Names the first repair that leaves no error, if all weaker ones leave one. */
static void name_weakest(struct debug *d, node_id n, const struct repair_info *r, uint32_t count) {
  char *text;
  uint32_t i = 0;
  while (i < count && (!r[i].apply || trial_state(d, n, &r[i]) == CHECK_ERROR)) i++;
  if (i == count || trial_state(d, n, &r[i]) != CHECK_NO_ERROR) return;
  text = debug_short(d, r[i].text);
  debug_log(d, LOG_INFO, "the weakest repair that leaves no error: %s", text);
  free(text);
}

/* Lists all proposed repairs, with the results of those that were tried. */
static int list_repairs(struct debug *d, node_id n, const struct repair_info *r, uint32_t count) {
  if (!count) debug_log(d, LOG_INFO, "nothing is proposed against this error");
  for (uint32_t i = 0; i < count; i++) {
    enum style style;
    char *text = debug_short(d, r[i].text), *said = repair_said(d, n, &r[i], &style);
    debug_log(d, LOG_INFO, "%u  %s: %s", i + 1, text, said);
    free(text);
    free(said);
  }
  name_weakest(d, n, r, count);
  return 0;
}

static int try_repair(struct debug *d, node_id n, const struct repair_info *r) {
  struct error err = {0};
  if (!r->apply)
    return debug_fail_text(d, ERR_INPUT, "not tried: cannot be applied to class files");
  return repair_start(d, n, r, &err) ? debug_fail(d, &err) : 0;
}

static int try_all(struct debug *d, node_id n, const struct repair_info *r, uint32_t count) {
  int result = 0;
  for (uint32_t i = 0; i < count && !result; i++)
    if (r[i].apply) result = try_repair(d, n, &r[i]);
  return result ? result : list_repairs(d, n, r, count);
}

int do_repair(struct debug *d, const struct args *a) {
  bool all = a->argc && !strcmp(a->argv[0], "all");
  struct repair_info *r;
  uint32_t count;
  uint64_t which = 0;
  bool is_error;
  node_id n = view_explain_node(d, &is_error);
  int result;
  if (!is_error || engine_repairs(d->engine, n, &r, &count))
    return command_usage(d, "no error here to repair");
  if (a->argc && !strcmp(a->argv[0], "cursor"))
    which = view_explain_repair(d);
  else if (a->argc && !all && !command_number(a->argv[0], UINT32_MAX, &which))
    which = count + 1u;
  if (!a->argc)
    result = list_repairs(d, n, r, count);
  else if (all)
    result = try_all(d, n, r, count);
  else if (!which || which > count)
    result = command_usage(d, "there is no repair '%s' (view Explain lists them)", a->argv[0]);
  else
    result = try_repair(d, n, &r[which - 1]);
  engine_repairs_release(r, count);
  return result;
}
