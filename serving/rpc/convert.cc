// Translator of messages: see the header.
#include "serving/rpc/convert.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/convert_explanation.h"

namespace kvintet::serving {
namespace {

// Our enums and those of the messages have the same values in the same order.
static_assert(static_cast<int>(envs::Paint::kColour4) == v1::Shape::PAINT_COLOUR_4);
static_assert(static_cast<int>(envs::ShapeKind::kButton) == v1::Shape::KIND_BUTTON);
static_assert(envs::Index(envs::Actor::kChance) + 1 == v1::ACTOR_CHANCE);
static_assert(envs::Index(envs::Seat::kSpectator) + 1 == v1::SEAT_SPECTATOR);

static_assert(static_cast<int>(AnalysisStop::kForced) == v1::AnalyzeResponse::STOP_FORCED);

// Longest line of actions in a message.
constexpr size_t kLongestLine = 16;

v1::Shape::Paint PaintMessage(envs::Paint paint) { return static_cast<v1::Shape::Paint>(paint); }

// Sets the probabilities of the seat's result; sets nothing if there were no visits.
template <typename Message>
void SetResult(const selfplay::Decision& decision, Message* message) {
  if (!decision.forced) {
    message->set_win((1 - decision.draw + decision.value) / 2);
    message->set_draw(decision.draw);
    message->set_loss((1 - decision.draw - decision.value) / 2);
  }
}

v1::LevelRating RatingOf(const StrengthLevel& level) {
  v1::LevelRating rating;
  rating.set_elo(level.elo());
  rating.set_low(level.low());
  rating.set_high(level.high());
  rating.set_p50_ms(level.p50_ms());
  rating.set_p95_ms(level.p95_ms());
  return rating;
}

// Adds the names of successive actions up to the first event of chance. Adds nothing in games with
// hidden information, since the line would continue with facts that the seat does not know.
void AddLine(const PointOfView& point, std::span<const envs::Action> line,
             google::protobuf::RepeatedPtrField<std::string>* names) {
  const envs::Game& game = *point.game->game;
  if (game.Spec().secrets || game.Spec().simultaneous) {
    return;
  }
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  RandomStream unused;
  game.Resample(point.view.Span(), &unused, position.Span());
  envs::RepetitionHistory history = point.history;
  for (const envs::Action action : line.first(std::min(kLongestLine, line.size()))) {
    const envs::ActorSet actors = envs::ActorsOf(game, position.Span());
    if (actors.Empty() || actors.Has(envs::Actor::kChance)) {
      return;
    }
    const envs::ViewBuffer view = envs::ViewOf(game, position.Span(), envs::SeatOf(actors.First()));
    names->Add(game.ActionName(view.Span(), action));
    envs::StepOne(game, position.Span(), &history, actors.First(), action);
  }
}

}  // namespace

v1::Result ToMessage(const envs::Outcome& outcome) {
  v1::Result message;
  message.mutable_returns()->Add(outcome.returns.begin(), outcome.returns.end());
  message.mutable_margin()->Add(outcome.margin.begin(), outcome.margin.end());
  message.set_reason(std::string(outcome.reason));
  message.set_truncated(outcome.truncated);
  return message;
}

v1::Scene ToMessage(const envs::Scene& scene) {
  v1::Scene message;
  message.set_min_x(scene.min_x);
  message.set_min_y(scene.min_y);
  message.set_max_x(scene.max_x);
  message.set_max_y(scene.max_y);
  message.set_caption(scene.caption);
  for (const envs::Shape& shape : scene.shapes) {
    v1::Shape* drawn = message.add_shapes();
    drawn->set_kind(static_cast<v1::Shape::Kind>(shape.kind));
    drawn->set_fill(PaintMessage(shape.fill));
    drawn->set_stroke(PaintMessage(shape.stroke));
    drawn->mutable_points()->Add(shape.points.begin(), shape.points.end());
    drawn->set_text(shape.text);
  }
  return message;
}

v1::Scene SceneOf(const envs::Game& game, envs::ConstViews view) {
  const envs::Scene scene = game.MakeScene(view);
  v1::Scene message = ToMessage(scene);
  for (size_t i = 0; i < scene.shapes.size(); ++i) {
    if (const envs::Action action = scene.shapes[i].action; action != envs::kNoAction) {
      message.mutable_shapes(static_cast<int>(i))->set_action(game.ActionName(view, action));
    }
  }
  return message;
}

absl::StatusOr<std::optional<envs::Actor>> FromMessage(v1::Actor actor) {
  if (actor == v1::ACTOR_UNSPECIFIED) {
    return std::optional<envs::Actor>();
  }
  if (!v1::Actor_IsValid(actor)) {
    return Refusal(v1::REASON_BAD_FIELD, absl::StrCat("actor: unknown number ", actor), "actor");
  }
  return std::optional(static_cast<envs::Actor>(actor - 1));
}

absl::StatusOr<std::optional<envs::Seat>> FromMessage(v1::Seat seat) {
  if (seat == v1::SEAT_UNSPECIFIED) {
    return std::optional<envs::Seat>();
  }
  if (!v1::Seat_IsValid(seat)) {
    return Refusal(v1::REASON_BAD_FIELD, absl::StrCat("seat: unknown number ", seat), "seat");
  }
  return std::optional(static_cast<envs::Seat>(seat - 1));
}

absl::StatusOr<RequestedStateText> FromMessage(const v1::GameState& message) {
  RequestedStateText text = {.game = message.game()};
  KVINTET_ASSIGN_OR_RETURN(text.seat, FromMessage(message.seat()));
  switch (message.known_case()) {
    case v1::GameState::kRecord:
      text.known = Known::kRecord;
      text.text = message.record();
      break;
    case v1::GameState::kSeatRecord:
      text.known = Known::kSeatRecord;
      text.text = message.seat_record();
      break;
    case v1::GameState::kPosition:
      text.known = Known::kPosition;
      text.text = message.position();
      break;
    case v1::GameState::KNOWN_NOT_SET:
      break;
  }
  return text;
}

envs::Scene FromMessage(const v1::Scene& message) {
  envs::Scene scene = {.min_x = message.min_x(),
                       .min_y = message.min_y(),
                       .max_x = message.max_x(),
                       .max_y = message.max_y(),
                       .caption = message.caption()};
  for (const v1::Shape& drawn : message.shapes()) {
    scene.shapes.push_back({.kind = static_cast<envs::ShapeKind>(drawn.kind()),
                            .fill = static_cast<envs::Paint>(drawn.fill()),
                            .stroke = static_cast<envs::Paint>(drawn.stroke()),
                            .points = {drawn.points().begin(), drawn.points().end()},
                            .text = drawn.text()});
  }
  return scene;
}

v1::Actor ToMessage(envs::Actor actor) { return static_cast<v1::Actor>(envs::Index(actor) + 1); }

v1::Seat ToMessage(envs::Seat seat) { return static_cast<v1::Seat>(envs::Index(seat) + 1); }

v1::GameState ToMessage(const RequestedState& situation) {
  v1::GameState message;
  message.set_game(situation.game().Spec().text);
  switch (situation.known()) {
    case Known::kStart:
    case Known::kRecord:
      message.set_record(situation.Text());
      break;
    case Known::kSeatRecord:
      message.set_seat_record(situation.Text());
      message.set_seat(ToMessage(situation.Viewer()));
      break;
    case Known::kPosition:
      message.set_position(situation.Text());
      break;
  }
  return message;
}

v1::Description Describe(const RequestedState& situation) {
  v1::Description message;
  const PointOfView point = situation.View();
  message.set_game(situation.game().Spec().text);
  message.set_seat(ToMessage(point.seat));
  for (const envs::Actor actor : {envs::Actor::kSeat0, envs::Actor::kSeat1, envs::Actor::kChance}) {
    if (situation.Actors().Has(actor)) {
      message.add_actors(ToMessage(actor));
    }
  }
  message.set_ended(situation.Ended());
  if (situation.Ended()) {
    if (const std::optional<envs::Outcome> result = situation.Result()) {
      *message.mutable_result() = ToMessage(*result);
    }
  }
  message.set_view(situation.game().ViewText(point.view.Span()));
  message.set_seat_record(situation.SeatRecord());
  *message.mutable_scene() = SceneOf(situation.game(), point.view.Span());
  return message;
}

v1::Game ToMessage(const envs::Game& game) {
  v1::Game message;
  const envs::GameSpec& spec = game.Spec();
  message.set_name(spec.name);
  message.set_text(spec.text);
  for (const envs::OptionSpec& option : game.Options()) {
    v1::GameOption* written = message.add_options();
    written->set_key(option.key);
    written->set_default_value(option.default_value);
    written->mutable_values()->Add(option.values.begin(), option.values.end());
    written->set_min(option.min);
    written->set_max(option.max);
    written->set_meaning(option.meaning);
    written->set_clause(option.clause);
  }
  message.set_perfect_information(!spec.secrets);
  message.set_simultaneous(spec.simultaneous);
  message.set_chance(spec.num_outcomes > 0);
  message.set_num_actions(spec.num_actions);
  message.set_max_game_length(spec.max_game_length);
  return message;
}

v1::Fit ToMessage(envs::VariantFit fit) {
  switch (fit) {
    case envs::VariantFit::kSame:
      return v1::FIT_TRAINED_ON_IT;
    case envs::VariantFit::kSamePlay:
      return v1::FIT_SAME_PLAY;
    case envs::VariantFit::kSimilar:
      return v1::FIT_SIMILAR;
    case envs::VariantFit::kNone:
      return v1::FIT_NONE;
  }
  return v1::FIT_UNSPECIFIED;
}

v1::ModelFit ToMessage(const FittingModel& fitting) {
  v1::ModelFit message;
  message.set_model(fitting.model.id);
  message.set_trained_on(fitting.model.trained ? fitting.model.game : "");
  message.set_fit(ToMessage(fitting.fit));
  if (fitting.judged) {
    v1::FitJudgement* judged = message.mutable_judged();
    judged->set_against(fitting.judged->against());
    judged->set_score(fitting.judged->score());
    judged->set_low(fitting.judged->low());
    judged->set_high(fitting.judged->high());
    judged->set_games(fitting.judged->games());
    judged->set_command(fitting.judged->command());
  }
  return message;
}

v1::Model ToMessage(const ListedModel& listed, const Levels* levels) {
  const ServedModel& model = listed.plays.model;
  v1::Model message;
  message.set_game(listed.game);
  message.set_fit(ToMessage(listed.plays.fit));
  message.set_trained_on(model.trained ? model.game : "");
  message.set_id(model.id);
  message.set_description(model.description);
  message.set_trained(model.trained);
  for (int i = 0; levels != nullptr && i < levels->level_size(); ++i) {
    v1::Level* level = message.add_levels();
    level->set_level(i + 1);
    level->set_simulations(levels->level(i).simulations());
    level->set_variety(levels->level(i).variety());
    if (levels->model() == model.id && levels->level(i).has_elo()) {
      *level->mutable_rating() = RatingOf(levels->level(i));
    }
  }
  return message;
}

v1::Evaluation ToMessage(const EvaluateTask& evaluation) {
  v1::Evaluation message;
  const PointOfView& point = evaluation.Point();
  message.set_seat(ToMessage(point.seat));
  message.set_win(static_cast<double>(evaluation.Result().win));
  message.set_draw(static_cast<double>(evaluation.Result().draw));
  message.set_loss(static_cast<double>(evaluation.Result().loss));
  for (size_t i = 0; i < evaluation.Legal().size(); ++i) {
    v1::ActionProbability* entry = message.add_policy();
    entry->set_action(point.game->game->ActionName(point.view.Span(), evaluation.Legal()[i]));
    entry->set_probability(static_cast<double>(evaluation.Policy()[i]));
  }
  std::stable_sort(message.mutable_policy()->begin(), message.mutable_policy()->end(),
                   [](const auto& a, const auto& b) { return a.probability() > b.probability(); });
  message.set_model(point.game->model.id);
  message.set_trained(point.game->model.trained);
  return message;
}

google::protobuf::RepeatedPtrField<v1::Candidate> CandidatesOf(const PointOfView& point,
                                                               const selfplay::Decision& decision,
                                                               size_t most) {
  std::vector<selfplay::ActionStatistics> actions = decision.actions;
  std::ranges::stable_sort(actions, [](const auto& a, const auto& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.policy > b.policy;
  });
  google::protobuf::RepeatedPtrField<v1::Candidate> candidates;
  for (size_t i = 0; i < std::min(most, actions.size()); ++i) {
    v1::Candidate* candidate = candidates.Add();
    candidate->set_action(point.game->game->ActionName(point.view.Span(), actions[i].action));
    candidate->set_visits(actions[i].visits);
    candidate->set_prior(static_cast<double>(actions[i].prior));
    candidate->set_policy(static_cast<double>(actions[i].policy));
    candidate->set_value(actions[i].value);
  }
  return candidates;
}

v1::ChooseMoveResponse ToMessage(const MoveChoice& choice) {
  v1::ChooseMoveResponse message;
  const PointOfView& point = choice.Point();
  message.set_move(choice.Text());
  message.set_seat(ToMessage(point.seat));
  SetResult(choice.First(), &message);
  *message.mutable_candidates() =
      CandidatesOf(point, choice.First(), std::numeric_limits<size_t>::max());
  message.set_evaluations(choice.Evaluations());
  message.set_model(point.game->model.id);
  message.set_trained(point.game->model.trained);
  return message;
}

v1::AnalyzeResponse ToMessage(const PointOfView& point, const Finding& finding, size_t candidates) {
  v1::AnalyzeResponse message;
  message.set_final(finding.stop != AnalysisStop::kGoesOn);
  message.set_stop(static_cast<v1::AnalyzeResponse::Stop>(finding.stop));
  message.set_seat(ToMessage(point.seat));
  message.set_move(finding.move);
  if (!finding.first.actions.empty()) {
    SetResult(finding.first, &message);
  }
  *message.mutable_candidates() = CandidatesOf(point, finding.first, candidates);
  AddLine(point, finding.first.line, message.mutable_line());
  SetExplanation(point, finding.explained, &message);
  message.set_evaluations(finding.evaluations);
  message.set_model(point.game->model.id);
  message.set_trained(point.game->model.trained);
  return message;
}

}  // namespace kvintet::serving
