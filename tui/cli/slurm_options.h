/* The options of work that is shared out to Slurm (trace/slurm/farm.h). */
#ifndef HEDDLE_TUI_CLI_SLURM_OPTIONS_H
#define HEDDLE_TUI_CLI_SLURM_OPTIONS_H

#include "trace/slurm/farm.h"
#include "tui/cli/cli.h"

/* ERR_USAGE: what does not go together. */
int slurm_options(const struct cli *c, struct error *err);
/* What a task executes: this program with the same command and options but for those of sharing out
 * and `without` (NULL at its end), with --jobs and --task: a line for the shell in which $1 is the
 * task's file. malloc'd. */
char *slurm_task_command(const struct cli *c, const char *const *without);
/* Tasks at a time, cores, and so on; folder, command and ops are the caller's to set. */
void slurm_farm(const struct cli *c, struct farm *out);
/* How many tasks an array has at most: more than run at a time, so that one that is done early
 * makes room for the next. */
uint32_t slurm_most_tasks(const struct cli *c);

#endif
