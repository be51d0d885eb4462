// Log, Exp: logarithm and exponential with the same bits on every machine.
//
// Made of correctly rounded operations only (+ - * /), so that results depend neither on the C
// library nor on the processor, as long as the compiler does not contract a*b+c. Within 2 units in
// the last place.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace kvintet::portable {

// ln 2 in two parts; the first has 32 trailing zero bits, so that k * kLn2High is exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

// Natural logarithm. Log(0) is -infinity, of a negative number or NaN it is NaN.
inline double Log(double x) {
  if (!(x > 0)) {
    return x == 0 ? -std::numeric_limits<double>::infinity()
                  : std::numeric_limits<double>::quiet_NaN();
  }
  if (x > std::numeric_limits<double>::max()) {
    return x;
  }
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --exponent;
  }
  // ln(1 + f) = 2 atanh(s) with s = f / (2 + f), |s| < 0.1716: twelve terms are enough.
  const double f = m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  double tail = 1.0 / 25;
  for (int n = 23; n >= 3; n -= 2) {
    tail = tail * z + 1.0 / n;
  }
  // 2 s = f - s f, and f is exact: the rounding of s enters only a small term.
  const double correction = s * (2 * z * tail - f);
  return exponent * kLn2High + (exponent * kLn2Low + correction + f);
}

// e to the x. Underflows to 0 below about -745, overflows to infinity above about 709.78.
inline double Exp(double x) {
  if (std::isnan(x)) {
    return x;
  }
  if (x > 709.8) {
    return std::numeric_limits<double>::infinity();
  }
  if (x < -745.2) {
    return 0;
  }
  const double k = std::floor(x * 0x1.71547652b82fep0 + 0.5);
  const double high = x - k * kLn2High;
  const double r = high - k * kLn2Low;
  double sum = 1.0 / 14;
  for (int n = 13; n >= 2; --n) {
    sum = (1 + r * sum) / n;
  }
  return std::ldexp(1 + (r + r * r * sum), static_cast<int>(k));
}

}  // namespace kvintet::portable
