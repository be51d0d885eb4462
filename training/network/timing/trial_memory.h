// TrialMemory: what trials of formats gave on this machine, in a file that programs share.
#pragma once

#include <optional>
#include <string>

#include <absl/status/status.h>

#include "training/network/timing/precision_trial.h"
#include "training/network/tower/processor.h"

namespace kvintet::network {

// What the result of a trial on the processor depends on.
struct TrialKey {
  Processor processor;
  // LibTorch and oneDNN, with their versions.
  std::string library;
  int channels = 0;
};

// The file of this user: precision.jsonl in the folder that KVINTET_CACHE names, else in
// XDG_CACHE_HOME/kvintet, else in HOME/.cache/kvintet. Variables that hold no absolute path count
// as not set, but an empty KVINTET_CACHE asks to keep nothing. Empty: there is no such file.
std::string TrialFile();

// A line of JSON for each trial. Any number of programs may share the file, since lines are only
// appended and the first that fits counts; so all agree, and what has been found stays. Any thread.
class TrialMemory {
 public:
  // With an empty path nothing is kept.
  explicit TrialMemory(std::string file) : file_(std::move(file)) {}

  const std::string& File() const { return file_; }

  // Lines that are no trials are passed over; a file that can't be read has none.
  std::optional<TrialRates> Find(const TrialKey& key) const;

  // Makes the folder, if need be. Fails as base/files/file.h does.
  absl::Status Keep(const TrialKey& key, const TrialRates& rates) const;

 private:
  const std::string file_;
};

}  // namespace kvintet::network
