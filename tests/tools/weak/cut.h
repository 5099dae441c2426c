/* Makes a program smaller, action by action, as long as heddle and the interpreter still differ. */
#ifndef WEAK_CUT_H
#define WEAK_CUT_H

#include "tests/tools/weak/ask.h"

/* Compares heddle with the interpreter. Returns true if they agree; stores what each of them says.
 */
bool cut_agrees(const struct asked *q, const struct program *p, const char *name,
                struct lines *known, struct answer *a);

/* Stores the smallest program found in *p, and its source and classes in the folder as NAME. */
void cut_smaller(const struct asked *q, struct program *p, const char *name);

#endif
