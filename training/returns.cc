// LambdaReturn, LambdaWdl: see the header.
#include "training/returns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ranges>

namespace kvintet::training {
namespace {

using selfplay::GameRecord;
using selfplay::RecordRow;

// What is expected of a game from one seat's side. Win and loss; the rest is a draw.
struct Outlook {
  double win = 0;
  double loss = 0;
  double Value() const { return win - loss; }
};

Outlook OfValue(double value) {
  return {.win = std::max(value, 0.0), .loss = std::max(-value, 0.0)};
}

envs::Actor ActorAt(const GameRecord& record, const RecordRow& row) {
  return record.events[static_cast<size_t>(row.event)].actor;
}

// What the search of a row found, for the seat that decided there.
Outlook Found(const RecordRow& row) {
  const double value = static_cast<double>(row.Value());
  const double decided = 1 - std::min(static_cast<double>(row.Draw()), 1 - std::abs(value));
  return {.win = (decided + value) / 2, .loss = (decided - value) / 2};
}

// Of a game that was cut.
Outlook OfCutGame(const GameRecord& record, const RecordRow& row, double cut_lead) {
  const envs::Actor actor = ActorAt(record, row);
  if (cut_lead > 0) {
    const int64_t lead = int64_t{record.margin[0]} - record.margin[1];
    const double worth = std::clamp(static_cast<double>(lead) / cut_lead, -1.0, 1.0);
    return OfValue(actor == envs::Actor::kSeat1 ? -worth : worth);
  }
  for (const RecordRow& last : std::views::reverse(record.rows)) {
    if (record.IsJudged(last)) {
      const Outlook found = Found(last);
      return ActorAt(record, last) == actor ? found : Outlook{.win = found.loss, .loss = found.win};
    }
  }
  return {};
}

// Calls add(weight, outlook) for all that is weighed.
template <typename Add>
void WeighOutlooks(const GameRecord& record, size_t row, const ReturnRule& rule, Add&& add) {
  const RecordRow& from = record.rows[row];
  const auto weight_at = [&](size_t event) {
    return std::pow(rule.discount, static_cast<double>(event) - static_cast<double>(from.event));
  };
  double rest = 1;
  for (size_t i = row + 1; i < record.rows.size() && rest > 0; ++i) {
    const RecordRow& later = record.rows[i];
    if (ActorAt(record, later) == ActorAt(record, from) && record.IsJudged(later)) {
      add(rest * (1 - rule.lambda) * weight_at(static_cast<size_t>(later.event)), Found(later));
      rest *= rule.lambda;
    }
  }
  const Outlook end = record.truncated ? OfCutGame(record, from, rule.cut_lead)
                                       : OfValue(static_cast<double>(record.ResultFor(from)));
  add(rest * weight_at(record.events.size() - 1), end);
}

}  // namespace

double LambdaReturn(const GameRecord& record, size_t row, const ReturnRule& rule) {
  double sum = 0;
  WeighOutlooks(record, row, rule,
                [&](double weight, const Outlook& outlook) { sum += weight * outlook.Value(); });
  return sum;
}

selfplay::Wdl LambdaWdl(const GameRecord& record, size_t row, const ReturnRule& rule) {
  Outlook sum;
  WeighOutlooks(record, row, rule, [&](double weight, const Outlook& outlook) {
    sum.win += weight * outlook.win;
    sum.loss += weight * outlook.loss;
  });
  return {.win = static_cast<float>(sum.win),
          .draw = static_cast<float>(std::max(1 - sum.win - sum.loss, 0.0)),
          .loss = static_cast<float>(sum.loss)};
}

}  // namespace kvintet::training
