/* Natives that JDK releases after 17 added or renamed. Virtual threads run as platform threads: the
 * library supports JVMs without continuations. */
#include "engine/natives/util.h"

static int current_thread(struct native_call *c) { return ret_ref(c, c->t->object); }

#define THREAD "java/lang/Thread"
const struct native_row natives_later_jdk[] = {
    {"jdk/internal/misc/CDS", "getCDSConfigStatus", NULL, nat_zero},
    {"jdk/internal/vm/ContinuationSupport", "isSupported0", NULL, nat_zero},
    {THREAD, "currentCarrierThread", NULL, current_thread},
    {THREAD, "scopedValueCache", NULL, nat_null},
    {THREAD, "setScopedValueCache", NULL, nat_nothing},
    {THREAD, "ensureMaterializedForStackWalk", NULL, nat_nothing},
    {THREAD, "findScopedValueBindings", NULL, nat_null},
    {"java/lang/ScopedValue$Cache", "put", NULL,
     nat_nothing}, /* a cache per thread, which every state would have to contain */
    {"java/lang/ProcessImpl", "init", NULL, nat_nothing},
    {0}};
