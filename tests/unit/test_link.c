/* The linker, over every class of java.base: layouts and virtual tables.
 *
 * timeout: 300 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/vm/strings.h"
#include "library_fixture.h"

/* ---- layouts and tables ---- */

static uint32_t width_of(char type) {
  switch (type) {
    case 'J':
    case 'D': return 8;
    case 'C':
    case 'S': return 2;
    case 'Z':
    case 'B': return 1;
    default: return 4;
  }
}

static void check_layout(const struct klass *k) {
  uint32_t at = OBJ_HEADER, refs = 0;
  for (uint32_t i = 0; i < k->all_field_count; i++) {
    const struct field *f = k->all_fields[i];
    assert_true(f->offset >= at);
    assert_int_equal(f->offset % width_of(f->type), 0);
    at = f->offset + width_of(f->type);
    if (f->type == 'L') assert_int_equal(k->ref_offsets[refs++], f->offset);
  }
  assert_int_equal(refs, k->ref_count);
  assert_true(at <= k->instance_size);
  assert_int_equal(k->instance_size % 8, 0);
  if (k->super) assert_true(k->super->instance_size <= k->instance_size + 7);
}

/* Every virtual method is in the table, and each slot's method matches that of the superclass. */
static void check_table(struct vm *vm, struct klass *k) {
  if (k->is_interface) return;
  assert_true(k->vtable_len >= 5);
  for (uint32_t i = 0; k->super && i < k->super->vtable_len; i++) {
    assert_ptr_equal(k->vtable[i]->name, k->super->vtable[i]->name);
    assert_ptr_equal(k->vtable[i]->desc, k->super->vtable[i]->desc);
    assert_true(klass_is_subclass(k->vtable[i]->owner, k->super->vtable[i]->owner));
  }
  for (uint32_t i = 0; i < k->method_count; i++) {
    struct method *m = &k->methods[i];
    if (m->vtable >= 0) assert_ptr_equal(k->vtable[m->vtable], m);
    if (m->vtable >= 0 && !(m->flags & ACC_ABSTRACT)) assert_ptr_equal(vm_select(vm, k, m), m);
    if (m->flags & (ACC_STATIC | ACC_PRIVATE)) assert_int_equal(m->vtable, -1);
  }
}

/* Counts unimplemented interface methods of a concrete class. The few exceptions have bridges made
 * at run time. */
static uint32_t missing_methods(struct vm *vm, struct klass *k) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < k->super_count; i++) {
    const struct klass *s = k->supers[i];
    for (uint32_t j = 0; s->is_interface && j < s->method_count; j++)
      if (s->methods[j].vtable >= 0 && !vm_select(vm, k, &s->methods[j])) n++;
  }
  return n;
}

static void every_class_links(void **state) {
  struct vm *vm = library_open();
  struct class_names n = {0};
  uint32_t missing = 0;
  (void)state;
  class_names_list(vm, &n);
  for (size_t i = 0; i < n.v.len; i++) {
    struct klass *k = library_class(vm, n.v.data[i]);
    assert_true(k->is_jdk);
    assert_string_equal(k->where, "java.base");
    assert_ptr_equal(vm_mirror_klass(vm, k->mirror), k);
    assert_int_equal(klass_init_state(vm, k), k->trivial_init ? INIT_DONE : INIT_NONE);
    check_layout(k);
    check_table(vm, k);
    if (!(k->flags & (ACC_ABSTRACT | ACC_INTERFACE))) missing += missing_methods(vm, k);
  }
  assert_int_equal(missing, 0);
  class_names_release(&n);
  vm_free(vm);
}

/* The layout and the keys do not depend on the order in which classes are loaded. */
static void order_does_not_matter(void **state) {
  struct vm *a = library_open(), *b = library_open();
  struct class_names n = {0};
  (void)state;
  class_names_list(a, &n);
  for (size_t i = 0; i < n.v.len; i += 3) library_class(a, n.v.data[i]);
  for (size_t i = n.v.len; i-- > 0;) {
    struct klass *y = library_class(b, n.v.data[i]), *x;
    if (i % 3) continue;
    x = library_class(a, n.v.data[i]);
    assert_true(x->key == y->key);
    assert_int_equal(x->instance_size, y->instance_size);
    assert_int_equal(x->static_size, y->static_size);
    for (uint32_t f = 0; f < x->field_count; f++) {
      assert_int_equal(x->fields[f].offset, y->fields[f].offset);
      assert_true(x->fields[f].key == y->fields[f].key);
    }
    for (uint32_t m = 0; m < x->method_count; m++) {
      assert_true(x->methods[m].key == y->methods[m].key);
      assert_int_equal(x->methods[m].vtable, y->methods[m].vtable);
    }
  }
  class_names_release(&n);
  vm_free(a);
  vm_free(b);
}

