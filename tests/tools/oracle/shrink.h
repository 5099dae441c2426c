/* Makes a program smaller, statement by statement, as long as heddle and the oracle still differ.
 */
#ifndef ORACLE_SHRINK_H
#define ORACLE_SHRINK_H

#include "tests/tools/oracle/compare.h"

/* Stores the smallest program found in *p, and its source and classes in the site's folder as
 * NAME. */
void shrink(const struct site *site, const struct way *way, struct program *p, const char *name);

#endif
