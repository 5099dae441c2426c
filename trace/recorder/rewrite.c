/* Rewrites a whole class: copies everything except method bodies, adds new constants after the
 * original ones, and checks the result. Relies on class_parse, which has accepted the input, so
 * lengths and indices are in range. */
#include "trace/recorder/rewrite.h"

#include "engine/base/check.h"
#include "trace/recorder/rewrite_int.h"

static size_t constants_end(const uint8_t *d, uint16_t count) {
  size_t at = 10;
  for (uint16_t i = 1; i < count; i++) {
    switch (d[at]) {
      case CP_UTF8: at += 3 + get_u2(d + at + 1); break;
      case CP_CLASS:
      case CP_STRING:
      case CP_METHODTYPE:
      case CP_MODULE:
      case CP_PACKAGE: at += 3; break;
      case CP_METHODHANDLE: at += 4; break;
      case CP_LONG:
      case CP_DOUBLE:
        at += 9;
        i++;
        break;
      default: at += 5;
    }
  }
  return at;
}

static const uint8_t *skip_attributes(const uint8_t *p) {
  uint32_t n = get_u2(p);
  for (p += 2; n; n--) p += 6 + get_u4(p + 2);
  return p;
}

static bool is_code(const struct rewriter *rw, const uint8_t *attr) {
  return !strcmp(rw->cf->cp[get_u2(attr)].name->s, "Code");
}

/* Copies the method at *p, with its code rewritten, and advances *p past it. */
static int copy_method(struct rewriter *rw, const struct method_info *mi, const uint8_t **p,
                       struct bytebuf *out) {
  uint32_t n = get_u2(*p + 6);
  bb_add(out, *p, 8);
  *p += 8;
  for (; n; n--) {
    uint32_t len = get_u4(*p + 2);
    size_t head = out->len;
    bool changed = false;
    bb_add(out, *p, 6);
    if (is_code(rw, *p)) {
      int rc = rewrite_code(rw, mi, *p + 6, out, &changed);
      if (rc) return rc;
    }
    if (changed) {
      bb_set_u4(out, head + 2, (uint32_t)(out->len - head - 6));
    } else {
      bb_add(out, *p + 6, len);
    }
    *p += 6 + len;
  }
  return 0;
}

/* Copies everything after the constant pool, with the code of the methods rewritten. */
static int copy_rest(struct rewriter *rw, const uint8_t *p, struct bytebuf *out) {
  const uint8_t *start = p;
  rw->this_class = (uint16_t)get_u2(p + 2);
  p += 8 + 2 * get_u2(p + 6);
  uint32_t fields = get_u2(p);
  for (p += 2; fields; fields--) p = skip_attributes(p + 6);
  bb_add(out, start, (size_t)(p - start) + 2);
  p += 2;
  for (uint16_t i = 0; i < rw->cf->method_count; i++) {
    int rc = copy_method(rw, &rw->cf->methods[i], &p, out);
    if (rc) return rc;
  }
  INVARIANT(p <= rw->data + rw->len, "the methods of a class end within it: %zu of %zu",
            (size_t)(p - rw->data), rw->len);
  bb_add(out, p, (size_t)(rw->data + rw->len - p));
  return 0;
}

static void join(const struct rewriter *rw, size_t pool_end, const struct bytebuf *rest,
                 struct bytebuf *out) {
  bb_add(out, rw->data, pool_end);
  INVARIANT(rw->constant_count >= rw->cf->cp_count && rw->constant_count <= UINT16_MAX,
            "constants are only added: %u, %u", rw->cf->cp_count, rw->constant_count);
  bb_set_u2(out, 8, rw->constant_count);
  bb_add(out, rw->constants.p, rw->constants.len);
  bb_add(out, rest->p, rest->len);
}

int class_rewrite(const uint8_t *data, size_t len, const struct class_file *cf,
                  const struct rewrite_options *o, uint8_t **out, size_t *out_len,
                  struct error *err) {
  struct error own = {0};
  struct rewriter rw = {.data = data, .len = len, .cf = cf, .o = o, .err = err ? err : &own};
  struct bytebuf rest = {0}, all = {0};
  size_t end = constants_end(data, cf->cp_count);
  rw.constant_count = cf->cp_count;
  *out = NULL;
  *out_len = 0;
  int rc = copy_rest(&rw, data + end, &rest);
  if (rc || !rw.inserted) goto out;
  join(&rw, end, &rest, &all);
  if (rewrite_check(all.p, all.len, rw.err)) {
    rc = ERR_INTERNAL;
    error_prefix(rw.err, "after instrumentation");
    goto out;
  }
  *out = all.p;
  *out_len = all.len;
  all.p = NULL;
out:
  free(rest.p);
  free(all.p);
  free(rw.constants.p);
  vec_free(&rw.classes);
  return rc;
}
