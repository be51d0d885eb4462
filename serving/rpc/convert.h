// Converts messages of the services to our own types and back; the only place that does.
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
#include "serving/engine/evaluate_task.h"
#include "serving/engine/move_choice.h"
#include "serving/engine/requested_state.h"

namespace kvintet::serving {

// Empty if unspecified; InvalidArgument for a number that the enum does not have.
absl::StatusOr<std::optional<envs::Actor>> FromMessage(v1::Actor actor);
absl::StatusOr<std::optional<envs::Seat>> FromMessage(v1::Seat seat);
absl::StatusOr<RequestedStateText> FromMessage(const v1::GameState& message);
// For display only: the scene has no actions.
envs::Scene FromMessage(const v1::Scene& message);

v1::Actor ToMessage(envs::Actor actor);
v1::Seat ToMessage(envs::Seat seat);
v1::Result ToMessage(const envs::Outcome& outcome);
// Without actions.
v1::Scene ToMessage(const envs::Scene& scene);
// The scene that the view's seat sees. One view.
v1::Scene SceneOf(const envs::Game& game, envs::ConstViews view);
// The state in the form in which it was given.
v1::GameState ToMessage(const RequestedState& situation);
v1::Description Describe(const RequestedState& situation);
v1::Game ToMessage(const envs::Game& game);
v1::Fit ToMessage(envs::VariantFit fit);
v1::ModelFit ToMessage(const FittingModel& fitting);
// `levels` are the levels of the model, or null if it has none.
v1::Model ToMessage(const ListedModel& listed, const Levels* levels);
v1::Evaluation ToMessage(const EvaluateTask& evaluation);
// Everything except seed and time.
v1::ChooseMoveResponse ToMessage(const MoveChoice& choice);
// The legal actions of a decision, most visited first, then by policy, at most `most`.
google::protobuf::RepeatedPtrField<v1::Candidate> CandidatesOf(const PointOfView& point,
                                                               const selfplay::Decision& decision,
                                                               size_t most);
// Everything except sequence, seed and time.
v1::AnalyzeResponse ToMessage(const PointOfView& point, const Finding& finding, size_t candidates);

}  // namespace kvintet::serving
