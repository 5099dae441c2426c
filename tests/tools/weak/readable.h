/* Which writes a read may return: the rules H1 to H3 of the definition of stale reads. */
#ifndef WEAK_READABLE_H
#define WEAK_READABLE_H

#include "tests/tools/weak/before.h"

/* May the read r, which is not yet in the sequence, return the write at w? */
bool readable_returns(const struct sequence *s, const struct done *r, int w);

/* The newest write to a place in the sequence. */
int readable_newest(const struct sequence *s, int place);

#endif
