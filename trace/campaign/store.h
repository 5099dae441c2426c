/* The database of a campaign's trials (SQLite). Each outcome is written as soon as its trial ends,
 * and reaches the disk within about a second. The key of a trial consists of everything that its
 * result depends on (the spec of struct campaign_cell, the version of heddle) and its seed. A
 * campaign therefore continues where it stopped, even after its file was changed: results that are
 * still valid are kept.
 *
 * Tables: cells (id, spec, subject, configuration, technique) and trials (cell, seed, outcome). */
#ifndef HEDDLE_CAMPAIGN_STORE_H
#define HEDDLE_CAMPAIGN_STORE_H

#include "trace/campaign/trial.h"

struct store;

/* Opens or creates the database. Returns ERR_INPUT if it cannot be opened, is not a campaign's
 * database, is damaged, or has another version. Close it with store_close. */
int store_open(const char *path, struct store **out, struct error *err);
void store_close(struct store *s); /* NULL is fine */
/* Reads the stored trials into `t`. */
int store_load(struct store *s, struct trials *t, struct error *err);
/* Writes one outcome, whose texts stay the caller's. Returns ERR_INPUT if the disk is full or the
 * database cannot be written; outcomes written earlier stay. While a campaign runs, a file beside
 * the database reserves some space. If the disk is full, that file is deleted to make room for the
 * outcomes of running trials, and store_full returns true from then on. */
int store_add(struct store *s, const struct trials *t, size_t cell, size_t seed,
              const struct trial *outcome, struct error *err);
/* Is the disk full, so that no new trials should start? If so, sets an error of ERR_INPUT. */
bool store_full(const struct store *s, struct error *err);
/* Writes everything that was added to the disk before it returns. */
int store_flush(struct store *s, struct error *err);
/* Deletes the campaign's trials: all, or only those that crashed or failed. */
int store_forget(struct store *s, const struct campaign *c, bool all, struct error *err);

#endif
