/* java.util.Formatter. From JDK 19 on, this class caches the symbols of the last locale in a static
 * field without synchronisation; a comment there says that this is intended. Here the symbols of
 * the usual locales are built in, as '0' is in earlier releases. Those of other locales are looked
 * up each time. This yields the same symbols without a race inside the library. */
#include "engine/natives/util.h"
#include "engine/vm/interp/interp.h"

#define SYMBOLS "java/text/DecimalFormatSymbols"

static int symbols_of(struct native_call *c) {
  struct klass *k = vm_class_throw(c->vm, c->t, SYMBOLS, false);
  struct method *m =
      k ? klass_declared_method(k, "getInstance", "(Ljava/util/Locale;)L" SYMBOLS ";") : NULL;
  int rc;
  if (!m) return k ? nat_body(c) : NATIVE_THROW;
  rc = vm_init_class(c->vm, c->t, k);
  return rc == NATIVE_OK ? vm_push_frame(c->vm, c->t, m, &c->args[0], 0, 0) : rc;
}

static ref field_of(struct vm *vm, struct klass *k, ref object, const char *name) {
  struct field *f = klass_field(k, name, NULL);
  return f ? *MEM32(vm, (f->flags & ACC_STATIC ? k->mirror : object) + f->offset) : 0;
}

/* Is the locale equal to Locale.US, ENGLISH or ROOT? Equal locales share their base locale. */
static bool is_usual(struct vm *vm, ref locale) {
  static const char *const usual[] = {"US", "ENGLISH", "ROOT"};
  struct klass *k = vm_klass(vm, locale);
  ref base = field_of(vm, k, locale, "baseLocale");
  if (!base || field_of(vm, k, locale, "localeExtensions")) return false;
  for (size_t i = 0; i < COUNT(usual); i++) {
    ref constant = field_of(vm, k, 0, usual[i]);
    if (constant && field_of(vm, k, constant, "baseLocale") == base) return true;
  }
  return false;
}

static int symbol(struct native_call *c, int usual) {
  struct klass *k = vm_class_throw(c->vm, c->t, "java/util/Formatter", false);
  if (!k) return NATIVE_THROW;
  if (!klass_field(k, "DFS", NULL) || (c->args[0] && !is_usual(c->vm, c->args[0])))
    return nat_body(c);
  return ret_int(c, usual);
}

static int zero(struct native_call *c) { return symbol(c, '0'); }
static int decimal(struct native_call *c) { return symbol(c, '.'); }
static int grouping(struct native_call *c) { return symbol(c, ','); }
static int minus(struct native_call *c) { return symbol(c, '-'); }

#define FORMATTER "java/util/Formatter"
#define OF_LOCALE "(Ljava/util/Locale;)C"
const struct native_row natives_formatter[] = {
    {FORMATTER, "getDecimalFormatSymbols", "(Ljava/util/Locale;)L" SYMBOLS ";", symbols_of},
    {FORMATTER, "getZero", OF_LOCALE, zero},
    {FORMATTER, "getDecimalSeparator", OF_LOCALE, decimal},
    {FORMATTER, "getGroupingSeparator", OF_LOCALE, grouping},
    {FORMATTER, "getMinusSign", OF_LOCALE, minus},
    {0},
};
