// PolicyLoss: interface of the losses in policy_losses/, one file each. An entry of
// LearnerConfig::policy_loss selects one: a message of its own, or own_policy_loss with the text of
// a loss that has no message there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/unique_name.h"
#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/network/learning/loss_options.h"
#include "training/network/parts/part.h"

namespace at {
class Tensor;
}  // namespace at

namespace kvintet::network {

struct LossTargets;

// Replaces the loss of the policy. Value and heads learn as usual. Several threads call it at once,
// each for some rows.
class PolicyLoss {
 public:
  virtual ~PolicyLoss() = default;
  // [B]: the loss of each row's policy, to be differentiated. The learner takes the mean under the
  // rows' weights. `log_policy` [B, L] holds the logarithms of the network's probabilities of legal
  // actions; padding is finite and has no meaning. `targets` (losses.h) has the action taken, its
  // advantage, and the policy that the search found.
  virtual at::Tensor Policy(const at::Tensor& log_policy, const LossTargets& targets) const = 0;
};

// What a file registers. `check` explains what in the game or configuration does not suit the loss.
struct PolicyLossEntry {
  std::unique_ptr<PolicyLoss> (*make)(const LearnerConfig& config) = nullptr;
  absl::Status (*check)(const envs::Game& game, const Config& config) = nullptr;
};

// The same for a loss that learner.own_policy_loss names.
struct OwnPolicyLossEntry {
  std::vector<PartOption> options;
  std::unique_ptr<PolicyLoss> (*make)(const PartOptions& options) = nullptr;
  absl::Status (*check)(const envs::Game& game, const Config& config) = nullptr;
};

// Called by REGISTER_LOSS and REGISTER_POLICY_LOSS during static initialisation. The return value
// has no meaning.
bool RegisterLoss(LearnerConfig::PolicyLossCase entry, const PolicyLossEntry& made_by);
bool RegisterOwnLoss(const std::string& name, const OwnPolicyLossEntry& entry);

inline bool HasPolicyLoss(const LearnerConfig& config) {
  return config.policy_loss_case() != LearnerConfig::POLICY_LOSS_NOT_SET;
}

// The name of the loss, such as `advantage_weighted`. REQUIRES: HasPolicyLoss.
std::string PolicyLossName(const LearnerConfig& config);

// Unimplemented if no file registers the entry, InvalidArgument if none registers what
// own_policy_loss names; otherwise the result of the file's own check.
// REQUIRES: HasPolicyLoss.
absl::Status CheckPolicyLoss(const envs::Game& game, const Config& config);

// The configured entry; empty if there is none. InvalidArgument if its settings are too long.
absl::StatusOr<PolicyLossSettings> PackPolicyLoss(const LearnerConfig& config);

// Null if there is none. InvalidArgument for bytes that PackPolicyLoss does not produce; otherwise
// as above.
absl::StatusOr<std::unique_ptr<PolicyLoss>> MakePolicyLoss(const PolicyLossSettings& settings);

// The registration of a class L, which may have `static absl::Status Check(const envs::Game&, const
// Config&)`.
template <typename L>
PolicyLossEntry EntryOf() {
  return {.make = [](const LearnerConfig& config) -> std::unique_ptr<PolicyLoss> {
            return std::make_unique<L>(config);
          },
          .check = &CheckOf<L>};
}

// The same for a class with a constructor like OwnPolicyLossEntry::make, which may also have
// `static std::vector<PartOption> Options()`.
template <typename L>
OwnPolicyLossEntry OwnEntryOf() {
  return {.options = OptionsOf<L>(),
          .make = [](const PartOptions& options) -> std::unique_ptr<PolicyLoss> {
            return std::make_unique<L>(options);
          },
          .check = &CheckOf<L>};
}

}  // namespace kvintet::network

// Goes on the last line of a loss's file, inside namespace network:
// REGISTER_LOSS(kAdvantageWeighted, AdvantageWeightedLoss), or REGISTER_POLICY_LOSS("sharp",
// SharpLoss) for a loss that `own_policy_loss: "sharp"` selects.
#define REGISTER_LOSS(entry, L)                                         \
  [[maybe_unused]] static const bool KVINTET_UNIQUE_NAME(kRegistered) = \
      ::kvintet::network::RegisterLoss(LearnerConfig::entry, ::kvintet::network::EntryOf<L>())
#define REGISTER_POLICY_LOSS(name, L)                                   \
  [[maybe_unused]] static const bool KVINTET_UNIQUE_NAME(kRegistered) = \
      ::kvintet::network::RegisterOwnLoss(name, ::kvintet::network::OwnEntryOf<L>())
