/* The machine that heddle runs on. */
#ifndef HEDDLE_TUI_CLI_MACHINE_H
#define HEDDLE_TUI_CLI_MACHINE_H

#include <stdint.h>

/* How many processors this process may use. */
uint32_t machine_cores(void);
/* Bytes of memory, or of those that a container leaves. */
uint64_t machine_memory(void);

#endif
