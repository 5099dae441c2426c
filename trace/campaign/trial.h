/* The outcome of one trial, and the outcomes of a whole campaign. A trial's process reports its
 * outcome as a JSON object. */
#ifndef HEDDLE_CAMPAIGN_TRIAL_H
#define HEDDLE_CAMPAIGN_TRIAL_H

#include <jansson.h>

#include "trace/campaign/campaign.h"

/* The result of a trial. FAILED: heddle could not run it; `reason` says why. CRASHED: its process
 * died. */
enum trial_verdict {
  TRIAL_ERROR,
  TRIAL_NO_ERROR,
  TRIAL_INCONCLUSIVE,
  TRIAL_FAILED,
  TRIAL_CRASHED,
  TRIAL_VERDICTS
};
const char *trial_verdict_text(enum trial_verdict v); /* "error", "no error", ... */

struct trial {
  bool done;
  enum trial_verdict verdict;
  uint64_t states, transitions, instructions, revisits, backtracks, peak_kb;
  uint64_t environments; /* for a component: number of environments searched; otherwise 0 */
  /* for a recorded run: number of events of its trace, followed paths, and bounded checks */
  uint64_t events, paths, checks;
  bool on_path;                     /* a followed path shows the same error */
  uint32_t depth, length, switches; /* length: steps of the counterexample */
  uint32_t h_rows, h_columns;       /* maximum size of h (struct h_size) */
  uint64_t h_bytes;
  double seconds; /* processor time, without the boot */
  char *reason;   /* why it has this verdict; "" for error and no error */
  char *property, *kind, *message, *location; /* of the error; "" without one */
};

/* Returns the outcome as a JSON object, which the caller owns. */
json_t *trial_json(const struct trial *t);
/* Returns false if the value is not a trial's outcome. The texts of *out are released by
 * trial_release. */
bool trial_from_json(const json_t *j, struct trial *out);
void trial_release(struct trial *t);

/* The trials of a campaign: of[c][s] is the trial of cell c with its s-th seed. */
struct trials {
  const struct campaign *campaign;
  struct trial **of;
  uint64_t done, total;
};
void trials_init(struct trials *t, const struct campaign *c);
void trials_free(struct trials *t);
/* Returns the cell's first trial; the cell has one trial for each seed. */
struct trial *trials_at(const struct trials *t, const struct campaign_cell *cell);
/* Stores a trial's outcome and takes ownership of its texts. */
void trials_take(struct trials *t, size_t cell, size_t seed, struct trial *outcome);

#endif
