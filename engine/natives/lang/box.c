/* See box.h. */
#include "engine/natives/lang/box.h"
#include "engine/base/check.h"

#include "engine/natives/util.h"

static const char order[] = "ZBCSIJFD";

static struct field *value_field(struct vm *vm, int i) {
  return klass_field(vm->wk.boxes[i], "value", NULL);
}

/* Returns the cached box of a small integer; 0 if there is none or the cache class has not been
 * initialised. */
static ref cached(struct vm *vm, char type, int64_t v) {
  static const struct {
    char type;
    const char *cache;
    int low;
  } caches[] = {{'B', "java/lang/Byte$ByteCache", -128},
                {'C', "java/lang/Character$CharacterCache", 0},
                {'S', "java/lang/Short$ShortCache", -128},
                {'I', "java/lang/Integer$IntegerCache", -128},
                {'J', "java/lang/Long$LongCache", -128}};
  if (type == 'Z') return field_static_ref(vm, vm->wk.boxes[0], v ? "TRUE" : "FALSE");
  for (size_t i = 0; i < COUNT(caches); i++) {
    struct klass *k;
    ref a;
    if (caches[i].type != type || v < caches[i].low || v > 127) continue;
    k = vm_class(vm, caches[i].cache, NULL);
    a = k ? field_static_ref(vm, k, "cache") : 0;
    return a ? array_ref(vm, a, (uint32_t)(v - caches[i].low)) : 0;
  }
  return 0;
}

ref box_value(struct native_call *c, char type, const void *bits) {
  struct vm *vm = c->vm;
  int i = (int)(strchr(order, type) - order);
  int64_t l = 0;
  struct field *f;
  ref r;
  CHECK(type && strchr(order, type), "a value that is boxed is of a primitive type: '%c'", type);
  if (type == 'J' || type == 'D') {
    memcpy(&l, bits, 8);
  } else {
    int32_t v;
    memcpy(&v, bits, 4);
    l = v;
  }
  r = strchr("ZBCSIJ", type) ? cached(vm, type, l) : 0;
  if (r) return r;
  f = value_field(vm, i);
  r = vm_new_object(vm, c->t, vm->wk.boxes[i]);
  if (!r) return 0;
  switch (type) {
    case 'Z':
    case 'B': arena_put_u8(&vm->arena, r + f->offset, (uint8_t)l); break;
    case 'C':
    case 'S': arena_put_u16(&vm->arena, r + f->offset, (uint16_t)l); break;
    case 'J':
    case 'D': put64(vm, r + f->offset, (uint64_t)l); break;
    default: put32(vm, r + f->offset, (uint32_t)l);
  }
  return r;
}

bool unbox_value(struct vm *vm, ref box, char *type, void *bits) {
  const struct klass *k = vm_klass(vm, box);
  for (int i = 0; i < 8; i++) {
    uint32_t a;
    int32_t v;
    if (k != vm->wk.boxes[i]) continue;
    *type = order[i];
    a = box + value_field(vm, i)->offset;
    switch (order[i]) {
      case 'Z':
      case 'B': v = (int8_t)*MEM8(vm, a); break;
      case 'C': v = *MEM16(vm, a); break;
      case 'S': v = (int16_t)*MEM16(vm, a); break;
      case 'J':
      case 'D': memcpy(bits, MEM8(vm, a), 8); return true;
      default: v = (int32_t)*MEM32(vm, a); break;
    }
    memcpy(bits, &v, 4);
    return true;
  }
  return false;
}
