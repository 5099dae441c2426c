/* The options for work that Slurm runs (trace/slurm/farm.h). */
#ifndef HEDDLE_TUI_CLI_SLURM_OPTIONS_H
#define HEDDLE_TUI_CLI_SLURM_OPTIONS_H

#include "trace/slurm/farm.h"
#include "tui/cli/cli.h"

/* Checks the options. ERR_USAGE: they cannot be combined. */
int slurm_options(const struct cli *c, struct error *err);
/* Returns the shell command of a task (malloc'd), in which $1 is the task's file: it runs this
 * program with the same command and options, except the options of --on slurm and those in
 * `without` (NULL-terminated), and adds --jobs and --task. */
char *slurm_task_command(const struct cli *c, const char *const *without);
/* Sets the members that options determine: the number of tasks at a time, the cores and so on. The
 * caller sets folder, command and ops. */
void slurm_farm(const struct cli *c, struct farm *out);
/* Returns the maximum number of tasks in an array. It is higher than the number at a time, so that
 * a task that finishes early makes room for the next. */
uint32_t slurm_most_tasks(const struct cli *c);

#endif
