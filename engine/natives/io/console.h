/* The program's standard output and error. */
#ifndef HEDDLE_NATIVES_CONSOLE_H
#define HEDDLE_NATIVES_CONSOLE_H

#include "engine/vm/machine.h"

/* Writes bytes to the program's descriptor 1 or 2, at once and completely, or discards them if the
 * options say so. */
void console_write(struct vm *vm, int fd, const char *s, size_t n);

#endif
