/* Shared by the files trace/campaign/read*.c. The read_on_ functions each read one kind of
 * statement. */
#ifndef HEDDLE_TRACE_CAMPAIGN_READ_INT_H
#define HEDDLE_TRACE_CAMPAIGN_READ_INT_H

#include "trace/campaign/plan.h"
#include "trace/campaign/settings.h"
#include "trace/campaign/words.h"

enum block {
  TOP = 1,
  SUBJECT = 2,
  CONFIGURATION = 4,
  TECHNIQUE = 8,
  TABLE = 16,
  PLOT = 32,
  ANYWHERE = 63
};

struct reader {
  struct campaign *c;
  struct words w;
  enum block block;
  struct campaign_settings subject_settings;
  char *subject; /* name of the present subject; NULL: none */
  uint32_t subject_line, configurations;
  bool full;               /* statements that begin with `full` take effect */
  struct plan_names names; /* names used by tables and plots */
};

int read_on_table(struct reader *r, struct error *err);
int read_on_plot(struct reader *r, struct error *err);
int read_on_names(struct reader *r, struct error *err);
int read_on_show(struct reader *r, struct error *err);
int read_on_source(struct reader *r, struct error *err);
int read_on_note(struct reader *r, struct error *err);
int read_on_form(struct reader *r, struct error *err);
int read_on_against(struct reader *r, struct error *err);
int read_on_interval(struct reader *r, struct error *err);
int read_on_over(struct reader *r, struct error *err);
int read_on_group(struct reader *r, struct error *err);
/* Reads "paper MEASURE ROW NUMBER...". */
int read_on_paper(struct reader *r, struct error *err);
int read_on_kind(struct reader *r, struct error *err);
int read_on_title(struct reader *r, struct error *err);
struct campaign_table *read_table_of(struct reader *r);
struct campaign_plot *read_plot_of(struct reader *r);
char *read_take(struct reader *r, size_t i);
const char *read_word(const struct reader *r, size_t i);
size_t read_count(const struct reader *r);
/* Ends the present subject, if any. A subject without configurations becomes a row itself. Moves
 * its settings to the campaign's list. */
int read_end_subject(struct reader *r, struct error *err);

#endif
