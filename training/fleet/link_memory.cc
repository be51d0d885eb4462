// LinkMemory: see the header.
#include "training/fleet/link_memory.h"

#include <vector>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_split.h>

#include "base/files/file.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

std::string PathIn(const std::string& run) { return run + "/epoch"; }

}  // namespace

absl::StatusOr<LinkMemory> ReadLinkMemory(const std::string& run) {
  LinkMemory memory;
  const absl::StatusOr<std::string> text = ReadFile(PathIn(run));
  if (absl::IsNotFound(text.status())) {
    return memory;
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  const std::vector<std::string> words = absl::StrSplit(*text, ' ');
  const bool read = words.size() <= 2 && absl::SimpleAtoi(words[0], &memory.epoch) &&
                    (words.size() < 2 || absl::SimpleAtoi(words[1], &memory.first_free));
  if (!read || memory.epoch < 0 || memory.first_free < 0) {
    return absl::DataLossError(
        absl::StrCat(PathIn(run), ": wanted one or two numbers, found \"", *text, "\""));
  }
  return memory;
}

absl::Status WriteLinkMemory(const std::string& run, const LinkMemory& memory) {
  return WriteFileAtomically(PathIn(run), absl::StrCat(memory.epoch, " ", memory.first_free));
}

}  // namespace kvintet::training
