/* See fdlibm.h and the notice in fdlibm.c: the trigonometric functions and their inverses.
 *
 * The exact reduction of arguments beyond 2^19 * pi/2 needs pi to a thousand bits, so these are
 * passed to the C library. */
#include "engine/natives/lang/fdlibm.h"

#include "engine/natives/lang/fdlibm_words.h"

#include <math.h>

static const double pio2_hi = 0x1.921fb54442d18p0, pio2_lo = 0x1.1a62633145c07p-54,
                    pio4_hi = 0x1.921fb54442d18p-1;
static const double pi = 0x1.921fb54442d18p1;

static double kernel_sin(double x, double y, bool tail) {
  static const double s1 = -0x1.5555555555549p-3, s2 = 0x1.111111110f8a6p-7,
                      s3 = -0x1.a01a019c161d5p-13, s4 = 0x1.71de357b1fe7dp-19,
                      s5 = -0x1.ae5e68a2b9cebp-26, s6 = 0x1.5d93a5acfd57cp-33;
  double z, r, v;
  if ((high(x) & ABS_BITS) < 0x3e400000) return x;
  z = x * x;
  v = z * x;
  r = s2 + z * (s3 + z * (s4 + z * (s5 + z * s6)));
  return tail ? x - ((z * (0.5 * y - v * r) - y) - v * s1) : x + v * (s1 + z * r);
}

static double kernel_cos(double x, double y) {
  static const double c1 = 0x1.555555555554cp-5, c2 = -0x1.6c16c16c15177p-10,
                      c3 = 0x1.a01a019cb159p-16, c4 = -0x1.27e4f809c52adp-22,
                      c5 = 0x1.1ee9ebdb4b1c4p-29, c6 = -0x1.8fae9be8838d4p-37;
  double z, r, qx, hz, a;
  int32_t ix = high(x) & ABS_BITS;
  if (ix < 0x3e400000) return 1;
  z = x * x;
  r = z * (c1 + z * (c2 + z * (c3 + z * (c4 + z * (c5 + z * c6)))));
  if (ix < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * y));
  qx = ix > 0x3fe90000 ? 0.28125 : with_high(0, ix - 0x00200000);
  hz = 0.5 * z - qx;
  a = 1 - qx;
  return a - (hz - (z * r - x * y));
}

/* Computes -1 / (x + r) with extra precision; w is their rounded sum. */
static double minus_reciprocal(double w, double x, double r) {
  double z = without_low(w), v = r - (z - x), a = -1 / w, t = without_low(a), s = 1 + t * z;
  return t + a * (s + t * v);
}

static double kernel_tan(double x, double y, int iy) {
  static const double pio4lo = 0x1.1a62633145c07p-55;
  static const double c[] = {0x1.5555555555563p-2,  0x1.111111110fe7ap-3,  0x1.ba1ba1bb341fep-5,
                             0x1.664f48406d637p-6,  0x1.226e3e96e8493p-7,  0x1.d6d22c9560328p-9,
                             0x1.7dbc8fee08315p-10, 0x1.344d8f2f26501p-11, 0x1.026f71a8d1068p-12,
                             0x1.47e88a03792a6p-14, 0x1.2b80f32f0a7e9p-14, -0x1.375cbdb605373p-16,
                             0x1.b2a7074bf7ad4p-16};
  double z, r, v, w, s;
  int32_t hx = high(x), ix = hx & ABS_BITS;
  if (ix < 0x3e300000) {
    if (x == 0 && iy == -1) return 1 / fabs(x);
    return iy == 1 ? x : minus_reciprocal(x + y, x, y);
  }
  if (ix >= 0x3fe59428) {
    if (hx < 0) {
      x = -x;
      y = -y;
    }
    z = pio4_hi - x;
    w = pio4lo - y;
    x = z + w;
    y = 0;
  }
  z = x * x;
  w = z * z;
  r = c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * (c[9] + w * c[11]))));
  v = z * (c[2] + w * (c[4] + w * (c[6] + w * (c[8] + w * (c[10] + w * c[12])))));
  s = z * x;
  r = y + z * (s * (r + v) + y);
  r += c[0] * s;
  w = x + r;
  if (ix >= 0x3fe59428) {
    v = iy;
    return (1 - ((hx >> 30) & 2)) * (v - 2 * (x - (w * w / (w + v) - r)));
  }
  return iy == 1 ? w : minus_reciprocal(w, x, r);
}

