// ExecAgent: see the header.
#include "arena/agents/exec_agent.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/reports/json.h"
#include "base/status_macros.h"
#include "envs/text/moves.h"

namespace kvintet::arena {
namespace {

std::string LegalLine(const envs::Game& game, envs::ConstViews view) {
  Json legal = Json::array();
  for (const envs::Move& move : envs::LegalMoves(game, view)) {
    legal.push_back(move.text);
  }
  return ToJsonLine(Json{{"legal", legal}});
}

}  // namespace

absl::Status ExecAgent::Choose(std::span<const Turn> turns, std::span<Choice> choices) {
  for (size_t i = 0; i < turns.size(); ++i) {
    choices[i] = ChooseOne(turns[i]);
  }
  return absl::OkStatus();
}

Choice ExecAgent::ChooseOne(const Turn& turn) {
  const absl::StatusOr<envs::Action> action = moves_.Next(game_, turn, [&] { return Ask(turn); });
  if (!action.ok()) {
    process_.reset();
    return {.failure = absl::StrCat("'", command_, "': ", action.status().message())};
  }
  return {.action = *action};
}

absl::StatusOr<std::vector<envs::Action>> ExecAgent::Ask(const Turn& turn) {
  if (process_ == nullptr) {
    KVINTET_ASSIGN_OR_RETURN(process_, LineProcess::Start(command_));
  }
  // The limit is for the whole move, also if the program asks for the legal moves first.
  const LineProcess::Clock::time_point deadline = LineProcess::Clock::now() + time_;
  KVINTET_RETURN_IF_ERROR(
      process_->Send(ToJsonLine(Json{{"game", game_.Spec().text},
                                     {"seat", envs::Index(game_.ViewSeat(turn.view))},
                                     {"record", turn.record()},
                                     {"time_ms", time_.count()}}),
                     deadline));
  KVINTET_ASSIGN_OR_RETURN(std::string line, process_->Receive(deadline));
  if (line == "legal") {
    KVINTET_RETURN_IF_ERROR(process_->Send(LegalLine(game_, turn.view), deadline));
    KVINTET_ASSIGN_OR_RETURN(line, process_->Receive(deadline));
  }
  return game_.ParseMove(turn.view, line);
}

}  // namespace kvintet::arena
