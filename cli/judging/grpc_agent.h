// GrpcAgent: an agent that asks a gRPC service for its moves, `grpc:HOST:PORT`.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "arena/agents/whole_moves.h"
#include "serving/client.h"

namespace kvintet::cli {

// Sends the record as the seat knows it. If the move does not arrive in time, or is not legal, the
// agent loses the game.
class GrpcAgent final : public arena::Agent {
 public:
  // `game` must outlive the agent; `time` is per move. Unavailable if the service does not answer.
  static absl::StatusOr<std::unique_ptr<arena::Agent>> Make(const envs::Game& game,
                                                            const std::string& address,
                                                            std::chrono::milliseconds time);

  std::string Spec() const override { return "grpc:" + address_; }
  absl::Status Choose(std::span<const arena::Turn> turns,
                      std::span<arena::Choice> choices) override;

 private:
  GrpcAgent(const envs::Game& game, std::string address, std::chrono::milliseconds time,
            std::unique_ptr<serving::Client> client)
      : game_(game), address_(std::move(address)), time_(time), client_(std::move(client)) {}

  arena::Choice ChooseOne(const arena::Turn& turn);
  // The actions of the move that the service returns.
  absl::StatusOr<std::vector<envs::Action>> Ask(const arena::Turn& turn);

  const envs::Game& game_;
  const std::string address_;
  const std::chrono::milliseconds time_;
  const std::unique_ptr<serving::Client> client_;
  arena::WholeMoves moves_;
};

}  // namespace kvintet::cli
