/* The engine in another program: searches a program completely with the default strategy and prints
 * what it found.
 *
 *   cc search.c $(pkg-config --cflags --libs --static heddle)
 *   ./a.out CLASSPATH MAIN [ARGUMENT...] */
#include <stdio.h>

#include <heddle/engine.h>

int main(int argc, char **argv) {
  struct engine_options o;
  struct search_options so;
  struct search_report report;
  struct schedule found;
  struct engine *e;
  struct error err = {0};
  volatile int stop = 0;
  engine_options_init(&o);
  search_options_init(&so);
  o.class_path = argv[1];
  o.main_class = argv[2];
  o.argc = argc - 3;
  o.argv = argv + 3;
  if (engine_open(&o, &e, &err) ||
      engine_search(e, &so, &stop, NULL, NULL, &report, &found, &err)) {
    fprintf(stderr, "%s\n", err.msg);
    return 5;
  }
  printf("%s%s\n", report.complete ? "complete: " : "",
         found.property ? found.message : "no error");
  schedule_release(&found);
  engine_close(e);
  return 0;
}
