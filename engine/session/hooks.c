/* See hooks.h. */
#include "engine/session/hooks.h"

#include "engine/property/property.h"
#include "engine/property/race.h"
#include "engine/reduction/atomic.h"
#include "engine/reduction/quiet_table.h"

const struct vm_hooks session_hooks = {.classify = quiet_table_classify,
                                       .section_kind = atomic_kind,
                                       .section_hidden = atomic_hidden,
                                       .section_rests = atomic_rests,
                                       .section_owns = atomic_owns,
                                       .access = race_event,
                                       .is_reported = race_reported,
                                       .uncaught = properties_uncaught};
