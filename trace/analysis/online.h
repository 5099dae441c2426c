/* Runs analyses while a program is being recorded. The results and labels are the same as if the
 * analyses read the trace afterwards. */
#ifndef HEDDLE_TRACE_ANALYSIS_ONLINE_H
#define HEDDLE_TRACE_ANALYSIS_ONLINE_H

#include "trace/analysis/analysis.h"
#include "trace/record.h"

/* Receives the events of a recording and passes them to the analyses. The caller must keep `s` and
 * `report` until online_release. */
struct online {
  const struct analysis_settings *settings;
  struct analysis_report *report; /* complete once the recording has ended */
  struct analysis_run *run;
  struct record_watcher watcher; /* to be used as record_options.watcher */
};
void online_init(struct online *o, const struct analysis_settings *s,
                 struct analysis_report *report);
void online_release(struct online *o);

#endif
