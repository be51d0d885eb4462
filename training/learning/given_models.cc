// GivenModels: see the header.
#include "training/learning/given_models.h"

#include <algorithm>

#include <absl/status/status.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>

#include "arena/agents/agent_spec.h"
#include "base/status_macros.h"
#include "envs/text/variants.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"
#include "training/network/network_sight.h"
#include "training/run/run_directory.h"

namespace kvintet::training {
namespace {

absl::Status Of(absl::string_view setting, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(setting, ": ", status.message()));
}

absl::StatusOr<network::NamedModel> LoadSparring(const envs::Game& game,
                                                 const SelfPlayConfig& config) {
  const std::string path = arena::ModelFileOf(config.sparring_model());
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model,
                           network::LoadModel(path, config.sparring_model_sha256()));
  KVINTET_RETURN_IF_ERROR(
      network::CheckModelFits(model.model.head, game, envs::VariantFit::kSamePlay, path));
  return model;
}

// Options of the game may differ as long as the network's shape is the same. A model that sees more
// or less could play the game, but its weights do not fit the settings' network.
absl::Status CheckFits(const network::ModelHeader& head, const envs::Game& game,
                       const NetworkConfig& config, const std::string& path) {
  KVINTET_RETURN_IF_ERROR(network::CheckModelFits(head, game, envs::VariantFit::kSimilar, path));
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSight sight,
                           network::NetworkSight::FromConfig(game, config));
  // Planes that have come later are last; a model that did not see them can be widened.
  const network::NetworkShape wanted = sight.Shape();
  network::NetworkShape widened = head.shape;
  widened.planes = std::max(widened.planes, wanted.planes);
  const bool sees_derived =
      head.shape.planes > game.Spec().planes && network::NetworkSight::OfShape(game, head.shape);
  if (head.shape != wanted && !(sees_derived && widened == wanted)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": wanted a model that sees what network.derived_planes ",
                     config.derived_planes() ? "true" : "false", " and network.slot_features ",
                     config.slot_features() ? "true" : "false", " show, ",
                     network::ShapeText(wanted), ", found ", network::ShapeText(head.shape)));
  }
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSize size, network::SizeFromConfig(config));
  if (head.size != size) {
    return absl::FailedPreconditionError(absl::StrCat(path, ": wanted the settings' size, ",
                                                      network::SizeText(size), ", found ",
                                                      network::SizeText(head.size)));
  }
  return absl::OkStatus();
}

absl::StatusOr<network::NamedModel> LoadInitial(const envs::Game& game,
                                                const NetworkConfig& config) {
  const std::string path = arena::ModelFileOf(config.initial_model());
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model,
                           network::LoadModel(path, config.initial_model_sha256()));
  KVINTET_RETURN_IF_ERROR(CheckFits(model.model.head, game, config, path));
  return model;
}

// The tensor with further input planes, its second dimension, whose weights are 0. With them a
// network answers as before.
network::NamedTensor Widened(const network::NamedTensor& tensor,
                             const std::vector<int64_t>& shape) {
  if (tensor.shape == shape) {
    return tensor;
  }
  network::NamedTensor widened = {.name = tensor.name, .shape = shape, .values = {}};
  const auto outputs = static_cast<size_t>(shape[0]);
  const size_t before = tensor.values.size() / outputs;
  const size_t after =
      before / static_cast<size_t>(tensor.shape[1]) * static_cast<size_t>(shape[1]);
  widened.values.assign(outputs * after, 0.0F);
  for (size_t i = 0; i < outputs; ++i) {
    std::copy_n(tensor.values.begin() + static_cast<ptrdiff_t>(i * before), before,
                widened.values.begin() + static_cast<ptrdiff_t>(i * after));
  }
  return widened;
}

// A run that has begun has its own weights, whatever happens to that file.
bool HasBegun(const std::string& directory) {
  const absl::StatusOr<RunState> state = ReadRunState(directory);
  return state.ok() && state->commit.has_value();
}

// If the setting equals the run's own, it means the same model, so takes the SHA-256 from there.
void TakeSumOfRun(const std::string& directory, NetworkConfig* config) {
  const absl::StatusOr<Config> own = ReadRunConfig(directory);
  if (own.ok() && config->initial_model_sha256().empty() &&
      own->network().initial_model() == config->initial_model()) {
    config->set_initial_model_sha256(own->network().initial_model_sha256());
  }
}

}  // namespace

absl::StatusOr<GivenModels> LoadGivenModels(const envs::Game& game, const std::string& directory,
                                            Config* config) {
  GivenModels given;
  if (!config->self_play().sparring_model().empty()) {
    absl::StatusOr<network::NamedModel> model = LoadSparring(game, config->self_play());
    if (!model.ok()) {
      return Of("self_play.sparring_model", model.status());
    }
    config->mutable_self_play()->set_sparring_model_sha256(model->name);
    given.sparring = *std::move(model);
  }
  if (!config->network().initial_model().empty()) {
    if (HasBegun(directory)) {
      TakeSumOfRun(directory, config->mutable_network());
      return given;
    }
    absl::StatusOr<network::NamedModel> model = LoadInitial(game, config->network());
    if (!model.ok()) {
      return Of("network.initial_model", model.status());
    }
    config->mutable_network()->set_initial_model_sha256(model->name);
    given.initial = *std::move(model);
  }
  return given;
}

network::Weights FirstWeights(const GivenModels& given, const network::ModelHeader& head,
                              uint64_t seed, const network::TrainingHeads& heads) {
  network::Weights weights = network::InitialWeights(head.shape, head.size, seed, heads);
  if (given.initial) {
    // The heads' weights come last, and no model has any.
    for (size_t i = 0; const network::NamedTensor& tensor : given.initial->model.weights) {
      weights[i] = Widened(tensor, weights[i].shape);
      ++i;
    }
  }
  return weights;
}

}  // namespace kvintet::training
