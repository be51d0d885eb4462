// LambdaReturn: see the header.
#include "training/returns.h"

#include <algorithm>
#include <cmath>

namespace kvintet::training {

namespace {

double ResultFor(const selfplay::GameRecord& record, const selfplay::RecordRow& row,
                 double cut_lead) {
  if (!record.truncated || cut_lead == 0) {
    return static_cast<double>(record.ResultFor(row));
  }
  const int64_t lead = int64_t{record.margin[0]} - record.margin[1];
  const double worth = std::clamp(static_cast<double>(lead) / cut_lead, -1.0, 1.0);
  const envs::Actor actor = record.events[static_cast<size_t>(row.event)].actor;
  return actor == envs::Actor::kSeat1 ? -worth : worth;
}

}  // namespace

double LambdaReturn(const selfplay::GameRecord& record, size_t row, const ReturnRule& rule) {
  const auto actor = [&](size_t i) {
    return record.events[static_cast<size_t>(record.rows[i].event)].actor;
  };
  const auto weight_at = [&](size_t event) {
    const auto away = static_cast<double>(event) - static_cast<double>(record.rows[row].event);
    return std::pow(rule.discount, away);
  };
  double sum = 0;
  double rest = 1;
  for (size_t i = row + 1; i < record.rows.size() && rest > 0; ++i) {
    if (actor(i) == actor(row)) {
      const selfplay::RecordRow& later = record.rows[i];
      sum += rest * (1 - rule.lambda) * weight_at(static_cast<size_t>(later.event)) *
             static_cast<double>(later.Value());
      rest *= rule.lambda;
    }
  }
  return sum + rest * weight_at(record.events.size() - 1) *
                   ResultFor(record, record.rows[row], rule.cut_lead);
}

}  // namespace kvintet::training
