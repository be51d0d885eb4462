// OwnLoss: see the header.
#include "training/network/learning/own_loss.h"

#include <algorithm>
#include <map>
#include <string>

#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/status_macros.h"

namespace kvintet::network {
namespace {

// Made on first use: losses register in no particular order before main.
std::map<LearnerConfig::OwnLossCase, OwnLossEntry>& Entries() {
  static auto* entries = new std::map<LearnerConfig::OwnLossCase, OwnLossEntry>();
  return *entries;
}

absl::StatusOr<OwnLossEntry> EntryFor(const LearnerConfig& config) {
  const auto entry = Entries().find(config.own_loss_case());
  if (entry == Entries().end()) {
    return absl::UnimplementedError(absl::StrCat(
        "learner.", OwnLossName(config), ": no file in training/network/own_losses registers it"));
  }
  return entry->second;
}

}  // namespace

bool RegisterLoss(LearnerConfig::OwnLossCase entry, const OwnLossEntry& made_by) {
  const bool added = Entries().emplace(entry, made_by).second;
  KVINTET_CHECK(added);
  return added;
}

std::string OwnLossName(const LearnerConfig& config) {
  return LearnerConfig::descriptor()->FindFieldByNumber(config.own_loss_case())->name();
}

absl::Status CheckOwnLoss(const envs::Game& game, const Config& config) {
  KVINTET_ASSIGN_OR_RETURN(const OwnLossEntry entry, EntryFor(config.learner()));
  return entry.check(game, config);
}

absl::StatusOr<OwnLossSettings> PackOwnLoss(const LearnerConfig& config) {
  OwnLossSettings settings;
  if (!HasOwnLoss(config)) {
    return settings;
  }
  const auto* const entry = LearnerConfig::descriptor()->FindFieldByNumber(config.own_loss_case());
  const auto& reflection = *config.GetReflection();
  LearnerConfig alone;
  reflection.MutableMessage(&alone, entry)->CopyFrom(reflection.GetMessage(config, entry));
  const std::string bytes = alone.SerializeAsString();
  if (bytes.size() > settings.bytes.size()) {
    return absl::InvalidArgumentError(absl::StrCat("learner.", OwnLossName(config),
                                                   ": settings must take ", settings.bytes.size(),
                                                   " bytes at most, take ", bytes.size()));
  }
  std::ranges::copy(bytes, settings.bytes.begin());
  settings.size = static_cast<int>(bytes.size());
  return settings;
}

absl::StatusOr<std::unique_ptr<OwnLoss>> MakeOwnLoss(const OwnLossSettings& settings) {
  if (settings.size == 0) {
    return nullptr;
  }
  LearnerConfig config;
  if (!config.ParseFromArray(settings.bytes.data(), settings.size) || !HasOwnLoss(config)) {
    return absl::InvalidArgumentError("learner: the settings of its own loss are no settings");
  }
  KVINTET_ASSIGN_OR_RETURN(const OwnLossEntry entry, EntryFor(config));
  return entry.make(config);
}

}  // namespace kvintet::network
