// ReportSteps: see the header.
#include "matches/report/report_steps.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "envs/text/playthrough.h"
#include "envs/text/record_text.h"

namespace kvintet::matches {
namespace {

using envs::Actor;

// A step that is not drawn yet. A long game has more steps than pictures.
struct Step {
  std::vector<std::string> lines = {};
  envs::ViewBuffer view = {};
  std::array<int64_t, kPlayers> spent = {};
};

// Replays a record step by step.
class Replay {
 public:
  // `moves` counts the players' steps so far.
  Replay(const envs::Game& game, std::vector<Step>* steps, int* moves)
      : play_(game), steps_(steps), moves_(moves) {
    steps->push_back({.lines = {steps->empty() ? "start" : "reset"}, .view = Seen()});
  }

  // `line` is the report's line for this event.
  void Take(const envs::RecordEvent& event, const PlayedLine& line) {
    const bool chance = event.actor == Actor::kChance;
    // Choices of one stage share a ply.
    const bool next = !chance && line.ply != ply_;
    if (next) {
      const std::array<int64_t, kPlayers> spent = steps_->back().spent;
      steps_->push_back({.spent = spent});
      ply_ = line.ply;
      ++*moves_;
    }
    Step& step = steps_->back();
    if (!chance) {
      step.spent[static_cast<size_t>(line.player)] = line.spent;
      step.lines.push_back(absl::StrCat(*moves_, ". player ", line.player, ": ", line.text));
    } else if (chance_) {
      absl::StrAppend(&step.lines.back(), ", ", line.text);
    } else {
      step.lines.push_back(absl::StrCat("chance: ", line.text));
    }
    chance_ = chance;
    const absl::Status status = play_.ApplyMove(event.actor, event.text);
    KVINTET_CHECK(status.ok());
    step.view = Seen();
  }

 private:
  envs::ViewBuffer Seen() const { return play_.View(envs::Seat::kSpectator); }

  envs::Playthrough play_;
  std::vector<Step>* const steps_;
  int* const moves_;
  int ply_ = -1;
  // Whether the last event was an outcome of chance.
  bool chance_ = false;
};

// At most `most` pictures. Each combines an equal number of steps and shows the last one.
std::vector<ReportStep> Drawn(const envs::Game& game, std::vector<Step> steps, size_t most) {
  const size_t each = (steps.size() + most - 1) / most;
  std::vector<ReportStep> drawn;
  for (size_t first = 0; first < steps.size(); first += each) {
    const auto several = std::span(steps).subspan(first, std::min(each, steps.size() - first));
    ReportStep one = {.scene = game.MakeScene(several.back().view.Span()),
                      .spent = several.back().spent};
    for (Step& step : several) {
      std::ranges::move(step.lines, std::back_inserter(one.lines));
    }
    drawn.push_back(std::move(one));
  }
  return drawn;
}

}  // namespace

std::vector<ReportStep> StepsOf(const MatchReport& report, size_t most) {
  std::vector<Step> steps;
  int moves = 0;
  auto line = report.lines.begin();
  for (const std::string& record : report.records) {
    const auto events = envs::ParseRecord(*report.game, record);
    KVINTET_CHECK(events.ok());
    KVINTET_CHECK(std::ssize(*events) <= report.lines.end() - line);
    Replay replay(*report.game, &steps, &moves);
    for (const envs::RecordEvent& event : *events) {
      replay.Take(event, *line++);
    }
  }
  return Drawn(*report.game, std::move(steps), most);
}

}  // namespace kvintet::matches
