/* Writing what a command made, with every error reported: a full disk, a pipe that nobody reads. */
#ifndef HEDDLE_TUI_TEXT_OUTPUT_H
#define HEDDLE_TUI_TEXT_OUTPUT_H

#include "engine/base/error.h"

/* The file has the whole text, or what it had before. Errors: ERR_INPUT. */
int output_file(const char *path, const char *text, struct error *err);
/* To standard output. */
int output_text(const char *text, struct error *err);

#endif
