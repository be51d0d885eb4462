// Messages of the services to our own types and back: the only translator.
#pragma once

#include <optional>

#include "absl/status/statusor.h"

#include "envs/actor.h"
#include "envs/scene.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/game_state.pb.h"
#include "proto/levels.pb.h"
#include "serving/engine/analysis.h"
#include "serving/engine/move_choice.h"
#include "serving/engine/opinion.h"
#include "serving/engine/situation.h"

namespace kvintet::serving {

// Empty where unspecified; InvalidArgument for a number that is none of the enum's.
absl::StatusOr<std::optional<envs::Actor>> FromMessage(v1::Actor actor);
absl::StatusOr<std::optional<envs::Seat>> FromMessage(v1::Seat seat);
absl::StatusOr<SituationText> FromMessage(const v1::GameState& message);
// To be looked at: without actions.
envs::Scene FromMessage(const v1::Scene& message);

v1::Actor ToMessage(envs::Actor actor);
v1::Seat ToMessage(envs::Seat seat);
v1::Result ToMessage(const envs::Outcome& outcome);
// What the view's seat sees. One view.
v1::Scene SceneOf(const envs::Game& game, envs::ConstViews view);
// The situation in the form in which it was given.
v1::GameState ToMessage(const Situation& situation);
v1::Description Describe(const Situation& situation);
v1::Game ToMessage(const envs::Game& game);
v1::Fit ToMessage(envs::VariantFit fit);
v1::ModelFit ToMessage(const FittingModel& fitting);
// `levels`: of the model; null where there are none.
v1::Model ToMessage(const ListedModel& listed, const Levels* levels);
v1::Evaluation ToMessage(const Opinion& opinion);
// All but seed and time.
v1::ChooseMoveResponse ToMessage(const MoveChoice& choice);
// The legal actions of a decision, the most visited first, then by policy: at most so many.
google::protobuf::RepeatedPtrField<v1::Candidate> CandidatesOf(const PointOfView& point,
                                                               const selfplay::Decision& decision,
                                                               size_t most);
// All but sequence, seed and time.
v1::AnalyzeResponse ToMessage(const PointOfView& point, const Finding& finding, size_t candidates);

}  // namespace kvintet::serving
