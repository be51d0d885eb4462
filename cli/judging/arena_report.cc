// Reports of the arena: see the header.
#include "cli/judging/arena_report.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/nash_averaging.h"
#include "arena/statistics/anytime_interval.h"
#include "arena/statistics/rating.h"

namespace kvintet::cli {
namespace {

using arena::CrossTable;
using arena::Interval;
using arena::MatchResult;
using arena::PairScores;

// "0.612 [0.540,0.680]", 19 characters.
std::string ScoreText(const PairScores& scores, const IntervalKind& kind) {
  const Interval interval = kind.Of(scores);
  return absl::StrFormat("%.3f [%.3f,%.3f]", interval.score, interval.low, interval.high);
}

Json RecordsJson(const MatchResult& match) {
  Json records = Json::array();
  for (const arena::MatchGame& game : match.games) {
    records.push_back({{"a_seat", game.a_seat},
                       {"a_return", game.a_return},
                       {"reason", game.reason},
                       {"record", game.record}});
  }
  return records;
}

// Nash averaging: the Elo of each agent against the best mix of agents.
std::string NashText(const CrossTable& table, size_t width) {
  const arena::NashAveraging nash = arena::AverageByNash(arena::LogOddsOf(table));
  std::string text = absl::StrFormat(
      "Nash averaging: Elo against the best mix of agents, effectively %.1f agents\n",
      nash.effective_players);
  for (size_t a = 0; a < table.agents.size(); ++a) {
    absl::StrAppendFormat(&text, "%2d %-*s %6.0f  in the mix %.3f\n", a + 1, width, table.agents[a],
                          arena::EloOf(nash.ratings[a]), nash.mix[a]);
  }
  absl::StrAppendFormat(&text,
                        "cyclic share of the differences %.3f, of which chance explains %.3f\n",
                        nash.cyclic_share, std::min(nash.cyclic_share, nash.cyclic_share_of_noise));
  return text;
}

void AddNash(const CrossTable& table, Json* json) {
  const arena::NashAveraging nash = arena::AverageByNash(arena::LogOddsOf(table));
  for (size_t a = 0; a < table.agents.size(); ++a) {
    (*json)["agents"][a]["nash_mix"] = nash.mix[a];
    (*json)["agents"][a]["nash_elo"] = arena::EloOf(nash.ratings[a]);
  }
  (*json)["effective_agents"] = nash.effective_players;
  (*json)["cyclic_share"] = nash.cyclic_share;
  (*json)["cyclic_share_of_noise"] = nash.cyclic_share_of_noise;
}

}  // namespace

Interval IntervalKind::Of(const PairScores& scores) const {
  return anytime ? arena::AnytimeScore(scores, confidence) : scores.Estimate(confidence);
}

std::string MatchText(const std::string& game, const CrossTable& table, const IntervalKind& kind) {
  const MatchResult& match = table.Match(0, 1);
  const Interval interval = kind.Of(match.scores);
  std::string text =
      absl::StrFormat("%s against %s in %s\n", table.agents[0], table.agents[1], game);
  absl::StrAppendFormat(&text, "score %.3f, %g %% %s [%.3f, %.3f], %d games in pairs\n",
                        interval.score, 100 * kind.confidence,
                        kind.anytime ? "anytime-valid interval" : "interval", interval.low,
                        interval.high, match.games.size());
  absl::StrAppend(&text, "pairs by points 0 1/2 1 3/2 2:");
  for (const int64_t count : match.scores.pairs) {
    absl::StrAppend(&text, " ", count);
  }
  absl::StrAppend(&text, "\nends:");
  for (const auto& [reason, count] : match.Reasons()) {
    absl::StrAppend(&text, " ", reason, " ", count);
  }
  return text + "\n";
}

// A table that was interrupted holds fewer pairs of the later matches.
std::string PairsText(const CrossTable& table) {
  int64_t fewest = table.Match(0, 1).scores.NumPairs();
  int64_t most = fewest;
  for (const arena::MatchResult& match : table.matches) {
    fewest = std::min(fewest, match.scores.NumPairs());
    most = std::max(most, match.scores.NumPairs());
  }
  const std::string range = fewest == most ? "" : absl::StrCat(fewest, " to ");
  return absl::StrCat(range, most, " pairs of games each");
}

std::string TableText(const std::string& game, const CrossTable& table, const IntervalKind& kind) {
  size_t width = 0;
  for (const std::string& agent : table.agents) {
    width = std::max(width, agent.size());
  }
  std::vector<std::string> lines = {absl::StrFormat("   %*s %-19s", width, "", "all")};
  for (size_t b = 0; b < table.agents.size(); ++b) {
    absl::StrAppendFormat(&lines[0], "  %-19s", absl::StrCat("against ", b + 1));
  }
  for (size_t a = 0; a < table.agents.size(); ++a) {
    lines.push_back(absl::StrFormat("%2d %-*s %s", a + 1, width, table.agents[a],
                                    ScoreText(table.Total(a), kind)));
    for (size_t b = 0; b < table.agents.size(); ++b) {
      absl::StrAppendFormat(&lines.back(), "  %-19s",
                            a == b ? "-" : ScoreText(table.Scores(a, b), kind));
    }
  }
  std::string text = absl::StrFormat("scores in %s with %g %% intervals, %s\n", game,
                                     100 * kind.confidence, PairsText(table));
  for (const std::string& line : lines) {
    absl::StrAppend(&text, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  return table.agents.size() > 2 ? text + NashText(table, width) : text;
}

Json ScoresJson(const PairScores& scores, const IntervalKind& kind) {
  const Interval interval = kind.Of(scores);
  Json json = {{"score", interval.score},
               {"low", interval.low},
               {"high", interval.high},
               {"games", 2 * scores.NumPairs()},
               {"pairs", scores.pairs}};
  if (kind.anytime) {
    json["anytime"] = true;
  }
  return json;
}

Json MatchJson(const CrossTable& table, size_t a, size_t b, const IntervalKind& kind,
               bool with_records) {
  const MatchResult& match = table.Match(a, b);
  Json json = ScoresJson(match.scores, kind);
  json["a"] = table.agents[a];
  json["b"] = table.agents[b];
  json["reasons"] = match.Reasons();
  if (with_records) {
    json["records"] = RecordsJson(match);
  }
  return json;
}

Json TableJson(const CrossTable& table, const IntervalKind& kind, bool with_records) {
  Json agents = Json::array();
  Json matches = Json::array();
  for (size_t a = 0; a < table.agents.size(); ++a) {
    Json agent = ScoresJson(table.Total(a), kind);
    agent["agent"] = table.agents[a];
    agents.push_back(agent);
    for (size_t b = a + 1; b < table.agents.size(); ++b) {
      matches.push_back(MatchJson(table, a, b, kind, with_records));
    }
  }
  Json json = {{"agents", agents}, {"matches", matches}};
  if (table.agents.size() > 2) {
    AddNash(table, &json);
  }
  return json;
}

}  // namespace kvintet::cli
