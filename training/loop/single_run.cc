// TrainSingle: see the header.
#include "training/loop/single_run.h"

#include <memory>

#include "base/status_macros.h"
#include "training/loop/continuous.h"
#include "training/loop/learn_from_actors.h"
#include "training/loop/learn_given.h"
#include "training/loop/rounds.h"
#include "training/loop/session.h"

namespace kvintet::training {
namespace {

absl::Status PlayAndLearn(Session* session, RunLink* link) {
  if (link != nullptr) {
    return LearnFromActors(session, link);
  }
  const bool in_rounds = session->SelfPlay().schedule() == SelfPlayConfig::ROUNDS;
  return in_rounds ? RunInRounds(session) : RunContinuously(session);
}

// Takes the steps that are left after the last game: those that it allows in continuous mode, and
// those of a session that was stopped while it learnt.
absl::Status LearnTheRest(Session* session) {
  session->BeginRound();
  KVINTET_RETURN_IF_ERROR(session->LearnAll());
  if (!session->HasNews()) {
    return absl::OkStatus();
  }
  KVINTET_RETURN_IF_ERROR(session->Commit());
  return session->Report();
}

}  // namespace

absl::StatusOr<Progress> TrainSingle(const TrainOptions& options,
                                     absl::FunctionRef<absl::Status()> ready) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Session> session, Session::Open(options));
  KVINTET_ASSIGN_OR_RETURN(const bool taught, LearnFromGiven(session.get()));
  if (taught) {
    KVINTET_RETURN_IF_ERROR(ready());
    KVINTET_RETURN_IF_ERROR(PlayAndLearn(session.get(), options.link));
    KVINTET_RETURN_IF_ERROR(LearnTheRest(session.get()));
  }
  session->WriteProgress();
  return session->Figures();
}

}  // namespace kvintet::training
