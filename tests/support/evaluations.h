// Evaluations: collects views and their legal actions, and evaluates them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/registry.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::testing {

// The game of that text, which must exist.
inline std::unique_ptr<envs::Game> Game(const std::string& text) {
  auto game = envs::MakeGame(text);
  KVINTET_CHECK(game.ok());
  return *std::move(game);
}

// The view of the first actor in the position that `text` describes.
inline envs::ViewBuffer ViewOf(const envs::Game& game, const std::string& text) {
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  KVINTET_CHECK(game.ParsePosition(text, position.Span()).ok());
  envs::ActorSet actors;
  game.Actors(position.Span(), {&actors, 1});
  const envs::Seat seat = envs::SeatOf(actors.First());
  envs::ViewBuffer view(1, game.Spec().view_bytes);
  game.MakeViews(position.Span(), {&seat, 1}, view.Span());
  return view;
}

// An evaluator's results for views given by the texts of their positions.
struct Evaluations {
  std::vector<envs::Action> actions = {};
  std::vector<int32_t> offsets = {0};
  std::vector<float> logits = {};
  std::vector<selfplay::Wdl> wdl = {};

  Evaluations(selfplay::Evaluator* evaluator, const std::vector<std::string>& texts) {
    const envs::Game& game = evaluator->game();
    envs::ViewBuffer views(static_cast<int>(texts.size()), game.Spec().view_bytes);
    std::vector<uint64_t> words(static_cast<size_t>(game.Spec().MaskWords()));
    for (size_t i = 0; i < texts.size(); ++i) {
      envs::CopyRows<envs::ViewTag>(ViewOf(game, texts[i]).Span(), views[static_cast<int>(i)]);
      game.LegalActions(views[static_cast<int>(i)], words);
      envs::ActionMask(words).ForEach([this](envs::Action a) { actions.push_back(a); });
      offsets.push_back(static_cast<int32_t>(actions.size()));
    }
    logits.resize(actions.size());
    wdl.resize(texts.size());
    const selfplay::EvaluationResult result = {.policy_logits = logits, .wdl = wdl};
    KVINTET_CHECK(evaluator->Evaluate({views.Span(), actions, offsets}, result).ok());
  }
};

}  // namespace kvintet::testing
