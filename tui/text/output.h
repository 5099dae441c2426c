/* Writes the output of commands and reports every error, such as a full disk or a closed pipe. */
#ifndef HEDDLE_TUI_TEXT_OUTPUT_H
#define HEDDLE_TUI_TEXT_OUTPUT_H

#include "engine/base/error.h"

/* Writes a file. On failure the file keeps its old content. Errors: ERR_INPUT. */
int output_file(const char *path, const char *text, struct error *err);
/* Writes to standard output. */
int output_text(const char *text, struct error *err);

#endif
