// CooledRate: see the header.
#include "training/learning/cooldown.h"

#include <algorithm>

namespace kvintet::training {
namespace {

constexpr double kLastRate = 0.01;

}  // namespace

double CooledRate(double done, double cooldown_share) {
  if (cooldown_share == 0) {
    return 1;
  }
  return std::clamp((1 - done) / cooldown_share, kLastRate, 1.0);
}

}  // namespace kvintet::training