static void facts(void **state) {
  struct vm *vm = library_open();
  struct klass *map = library_class(vm, "java/util/HashMap"),
               *list = library_class(vm, "java/util/ArrayList"), *s = vm->wk.string;
  struct klass *ints = library_class(vm, "[I"),
               *lists = library_class(vm, "[Ljava/util/ArrayList;"),
               *iface = library_class(vm, "java/util/Map");
  struct method *m = klass_method(map, "forEach", "(Ljava/util/function/BiConsumer;)V");
  struct error err = {0};
  char *text;
  (void)state;
  assert_ptr_equal(m->owner, map);
  assert_true(klass_is_subclass(map, iface));
  assert_false(klass_is_subclass(list, iface));
  assert_true(klass_is_subclass(lists, library_class(vm, "[Ljava/util/List;")));
  assert_true(klass_is_subclass(lists, library_class(vm, "[Ljava/lang/Object;")));
  assert_true(
      klass_is_subclass(library_class(vm, "[[I"), library_class(vm, "[Ljava/lang/Object;")));
  assert_false(klass_is_subclass(ints, library_class(vm, "[Ljava/lang/Object;")));
  assert_true(klass_is_subclass(ints, vm->wk.object));
  assert_true(klass_is_subclass(ints, vm->wk.cloneable));
  assert_ptr_equal(vm_class_of_desc(vm, "[I", &err), ints);
  assert_ptr_equal(vm_class_of_desc(vm, "I", &err), vm->wk.prim[4]);
  /* A default method of the interface, and the one of a subinterface that overrides it. */
  m = klass_method(iface, "getOrDefault", NULL);
  assert_ptr_equal(vm_select(vm, library_class(vm, "java/util/AbstractMap$SimpleEntry"),
                             klass_method(s, "hashCode", "()I"))
                       ->owner,
                   library_class(vm, "java/util/AbstractMap$SimpleEntry"));
  assert_ptr_equal(vm_select(vm, library_class(vm, "java/util/TreeMap$SubMap"), m)->owner, iface);
  assert_ptr_equal(
      vm_select(vm, library_class(vm, "java/util/concurrent/ConcurrentSkipListMap$SubMap"), m)
          ->owner,
      library_class(vm, "java/util/concurrent/ConcurrentMap"));
  assert_null(vm_class(vm, "no/such/Thing", &err));
  assert_int_equal(err.code, ERR_NOTFOUND);
  /* Mirrors have constants and names from the start. */
  text = vm_utf8(vm, *MEM32(vm, map->mirror + vm->wk.class_name));
  assert_string_equal(text, "java.util.HashMap");
  free(text);
  assert_int_equal(
      *MEM32(vm, vm->wk.boxes[4]->mirror + klass_field(vm->wk.boxes[4], "MAX_VALUE", "I")->offset),
      INT32_MAX);
  text = vm_utf8(vm, *MEM32(vm, library_class(vm, "java/lang/Double")->mirror + vm->wk.class_name));
  assert_string_equal(text, "java.lang.Double");
  free(text);
  vm_free(vm);
}

static void strings_are_interned(void **state) {
  static const char text[] =
      "a\xc3\xa9\xe2\x82\xac\xed\xa0\xbd\xed\xb8\x80"; /* a, e acute, euro, a surrogate pair */
  struct vm *vm = library_open();
  ref a = vm_intern_sym(vm, symtab_cstr(vm->syms, text)), b = vm_string(vm, NULL, text);
  char *back;
  size_t len;
  (void)state;
  assert_int_equal(vm_string_length(vm, a), 5);
  assert_int_equal(vm_string_char(vm, a, 2), 0x20ac);
  assert_int_equal(vm_string_char(vm, a, 3), 0xd83d);
  assert_true(a != b);
  assert_int_equal(vm_intern(vm, b), a);
  back = vm_utf8(vm, b);
  assert_string_equal(back, text);
  free(back);
  back = vm_utf8_plain(vm, b, &len);
  assert_string_equal(back, "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  assert_int_equal(len, strlen(back));
  free(back);
  assert_int_equal(vm_intern(vm, vm_string(vm, NULL, "\xf0\x9f\x98\x80")),
                   vm_intern_sym(vm, symtab_cstr(vm->syms, "\xed\xa0\xbd\xed\xb8\x80")));
  for (int i = 0; i < 3000; i++) {
    char num[16];
    snprintf(num, sizeof num, "s%d", i);
    a = vm_intern_sym(vm, symtab_cstr(vm->syms, num));
    assert_int_equal(vm_intern(vm, vm_string(vm, NULL, num)), a);
  }
  vm_free(vm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(facts),
      cmocka_unit_test(strings_are_interned),
      cmocka_unit_test(every_class_links),
      cmocka_unit_test(order_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
