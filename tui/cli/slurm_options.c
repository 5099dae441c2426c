/* Reads the options for Slurm, and makes the command of its tasks. See slurm_options.h. */
#include "tui/cli/slurm_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/own_path.h"
#include "tui/cli/command_words.h"
#include "tui/text/shell_word.h"

enum { TASKS_MOST = 1000 }; /* Slurm's default MaxArraySize is 1001 */

int slurm_options(const struct cli *c, struct error *err) {
  static const char *const own[] = {"--partition", "--tasks", "--resubmit", "--leave"};
  const char *on = c->slurm.on;
  if (on && strcmp(on, "slurm") != 0)
    return error_set(err, ERR_USAGE, "bad value '%s' for --on (there is slurm)", on);
  for (size_t i = 0; i < COUNT(own); i++)
    if (!on && cli_given(c, own[i]))
      return error_set(err, ERR_USAGE, "%s works only with --on slurm", own[i]);
  if (on && c->slurm.task)
    return error_set(err, ERR_USAGE, "--task cannot be combined with --on, which starts the tasks");
  if (!c->slurm.tasks || c->slurm.tasks > TASKS_MOST)
    return error_set(err, ERR_USAGE, "--tasks is a number from 1 to %d", TASKS_MOST);
  return 0;
}

uint32_t slurm_most_tasks(const struct cli *c) {
  uint32_t n = c->slurm.tasks * 4;
  return n < TASKS_MOST ? n : TASKS_MOST;
}

char *slurm_task_command(const struct cli *c, const char *const *without) {
  static const char *const own[] = {"--on",    "--partition", "--tasks", "--resubmit",
                                    "--leave", "--jobs",      "-j"};
  struct option_change changes[24];
  struct command_words w = {0};
  struct text t = {0};
  char *path = own_path();
  size_t n = 0;
  for (size_t i = 0; i < COUNT(own); i++) changes[n++] = (struct option_change){own[i], NULL};
  for (size_t i = 0; without[i] && n < COUNT(changes); i++)
    changes[n++] = (struct option_change){without[i], NULL};
  command_words_change(&w, c->all_argv, (size_t)c->all_argc, changes, n);
  shell_word_add(&t, path ? path : "heddle");
  for (size_t i = 0; i < w.all.len; i++) {
    if (i == 1) text_printf(&t, " --jobs %u --task \"$1\"", c->jobs ? c->jobs : 1);
    text_puts(&t, " ");
    shell_word_add(&t, w.all.data[i]);
  }
  command_words_release(&w);
  free(path);
  return t.s;
}

void slurm_farm(const struct cli *c, struct farm *out) {
  *out = (struct farm){.partition = c->slurm.partition,
                       .at_once = c->slurm.tasks,
                       .cores = c->jobs ? c->jobs : 1,
                       .resubmit = c->slurm.resubmit,
                       .stop = &cli_stop,
                       .leave = c->slurm.leave};
}
