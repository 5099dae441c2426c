/* The system calls that are left to a process that runs a program: reading and writing what is open
 * already, memory that is no code, clocks, its own signals. No file is opened by a path, no socket
 * made, no process started; what is refused fails with EPERM. */
#ifndef HEDDLE_HOST_FILTER_H
#define HEDDLE_HOST_FILTER_H

/* Puts the calling process under the filter, for good. 0; 1 when the kernel, this architecture or
 * this build (sanitizers and the training of `make release` need more than it leaves) has none;
 * ERR_INTERNAL with errno when the kernel refuses it. */
int filter_enter(void);

#endif
