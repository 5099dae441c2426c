/* The elementary functions with exactly the results of java.lang.StrictMath: the algorithms of
 * fdlibm 5.3. */
#ifndef HEDDLE_NATIVES_FDLIBM_H
#define HEDDLE_NATIVES_FDLIBM_H

double fd_sin(double x);
double fd_cos(double x);
double fd_tan(double x);
double fd_asin(double x);
double fd_acos(double x);
double fd_atan(double x);
double fd_atan2(double y, double x);
double fd_exp(double x);
double fd_log(double x);
double fd_log10(double x);
double fd_log1p(double x);
double fd_expm1(double x);
double fd_sinh(double x);
double fd_cosh(double x);
double fd_tanh(double x);

#endif
