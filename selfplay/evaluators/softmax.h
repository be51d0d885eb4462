// Softmax, FastExp: probabilities from logits with the same bits on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kvintet::selfplay {

// exp(x) for x <= 0 (3e-308 for x <= -708), within a few units in the last place. It uses only +
// and *, without branches or division, so that loops vectorise and give the same bits.
inline double FastExp(double x) {
  constexpr double kRound = 0x1.8p52;
  constexpr double kCoefficients[] = {1.0 / 479001600,
                                      1.0 / 39916800,
                                      1.0 / 3628800,
                                      1.0 / 362880,
                                      1.0 / 40320,
                                      1.0 / 5040,
                                      1.0 / 720,
                                      1.0 / 120,
                                      1.0 / 24,
                                      1.0 / 6,
                                      1.0 / 2,
                                      1.0,
                                      1.0};
  const double clamped = x < -708 ? -708 : x;
  const double shifted = clamped * 0x1.71547652b82fep0 + kRound;
  const double k = shifted - kRound;
  const double r = clamped - k * 0x1.62e42fee00000p-1 - k * 0x1.a39ef35793c76p-33;
  double sum = 1.0 / 6227020800;
  for (const double coefficient : kCoefficients) {
    sum = sum * r + coefficient;
  }
  // 2^k: the low bits of `shifted` hold k.
  const uint64_t exponent =
      std::bit_cast<uint64_t>(shifted) - std::bit_cast<uint64_t>(kRound) + uint64_t{1023};
  const double scale = std::bit_cast<double>(exponent << 52);
  return sum * scale;
}

// probabilities[i] = exp(logits[i]) / sum of all. `powers` is scratch space of the same size.
// REQUIRES: at least one logit, none NaN or +infinity, one above -infinity.
inline void Softmax(std::span<const float> logits, std::span<double> powers,
                    std::span<float> probabilities) {
  const double most = *std::max_element(logits.begin(), logits.end());
  for (size_t i = 0; i < logits.size(); ++i) {
    powers[i] = FastExp(static_cast<double>(logits[i]) - most);
  }
  double sum = 0;
  for (size_t i = 0; i < logits.size(); ++i) {
    sum += powers[i];
  }
  const double factor = 1 / sum;
  for (size_t i = 0; i < logits.size(); ++i) {
    probabilities[i] = static_cast<float>(powers[i] * factor);
  }
}

}  // namespace kvintet::selfplay
