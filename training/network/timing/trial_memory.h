// TrialMemory: results of format trials on this machine, in a file that programs share.
#pragma once

#include <optional>
#include <string>

#include <absl/status/status.h>

#include "training/network/timing/precision_trial.h"
#include "training/network/tower/processor.h"

namespace kvintet::network {

// Everything that the result of a trial on the CPU depends on.
struct TrialKey {
  Processor processor;
  // LibTorch and oneDNN, with their versions.
  std::string library;
  int channels = 0;
};

// The file of this user: precision.jsonl in the folder KVINTET_CACHE, else in
// XDG_CACHE_HOME/kvintet, else in HOME/.cache/kvintet. A variable without an absolute path counts
// as not set, except that an empty KVINTET_CACHE disables the file. Returns an empty path if there
// is no file.
std::string TrialFile();

// One line of JSON per trial. Any number of programs may share the file: lines are only appended
// and the first match counts, so all programs agree and results stay. Any thread.
class TrialMemory {
 public:
  // With an empty path nothing is stored.
  explicit TrialMemory(std::string file) : file_(std::move(file)) {}

  const std::string& File() const { return file_; }

  // Skips lines that are not valid trials. An unreadable file has no trials.
  std::optional<TrialRates> Find(const TrialKey& key) const;

  // Appends a trial, and creates the folder if needed. Fails as base/files/file.h does.
  absl::Status Keep(const TrialKey& key, const TrialRates& rates) const;

 private:
  const std::string file_;
};

}  // namespace kvintet::network
