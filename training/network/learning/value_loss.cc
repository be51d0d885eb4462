// Value losses by name: see the header.
#include "training/network/learning/value_loss.h"

#include "base/status_macros.h"

namespace kvintet::network {
namespace {

// Created on first use, because losses register in unspecified order before main.
PartRegistry<ValueLossEntry>& Registry() {
  static auto* losses = new PartRegistry<ValueLossEntry>("learner.value_loss");
  return *losses;
}

}  // namespace

bool RegisterValueLoss(const std::string& name, const ValueLossEntry& entry) {
  return Registry().Add(name, entry);
}

absl::StatusOr<std::unique_ptr<ValueLoss>> MakeValueLoss(const std::string& text) {
  KVINTET_ASSIGN_OR_RETURN(const Part<ValueLossEntry> loss, Registry().Find(text));
  return loss.entry->make(loss.options);
}

}  // namespace kvintet::network
