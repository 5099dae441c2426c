/* The database of a campaign's trials (SQLite): each outcome is written, and on the disk, as soon
 * as its trial ends. A trial is found again by all that its result depends on (struct
 * campaign_cell's spec, the version of heddle) and its seed, so that a campaign goes on where it
 * was, also after its file was changed: what still holds is kept.
 *
 * Tables: cells (number, spec, subject, configuration, technique) and trials (cell, seed, outcome).
 */
#ifndef HEDDLE_CAMPAIGN_STORE_H
#define HEDDLE_CAMPAIGN_STORE_H

#include "trace/campaign/trial.h"

struct store;

/* Opens or makes the database. Errors: ERR_INPUT: cannot be opened, is no campaign's, is damaged,
 * is of a later version. */
int store_open(const char *path, struct store **out, struct error *err);
void store_close(struct store *s); /* NULL is fine */
/* Reads the trials that there are into `t`. */
int store_load(struct store *s, struct trials *t, struct error *err);
/* Writes one outcome. ERR_INPUT: the disk is full or the database cannot be written; what was
 * written before stays. While a campaign runs, a file beside the database keeps some space: when
 * the disk is full it is given up for what is written now, and store_full says so. */
int store_add(struct store *s, const struct trials *t, size_t cell, size_t seed,
              const struct trial *outcome, struct error *err);
/* The disk is full: write what is there, begin nothing new. False, or true with an error of
 * ERR_INPUT. */
bool store_full(const struct store *s, struct error *err);
/* All that was added is on the disk. */
int store_flush(struct store *s, struct error *err);
/* Forgets trials of the campaign: all, or only those that crashed or failed. */
int store_forget(struct store *s, const struct campaign *c, bool all, struct error *err);

#endif
