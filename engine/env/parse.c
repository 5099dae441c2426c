/* Parses the text of a scenario into a tree by recursive descent. See scenario.h for the
 * language. */
#include "engine/base/check.h"
#include "engine/env/env_int.h"

#include <ctype.h>
#include <stdlib.h>

struct parser {
  const char *text, *at;
  const char *implicit; /* the target of calls without one; NULL: none */
  struct pool *pool;
  struct error *err;
};

static struct env_expr *parse_expr(struct parser *p);

static bool parse_fail(struct parser *p, const char *what) {
  if (!p->err->code)
    error_set(p->err, ERR_USAGE, "scenario: %s at '%.30s', character %zu", what,
              *p->at ? p->at : "the end", (size_t)(p->at - p->text) + 1);
  return false;
}

static char peek(struct parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
  return *p->at;
}

static bool take(struct parser *p, const char *word) {
  size_t n = strlen(word);
  peek(p);
  if (strncmp(p->at, word, n)) return false;
  p->at += n;
  return true;
}

static bool want(struct parser *p, const char *word) {
  return take(p, word) || parse_fail(p, word[0] == ')'   ? "')' is missing"
                                        : word[0] == '{' ? "'{' is missing"
                                        : word[0] == '}' ? "'}' is missing"
                                                         : "'(' is missing");
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* Takes an identifier, or returns NULL. */
static const char *take_name(struct parser *p) {
  const char *from;
  char c = peek(p);
  if (!in_name(c) || isdigit((unsigned char)c)) return NULL;
  for (from = p->at; in_name(*p->at);) p->at++;
  return pool_strndup(p->pool, from, (size_t)(p->at - from));
}

/* Takes "java.util.Vector": names separated by '.'. */
static const char *take_path(struct parser *p) {
  struct text t = {0};
  const char *name = take_name(p), *kept;
  if (!name) return NULL;
  text_puts(&t, name);
  while (*p->at == '.' && in_name(p->at[1]) && !isdigit((unsigned char)p->at[1])) {
    p->at++;
    text_printf(&t, ".%s", take_name(p));
  }
  kept = pool_strndup(p->pool, t.s, t.len);
  text_release(&t);
  return kept;
}

static struct env_expr *expr_new(struct parser *p, enum env_kind kind, const char *text) {
  struct env_expr *e = pool_alloc(p->pool, sizeof *e);
  e->kind = kind;
  e->text = text;
  return e;
}

static struct env_expr *parse_number(struct parser *p) {
  char *end;
  struct env_expr *e = expr_new(p, ENV_INT, NULL);
  e->value = strtoll(p->at, &end, 10);
  if (end == p->at || (*end != 'L' && (e->value > INT32_MAX || e->value < INT32_MIN))) {
    parse_fail(p, "not a number that fits into an int");
    return NULL;
  }
  p->at = end;
  if (*end == 'L') {
    p->at++;
    e->kind = ENV_LONG;
  }
  return e;
}

static struct env_expr *parse_quoted(struct parser *p, char quote) {
  const char *from = ++p->at;
  struct env_expr *e;
  while (*p->at && *p->at != quote) p->at++;
  if (!*p->at || (quote == '\'' && p->at != from + 1)) {
    parse_fail(p, quote == '"' ? "an unterminated string" : "one character between quotes");
    return NULL;
  }
  e = expr_new(p, quote == '"' ? ENV_STRING : ENV_CHAR,
               pool_strndup(p->pool, from, (size_t)(p->at - from)));
  e->value = *from;
  p->at++;
  return e;
}

static bool parse_args(struct parser *p, struct env_expr *call) {
  if (!want(p, "(")) return false;
  if (take(p, ")")) return true;
  do {
    if (call->argc == ENV_ARGS_MAX) return parse_fail(p, "too many arguments");
    if (!(call->args[call->argc++] = parse_expr(p))) return false;
  } while (take(p, ","));
  return want(p, ")");
}

static struct env_expr *parse_lambda_body(struct parser *p, struct env_expr *e) {
  e->target = parse_expr(p);
  return e->target ? e : NULL;
}

/* Parses the BODY of "x -> BODY" or "-> BODY". `param` is "x" or NULL. */
static struct env_expr *parse_lambda(struct parser *p, const char *param) {
  struct env_expr *e = expr_new(p, ENV_LAMBDA, NULL);
  if (param) e->params[e->argc++] = param;
  return parse_lambda_body(p, e);
}

/* Parses "(x, y) -> BODY" after its '('. If the text is not a lambda, takes nothing and returns
 * NULL without a message. */
static struct env_expr *parse_lambda_list(struct parser *p) {
  struct env_expr *e = expr_new(p, ENV_LAMBDA, NULL);
  const char *start = p->at;
  do {
    const char *name = take_name(p);
    if (!name || e->argc == ENV_ARGS_MAX) break;
    e->params[e->argc++] = name;
  } while (take(p, ","));
  if (take(p, ")") && take(p, "->")) return parse_lambda_body(p, e);
  p->at = start;
  return NULL;
}

/* Parses "(Object) 5" after its '('. */
static struct env_expr *parse_cast(struct parser *p) {
  const char *path = take_path(p);
  struct env_expr *e = expr_new(p, ENV_CAST, path);
  if (!path) return parse_fail(p, "a class to cast to is missing"), NULL;
  if (!want(p, ")")) return NULL;
  e->target = parse_expr(p);
  return e->target ? e : NULL;
}

static struct env_expr *parse_new(struct parser *p) {
  const char *path = take_path(p);
  struct env_expr *e = expr_new(p, ENV_NEW, path);
  if (!path) return parse_fail(p, "a class is missing after 'new'"), NULL;
  return parse_args(p, e) ? e : NULL;
}

/* Parses "daemon(...)", "q.take(...)", "TimeUnit.SECONDS" or "q": a path, whose last name is a
 * method if '(' follows. */
static struct env_expr *parse_path(struct parser *p, const char *path) {
  const char *point = strrchr(path, '.');
  struct env_expr *e;
  if (peek(p) != '(') return expr_new(p, ENV_NAME, path);
  e = expr_new(p, ENV_CALL, point ? point + 1 : path);
  if (point) e->target = expr_new(p, ENV_NAME, pool_strndup(p->pool, path, (size_t)(point - path)));
  if (!point && p->implicit) e->target = expr_new(p, ENV_NAME, p->implicit);
  return parse_args(p, e) ? e : NULL;
}

static struct env_expr *parse_word(struct parser *p) {
  const char *path = take_path(p);
  struct env_expr *e;
  if (!path) return parse_fail(p, "an expression is missing"), NULL;
  if (!strcmp(path, "new")) return parse_new(p);
  if (!strcmp(path, "null")) return expr_new(p, ENV_NULL, NULL);
  if (!strcmp(path, "true") || !strcmp(path, "false")) {
    e = expr_new(p, ENV_BOOLEAN, NULL);
    e->value = *path == 't';
    return e;
  }
  if (!strchr(path, '.') && take(p, "->")) return parse_lambda(p, path);
  return parse_path(p, path);
}

static struct env_expr *parse_calls(struct parser *p, struct env_expr *e) {
  while (e && take(p, ".")) {
    struct env_expr *call = expr_new(p, ENV_CALL, take_name(p));
    call->target = e;
    if (!call->text) return parse_fail(p, "a method is missing"), NULL;
    e = parse_args(p, call) ? call : NULL;
  }
  return e;
}

/* Parses "((Future) x).get()" after the first '('. */
static struct env_expr *parse_enclosed(struct parser *p) {
  struct env_expr *e = parse_expr(p);
  return e && want(p, ")") ? parse_calls(p, e) : NULL;
}

static struct env_expr *parse_primary(struct parser *p) {
  char c = peek(p);
  if (c == '"' || c == '\'') return parse_quoted(p, c);
  if (take(p, "->")) return parse_lambda(p, NULL);
  if (isdigit((unsigned char)c) || c == '-') return parse_number(p);
  if (take(p, "(")) {
    struct env_expr *e = peek(p) == '(' ? parse_enclosed(p) : parse_lambda_list(p);
    return e || p->err->code ? e : parse_cast(p);
  }
  return parse_word(p);
}

static struct env_expr *parse_expr(struct parser *p) {
  struct env_expr *e = parse_primary(p);
  return e && (e->kind == ENV_LAMBDA || e->kind == ENV_CAST) ? e : parse_calls(p, e);
}

static bool parse_step(struct parser *p, struct env_step *out) {
  const char *start = p->at, *name = take_name(p);
  *out = (struct env_step){0};
  if (name && peek(p) == '=' && p->at[1] != '=') {
    p->at++;
    out->variable = name;
  } else {
    p->at = start;
  }
  out->value = parse_expr(p);
  return out->value != NULL;
}

/* Parses statements up to a character that can follow them. */
static bool parse_steps(struct parser *p, struct env_steps *out) {
  while (peek(p) && *p->at != '{' && *p->at != '}' && *p->at != '|') {
    if (out->count == ENV_STEPS_MAX) return parse_fail(p, "too many statements");
    if (!parse_step(p, &out->list[out->count++])) return false;
    if (!take(p, ";")) break;
  }
  return true;
}

static bool parse_threads(struct parser *p, struct env_text *out) {
  do {
    if (out->threads == ENV_THREADS_MAX) return parse_fail(p, "too many threads");
    if (!parse_steps(p, &out->of[out->threads++])) return false;
  } while (take(p, "||"));
  return true;
}

static bool parse_count(struct parser *p, uint32_t most, uint32_t *out) {
  const struct env_expr *e = isdigit((unsigned char)peek(p)) ? parse_number(p) : NULL;
  if (!e || e->value < 1 || e->value > most) return parse_fail(p, "not a number that fits here");
  *out = (uint32_t)e->value;
  return true;
}

/* Parses "2 * all 3 of CALLS" or "2 * universal of CALLS": the calls that every thread may make. */
static bool parse_choice(struct parser *p, struct env_text *out) {
  if (!parse_count(p, ENV_THREADS_MAX, &out->threads)) return false;
  if (!take(p, "*")) return parse_fail(p, "'*' is missing");
  out->form = take(p, "all") ? ENV_ALL : ENV_UNIVERSAL;
  if (out->form == ENV_ALL && !parse_count(p, ENV_STEPS_MAX, &out->length)) return false;
  if (out->form == ENV_UNIVERSAL && !take(p, "universal"))
    return parse_fail(p, "'all' or 'universal' is missing");
  if (!take(p, "of")) return parse_fail(p, "'of' is missing");
  return parse_steps(p, &out->of[0]) && (out->of[0].count || parse_fail(p, "a call is missing"));
}

static bool parse_scenario(struct parser *p, struct env_text *out) {
  if (!parse_steps(p, &out->before) || !want(p, "{")) return false;
  if (!(isdigit((unsigned char)peek(p)) ? parse_choice(p, out) : parse_threads(p, out)))
    return false;
  if (!want(p, "}") || !parse_steps(p, &out->after)) return false;
  return !peek(p) || parse_fail(p, "';' or the end is missing");
}

int env_parse(const char *text, struct pool *pool, struct env_text *out, struct error *err) {
  struct parser p = {.text = text, .at = text, .pool = pool, .err = err};
  bool good;
  memset(out, 0, sizeof *out);
  good = parse_scenario(&p, out);
  CHECK(good ? out->threads && !*p.at : err->code,
        "a text is read to its end, or there is a message: at %zu", (size_t)(p.at - text));
  return good ? 0 : err->code;
}

int env_parse_steps(const char *text, const char *implicit, struct pool *pool,
                    struct env_steps *out, struct error *err) {
  struct parser p = {.text = text, .at = text, .implicit = implicit, .pool = pool, .err = err};
  memset(out, 0, sizeof *out);
  if (parse_steps(&p, out) && peek(&p)) parse_fail(&p, "';' or the end is missing");
  return err->code;
}

int env_parse_threads(const char *text, const char *implicit, struct pool *pool,
                      struct env_text *out, struct error *err) {
  struct parser p = {.text = text, .at = text, .implicit = implicit, .pool = pool, .err = err};
  memset(out, 0, sizeof *out);
  if (parse_threads(&p, out) && peek(&p)) parse_fail(&p, "';', '||' or the end is missing");
  return err->code;
}
