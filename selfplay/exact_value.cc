// ExactSolver: see the header.
#include "selfplay/exact_value.h"

#include <optional>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::selfplay {
namespace {

// Whether seat 0 (sign 1) or seat 1 (sign -1) would rather have `a`.
bool Better(const ExactValue& a, const ExactValue& b, double sign) {
  if (a.value != b.value) {
    return sign * a.value > sign * b.value;
  }
  return sign * a.value > 0 ? a.plies < b.plies : a.plies > b.plies;
}

}  // namespace

absl::StatusOr<ExactSolver> ExactSolver::Make(const envs::Game& game, int64_t max_positions) {
  const envs::GameSpec& spec = game.Spec();
  const char* why = spec.simultaneous           ? "has simultaneous moves"
                    : !spec.perfect_information ? "has hidden information"
                    : spec.num_outcomes > 0     ? "has chance"
                    : spec.history_capacity > 0 ? "has rules about earlier positions"
                                                : nullptr;
  if (why != nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("wanted a game of perfect information without chance and simultaneous moves; ",
                     spec.text, " ", why));
  }
  return ExactSolver(game, max_positions);
}

absl::StatusOr<ExactValue> ExactSolver::Value(envs::ConstPositions one) {
  const Key128 key = HashBytes(one.Bytes());
  const auto [entry, fresh] = values_.try_emplace(key);
  // References into the map outlive its growth, iterators do not.
  ExactValue& value = entry->second;
  if (!fresh) {
    if (value.plies == kOpen) {
      return absl::UnimplementedError(
          absl::StrCat("positions of ", game_->Spec().text, " can repeat, which cannot be solved"));
    }
    return value;
  }
  value.plies = kOpen;
  absl::StatusOr<ExactValue> found = Compute(one);
  if (found.ok()) {
    value = *found;
  } else {
    // A position without a value is forgotten, or a later call would take it for solved or open.
    values_.erase(key);
  }
  return found;
}

absl::StatusOr<ExactValue> ExactSolver::Compute(envs::ConstPositions one) {
  if (NumPositions() > max_positions_) {
    return absl::ResourceExhaustedError(absl::StrCat(game_->Spec().text, " has more than ",
                                                     max_positions_, " positions from there on"));
  }
  const envs::ActorSet actors = envs::ActorsOf(*game_, one);
  if (actors.Empty()) {
    return ExactValue{.value = static_cast<double>(game_->Result(one).returns[0]), .plies = 0};
  }
  return Best(one, actors.First());
}

absl::StatusOr<ExactValue> ExactSolver::Best(envs::ConstPositions one, envs::Actor actor) {
  const double sign = actor == envs::Actor::kSeat0 ? 1 : -1;
  const envs::ViewBuffer view = envs::ViewOf(*game_, one, envs::SeatOf(actor));
  std::optional<ExactValue> best;
  envs::PositionBuffer next(1, game_->Spec().position_bytes);
  envs::RepetitionHistory history(0);
  for (const envs::Action action : envs::LegalList(*game_, view.Span())) {
    envs::CopyRows<envs::PositionTag>(one, next.Span());
    envs::StepOne(*game_, next.Span(), &history, actor, action);
    KVINTET_ASSIGN_OR_RETURN(ExactValue value, Value(next.Span()));
    ++value.plies;
    if (!best || Better(value, *best, sign)) {
      best = value;
    }
  }
  return *best;
}

}  // namespace kvintet::selfplay
