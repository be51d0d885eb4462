// The streams behind `kvintet ask --watch` and `--game`: see the header.
#include "cli/play/ask_streams.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include "base/reports/json.h"
#include "cli/play/explanation_text.h"

namespace kvintet::cli {
namespace {

// Candidates that a line of progress shows.
constexpr int kShown = 4;

int SeatNumber(v1::Seat seat) { return seat == v1::SEAT_1 ? 1 : 0; }

std::string StopName(v1::AnalyzeResponse::Stop stop) {
  switch (stop) {
    case v1::AnalyzeResponse::STOP_SIMULATIONS:
      return "all simulations done";
    case v1::AnalyzeResponse::STOP_TIME:
      return "time is up";
    case v1::AnalyzeResponse::STOP_FORCED:
      return "there is no other move";
    default:
      return "still searching";
  }
}

Json CandidatesJson(const google::protobuf::RepeatedPtrField<v1::Candidate>& candidates) {
  Json list = Json::array();
  for (const v1::Candidate& candidate : candidates) {
    list.push_back({{"action", candidate.action()},
                    {"visits", candidate.visits()},
                    {"prior", candidate.prior()},
                    {"policy", candidate.policy()},
                    {"value", candidate.value()}});
  }
  return list;
}

Json ToJson(const v1::AnalyzeResponse& message) {
  Json json = {{"sequence", message.sequence()},
               {"final", message.final()},
               {"stop", v1::AnalyzeResponse::Stop_Name(message.stop())},
               {"seat", SeatNumber(message.seat())},
               {"move", message.move()},
               {"win", message.win()},
               {"draw", message.draw()},
               {"loss", message.loss()},
               {"candidates", CandidatesJson(message.candidates())},
               {"line", std::vector<std::string>(message.line().begin(), message.line().end())},
               {"evaluations", message.evaluations()},
               {"model", message.model()},
               {"trained", message.trained()},
               {"seed", message.seed()},
               {"milliseconds", message.milliseconds()}};
  AddExplanation(message, &json);
  return json;
}

Json ToJson(const v1::ReviewedDecision& decision) {
  Json line = {{"kind", "decision"},
               {"event", decision.event()},
               {"decision", decision.decision()},
               {"seat", SeatNumber(decision.seat())},
               {"played", decision.played()},
               {"best", decision.best()},
               {"value", decision.value()},
               {"forced", decision.forced()},
               {"candidates", CandidatesJson(decision.candidates())},
               {"evaluations", decision.evaluations()}};
  if (decision.has_loss()) {
    line["loss"] = decision.loss();
  }
  return line;
}

Json ToJson(const v1::ReviewSummary& summary) {
  Json seats = Json::array();
  for (const v1::SeatReview& seat : summary.seats()) {
    seats.push_back({{"decisions", seat.decisions()},
                     {"forced", seat.forced()},
                     {"best", seat.best()},
                     {"rated", seat.rated()},
                     {"mean_loss", seat.mean_loss()}});
  }
  return {{"kind", "summary"},
          {"seats", seats},
          {"evaluations", summary.evaluations()},
          {"model", summary.model()},
          {"trained", summary.trained()},
          {"seed", summary.seed()},
          {"milliseconds", summary.milliseconds()}};
}

std::string ProgressText(const v1::AnalyzeResponse& message) {
  std::string text = absl::StrFormat("%7.1f s %8d evaluations", message.milliseconds() / 1000,
                                     message.evaluations());
  for (int i = 0; i < std::min(kShown, message.candidates_size()); ++i) {
    const v1::Candidate& candidate = message.candidates(i);
    absl::StrAppendFormat(&text, "  %s %+.3f (%d)", candidate.action(), candidate.value(),
                          candidate.visits());
  }
  return text + "\n";
}

std::string FinalText(const v1::AnalyzeResponse& message) {
  std::string text = absl::StrFormat("seat %d plays %s: %s\n", SeatNumber(message.seat()),
                                     message.move(), StopName(message.stop()));
  if (message.stop() != v1::AnalyzeResponse::STOP_FORCED) {
    absl::StrAppendFormat(&text, "win %.1f %%, draw %.1f %%, loss %.1f %%\n", 100 * message.win(),
                          100 * message.draw(), 100 * message.loss());
  }
  if (!message.line().empty()) {
    absl::StrAppend(&text, "line ", absl::StrJoin(message.line(), " "), "\n");
  }
  absl::StrAppendFormat(&text, "%s, seed %d\n", ModelText(message), message.seed());
  return text + ExplanationText(message);
}

std::string DecisionText(const v1::ReviewedDecision& decision) {
  const std::string loss =
      decision.has_loss() ? absl::StrFormat("%.3f", decision.loss()) : std::string("?");
  return absl::StrFormat("%4d seat %d %-12s value %+.3f  loss %-6s%s\n", decision.decision(),
                         SeatNumber(decision.seat()), decision.played(), decision.value(), loss,
                         decision.forced()                      ? "  forced"
                         : decision.best() == decision.played() ? ""
                                                                : "  best " + decision.best());
}

std::string SummaryText(const v1::ReviewSummary& summary) {
  std::string text;
  for (int i = 0; i < summary.seats_size(); ++i) {
    const v1::SeatReview& seat = summary.seats(i);
    absl::StrAppendFormat(
        &text, "seat %d: %d decisions, %d forced, %d best, mean loss %.3f over %d\n", i,
        seat.decisions(), seat.forced(), seat.best(), seat.mean_loss(), seat.rated());
  }
  absl::StrAppendFormat(&text, "evaluations %d in %.0f ms, %s\n", summary.evaluations(),
                        summary.milliseconds(), ModelText(summary));
  return text;
}

bool Print(const std::string& text) {
  std::printf("%s", text.c_str());
  std::fflush(stdout);
  return true;
}

}  // namespace

absl::Status WatchAnalysis(serving::Client* client, const v1::AnalyzeRequest& request,
                           std::chrono::milliseconds time, bool json) {
  return client->Follow<v1::AnalyzeResponse>(
      request, time, [json](const v1::AnalyzeResponse& message) {
        if (json) {
          return Print(ToJsonLine(ToJson(message)) + "\n");
        }
        return Print(message.final() ? FinalText(message) : ProgressText(message));
      });
}

absl::Status ReviewGame(serving::Client* client, const v1::AnalyzeGameRequest& request,
                        std::chrono::milliseconds time, bool json) {
  return client->Follow<v1::AnalyzeGameResponse>(
      request, time, [json](const v1::AnalyzeGameResponse& message) {
        const bool last = message.has_summary();
        if (json) {
          const Json line = last ? ToJson(message.summary()) : ToJson(message.decision());
          return Print(ToJsonLine(line) + "\n");
        }
        return Print(last ? SummaryText(message.summary()) : DecisionText(message.decision()));
      });
}

}  // namespace kvintet::cli
