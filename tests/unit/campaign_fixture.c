/* See campaign_fixture.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "campaign_fixture.h"

char campaign_folder[] = "/tmp/heddle-campaign-XXXXXX";

int campaign_folder_make(void **state) {
  (void)state;
  return mkdtemp(campaign_folder) ? 0 : 1;
}

int campaign_folder_remove(void **state) {
  char *command = mem_printf("rm -r '%s'", campaign_folder);
  int r = system(command);
  (void)state;
  free(command);
  return r;
}

char *campaign_file(const char *name, const char *text) {
  char *path = mem_printf("%s/%s", campaign_folder, name);
  FILE *f = fopen(path, "we");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  return path;
}

struct campaign *campaign_of(const char *text) {
  char *path = campaign_file("a.campaign", text);
  struct error err = {0};
  struct campaign *c;
  if (campaign_read(path, false, &c, &err)) fail_msg("%s", err.msg);
  free(path);
  return c;
}
