// LearnFromGiven: see the header.
#include "training/loop/learn_given.h"

#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// A crash loses at most this many steps.
constexpr int kStepsToCommit = 500;

// Returns true if it ended because no step is left to take.
absl::StatusOr<bool> TakeSteps(Session* session) {
  for (int steps = 0; steps < kStepsToCommit && !session->TimeIsUp(); ++steps) {
    KVINTET_ASSIGN_OR_RETURN(const bool stepped, session->Learn());
    if (!stepped) {
      return true;
    }
  }
  return false;
}

}  // namespace

absl::StatusOr<bool> LearnFromGiven(Session* session) {
  const Progress& figures = session->Figures();
  if (figures.given_games == 0 || figures.games > figures.given_games) {
    return true;
  }
  bool finished = false;
  while (!finished && !session->TimeIsUp()) {
    session->BeginRound();
    KVINTET_ASSIGN_OR_RETURN(finished, TakeSteps(session));
    if (session->HasNews()) {
      KVINTET_RETURN_IF_ERROR(session->Commit());
      KVINTET_RETURN_IF_ERROR(session->Report());
    }
  }
  return finished;
}

}  // namespace kvintet::training
