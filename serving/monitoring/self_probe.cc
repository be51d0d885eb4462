// SelfProbe: see the header.
#include "serving/monitoring/self_probe.h"

#include <grpcpp/grpcpp.h>

#include <utility>

#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "kvintet_api/v1/analysis.grpc.pb.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

bool SeatActsFirst(const std::string& text) {
  const absl::StatusOr<std::unique_ptr<envs::Game>> game = envs::MakeGame(text);
  return game.ok() && envs::Playthrough(**game).Actors().Has(envs::Actor::kSeat0);
}

std::string Choose(const std::vector<ListedModel>& models) {
  std::string any;
  for (const ListedModel& listed : models) {
    if (!SeatActsFirst(listed.game)) {
      continue;
    }
    if (listed.plays.model.trained) {
      return listed.game;
    }
    any = listed.game;
  }
  return any;
}

// Reasons with which a working server may refuse.
bool IsAlive(v1::Reason reason) {
  switch (reason) {
    case v1::REASON_TOO_MANY_CALLS:
    case v1::REASON_OVERLOADED:
    case v1::REASON_PREDICTED_LATE:
    case v1::REASON_DRAINING:
      return true;
    default:
      return false;
  }
}

}  // namespace

struct SelfProbe::Stub {
  v1::AnalysisService::Stub analysis;
};

SelfProbe::SelfProbe(const std::shared_ptr<grpc::Channel>& channel, std::string authorization,
                     const ModelShelf& models)
    : stub_(new Stub{v1::AnalysisService::Stub(channel)}),
      authorization_(std::move(authorization)),
      game_(Choose(models.Playing())) {}

SelfProbe::~SelfProbe() = default;

absl::Status SelfProbe::Make(std::chrono::milliseconds time) const {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + time);
  context.AddMetadata("authorization", authorization_);
  v1::EvaluateRequest request;
  v1::GameState* situation = request.add_states();
  situation->set_game(game_);
  situation->set_seat(v1::SEAT_0);
  v1::EvaluateResponse response;
  const absl::Status status =
      FromGrpcStatus(stub_->analysis.Evaluate(&context, request, &response));
  return IsAlive(ReasonOf(status)) ? absl::OkStatus() : status;
}

}  // namespace kvintet::serving
