/* See story_words.h. */
#include "engine/session/story_words.h"

#include <stdlib.h>
#include <string.h>

#include "engine/session/reach.h"
#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

/* ---- places ---- */

static char *simple_method(const struct method *m) {
  char *owner = session_class_name(m->owner), *dot = strrchr(owner, '.');
  char *s = mem_printf("%s.%s", dot ? dot + 1 : owner, m->name->s);
  free(owner);
  return s;
}

/* Returns "CyclicBarrier.await at Main.java:16" if the program's instruction calls a method. */
static char *place_of_call(const struct method *m, uint32_t bci) {
  const struct cp_entry *call = session_called(m, bci);
  const char *slash = call ? strrchr(call->owner->s, '/') : NULL;
  char *at, *s;
  if (!call) return NULL;
  at = session_location(m, bci);
  s = mem_printf("%s.%s at %s", slash ? slash + 1 : call->owner->s, call->name->s, at);
  free(at);
  return s;
}

/* Returns the program's line. For a step inside the JDK, returns the program's call that led there;
 * also the JDK's line on request, or if there is no such call. */
static char *place_of(struct engine *e, struct xplace user, struct xplace inner) {
  struct vm *vm = e->vm;
  const struct method *um = user.method ? vm->methods.data[user.method] : NULL,
                      *im = inner.method ? vm->methods.data[inner.method] : NULL;
  char *at, *in, *method, *s;
  if (!um) return mem_strdup("");
  if (!im || !im->owner->is_jdk || im == um) return session_location(um, user.bci);
  s = um->owner->is_jdk || e->opt.library_frames ? NULL : place_of_call(um, user.bci);
  if (s) return s;
  at = session_location(um, user.bci);
  in = session_location(im, inner.bci);
  method = simple_method(im);
  s = mem_printf("%s (%s) called at %s", method, in, at);
  free(at);
  free(in);
  free(method);
  return s;
}

char *story_event_place(struct engine *e, const struct xevent *ev) {
  return place_of(e, (struct xplace){ev->method, ev->bci},
                  (struct xplace){ev->in_method, ev->in_bci});
}

char *story_thread_place(struct engine *e, uint32_t thread) {
  struct xplace user = {0, 0}, inner = {0, 0};
  const struct thread *t = vm_thread(e->vm, thread);
  if (t->state == THREAD_TERMINATED || !xlog_place(e->vm, t, &user, &inner)) return mem_strdup("");
  return place_of(e, user, inner);
}

/* ---- accesses ---- */

/* Do objects of the class hold data of the library, which says nothing to the program? The values
 * of atomic variables are the program's own. */
static bool is_library_data(struct engine *e, uint32_t klass) {
  const struct klass *k = e->vm->klasses.data[klass];
  return k && (k->is_array || k->is_jdk) && strncmp(k->name->s, "java/util/concurrent/atomic/", 28);
}

/* Is it an access by the library to such data? */
static bool is_internal(struct engine *e, const struct xevent *ev) {
  return !e->opt.library_frames && session_reach(e, ev) != REACH_OWN &&
         is_library_data(e, ev->klass);
}

/* Returns "wrote ArrayList#1 in List.add at Main.java:10", or NULL if the access belongs to no call
 * of the program. An object of a nested class, or an array, is left out. */
static char *called_text(struct engine *e, const struct xevent *ev, const char *word) {
  const struct method *m = ev->method ? e->vm->methods.data[ev->method] : NULL;
  const struct klass *k = e->vm->klasses.data[ev->klass];
  const char *slash = strrchr(k->name->s, '/');
  char *place = m && !m->owner->is_jdk ? place_of_call(m, ev->bci) : NULL, *s;
  if (!place) return NULL;
  if (k->is_array || strchr(k->name->s, '$') || !ev->ordinal)
    s = mem_printf("%s in %s", word, place);
  else
    s = mem_printf("%s %s#%u in %s", word, slash ? slash + 1 : k->name->s, ev->ordinal, place);
  free(place);
  return s;
}

static char *full_access_text(struct engine *e, const struct xevent *ev, const char *word) {
  char *object = session_event_object(e, ev), *value = session_event_value(e, ev),
       *place = story_event_place(e, ev);
  char *s = mem_printf("%s %s = %s @ %s", word, object, value, place);
  free(object);
  free(value);
  free(place);
  return s;
}

char *story_access_text(struct engine *e, const struct xevent *ev, const char *word) {
  char *called = is_internal(e, ev) ? called_text(e, ev, word) : NULL;
  return called ? called : full_access_text(e, ev, word);
}

/* Is the thread's next operation an access to an array or to an object of the library? */
static bool next_is_internal(struct engine *e, const struct thread *t) {
  const struct klass *k;
  switch (t->op) {
    case OPK_READ:
    case OPK_WRITE:
    case OPK_VOLATILE_READ:
    case OPK_VOLATILE_WRITE:
    case OPK_ATOMIC: break;
    default: return false;
  }
  if (!t->op_obj || vm_object(e->vm, t->op_obj)->klass < KLASS_FIRST) return false;
  k = vm_klass(e->vm, t->op_obj);
  return k->is_array || k->is_jdk;
}

bool story_in_library(struct engine *e, uint32_t thread) {
  struct xplace user = {0, 0}, inner = {0, 0};
  const struct method *m;
  if (e->opt.library_frames || !next_is_internal(e, vm_thread(e->vm, thread))) return false;
  if (!xlog_place(e->vm, vm_thread(e->vm, thread), &user, &inner)) return false;
  m = user.method ? e->vm->methods.data[user.method] : NULL;
  return m && inner.method && !m->owner->is_jdk &&
         e->vm->methods.data[inner.method]->owner->is_jdk && session_called(m, user.bci);
}
