/* The system calls that remain available to a process that runs a program: reading and writing open
 * files, memory that is not executable, clocks, its own signals. It cannot open a file by path,
 * create a socket or start a process. Other calls fail with EPERM. */
#ifndef HEDDLE_HOST_FILTER_H
#define HEDDLE_HOST_FILTER_H

/* Puts the calling process under the filter permanently. Returns 0 on success; 1 if the kernel,
 * this architecture or this build has no filter (sanitizers and the training of `make release` need
 * more calls); ERR_INTERNAL with errno set if the kernel refuses it. */
int filter_enter(void);

#endif
