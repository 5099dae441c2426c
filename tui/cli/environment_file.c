/* Writes an environment as a Java source file. See environment_file.h. */
#include "tui/cli/environment_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/env/component.h"
#include "engine/engine.h"
#include "engine/env/environment.h"
#include "engine/env/environment_orders.h"
#include "engine/environments.h"

static int write_file(const char *path, const struct text *source, struct error *err) {
  FILE *f = fopen(path, "w");
  bool good = f && fwrite(source->s, 1, source->len, f) == source->len;
  if (f && fclose(f)) good = false;
  if (!good) return error_set(err, ERR_INPUT, "%s: cannot be written (%s)", path, strerror(errno));
  fprintf(stderr, "heddle: wrote %s\n", path);
  return 0;
}

/* Finds the results that the source accepts, by executing the calls in all orders, one after
 * another. */
static int find_orders(const struct engine_options *o, struct environment_orders *orders,
                       struct error *err) {
  struct engine *e;
  if (!(o->properties & PROP_ASSESSED) || engine_open(o, &e, err)) return err->code;
  engine_environment_orders(e, orders);
  engine_close(e);
  if (orders->why)
    fprintf(stderr, "heddle: the source does not check the results of the calls: %s\n",
            orders->why);
  return 0;
}

int environment_file(const char *dir, const struct component *c, const struct engine_options *o,
                     struct error *err) {
  char *simple = environment_source_name(c->klass), *path;
  struct environment_orders orders = {0};
  struct text source = {0};
  path = mem_printf("%s/%s.java", dir, simple);
  if (mkdir(dir, 0777) && errno != EEXIST)
    error_set(err, ERR_INPUT, "%s: cannot be made (%s)", dir, strerror(errno));
  else if (!find_orders(o, &orders, err) &&
           !environment_source(o->argc, o->argv, simple, &orders, &source, err))
    write_file(path, &source, err);
  environment_orders_release(&orders);
  text_release(&source);
  free(path);
  free(simple);
  return err->code;
}
