// LoadSparringModel: see the header.
#include "training/sparring_model.h"

#include <string>

#include <absl/status/status.h>
#include <absl/strings/str_cat.h>

#include "arena/agent_spec.h"
#include "base/status_macros.h"
#include "training/network/network_evaluator.h"

namespace kvintet::training {
namespace {

absl::StatusOr<network::NamedModel> Load(const envs::Game& game, const SelfPlayConfig& config) {
  const std::string path = arena::ModelFileOf(config.sparring_model());
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model,
                           network::LoadModel(path, config.sparring_model_sha256()));
  KVINTET_RETURN_IF_ERROR(
      network::CheckModelIsFor(model.model.head, game.Spec().text, network::ShapeOf(game), path));
  return model;
}

}  // namespace

absl::StatusOr<std::optional<network::NamedModel>> LoadSparringModel(const envs::Game& game,
                                                                     const SelfPlayConfig& config) {
  if (config.sparring_model().empty()) {
    return std::nullopt;
  }
  absl::StatusOr<network::NamedModel> model = Load(game, config);
  if (!model.ok()) {
    return absl::Status(model.status().code(),
                        absl::StrCat("self_play.sparring_model: ", model.status().message()));
  }
  return *std::move(model);
}

}  // namespace kvintet::training
