// PublishedModels: the models that a run has published so far, in order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

namespace kvintet::training {

// One commit's model.
struct PublishedModel {
  // SHA-256, and its file in models/.
  std::string name = {};
  // Learning steps and seconds of work when it was published.
  int64_t steps = 0;
  double seconds = 0;
};

// Of the run at `path`, oldest first, each once; those whose file is gone are left out. Any process
// may ask while another works on the run. NotFound where there is no run, DataLoss for a broken
// manifest.
absl::StatusOr<std::vector<PublishedModel>> PublishedModels(const std::string& path);

}  // namespace kvintet::training
