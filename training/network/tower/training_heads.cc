// Names of heads; buckets of margins.
#include "training/network/tower/training_heads.h"

#include <algorithm>
#include <vector>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>

namespace kvintet::network {
namespace {

struct Name {
  const char* name;
  bool TrainingHeads::*member;
};

// The names are in learners' files, so do not change them.
constexpr std::array<Name, 4> kNames = {{{"soft_policy", &TrainingHeads::soft_policy},
                                         {"reply_policy", &TrainingHeads::reply_policy},
                                         {"margin", &TrainingHeads::margin},
                                         {"ownership", &TrainingHeads::ownership}}};

}  // namespace

int MarginBucket(int64_t lead) {
  const int64_t size = lead < 0 ? -lead : lead;
  const auto steps =
      static_cast<int>(std::ranges::upper_bound(kMarginBounds, size) - kMarginBounds.begin());
  return kMarginBuckets / 2 + (lead < 0 ? -steps : steps);
}

std::string HeadsText(const TrainingHeads& heads) {
  std::vector<std::string> names;
  for (const Name& name : kNames) {
    if (heads.*name.member) {
      names.emplace_back(name.name);
    }
  }
  return absl::StrJoin(names, " ");
}

absl::StatusOr<TrainingHeads> ParseHeads(absl::string_view text) {
  TrainingHeads heads;
  const std::vector<absl::string_view> words = absl::StrSplit(text, ' ', absl::SkipEmpty());
  for (const absl::string_view word : words) {
    const auto found = std::ranges::find(kNames, word, &Name::name);
    if (found != kNames.end()) {
      heads.*found->member = true;
    }
  }
  if (HeadsText(heads) != text) {
    return absl::InvalidArgumentError(
        absl::StrCat("names of heads wanted, as \"soft_policy margin\", found \"", text, "\""));
  }
  return heads;
}

}  // namespace kvintet::network
