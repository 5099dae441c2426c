/* See fdlibm.h. Exponential, logarithmic and hyperbolic functions; the trigonometric ones are in
 * fdlibm_trig.c.
 *
 * Coefficients, thresholds and the order of operations are those of fdlibm 5.3, because they define
 * the results. fdlibm: Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved.
 * Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and
 * distribute this software is freely granted, provided that this notice is preserved. */
#include "engine/natives/lang/fdlibm.h"

#include "engine/natives/lang/fdlibm_words.h"

#include <math.h>

static const double ln2_hi = 0x1.62e42feep-1, ln2_lo = 0x1.a39ef35793c76p-33,
                    invln2 = 0x1.71547652b82fep0;
static const double two54 = 0x1p54;

double fd_exp(double x) {
  static const double p1 = 0x1.555555555553ep-3, p2 = -0x1.6c16c16bebd93p-9,
                      p3 = 0x1.1566aaf25de2cp-14, p4 = -0x1.bbd41c5d26bf1p-20,
                      p5 = 0x1.6376972bea4d0p-25;
  double hi = 0, lo = 0, c, t, y;
  int32_t k = 0, hx = high(x) & ABS_BITS;
  bool neg = high(x) < 0;
  if (isnan(x)) return x + x;
  if (x > 0x1.62e42fefa39efp9) return INFINITY;
  if (x < -0x1.74910d52d3051p9) return 0;
  if (hx > 0x3fd62e42) {
    if (hx < 0x3ff0a2b2) {
      hi = neg ? x + ln2_hi : x - ln2_hi;
      lo = neg ? -ln2_lo : ln2_lo;
      k = neg ? -1 : 1;
    } else {
      k = (int32_t)(invln2 * x + (neg ? -0.5 : 0.5));
      t = k;
      hi = x - t * ln2_hi;
      lo = t * ln2_lo;
    }
    x = hi - lo;
  } else if (hx < 0x3e300000) {
    return 1 + x;
  }
  t = x * x;
  c = x - t * (p1 + t * (p2 + t * (p3 + t * (p4 + t * p5))));
  if (k == 0) return 1 - ((x * c) / (c - 2) - x);
  y = 1 - ((lo - (x * c) / (2 - c)) - hi);
  if (k >= -1021) return add_exponent(y, k);
  return add_exponent(y, k + 1000) * 0x1p-1000;
}

double fd_log(double x) {
  static const double lg1 = 0x1.5555555555593p-1, lg2 = 0x1.999999997fa04p-2,
                      lg3 = 0x1.2492494229359p-2, lg4 = 0x1.c71c51d8e78afp-3,
                      lg5 = 0x1.7466496cb03dep-3, lg6 = 0x1.39a09d078c69fp-3,
                      lg7 = 0x1.2f112df3e5244p-3;
  double f, s, z, w, r, dk, hfsq;
  int32_t k = 0, hx, i, j;
  if (x == 0) return -INFINITY;
  if (x < 0) return NAN;
  if (isnan(x) || isinf(x)) return x + x;
  if (high(x) < 0x00100000) {
    k -= 54;
    x *= two54;
  }
  hx = high(x);
  k += (hx >> 20) - 1023;
  hx &= 0xfffff;
  i = (hx + 0x95f64) & 0x100000;
  x = with_high(x, hx | (i ^ 0x3ff00000));
  k += i >> 20;
  f = x - 1;
  dk = k;
  if ((0xfffff & (2 + hx)) < 3) {
    if (f == 0) return k == 0 ? 0 : dk * ln2_hi + dk * ln2_lo;
    r = f * f * (0.5 - 0.33333333333333333 * f);
    return k == 0 ? f - r : dk * ln2_hi - ((r - dk * ln2_lo) - f);
  }
  s = f / (2 + f);
  z = s * s;
  i = hx - 0x6147a;
  w = z * z;
  j = 0x6b851 - hx;
  r = z * (lg1 + w * (lg3 + w * (lg5 + w * lg7))) + w * (lg2 + w * (lg4 + w * lg6));
  if ((i | j) > 0) {
    hfsq = 0.5 * f * f;
    return k == 0 ? f - (hfsq - s * (hfsq + r))
                  : dk * ln2_hi - ((hfsq - (s * (hfsq + r) + dk * ln2_lo)) - f);
  }
  return k == 0 ? f - s * (f - r) : dk * ln2_hi - ((s * (f - r) - dk * ln2_lo) - f);
}

