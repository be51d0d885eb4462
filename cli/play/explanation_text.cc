// ExplanationText, AddExplanation: see the header.
#include "cli/play/explanation_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace kvintet::cli {
namespace {

// Columns of a table, and things of a belief, that fit a terminal.
constexpr int kColumns = 6;
constexpr int kThings = 12;

std::string MoveText(const v1::MixedMove& move) {
  return absl::StrCat(move.move(), move.best_response() ? " *" : "");
}

std::string LeftOutText(const char* whose, const v1::MixedStrategy& strategy, int shown) {
  const int hidden = strategy.considered() - shown;
  if (hidden <= 0) {
    return "";
  }
  double left_out = strategy.left_out();
  for (int i = shown; i < strategy.moves_size(); ++i) {
    left_out += strategy.moves(i).probability();
  }
  return absl::StrFormat("  %d more moves of %s, probability %.1f %%\n", hidden, whose,
                         100 * left_out);
}

// Rows are the moves of the seat that was asked for; columns are numbered, with a list below.
std::string TableText(const v1::PayoffTable& table) {
  const v1::MixedStrategy& own = table.own();
  const v1::MixedStrategy& other = table.other();
  const int columns = std::min(kColumns, other.moves_size());
  size_t width = 4;
  for (const v1::MixedMove& move : own.moves()) {
    width = std::max(width, MoveText(move).size());
  }
  std::string text = absl::StrFormat(
      "payoffs to this seat, value %+.3f; rows: its moves, columns: the other seat's; *: a best "
      "response\n  %-*s %6s %6s",
      table.value(), static_cast<int>(width), "move", "%", "value");
  for (int j = 0; j < columns; ++j) {
    absl::StrAppendFormat(&text, " %6s", absl::StrCat("[", j + 1, "]"));
  }
  absl::StrAppend(&text, "\n");
  for (int i = 0; i < own.moves_size(); ++i) {
    const v1::MixedMove& move = own.moves(i);
    absl::StrAppendFormat(&text, "  %-*s %6.1f %+6.3f", static_cast<int>(width), MoveText(move),
                          100 * move.probability(), move.value());
    for (int j = 0; j < columns; ++j) {
      absl::StrAppendFormat(&text, " %+6.3f", table.payoffs(i * other.moves_size() + j));
    }
    absl::StrAppend(&text, "\n");
  }
  for (int j = 0; j < columns; ++j) {
    const v1::MixedMove& move = other.moves(j);
    absl::StrAppendFormat(&text, "  [%d] %s: %.1f %%, value %+.3f\n", j + 1, MoveText(move),
                          100 * move.probability(), move.value());
  }
  return absl::StrCat(text, LeftOutText("this seat", own, own.moves_size()),
                      LeftOutText("the other seat", other, columns));
}

std::string BeliefText(const v1::Belief& belief) {
  std::string text = absl::StrFormat("the other seat holds %.0f of these", belief.held());
  absl::StrAppend(&text, belief.certain()
                             ? ", for certain:"
                             : absl::StrCat(", by ", belief.samples(),
                                            " positions that fit what this seat knows:"));
  const int shown = std::min(kThings, belief.things_size());
  for (int i = 0; i < shown; ++i) {
    const v1::HeldThing& thing = belief.things(i);
    absl::StrAppendFormat(&text, "%s %s %.0f %%", i == 0 ? "" : ",", thing.name(),
                          100 * thing.probability());
  }
  const int left = belief.things_size() - shown;
  return absl::StrCat(text, left > 0 ? absl::StrCat(", and ", left, " less likely") : "", "\n");
}

Json ToJson(const v1::MixedStrategy& strategy) {
  Json moves = Json::array();
  for (const v1::MixedMove& move : strategy.moves()) {
    moves.push_back({{"move", move.move()},
                     {"probability", move.probability()},
                     {"value", move.value()},
                     {"best_response", move.best_response()}});
  }
  return {
      {"moves", moves}, {"considered", strategy.considered()}, {"left_out", strategy.left_out()}};
}

}  // namespace

std::string ExplanationText(const v1::AnalyzeResponse& message) {
  return absl::StrCat(message.has_payoff_table() ? TableText(message.payoff_table()) : "",
                      message.has_belief() ? BeliefText(message.belief()) : "");
}

void AddExplanation(const v1::AnalyzeResponse& message, Json* json) {
  if (message.has_payoff_table()) {
    const v1::PayoffTable& table = message.payoff_table();
    (*json)["payoff_table"] = {
        {"own", ToJson(table.own())},
        {"other", ToJson(table.other())},
        {"payoffs", std::vector<double>(table.payoffs().begin(), table.payoffs().end())},
        {"value", table.value()}};
  }
  if (message.has_belief()) {
    const v1::Belief& belief = message.belief();
    Json things = Json::array();
    for (const v1::HeldThing& thing : belief.things()) {
      things.push_back({{"name", thing.name()}, {"probability", thing.probability()}});
    }
    (*json)["belief"] = {{"things", things},
                         {"held", belief.held()},
                         {"certain", belief.certain()},
                         {"samples", belief.samples()}};
  }
}

}  // namespace kvintet::cli
