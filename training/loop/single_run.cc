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

absl::StatusOr<Progress> TrainSingle(const TrainOptions& options,
                                     absl::FunctionRef<absl::Status()> ready) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Session> session, Session::Open(options));
  KVINTET_ASSIGN_OR_RETURN(const bool taught, LearnFromGiven(session.get()));
  if (taught) {
    KVINTET_RETURN_IF_ERROR(ready());
    if (options.link != nullptr) {
      KVINTET_RETURN_IF_ERROR(LearnFromActors(session.get(), options.link));
      session->WriteProgress();
      return session->Figures();
    }
    const bool in_rounds = session->SelfPlay().schedule() == SelfPlayConfig::ROUNDS;
    KVINTET_RETURN_IF_ERROR(in_rounds ? RunInRounds(session.get())
                                      : RunContinuously(session.get()));
  }
  session->WriteProgress();
  return session->Figures();
}

}  // namespace kvintet::training
