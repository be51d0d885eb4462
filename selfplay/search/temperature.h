// Temper, DrawIndex: apply a temperature to probabilities, and sample from them.
#pragma once

#include <cstddef>
#include <span>

#include "base/portable_math.h"
#include "base/rng.h"

namespace kvintet::selfplay {

// Replaces each weight w by a probability proportional to w^(1 / temperature). REQUIRES: weights >=
// 0, one of them > 0; temperature > 0.
inline void Temper(double temperature, std::span<double> weights) {
  double most = 0;
  for (const double weight : weights) {
    most = weight > most ? weight : most;
  }
  double sum = 0;
  for (double& weight : weights) {
    weight /= most;
    weight = weight > 0 && temperature != 1 ? portable::Exp(portable::Log(weight) / temperature)
                                            : weight;
    sum += weight;
  }
  for (double& weight : weights) {
    weight /= sum;
  }
}

// Samples an index. REQUIRES: probabilities sum to 1, up to rounding.
inline size_t DrawIndex(std::span<const double> probabilities, RandomStream* random) {
  double rest = random->Uniform();
  size_t last = 0;
  for (size_t i = 0; i < probabilities.size(); ++i) {
    if (probabilities[i] > 0) {
      last = i;
      rest -= probabilities[i];
      if (rest < 0) {
        break;
      }
    }
  }
  return last;
}

}  // namespace kvintet::selfplay
