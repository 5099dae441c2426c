/* Makes a program on which heddle and the oracle differ smaller, statement by statement. */
#ifndef ORACLE_SHRINK_H
#define ORACLE_SHRINK_H

#include "tests/tools/oracle/compare.h"

/* Leaves the smallest found in *p and its source in the site's folder as NAME. */
void shrink(const struct site *site, const struct way *way, struct program *p, const char *name);

#endif
