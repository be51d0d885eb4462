// GameRecord: see the header.
#include "selfplay/records/game_record.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/portable_math.h"

namespace kvintet::selfplay {
namespace {

// Maximum number of entries of a stored policy; the rest is spread evenly over the other actions.
constexpr size_t kMaxEntries = 24;
// Entries stop when no more than this probability is left.
constexpr double kMinRest = 1.0 / 512;
constexpr double kCodesPerNat = 20;
// Lower bound for priors, so that no divergence is infinite.
constexpr double kMinRecordedPrior = 1e-9;

template <typename Integer>
Integer Scaled(double value, double scale) {
  return static_cast<Integer>(std::floor(value * scale + 0.5));
}

// KL(policy || prior) in nats.
double Divergence(const Decision& decision) {
  double sum = 0;
  for (const ActionStatistics& action : decision.actions) {
    const auto policy = static_cast<double>(action.policy);
    if (policy > 0) {
      const double prior = std::max(static_cast<double>(action.prior), kMinRecordedPrior);
      sum += policy * portable::Log(policy / prior);
    }
  }
  return sum;
}

}  // namespace

SurpriseCode EncodeSurprise(double nats) {
  return Scaled<uint8_t>(std::min(std::sqrt(std::max(nats, 0.0)) * 64, 255.0), 1);
}

ProbabilityCode EncodeProbability(double probability, double rounding) {
  if (probability <= 0) {
    return kZeroProbability;
  }
  const double code = std::floor(-portable::Log(probability) * kCodesPerNat + rounding);
  return static_cast<ProbabilityCode>(std::clamp(code, 0.0, kZeroProbability - 1.0));
}

float DecodeProbability(ProbabilityCode code) {
  static const std::array<float, 256> kTable = [] {
    std::array<float, 256> table = {};
    for (int i = 0; i < kZeroProbability; ++i) {
      table[static_cast<size_t>(i)] = static_cast<float>(portable::Exp(-i / kCodesPerNat));
    }
    return table;
  }();
  return kTable[code];
}

float GameRecord::ResultFor(const RecordRow& row) const {
  const RecordedEvent& event = events[static_cast<size_t>(row.event)];
  return event.actor == envs::Actor::kSeat1 ? 0 - result : result;
}

void AddRow(const Decision& decision, uint16_t model, GameRecord* record, RandomStream* rounding) {
  const auto encode = [&](double probability) {
    return EncodeProbability(probability, rounding != nullptr ? rounding->Uniform() : 0.5);
  };
  std::vector<const ActionStatistics*> likeliest;
  for (const ActionStatistics& action : decision.actions) {
    likeliest.push_back(&action);
  }
  const size_t most = std::min(kMaxEntries, likeliest.size());
  std::partial_sort(likeliest.begin(), likeliest.begin() + static_cast<ptrdiff_t>(most),
                    likeliest.end(), [](const ActionStatistics* a, const ActionStatistics* b) {
                      return a->policy != b->policy ? a->policy > b->policy : a->action < b->action;
                    });
  size_t kept = 0;
  double rest = 1;
  while (kept < most && rest > kMinRest) {
    rest -= static_cast<double>(likeliest[kept++]->policy);
  }
  likeliest.resize(kept);
  std::ranges::sort(likeliest, {}, &ActionStatistics::action);
  RecordRow row;
  row.event = static_cast<int32_t>(record->events.size());
  row.surprise = EncodeSurprise(Divergence(decision));
  row.model = model;
  row.value = Scaled<int16_t>(std::clamp(decision.value, -1.0, 1.0), 32767);
  row.draw = Scaled<uint8_t>(std::clamp(decision.draw, 0.0, 1.0), 255);
  row.behaviour = encode(decision.behaviour);
  row.rest = kept == decision.actions.size() ? kZeroProbability : encode(rest);
  row.first_policy = static_cast<uint32_t>(record->policy.size());
  row.num_policy = static_cast<uint16_t>(kept);
  for (const ActionStatistics* action : likeliest) {
    record->policy.push_back({action->action, encode(static_cast<double>(action->policy))});
  }
  record->rows.push_back(row);
}

void FillPolicy(const GameRecord& record, const RecordRow& row, std::span<const envs::Action> legal,
                std::span<float> out) {
  KVINTET_CHECK_EQ(legal.size(), out.size());
  const std::span<const PolicyEntry> entries = record.PolicyOf(row);
  const auto others = static_cast<float>(legal.size() - entries.size());
  const float share = others > 0 ? DecodeProbability(row.rest) / others : 0;
  float sum = 0;
  size_t next = 0;
  for (size_t i = 0; i < legal.size(); ++i) {
    const bool named = next < entries.size() && entries[next].action == legal[i];
    out[i] = named ? DecodeProbability(entries[next++].code) : share;
    sum += out[i];
  }
  KVINTET_CHECK_EQ(next, entries.size());
  for (float& probability : out) {
    probability /= sum;
  }
}

}  // namespace kvintet::selfplay
