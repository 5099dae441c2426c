/* Encodes text for the terminal's clipboard (see clipboard.h). */
#include "tui/terminal/clipboard.h"

#include <string.h>

/* Encodes one to three bytes as four characters of Base64 (RFC 4648). */
static void clipboard_quad(struct text *out, const unsigned char *s, size_t n) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned bits = (unsigned)s[0] << 16 | (n > 1 ? (unsigned)s[1] << 8 : 0) | (n > 2 ? s[2] : 0u);
  char quad[4] = {digits[bits >> 18], digits[bits >> 12 & 63], '=', '='};
  if (n > 1) quad[2] = digits[bits >> 6 & 63];
  if (n > 2) quad[3] = digits[bits & 63];
  text_add(out, quad, 4);
}

void clipboard_sequence(struct text *out, const char *text) {
  size_t n = strlen(text), i;
  text_puts(out, "\033]52;c;");
  for (i = 0; i < n; i += 3)
    clipboard_quad(out, (const unsigned char *)text + i, n - i < 3 ? n - i : 3);
  text_puts(out, "\a");
}
