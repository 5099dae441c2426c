/* See environment_orders.h. */
#include "engine/env/environment_orders.h"

#include <stdlib.h>
#include <string.h>

static bool same(const struct environment_outcome *a, const struct environment_outcome *b) {
  for (size_t i = 0; i < COUNT(a->gave); i++) {
    if (a->gave[i].len != b->gave[i].len) return false;
    for (size_t k = 0; k < a->gave[i].len; k++)
      if (strcmp(a->gave[i].data[k], b->gave[i].data[k]) != 0) return false;
  }
  return true;
}

static bool is_listed(const struct environment_outcome *of, const char *order) {
  for (size_t i = 0; i < of->orders.len; i++)
    if (!strcmp(of->orders.data[i], order)) return true;
  return false;
}

static struct environment_outcome *outcome_of(struct environment_orders *o,
                                              struct environment_outcome *gave) {
  for (size_t i = 0; i < o->all.len; i++)
    if (same(&o->all.data[i], gave)) {
      environment_outcome_release(gave);
      return &o->all.data[i];
    }
  *vec_push(&o->all) = *gave;
  return &o->all.data[o->all.len - 1];
}

bool environment_orders_add(struct environment_orders *o, char *order,
                            struct environment_outcome *gave) {
  struct environment_outcome *of = outcome_of(o, gave);
  size_t orders = 0;
  if (is_listed(of, order))
    free(order);
  else
    *vec_push(&of->orders) = order;
  for (size_t i = 0; i < o->all.len; i++) orders += o->all.data[i].orders.len;
  if (orders <= ENVIRONMENT_ORDERS_MOST && o->all.len <= ENVIRONMENT_OUTCOMES_MOST) return true;
  o->why =
      orders > ENVIRONMENT_ORDERS_MOST
          ? mem_printf("there are more than %d orders of the calls", ENVIRONMENT_ORDERS_MOST)
          : mem_printf("the calls have more than %d different results", ENVIRONMENT_OUTCOMES_MOST);
  return false;
}

void environment_outcome_release(struct environment_outcome *of) {
  for (size_t i = 0; i < COUNT(of->gave); i++) {
    for (size_t k = 0; k < of->gave[i].len; k++) free(of->gave[i].data[k]);
    vec_free(&of->gave[i]);
  }
  for (size_t i = 0; i < of->orders.len; i++) free(of->orders.data[i]);
  vec_free(&of->orders);
}

void environment_orders_release(struct environment_orders *o) {
  for (size_t i = 0; i < o->all.len; i++) environment_outcome_release(&o->all.data[i]);
  vec_free(&o->all);
  free(o->why);
  o->why = NULL;
}
