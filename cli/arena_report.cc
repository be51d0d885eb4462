// Reports of the arena: see the header.
#include "cli/arena_report.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace kvintet::cli {
namespace {

using arena::CrossTable;
using arena::Interval;
using arena::MatchResult;
using arena::PairScores;

// "0.612 [0.540,0.680]", 19 characters.
std::string ScoreText(const PairScores& scores, double confidence) {
  const Interval interval = scores.Estimate(confidence);
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

}  // namespace

std::string MatchText(const std::string& game, const CrossTable& table, double confidence) {
  const MatchResult& match = table.Match(0, 1);
  const Interval interval = match.scores.Estimate(confidence);
  std::string text =
      absl::StrFormat("%s against %s in %s\n", table.agents[0], table.agents[1], game);
  absl::StrAppendFormat(&text, "score %.3f, %g %% interval [%.3f, %.3f], %d games in pairs\n",
                        interval.score, 100 * confidence, interval.low, interval.high,
                        match.games.size());
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

std::string TableText(const std::string& game, const CrossTable& table, double confidence) {
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
                                    ScoreText(table.Total(a), confidence)));
    for (size_t b = 0; b < table.agents.size(); ++b) {
      absl::StrAppendFormat(&lines.back(), "  %-19s",
                            a == b ? "-" : ScoreText(table.Scores(a, b), confidence));
    }
  }
  std::string text = absl::StrFormat("scores in %s with %g %% intervals, %d pairs of games each\n",
                                     game, 100 * confidence, table.Match(0, 1).scores.NumPairs());
  for (const std::string& line : lines) {
    absl::StrAppend(&text, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  return text;
}

Json ScoresJson(const PairScores& scores, double confidence) {
  const Interval interval = scores.Estimate(confidence);
  return {{"score", interval.score},
          {"low", interval.low},
          {"high", interval.high},
          {"games", 2 * scores.NumPairs()},
          {"pairs", scores.pairs}};
}

Json MatchJson(const CrossTable& table, size_t a, size_t b, double confidence, bool with_records) {
  const MatchResult& match = table.Match(a, b);
  Json json = ScoresJson(match.scores, confidence);
  json["a"] = table.agents[a];
  json["b"] = table.agents[b];
  json["reasons"] = match.Reasons();
  if (with_records) {
    json["records"] = RecordsJson(match);
  }
  return json;
}

Json TableJson(const CrossTable& table, double confidence, bool with_records) {
  Json agents = Json::array();
  Json matches = Json::array();
  for (size_t a = 0; a < table.agents.size(); ++a) {
    Json agent = ScoresJson(table.Total(a), confidence);
    agent["agent"] = table.agents[a];
    agents.push_back(agent);
    for (size_t b = a + 1; b < table.agents.size(); ++b) {
      matches.push_back(MatchJson(table, a, b, confidence, with_records));
    }
  }
  return {{"agents", agents}, {"matches", matches}};
}

}  // namespace kvintet::cli
