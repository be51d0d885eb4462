// UniformEvaluator: see the header.
#include "selfplay/evaluators/uniform_evaluator.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace kvintet::selfplay {
namespace {

constexpr Wdl kEven = {0.25f, 0.5f, 0.25f};

// Multiples of 1/256 that sum to 1.
Wdl HashedWdl(uint64_t bits) {
  const auto decided = static_cast<uint32_t>(bits & 0xff);
  const auto won = static_cast<uint32_t>((bits >> 8 & 0xff) * (decided + 1) >> 8);
  const auto part = [](uint32_t n) { return static_cast<float>(n) / 256; };
  return {part(won), part(256 - decided), part(decided - won)};
}

// A multiple of 2^-14 in [-2, 2).
float HashedLogit(uint64_t bits) {
  return static_cast<float>(static_cast<int32_t>(bits & 0xffff) - 0x8000) / 0x4000;
}

}  // namespace

std::string UniformEvaluator::Id() const {
  return seed_.has_value() ? absl::StrCat("hash:", *seed_) : "uniform";
}

absl::Status UniformEvaluator::Evaluate(const EvaluationRequest& request,
                                        const EvaluationResult& result) {
  if (!seed_.has_value()) {
    std::ranges::fill(result.policy_logits, 0.0f);
    std::ranges::fill(result.wdl, kEven);
    return absl::OkStatus();
  }
  for (int i = 0; i < request.Count(); ++i) {
    const Key128 key = Combine(game_.CacheKey(request.views[i]), *seed_);
    result.wdl[static_cast<size_t>(i)] = HashedWdl(key.high);
    auto out = static_cast<size_t>(request.offsets[static_cast<size_t>(i)]);
    for (const envs::Action action : request.Legal(i)) {
      result.policy_logits[out++] = HashedLogit(Combine(key, static_cast<uint64_t>(action)).low);
    }
  }
  return absl::OkStatus();
}

}  // namespace kvintet::selfplay
