// DrawPastSelf: see the header.
#include "training/learning/past_self.h"

#include <vector>

#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "base/status_macros.h"
#include "training/run/published_models.h"

namespace kvintet::training {

absl::StatusOr<network::NamedModel> DrawPastSelf(const std::string& path, uint64_t seed) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<PublishedModel> models, PublishedModels(path));
  if (models.empty()) {
    return absl::NotFoundError(absl::StrCat("wanted an earlier model, ", path, " has none"));
  }
  const auto count = static_cast<uint32_t>(models.size());
  RandomStream random(seed, count, 6, Purpose::kOpening);
  const PublishedModel& drawn = models[random.Below(count)];
  return network::LoadModel(absl::StrCat(path, "/models/", drawn.name), drawn.name);
}

}  // namespace kvintet::training
