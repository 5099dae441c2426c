/* java.util.Locale: the default locale of a category is that of the process unless the program has
 * set one. The library computes it lazily, which would be a write to shared state. */
#include "engine/natives/lang/locale.h"

#include "engine/natives/util.h"

static ref default_of(struct vm *vm, const char *field) {
  struct klass *k = vm_class(vm, "java/util/Locale", NULL);
  ref r = k ? field_static_ref(vm, k, field) : 0;
  return r || !k ? r : field_static_ref(vm, k, "defaultLocale");
}

ref locale_for_formats(struct vm *vm) { return default_of(vm, "defaultFormatLocale"); }

/* getDefault(Locale.Category): DISPLAY, FORMAT */
static int get_default(struct native_call *c) {
  ref category = c->args[0], r;
  if (!category) return nat_npe(c);
  r = field_get_int(c->vm, category, "ordinal") ? locale_for_formats(c->vm)
                                                : default_of(c->vm, "defaultDisplayLocale");
  return r ? ret_ref(c, r) : nat_body(c);
}

const struct native_row natives_locale[] = {
    {"java/util/Locale", "getDefault", "(Ljava/util/Locale$Category;)Ljava/util/Locale;",
     get_default},
    {0},
};