/* Reduces |x| up to 2^19 * pi/2: returns the number of quarter turns, and the remainder in y[0] +
 * y[1]. */
static int reduce(double x, double *y) {
  static const double invpio2 = 0x1.45f306dc9c883p-1, p1 = 0x1.921fb544p0,
                      p1t = 0x1.0b4611a626331p-34, p2 = 0x1.0b4611a6p-34,
                      p2t = 0x1.3198a2e037073p-69, p3 = 0x1.3198a2ep-69,
                      p3t = 0x1.b839a252049c1p-104;
  double z, w, t, r, fn;
  int32_t hx = high(x), ix = hx & ABS_BITS, n, j;
  if (ix < 0x4002d97c) { /* |x| < 3 pi/4 */
    bool near = ix == 0x3ff921fb;
    double sign = hx > 0 ? 1 : -1;
    z = x - sign * p1;
    if (near) z -= sign * p2;
    w = sign * (near ? p2t : p1t);
    y[0] = z - w;
    y[1] = (z - y[0]) - w;
    return (int)sign;
  }
  t = fabs(x);
  n = (int32_t)(t * invpio2 + 0.5);
  fn = n;
  r = t - fn * p1;
  w = fn * p1t;
  y[0] = r - w;
  j = ix >> 20;
  if (j - (high(y[0]) >> 20 & 0x7ff) > 16) { /* cancellation: 118 bits, then 151 */
    t = r;
    w = fn * p2;
    r = t - w;
    w = fn * p2t - ((t - r) - w);
    y[0] = r - w;
    if (j - (high(y[0]) >> 20 & 0x7ff) > 49) {
      t = r;
      w = fn * p3;
      r = t - w;
      w = fn * p3t - ((t - r) - w);
      y[0] = r - w;
    }
  }
  y[1] = (r - y[0]) - w;
  if (hx >= 0) return n;
  y[0] = -y[0];
  y[1] = -y[1];
  return -n;
}

static bool small(double x) { return (high(x) & ABS_BITS) <= 0x3fe921fb; }
static bool beyond(double x) {
  return (high(x) & ABS_BITS) > 0x413921fb;
} /* includes infinities and NaN */

double fd_sin(double x) {
  double y[2], r;
  int n;
  if (small(x)) return kernel_sin(x, 0, false);
  if (beyond(x)) return sin(x);
  n = reduce(x, y);
  r = n & 1 ? kernel_cos(y[0], y[1]) : kernel_sin(y[0], y[1], true);
  return n & 2 ? -r : r;
}

double fd_cos(double x) {
  double y[2], r;
  int n;
  if (small(x)) return kernel_cos(x, 0);
  if (beyond(x)) return cos(x);
  n = reduce(x, y);
  r = n & 1 ? kernel_sin(y[0], y[1], true) : kernel_cos(y[0], y[1]);
  return (n + 1) & 2 ? -r : r;
}

double fd_tan(double x) {
  double y[2];
  int n;
  if (small(x)) return kernel_tan(x, 0, 1);
  if (beyond(x)) return tan(x);
  n = reduce(x, y);
  return kernel_tan(y[0], y[1], 1 - ((n & 1) << 1));
}

/* The rational approximation used by asin and acos. */
static double arc_ratio(double t) {
  static const double p0 = 0x1.5555555555555p-3, p1 = -0x1.4d61203eb6f7dp-2,
                      p2 = 0x1.9c1550e884455p-3, p3 = -0x1.48228b5688f3bp-5,
                      p4 = 0x1.9efe07501b288p-11, p5 = 0x1.23de10dfdf709p-15,
                      q1 = -0x1.33a271c8a2d4bp1, q2 = 0x1.02ae59c598ac8p1,
                      q3 = -0x1.6066c1b8d0159p-1, q4 = 0x1.3b8c5b12e9282p-4;
  double p = t * (p0 + t * (p1 + t * (p2 + t * (p3 + t * (p4 + t * p5)))));
  double q = 1 + t * (q1 + t * (q2 + t * (q3 + t * q4)));
  return p / q;
}

