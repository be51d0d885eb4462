// OwnLoss: losses of the policy that stand in own_losses/, a file each, and are named by an entry
// of LearnerConfig::own_loss.
#pragma once

#include <memory>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/network/learning/loss_options.h"

namespace at {
class Tensor;
}  // namespace at

namespace kvintet::network {

struct LossTargets;

// Stands in the place of the policy's loss; value and heads learn as ever. Used by several threads
// at once, each for some rows.
class OwnLoss {
 public:
  virtual ~OwnLoss() = default;
  // [B]: the loss of each row's policy, to be differentiated; the learner takes the mean under the
  // rows' weights. `log_policy` [B, L] are the logarithms of the network's probabilities of what is
  // legal; where a row is filled up they are finite and mean nothing. `targets` (losses.h) has what
  // was taken, with which advantage, and the policy that the search found.
  virtual at::Tensor Policy(const at::Tensor& log_policy, const LossTargets& targets) const = 0;
};

// What a file registers. `check` says what of game and configuration does not suit the loss.
struct OwnLossEntry {
  std::unique_ptr<OwnLoss> (*make)(const LearnerConfig& config) = nullptr;
  absl::Status (*check)(const envs::Game& game, const Config& config) = nullptr;
};

// Called by REGISTER_LOSS while the program starts. The value has no meaning.
bool RegisterLoss(LearnerConfig::OwnLossCase entry, const OwnLossEntry& made_by);

inline bool HasOwnLoss(const LearnerConfig& config) {
  return config.own_loss_case() != LearnerConfig::OWN_LOSS_NOT_SET;
}

// What the loss is called: the entry's name, `advantage_weighted`. REQUIRES: HasOwnLoss.
std::string OwnLossName(const LearnerConfig& config);

// Unimplemented where no file registers the entry; else as its file says. REQUIRES: HasOwnLoss.
absl::Status CheckOwnLoss(const envs::Game& game, const Config& config);

// The entry alone; none where there is none. InvalidArgument where settings are too long.
absl::StatusOr<OwnLossSettings> PackOwnLoss(const LearnerConfig& config);

// Null where there is none. InvalidArgument for bytes that PackOwnLoss does not make, Unimplemented
// as above.
absl::StatusOr<std::unique_ptr<OwnLoss>> MakeOwnLoss(const OwnLossSettings& settings);

// What registers an L, which may have `static absl::Status Check(const envs::Game&, const
// Config&)`.
template <typename L>
OwnLossEntry EntryOf() {
  return {.make = [](const LearnerConfig& config) -> std::unique_ptr<OwnLoss> {
            return std::make_unique<L>(config);
          },
          .check = [](const envs::Game& game, const Config& config) -> absl::Status {
            if constexpr (requires { L::Check(game, config); }) {
              return L::Check(game, config);
            } else {
              return absl::OkStatus();
            }
          }};
}

}  // namespace kvintet::network

// Last line of a loss's file: REGISTER_LOSS(kAdvantageWeighted, AdvantageWeightedLoss) inside
// namespace network.
#define REGISTER_LOSS(entry, L)                    \
  [[maybe_unused]] static const bool kRegistered = \
      ::kvintet::network::RegisterLoss(LearnerConfig::entry, ::kvintet::network::EntryOf<L>())
