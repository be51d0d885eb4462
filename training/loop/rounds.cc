// RunInRounds: see the header.
#include "training/loop/rounds.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/seconds.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

using Clock = std::chrono::steady_clock;

// Plays the games of the round that the run does not have yet.
absl::Status PlayRound(Session* session) {
  KVINTET_ASSIGN_OR_RETURN(const network::PlayingNetwork playing, session->MakePlayingNetwork());
  selfplay::SelfPlayTask task = session->MakeTask();
  const int64_t left = session->SelfPlay().games_per_round() - session->GamesSinceCommit();
  task.games = std::min(static_cast<uint32_t>(std::max<int64_t>(left, 0)),
                        task.games.value_or(std::numeric_limits<uint32_t>::max()));
  if (*task.games == 0) {
    return absl::OkStatus();
  }
  task.make_evaluator = [&](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
    return std::make_unique<network::NetworkEvaluator>(*task.game, playing);
  };
  KVINTET_ASSIGN_OR_RETURN(const std::optional<network::PlayingNetwork> opponent,
                           session->MakeOpponent());
  if (opponent) {
    task.make_opponent = [&](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
      return std::make_unique<network::NetworkEvaluator>(*task.game, *opponent);
    };
  }
  task.sink = [&](selfplay::GameRecord record) { return session->TakeGame(std::move(record)); };
  const Clock::time_point begun = Clock::now();
  task.on_progress = [&](const selfplay::SelfPlayStats& stats) {
    session->MeasurePlay(stats, SecondsSince(begun));
  };
  KVINTET_ASSIGN_OR_RETURN(const selfplay::SelfPlayStats stats, selfplay::RunSelfPlay(task));
  session->MeasurePlay(stats, SecondsSince(begun));
  return absl::OkStatus();
}

}  // namespace

// A round that is stopped is left without a commit. The next session plays the rest of its games
// and learns from all of them, as if nothing had stopped it.
absl::Status RunInRounds(Session* session) {
  while (!session->Done() || (session->GamesSinceCommit() > 0 && !session->TimeIsUp())) {
    const Clock::time_point begun = Clock::now();
    session->BeginRound();
    KVINTET_RETURN_IF_ERROR(PlayRound(session));
    const Clock::time_point played = Clock::now();
    KVINTET_RETURN_IF_ERROR(session->LearnAll());
    if (session->StopRequested()) {
      return session->LeaveRound();
    }
    const std::chrono::duration<double> learning = Clock::now() - played;
    const std::chrono::duration<double> whole = Clock::now() - begun;
    session->Figures().learn_share = learning / whole;
    session->Figures().play_idle_share = learning / whole;
    session->Figures().learn_idle_share = 1 - learning / whole;
    KVINTET_RETURN_IF_ERROR(session->Commit());
    KVINTET_RETURN_IF_ERROR(session->Report());
  }
  return absl::OkStatus();
}

}  // namespace kvintet::training
