/* The machine that heddle runs on. */
#ifndef HEDDLE_TUI_CLI_MACHINE_H
#define HEDDLE_TUI_CLI_MACHINE_H

#include <stdint.h>

/* Returns the number of processors that this process may use. */
uint32_t machine_cores(void);
/* Returns the machine's memory in bytes, or a container's limit if that is lower. */
uint64_t machine_memory(void);

#endif
