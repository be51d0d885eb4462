// AveragedModel: see the header.
#include "training/learning/averaged_model.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "training/run/published_models.h"

namespace kvintet::training {
namespace {

// Sums for each parameter, in the order of Weights.
using Sums = std::vector<std::vector<double>>;

void Add(const network::Weights& weights, Sums* sums) {
  sums->resize(weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    (*sums)[i].resize(weights[i].values.size(), 0.0);
    for (size_t k = 0; k < weights[i].values.size(); ++k) {
      (*sums)[i][k] += static_cast<double>(weights[i].values[k]);
    }
  }
}

void FillMean(const Sums& sums, size_t count, network::Weights* weights) {
  for (size_t i = 0; i < sums.size(); ++i) {
    for (size_t k = 0; k < sums[i].size(); ++k) {
      (*weights)[i].values[k] = static_cast<float>(sums[i][k] / static_cast<double>(count));
    }
  }
}

}  // namespace

absl::StatusOr<std::vector<network::NamedModel>> NewestModels(const std::string& path,
                                                              int64_t count,
                                                              std::optional<int64_t> last_steps) {
  KVINTET_CHECK(count > 0);
  KVINTET_ASSIGN_OR_RETURN(std::vector<PublishedModel> published, PublishedModels(path));
  std::erase_if(published, [&](const PublishedModel& model) {
    return last_steps && model.steps > *last_steps;
  });
  if (published.empty()) {
    return absl::NotFoundError(absl::StrCat("wanted models of a run, ", path, " has none"));
  }
  const size_t taken = std::min(published.size(), static_cast<size_t>(count));
  published.erase(published.begin(), published.end() - static_cast<ptrdiff_t>(taken));
  std::vector<network::NamedModel> models;
  for (const PublishedModel& model : published) {
    KVINTET_ASSIGN_OR_RETURN(
        models.emplace_back(),
        network::LoadModel(absl::StrCat(path, "/models/", model.name), model.name));
  }
  return models;
}

absl::StatusOr<network::NamedModel> AveragedModel(const std::string& path, int64_t count,
                                                  std::optional<int64_t> last_steps) {
  KVINTET_ASSIGN_OR_RETURN(std::vector<network::NamedModel> models,
                           NewestModels(path, count, last_steps));
  Sums sums;
  for (const network::NamedModel& model : models) {
    Add(model.model.weights, &sums);
  }
  network::NamedModel averaged = std::move(models.back());
  FillMean(sums, models.size(), &averaged.model.weights);
  averaged.model.head.provenance["averaged_models"] = absl::StrCat(models.size());
  averaged.name = Sha256Hex(network::EncodeModel(averaged.model));
  return averaged;
}

}  // namespace kvintet::training
