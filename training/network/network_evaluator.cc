// NetworkEvaluator: see the header.
#include "training/network/network_evaluator.h"

#include <optional>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/registry.h"

namespace kvintet::network {

namespace {

NetworkSight SightOf(const envs::Game& game, const PlayingNetwork& playing) {
  const std::optional<NetworkSight> sight = NetworkSight::OfShape(game, playing.network->Shape());
  KVINTET_CHECK(sight.has_value());
  return *sight;
}

}  // namespace

envs::VariantFit FitOf(const ModelHeader& head, const envs::Game& game) {
  // This also applies to games that the registry does not know.
  if (!NetworkSight::OfShape(game, head.shape).has_value()) {
    return envs::VariantFit::kNone;
  }
  if (head.game == game.Spec().text) {
    return envs::VariantFit::kSame;
  }
  const absl::StatusOr<std::unique_ptr<envs::Game>> trained = envs::MakeGame(head.game);
  return trained.ok() ? envs::CompareVariants(**trained, game).fit : envs::VariantFit::kNone;
}

absl::Status CheckModelFits(const ModelHeader& head, const envs::Game& game, envs::VariantFit least,
                            const std::string& where) {
  if (FitOf(head, game) >= least) {
    return absl::OkStatus();
  }
  const envs::GameSpec& spec = game.Spec();
  if (envs::GameNameOf(head.game) == spec.name &&
      !NetworkSight::OfShape(game, head.shape).has_value()) {
    return absl::FailedPreconditionError(absl::StrCat(
        where, ": a model with ", ShapeText(NetworkSight(game).Shape()), " wanted for ", spec.text,
        ", this one for ", head.game, " has ", ShapeText(head.shape)));
  }
  return absl::FailedPreconditionError(
      absl::StrCat(where, ": a model for ", spec.text, " wanted, this one is for ", head.game));
}

absl::StatusOr<PlayingNetwork> MakePlayingNetwork(const envs::Game& game, const NamedModel& model,
                                                  const NetworkOptions& options) {
  const ModelHeader& head = model.model.head;
  KVINTET_RETURN_IF_ERROR(
      CheckModelFits(head, game, envs::VariantFit::kSimilar, "model " + model.name));
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Network> network,
                           Network::Create(head.shape, head.size, model.model.weights, options));
  return PlayingNetwork{.model_id = model.name, .network = std::move(network)};
}

NetworkEvaluator::NetworkEvaluator(const envs::Game& game, PlayingNetwork playing)
    : game_(game), playing_(std::move(playing)), sight_(SightOf(game_, playing_)) {}

void NetworkEvaluator::Use(PlayingNetwork playing) {
  playing_ = std::move(playing);
  sight_ = SightOf(game_, playing_);
}

absl::Status NetworkEvaluator::Evaluate(const selfplay::EvaluationRequest& request,
                                        const selfplay::EvaluationResult& result) {
  const NetworkShape& shape = playing_.network->Shape();
  const auto rows = static_cast<size_t>(request.Count());
  planes_.resize(rows * static_cast<size_t>(shape.PlaneBytes()));
  globals_.resize(rows * static_cast<size_t>(shape.globals));
  indices_.resize(request.actions.size());
  wdl_.resize(rows * 3);
  sight_.Observe(request.views, planes_, globals_);
  for (int i = 0; i < request.Count(); ++i) {
    const std::span<const envs::Action> legal = request.Legal(i);
    const auto first = static_cast<size_t>(request.offsets[static_cast<size_t>(i)]);
    game_.PolicyIndices(request.views[i], legal, std::span(indices_).subspan(first, legal.size()));
  }
  KVINTET_RETURN_IF_ERROR(playing_.network->Evaluate(
      {.planes = planes_, .globals = globals_, .actions = indices_, .offsets = request.offsets},
      {.logits = result.policy_logits, .wdl = wdl_}));
  for (size_t i = 0; i < rows; ++i) {
    result.wdl[i] = {.win = wdl_[3 * i], .draw = wdl_[3 * i + 1], .loss = wdl_[3 * i + 2]};
  }
  return absl::OkStatus();
}

}  // namespace kvintet::network