double fd_log10(double x) {
  static const double ivln10 = 0x1.bcb7b1526e50ep-2, log10_2hi = 0x1.34413509f6p-2,
                      log10_2lo = 0x1.9fef311f12b36p-42;
  int32_t k = 0, hx, i;
  double y, z;
  if (x == 0) return -INFINITY;
  if (x < 0) return NAN;
  if (isnan(x) || isinf(x)) return x + x;
  if (high(x) < 0x00100000) {
    k -= 54;
    x *= two54;
  }
  hx = high(x);
  k += (hx >> 20) - 1023;
  i = k < 0;
  y = k + i;
  x = with_high(x, (hx & 0xfffff) | ((0x3ff - i) << 20));
  z = y * log10_2lo + ivln10 * fd_log(x);
  return z + y * log10_2hi;
}

double fd_log1p(double x) {
  static const double lp1 = 0x1.5555555555593p-1, lp2 = 0x1.999999997fa04p-2,
                      lp3 = 0x1.2492494229359p-2, lp4 = 0x1.c71c51d8e78afp-3,
                      lp5 = 0x1.7466496cb03dep-3, lp6 = 0x1.39a09d078c69fp-3,
                      lp7 = 0x1.2f112df3e5244p-3;
  double hfsq, f = 0, c = 0, s, z, r, u;
  int32_t k = 1, hx = high(x), ax = hx & ABS_BITS, hu = 0;
  if (isnan(x)) return x;
  if (x <= -1) return x == -1 ? -INFINITY : NAN;
  if (isinf(x)) return x;
  if (hx < 0x3fda827a) {
    if (ax < 0x3e200000) return ax < 0x3c900000 ? x : x - x * x * 0.5;
    if (hx > 0 || hx <= (int32_t)0xbfd2bec3) {
      k = 0;
      f = x;
      hu = 1;
    }
  }
  if (k != 0) {
    u = hx < 0x43400000 ? 1 + x : x;
    hu = high(u);
    k = (hu >> 20) - 1023;
    if (hx < 0x43400000) c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    hu &= 0xfffff;
    if (hu < 0x6a09e) {
      u = with_high(u, hu | 0x3ff00000);
    } else {
      k++;
      u = with_high(u, hu | 0x3fe00000);
      hu = (0x100000 - hu) >> 2;
    }
    f = u - 1;
  }
  hfsq = 0.5 * f * f;
  if (hu == 0) {
    if (f == 0) return k == 0 ? 0 : k * ln2_hi + (c + k * ln2_lo);
    r = hfsq * (1 - 0.66666666666666666 * f);
    return k == 0 ? f - r : k * ln2_hi - ((r - (k * ln2_lo + c)) - f);
  }
  s = f / (2 + f);
  z = s * s;
  r = z * (lp1 + z * (lp2 + z * (lp3 + z * (lp4 + z * (lp5 + z * (lp6 + z * lp7))))));
  if (k == 0) return f - (hfsq - s * (hfsq + r));
  return k * ln2_hi - ((hfsq - (s * (hfsq + r) + (k * ln2_lo + c))) - f);
}

/* The last step of expm1: computes the result from the reduced x and its exponent k. */
static double expm1_scale(double x, double e, int32_t k) {
  double t, y;
  if (k == -1) return 0.5 * (x - e) - 0.5;
  if (k == 1) return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
  if (k <= -2 || k > 56) return add_exponent(1 - (e - x), k) - 1;
  if (k < 20) {
    t = with_high(1, 0x3ff00000 - (0x200000 >> k));
    return add_exponent(t - (e - x), k);
  }
  t = with_high(1, (0x3ff - k) << 20);
  y = x - (e + t);
  y += 1;
  return add_exponent(y, k);
}