double fd_asin(double x) {
  double t, w, s, c, p, q, r;
  int32_t hx = high(x), ix = hx & ABS_BITS;
  if (fabs(x) == 1) return x * pio2_hi + x * pio2_lo;
  if (!(fabs(x) < 1)) return NAN;
  if (ix < 0x3fe00000) return ix < 0x3e400000 ? x : x + x * arc_ratio(x * x);
  t = (1 - fabs(x)) * 0.5;
  r = arc_ratio(t);
  s = sqrt(t);
  if (ix >= 0x3fef3333) {
    t = pio2_hi - (2 * (s + s * r) - pio2_lo);
  } else {
    w = without_low(s);
    c = (t - w * w) / (s + w);
    p = 2 * s * r - (pio2_lo - 2 * c);
    q = pio4_hi - 2 * w;
    t = pio4_hi - (p - q);
  }
  return hx > 0 ? t : -t;
}

double fd_acos(double x) {
  double z, r, s, df, c;
  int32_t hx = high(x), ix = hx & ABS_BITS;
  if (fabs(x) == 1) return hx > 0 ? 0 : pi + 2 * pio2_lo;
  if (!(fabs(x) < 1)) return NAN;
  if (ix < 0x3fe00000) {
    if (ix <= 0x3c600000) return pio2_hi + pio2_lo;
    return pio2_hi - (x - (pio2_lo - x * arc_ratio(x * x)));
  }
  z = (hx < 0 ? 1 + x : 1 - x) * 0.5;
  s = sqrt(z);
  r = arc_ratio(z);
  if (hx < 0) return pi - 2 * (s + (r * s - pio2_lo));
  df = without_low(s);
  c = (z - df * df) / (s + df);
  return 2 * (df + (r * s + c));
}

double fd_atan(double x) {
  static const double hi[] = {0x1.dac670561bb4fp-2, 0x1.921fb54442d18p-1, 0x1.f730bd281f69bp-1,
                              0x1.921fb54442d18p0};
  static const double lo[] = {0x1.a2b7f222f65e2p-56, 0x1.1a62633145c07p-55, 0x1.007887af0cbbdp-56,
                              0x1.1a62633145c07p-54};
  static const double c[] = {0x1.555555555550dp-2,  -0x1.999999998ebc4p-3, 0x1.24924920083ffp-3,
                             -0x1.c71c6fe231671p-4, 0x1.745cdc54c206ep-4,  -0x1.3b0f2af749a6dp-4,
                             0x1.10d66a0d03d51p-4,  -0x1.dde2d52defd9ap-5, 0x1.97b4b24760debp-5,
                             -0x1.2b4442c6a6c2fp-5, 0x1.0ad3ae322da11p-6};
  double w, s1, s2, z;
  int32_t hx = high(x), ix = hx & ABS_BITS;
  int id = -1;
  if (isnan(x)) return x + x;
  if (ix >= 0x44100000) return hx > 0 ? hi[3] + lo[3] : -hi[3] - lo[3];
  if (ix < 0x3e200000) return x;
  if (ix >= 0x3fdc0000) {
    x = fabs(x);
    id = ix < 0x3fe60000 ? 0 : ix < 0x3ff30000 ? 1 : ix < 0x40038000 ? 2 : 3;
    x = id == 0   ? (2 * x - 1) / (2 + x)
        : id == 1 ? (x - 1) / (x + 1)
        : id == 2 ? (x - 1.5) / (1 + 1.5 * x)
                  : -1 / x;
  }
  z = x * x;
  w = z * z;
  s1 = z * (c[0] + w * (c[2] + w * (c[4] + w * (c[6] + w * (c[8] + w * c[10])))));
  s2 = w * (c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * c[9]))));
  if (id < 0) return x - x * (s1 + s2);
  z = hi[id] - ((x * (s1 + s2) - lo[id]) - x);
  return hx < 0 ? -z : z;
}

double fd_atan2(double y, double x) {
  static const double pi_lo = 0x1.1a62633145c07p-53;
  int32_t hx = high(x), ix = hx & ABS_BITS, iy = high(y) & ABS_BITS, k;
  double z;
  if (isnan(x) || isnan(y)) return x + y;
  if (x == 1) return fd_atan(y);
  if (y == 0 || x == 0 || isinf(x) || isinf(y)) return atan2(y, x); /* multiples of pi/4 */
  k = (iy - ix) >> 20;
  if (k > 60)
    z = pio2_hi + 0.5 * pi_lo;
  else if (hx < 0 && k < -60)
    z = 0;
  else
    z = fd_atan(fabs(y / x));
  if (hx >= 0) return signbit(y) ? -z : z;
  return signbit(y) ? (z - pi_lo) - pi : pi - (z - pi_lo);
}
