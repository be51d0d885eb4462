// LambdaReturn, LambdaWdl: see the header.
#include "selfplay/rows/returns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace kvintet::selfplay {
namespace {

// The expected result of a game from one seat's point of view. The remaining probability is a draw.
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

Outlook Reversed(const Outlook& outlook) { return {.win = outlook.loss, .loss = outlook.win}; }

// The value that the search found at a row, for the seat that decided there.
Outlook Found(const RecordRow& row) {
  const double value = static_cast<double>(row.Value());
  const double decided = 1 - std::min(static_cast<double>(row.Draw()), 1 - std::abs(value));
  return {.win = (decided + value) / 2, .loss = (decided - value) / 2};
}

// For a game that was cut.
Outlook OfCutGame(const GameRecord& record, const RecordRow& row, double cut_lead) {
  const envs::Actor actor = ActorAt(record, row);
  if (cut_lead > 0) {
    const int64_t lead = int64_t{record.margin[0]} - record.margin[1];
    const double worth = std::clamp(static_cast<double>(lead) / cut_lead, -1.0, 1.0);
    return OfValue(actor == envs::Actor::kSeat1 ? -worth : worth);
  }
  const auto last = std::find_if(record.rows.rbegin(), record.rows.rend(),
                                 [&](const RecordRow& judged) { return record.IsJudged(judged); });
  if (last == record.rows.rend()) {
    return {};
  }
  const Outlook found = Found(*last);
  return ActorAt(record, *last) == actor ? found : Reversed(found);
}

// For a game that ended by its rules, or was given up and so has no margin.
Outlook OfEndedGame(const GameRecord& record, const RecordRow& row, const ReturnRule& rule) {
  const Outlook result = OfValue(static_cast<double>(record.ResultFor(row)));
  if (rule.margin_share == 0 || record.resigned.has_value()) {
    return result;
  }
  const auto lead = static_cast<double>(int64_t{record.margin[0]} - record.margin[1]);
  const double ahead = std::clamp(lead / rule.margin_scale, -1.0, 1.0);
  const double value = ActorAt(record, row) == envs::Actor::kSeat1 ? -ahead : ahead;
  const double share = rule.margin_share;
  return {.win = (1 - share) * result.win + share * (1 + value) / 2,
          .loss = (1 - share) * result.loss + share * (1 - value) / 2};
}

Outlook EndOf(const GameRecord& record, const RecordRow& row, const ReturnRule& rule) {
  return record.truncated ? OfCutGame(record, row, rule.cut_lead) : OfEndedGame(record, row, rule);
}

Outlook OfWdl(const Wdl& wdl) {
  return {.win = static_cast<double>(wdl.win), .loss = static_cast<double>(wdl.loss)};
}

// The expected result at row `i` for the seat that decides at `from`; empty if that row does not
// count.
std::optional<Outlook> Expected(const GameRecord& record, size_t i, const RecordRow& from,
                                const ReturnRule& rule) {
  const RecordRow& later = record.rows[i];
  const bool same = ActorAt(record, later) == ActorAt(record, from);
  if (rule.judgment != nullptr) {
    const Outlook judged = OfWdl(rule.judgment->rows[i]);
    return same ? judged : Reversed(judged);
  }
  return same && record.IsJudged(later) ? std::optional(Found(later)) : std::nullopt;
}

// Calls add(weight, outlook, i) for all terms: the expected result at each row i, and last the end,
// with i the number of rows.
template <typename Add>
void WeighOutlooks(const GameRecord& record, size_t row, const ReturnRule& rule, Add&& add) {
  const RecordRow& from = record.rows[row];
  const auto weight_at = [&](size_t event) {
    return std::pow(rule.discount, static_cast<double>(event) - static_cast<double>(from.event));
  };
  double rest = 1;
  for (size_t i = row + 1; i < record.rows.size() && rest > 0; ++i) {
    const std::optional<Outlook> expected = Expected(record, i, from, rule);
    if (expected) {
      const auto event = static_cast<size_t>(record.rows[i].event);
      add(rest * (1 - rule.lambda) * weight_at(event), *expected, i);
      rest *= rule.lambda;
    }
  }
  add(rest * weight_at(record.events.size() - 1), EndOf(record, from, rule), record.rows.size());
}

// The luck of the seat of row `row` between row `i` and the next row or the end.
double LuckAfter(const GameRecord& record, size_t row, size_t i, const ReturnRule& rule) {
  const std::optional<float>& after = rule.judgment->after[i];
  if (!after) {
    return 0;
  }
  const RecordRow& from = record.rows[row];
  const double next = i + 1 < record.rows.size() ? Expected(record, i + 1, from, rule)->Value()
                                                 : EndOf(record, from, rule).Value();
  const bool same = ActorAt(record, record.rows[i]) == ActorAt(record, from);
  return next - static_cast<double>(same ? *after : -*after);
}

}  // namespace

double LambdaReturn(const GameRecord& record, size_t row, const ReturnRule& rule) {
  const bool without_luck = rule.judgment != nullptr && !rule.judgment->after.empty();
  double sum = 0;
  double luck = 0;
  size_t seen = row;
  WeighOutlooks(record, row, rule, [&](double weight, const Outlook& outlook, size_t i) {
    for (; without_luck && seen < i; ++seen) {
      luck += LuckAfter(record, row, seen, rule);
    }
    sum += weight * (outlook.Value() - luck);
  });
  return sum;
}

Wdl LambdaWdl(const GameRecord& record, size_t row, const ReturnRule& rule) {
  Outlook sum;
  WeighOutlooks(record, row, rule, [&](double weight, const Outlook& outlook, size_t) {
    sum.win += weight * outlook.win;
    sum.loss += weight * outlook.loss;
  });
  return {.win = static_cast<float>(sum.win),
          .draw = static_cast<float>(std::max(1 - sum.win - sum.loss, 0.0)),
          .loss = static_cast<float>(sum.loss)};
}

}  // namespace kvintet::selfplay