double fd_expm1(double x) {
  static const double q1 = -0x1.11111111110f4p-5, q2 = 0x1.a01a019fe5585p-10,
                      q3 = -0x1.4ce199eaadbb7p-14, q4 = 0x1.0cfca86e65239p-18,
                      q5 = -0x1.afdb76e09c32dp-23;
  double hi, lo, c = 0, t, e, hxs, hfx, r1;
  int32_t k = 0, hx = high(x) & ABS_BITS;
  bool neg = high(x) < 0;
  if (isnan(x)) return x + x;
  if (isinf(x)) return neg ? -1 : x;
  if (x > 0x1.62e42fefa39efp9) return INFINITY;
  if (hx >= 0x4043687a && neg) return -1;
  if (hx > 0x3fd62e42) {
    if (hx < 0x3ff0a2b2) {
      hi = neg ? x + ln2_hi : x - ln2_hi;
      lo = neg ? -ln2_lo : ln2_lo;
      k = neg ? -1 : 1;
    } else {
      k = (int32_t)(invln2 * x + (neg ? -0.5 : 0.5));
      t = k;
      hi = x - t * ln2_hi;
      lo = t * ln2_lo;
    }
    x = hi - lo;
    c = (hi - x) - lo;
  } else if (hx < 0x3c900000) {
    return x;
  }
  hfx = 0.5 * x;
  hxs = x * hfx;
  r1 = 1 + hxs * (q1 + hxs * (q2 + hxs * (q3 + hxs * (q4 + hxs * q5))));
  t = 3 - r1 * hfx;
  e = hxs * ((r1 - t) / (6 - x * t));
  if (k == 0) return x - (x * e - hxs);
  e = x * (e - c) - c;
  e -= hxs;
  return expm1_scale(x, e, k);
}

/* Returns half of exp(|x|) for |x| up to 710.4758600739439, where exp itself may overflow. */
static double half_exp(double ax, double h) {
  double w = fd_exp(0.5 * ax);
  return h * w * w;
}

double fd_sinh(double x) {
  double h = signbit(x) ? -0.5 : 0.5, ax = fabs(x), t;
  int32_t ix = high(x) & ABS_BITS;
  if (isnan(x) || isinf(x)) return x + x;
  if (ix < 0x40360000) {
    if (ix < 0x3e300000) return x;
    t = fd_expm1(ax);
    return ix < 0x3ff00000 ? h * (2 * t - t * t / (t + 1)) : h * (t + t / (t + 1));
  }
  if (ix < 0x40862e42) return h * fd_exp(ax);
  return ax <= 0x1.633ce8fb9f87dp9 ? half_exp(ax, h) : x * 1e307;
}

double fd_cosh(double x) {
  double ax = fabs(x), t, w;
  int32_t ix = high(x) & ABS_BITS;
  if (isnan(x) || isinf(x)) return x * x;
  if (ix < 0x3fd62e43) {
    t = fd_expm1(ax);
    w = 1 + t;
    return ix < 0x3c800000 ? w : 1 + (t * t) / (w + w);
  }
  if (ix < 0x40360000) {
    t = fd_exp(ax);
    return 0.5 * t + 0.5 / t;
  }
  if (ix < 0x40862e42) return 0.5 * fd_exp(ax);
  return ax <= 0x1.633ce8fb9f87dp9 ? half_exp(ax, 0.5) : INFINITY;
}

double fd_tanh(double x) {
  double t, z = 1;
  int32_t ix = high(x) & ABS_BITS;
  if (isnan(x)) return x + x;
  if (ix < 0x40360000) {
    if (ix < 0x3c800000) return x * (1 + x);
    t = fd_expm1(ix >= 0x3ff00000 ? 2 * fabs(x) : -2 * fabs(x));
    z = ix >= 0x3ff00000 ? 1 - 2 / (t + 2) : -t / (t + 2);
  }
  return signbit(x) ? -z : z;
}
