/* Statistics of the path on which a search was stopped: its steps, their threads, and whose code
 * they ran. They help to suggest what to try next. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/seen.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/machine.h"

enum { STEPS_MOST = 2000 };

/* Could calls of the method become single steps by a contract? Excludes methods of threads and
 * monitors, which any program uses, and of atomic variables, which are single steps already. */
static bool is_library(const struct method *m) {
  static const char atomic[] = "java/util/concurrent/atomic/", handles[] = "java/lang/invoke/";
  const struct klass *k = m->owner;
  const char *name = k->name->s;
  return k->is_jdk && strcmp(name, "java/lang/Thread") != 0 &&
         strcmp(name, "java/lang/Object") != 0 && strncmp(name, atomic, sizeof atomic - 1) != 0 &&
         strncmp(name, handles, sizeof handles - 1) != 0;
}

static void seen_note(struct vm *vm, const struct thread *t, struct search_seen *out) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  out->steps++;
  if (f && !(f->flags & FRAME_ROOT) && is_library(frame_method(vm, f))) out->library++;
  if (t->state == THREAD_RUNNABLE && (t->op == OPK_READ || t->op == OPK_WRITE)) out->plain++;
}

void session_seen(struct explorer *x, node_id start, struct search_seen *out) {
  uint64_t met[(THREAD_MAX + 63) / 64] = {0};
  node_id n = x->here;
  *out = (struct search_seen){0};
  while (n != start && n != NODE_ROOT && out->steps < STEPS_MOST) {
    uint32_t thread = xnode(x, n)->choice.thread;
    explorer_go(x, n);
    seen_note(x->vm, vm_thread(x->vm, thread), out);
    out->threads += !(met[thread / 64] >> (thread % 64) & 1);
    met[thread / 64] |= 1ull << (thread % 64);
    n = xnode(x, n)->parent;
  }
}
