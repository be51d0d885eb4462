// PublishedModels: the models that a run has published so far, in order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

namespace kvintet::training {

// One commit's model.
struct PublishedModel {
  // SHA-256, which is also the file's name in models/.
  std::string name = {};
  // Learning steps and seconds of work at the time of publication.
  int64_t steps = 0;
  double seconds = 0;
};

// The models of the run at `path`, oldest first, each once. Models whose file is gone are left out.
// Any process may call this while another works on the run. NotFound if there is no run, DataLoss
// for a broken manifest.
absl::StatusOr<std::vector<PublishedModel>> PublishedModels(const std::string& path);

}  // namespace kvintet::training
