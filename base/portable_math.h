// Log, Exp: logarithm and exponential with the same bits on every machine.
//
// Built only from correctly rounded operations (+ - * /), so that results depend neither on the C
// library nor on the processor, provided that the compiler does not contract a*b+c. The error is at
// most 2 units in the last place.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace kvintet::portable {

// ln 2 in two parts; the first has 32 trailing zero bits, so that k * kLn2High is exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

// 1 / (2 n + 3): the series of atanh without its first term.
inline constexpr std::array<double, 12> kAtanhTerms = [] {
  std::array<double, 12> terms = {};
  for (size_t n = 0; n < terms.size(); ++n) {
    terms[n] = 1 / static_cast<double>(2 * n + 3);
  }
  return terms;
}();

// 1 / (n + 2)!: the series of the exponential without its first two terms.
inline constexpr std::array<double, 14> kExpTerms = [] {
  std::array<double, 14> terms = {};
  double factorial = 1;
  for (size_t n = 0; n < terms.size(); ++n) {
    factorial *= static_cast<double>(n + 2);
    terms[n] = 1 / factorial;
  }
  return terms;
}();

// terms[0] + terms[1] x + ..., with even and odd powers summed apart so that the two sums run in
// parallel.
template <size_t kSize>
inline double Polynomial(const std::array<double, kSize>& terms, double x) {
  static_assert(kSize % 2 == 0);
  const double square = x * x;
  double even = terms[kSize - 2];
  double odd = terms[kSize - 1];
  for (size_t n = kSize - 2; n >= 2; n -= 2) {
    even = even * square + terms[n - 2];
    odd = odd * square + terms[n - 1];
  }
  return even + x * odd;
}

// Natural logarithm. Log(0) is -infinity; the logarithm of a negative number or NaN is NaN.
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
  // ln(1 + f) = 2 atanh(s) with s = f / (2 + f) and |s| < 0.1716, so thirteen terms are enough.
  const double f = m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  // 2 s = f - s f, and f is exact, so the rounding error of s affects only a small term.
  const double correction = s * (2 * z * Polynomial(kAtanhTerms, z) - f);
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
  const double r = (x - k * kLn2High) - k * kLn2Low;
  return std::ldexp(1 + (r + r * r * Polynomial(kExpTerms, r)), static_cast<int>(k));
}

}  // namespace kvintet::portable
