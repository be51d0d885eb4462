// GrpcAgent: see the header.
#include "cli/judging/grpc_agent.h"

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/analysis.pb.h"

namespace kvintet::cli {

absl::StatusOr<std::unique_ptr<arena::Agent>> GrpcAgent::Make(const envs::Game& game,
                                                              const std::string& address,
                                                              std::chrono::milliseconds time) {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<serving::Client> client,
                           serving::Client::Connect(address, time));
  return std::unique_ptr<arena::Agent>(new GrpcAgent(game, address, time, std::move(client)));
}

absl::Status GrpcAgent::Choose(std::span<const arena::Turn> turns,
                               std::span<arena::Choice> choices) {
  for (size_t i = 0; i < turns.size(); ++i) {
    choices[i] = ChooseOne(turns[i]);
  }
  return absl::OkStatus();
}

arena::Choice GrpcAgent::ChooseOne(const arena::Turn& turn) {
  const absl::StatusOr<envs::Action> action = moves_.Next(game_, turn, [&] { return Ask(turn); });
  if (!action.ok()) {
    return {.failure = absl::StrCat(address_, ": ", action.status().message())};
  }
  return {.action = *action};
}

absl::StatusOr<std::vector<envs::Action>> GrpcAgent::Ask(const arena::Turn& turn) {
  v1::ChooseMoveRequest request;
  v1::GameState* situation = request.mutable_state();
  situation->set_game(game_.Spec().text);
  situation->set_seat_record(turn.record());
  situation->set_seat(game_.ViewSeat(turn.view) == envs::Seat::k0 ? v1::SEAT_0 : v1::SEAT_1);
  request.set_seed(RandomStream(turn.key).Next64());
  KVINTET_ASSIGN_OR_RETURN(const v1::ChooseMoveResponse response,
                           client_->Call<v1::ChooseMoveResponse>(request, time_));
  return game_.ParseMove(turn.view, response.move());
}

}  // namespace kvintet::cli
