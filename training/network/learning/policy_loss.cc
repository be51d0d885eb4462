// PolicyLoss: see the header.
#include "training/network/learning/policy_loss.h"

#include <map>
#include <string>

#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/status_macros.h"

namespace kvintet::network {
namespace {

// Created on first use, because losses register in unspecified order before main.
std::map<LearnerConfig::PolicyLossCase, PolicyLossEntry>& Entries() {
  static auto* entries = new std::map<LearnerConfig::PolicyLossCase, PolicyLossEntry>();
  return *entries;
}

PartRegistry<OwnPolicyLossEntry>& OwnEntries() {
  static auto* entries = new PartRegistry<OwnPolicyLossEntry>("learner.own_policy_loss");
  return *entries;
}

bool IsOwn(const LearnerConfig& config) {
  return config.policy_loss_case() == LearnerConfig::kOwnPolicyLoss;
}

absl::StatusOr<PolicyLossEntry> EntryFor(const LearnerConfig& config) {
  const auto entry = Entries().find(config.policy_loss_case());
  if (entry == Entries().end()) {
    return absl::UnimplementedError(
        absl::StrCat("learner.", PolicyLossName(config),
                     ": no file in training/network/learning/policy_losses registers it"));
  }
  return entry->second;
}

}  // namespace

bool RegisterLoss(LearnerConfig::PolicyLossCase entry, const PolicyLossEntry& made_by) {
  const bool added = Entries().emplace(entry, made_by).second;
  KVINTET_CHECK(added);
  return added;
}

bool RegisterOwnLoss(const std::string& name, const OwnPolicyLossEntry& entry) {
  return OwnEntries().Add(name, entry);
}

std::string PolicyLossName(const LearnerConfig& config) {
  return LearnerConfig::descriptor()->FindFieldByNumber(config.policy_loss_case())->name();
}

absl::Status CheckPolicyLoss(const envs::Game& game, const Config& config) {
  if (IsOwn(config.learner())) {
    KVINTET_ASSIGN_OR_RETURN(const auto own, OwnEntries().Find(config.learner().own_policy_loss()));
    return own.entry->check(game, config);
  }
  KVINTET_ASSIGN_OR_RETURN(const PolicyLossEntry entry, EntryFor(config.learner()));
  return entry.check(game, config);
}

absl::StatusOr<PolicyLossSettings> PackPolicyLoss(const LearnerConfig& config) {
  PolicyLossSettings settings;
  if (!HasPolicyLoss(config)) {
    return settings;
  }
  const auto* const entry =
      LearnerConfig::descriptor()->FindFieldByNumber(config.policy_loss_case());
  LearnerConfig alone;
  if (IsOwn(config)) {
    alone.set_own_policy_loss(config.own_policy_loss());
  } else {
    const auto& reflection = *config.GetReflection();
    reflection.MutableMessage(&alone, entry)->CopyFrom(reflection.GetMessage(config, entry));
  }
  const std::string bytes = alone.SerializeAsString();
  if (bytes.size() > settings.bytes.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.", PolicyLossName(config), ": settings must take at most ",
                     settings.bytes.size(), " bytes, take ", bytes.size()));
  }
  return PolicyLossSettings(bytes);
}

absl::StatusOr<std::unique_ptr<PolicyLoss>> MakePolicyLoss(const PolicyLossSettings& settings) {
  if (settings.size == 0) {
    return nullptr;
  }
  LearnerConfig config;
  if (!config.ParseFromArray(settings.bytes.data(), settings.size) || !HasPolicyLoss(config)) {
    return absl::InvalidArgumentError("learner: the settings of its policy loss are malformed");
  }
  if (IsOwn(config)) {
    KVINTET_ASSIGN_OR_RETURN(const auto own, OwnEntries().Find(config.own_policy_loss()));
    return own.entry->make(own.options);
  }
  KVINTET_ASSIGN_OR_RETURN(const PolicyLossEntry entry, EntryFor(config));
  return entry.make(config);
}

}  // namespace kvintet::network
