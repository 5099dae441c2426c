/* Float, Double, Math and StrictMath. StrictMath's functions are those of fdlibm, as its
 * specification requires. Math's come from the C library, whose results are closer to those of a
 * JVM's own code. */
#include "engine/natives/lang/fdlibm.h"
#include "engine/natives/util.h"

#include <math.h>

static int ret_double(struct native_call *c, double d) {
  c->ret.d = d;
  return NATIVE_OK;
}

#define UNARY(name, fn) \
  static int m_##name(struct native_call *c) { return ret_double(c, fn(arg_double(c, 0))); }
UNARY(sin, sin)
UNARY(cos, cos)
UNARY(tan, tan)
UNARY(exp, exp)
UNARY(log, log)
UNARY(log10, log10)
UNARY(sqrt, sqrt)
UNARY(strict_sin, fd_sin)
UNARY(strict_cos, fd_cos)
UNARY(strict_tan, fd_tan)
UNARY(strict_asin, fd_asin)
UNARY(strict_acos, fd_acos)
UNARY(strict_atan, fd_atan)
UNARY(strict_log, fd_log)
UNARY(strict_log10, fd_log10)
UNARY(strict_sinh, fd_sinh)
UNARY(strict_cosh, fd_cosh)
UNARY(strict_tanh, fd_tanh)
UNARY(strict_expm1, fd_expm1)
UNARY(strict_log1p, fd_log1p)
#undef UNARY

static int m_atan2(struct native_call *c) {
  return ret_double(c, fd_atan2(arg_double(c, 0), arg_double(c, 2)));
}
static int m_remainder(struct native_call *c) {
  return ret_double(c, remainder(arg_double(c, 0), arg_double(c, 2)));
}

/* Unlike C, Java returns NaN for a NaN exponent, and for |x| == 1 with an infinite exponent. */
static int m_pow(struct native_call *c) {
  double x = arg_double(c, 0), y = arg_double(c, 2);
  if (isnan(y) || (fabs(x) == 1.0 && isinf(y))) return ret_double(c, NAN);
  return ret_double(c, pow(x, y));
}

/* The bits of a float are in one argument slot, those of a double in two. */
static int float_bits(struct native_call *c) { return ret_int(c, (int32_t)c->args[0]); }
static int double_bits(struct native_call *c) { return ret_long(c, arg64(c, 0)); }

static int bits_float(struct native_call *c) {
  c->ret.f = arg_float(c, 0);
  return NATIVE_OK;
}
static int bits_double(struct native_call *c) { return ret_double(c, arg_double(c, 0)); }

#define STRICT "java/lang/StrictMath"
#define MATH "java/lang/Math"
const struct native_row natives_math[] = {
    {"java/lang/Float", "floatToRawIntBits", NULL, float_bits},
    {"java/lang/Float", "intBitsToFloat", NULL, bits_float},
    {"java/lang/Double", "doubleToRawLongBits", NULL, double_bits},
    {"java/lang/Double", "longBitsToDouble", NULL, bits_double},
    {STRICT, "sin", NULL, m_strict_sin},
    {STRICT, "cos", NULL, m_strict_cos},
    {STRICT, "tan", NULL, m_strict_tan},
    {STRICT, "asin", NULL, m_strict_asin},
    {STRICT, "acos", NULL, m_strict_acos},
    {STRICT, "atan", NULL, m_strict_atan},
    {STRICT, "log", NULL, m_strict_log},
    {STRICT, "log10", NULL, m_strict_log10},
    {STRICT, "sqrt", NULL, m_sqrt},
    {STRICT, "sinh", NULL, m_strict_sinh},
    {STRICT, "cosh", NULL, m_strict_cosh},
    {STRICT, "tanh", NULL, m_strict_tanh},
    {STRICT, "expm1", NULL, m_strict_expm1},
    {STRICT, "log1p", NULL, m_strict_log1p},
    {STRICT, "atan2", NULL, m_atan2},
    {STRICT, "IEEEremainder", NULL, m_remainder},
    {MATH, "sin", NULL, m_sin},
    {MATH, "cos", NULL, m_cos},
    {MATH, "tan", NULL, m_tan},
    {MATH, "exp", NULL, m_exp},
    {MATH, "log", NULL, m_log},
    {MATH, "log10", NULL, m_log10},
    {MATH, "sqrt", NULL, m_sqrt},
    {MATH, "pow", NULL, m_pow},
    {0},
};
