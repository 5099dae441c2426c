/* The files of heddle check --checkpoint and --resume. A confined search cannot open files
 * (engine_confine). Its broker, an unconfined process, opens FILE.part, passes the descriptor to
 * the search, and renames the file when it is complete. If a process is killed, the last checkpoint
 * stays; a remaining FILE.part is overwritten by the next one. */
#ifndef HEDDLE_TUI_CLI_CHECKPOINT_FILE_H
#define HEDDLE_TUI_CLI_CHECKPOINT_FILE_H

#include "tui/cli/cli.h"

struct checkpoint_file;

/* Checks the options against --checkpoint and --resume. ERR_USAGE: they cannot be combined. */
int checkpoint_usage(const struct cli *c, struct error *err);
/* Opens the file to resume from and tests whether FILE.part can be written. *out stays NULL without
 * either option. ERR_INPUT: a file cannot be opened. */
int checkpoint_open(const struct cli *c, struct checkpoint_file **out, struct error *err);
void checkpoint_close(struct checkpoint_file *f); /* NULL is fine */
/* Returns the options for a search in the confined session `e`. They belong to `f`. */
const struct checkpoint_options *checkpoint_options(struct checkpoint_file *f, struct engine *e);
/* Runs in the broker. Returns the answer to a request of the search (malloc'd), and sets *file to a
 * descriptor to pass with it; NULL: the request is not about checkpoints. */
char *checkpoint_service(struct checkpoint_file *f, const char *request, int *file);

#endif
