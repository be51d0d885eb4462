// Heads by name: see the header.
#include "training/network/tower/training_heads.h"

#include <algorithm>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>

#include "base/status_macros.h"

namespace kvintet::network {
namespace {

// Created on first use, because heads register in unspecified order before main.
PartRegistry<HeadEntry>& Heads() {
  static auto* heads = new PartRegistry<HeadEntry>("learner.head");
  return *heads;
}

}  // namespace

std::string HeadsText(const TrainingHeads& heads) { return absl::StrJoin(heads.names, " "); }

absl::StatusOr<TrainingHeads> ParseHeads(absl::string_view text) {
  const absl::StatusOr<std::vector<HeadPart>> parts = FindHeads(std::string(text));
  if (!parts.ok() || HeadsText(HeadsOf(std::string(text))) != text) {
    return absl::InvalidArgumentError(
        absl::StrCat("names of heads wanted, as \"soft_policy margin\", found \"", text,
                     parts.ok() ? "\"" : "\": ", parts.status().message()));
  }
  return HeadsOf(std::string(text));
}

bool RegisterHead(const std::string& name, const HeadEntry& entry) {
  return Heads().Add(name, entry);
}

const HeadEntry& EntryOfHead(const std::string& name) {
  const absl::StatusOr<HeadPart> head = Heads().Find(name);
  KVINTET_CHECK(head.ok());
  return *head->entry;
}

absl::StatusOr<std::vector<HeadPart>> FindHeads(const std::string& list) {
  std::vector<HeadPart> heads;
  const std::vector<std::string> texts = absl::StrSplit(list, ' ', absl::SkipEmpty());
  for (const std::string& text : texts) {
    KVINTET_ASSIGN_OR_RETURN(HeadPart head, Heads().Find(text));
    if (std::ranges::find(heads, head.name, &HeadPart::name) != heads.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("learner.head: ", head.name, " must be configured once, is twice"));
    }
    heads.push_back(std::move(head));
  }
  if (heads.size() > kMaxHeads) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.head: at most ", kMaxHeads, " heads wanted, found ", heads.size()));
  }
  return heads;
}

TrainingHeads HeadsOf(const std::string& list) {
  const absl::StatusOr<std::vector<HeadPart>> parts = FindHeads(list);
  KVINTET_CHECK(parts.ok());
  TrainingHeads heads;
  for (const HeadPart& part : *parts) {
    heads.names.push_back(part.name);
  }
  return heads;
}

}  // namespace kvintet::network
