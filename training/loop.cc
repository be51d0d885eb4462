// Train: see the header.
#include "training/loop.h"

#include <memory>

#include "base/status_macros.h"
#include "training/continuous.h"
#include "training/rounds.h"
#include "training/session.h"

namespace kvintet::training {

absl::StatusOr<Progress> Train(const TrainOptions& options) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Session> session, Session::Open(options));
  const bool in_rounds = session->SelfPlay().schedule() == SelfPlayConfig::ROUNDS;
  KVINTET_RETURN_IF_ERROR(in_rounds ? RunInRounds(session.get()) : RunContinuously(session.get()));
  session->WriteProgress();
  return session->Figures();
}

}  // namespace kvintet::training
