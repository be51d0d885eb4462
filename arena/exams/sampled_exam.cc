// SampledExam: see the header.
#include "arena/exams/sampled_exam.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "arena/exams/answers.h"
#include "base/check.h"
#include "base/reports/json.h"
#include "base/reports/json_lines.h"
#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::arena {
namespace {

using selfplay::MoveSolver;
using selfplay::SolvedMove;

// Maximum number of games played to draw one position.
constexpr uint32_t kMaxAttempts = 100000;

// The position after `plies` random plies; empty if the game has ended by then.
std::optional<envs::PositionBuffer> PlayRandomly(const envs::Game& game, int plies,
                                                 RandomStream* random) {
  envs::PositionBuffer position = envs::InitialPosition(game);
  envs::RepetitionHistory history(game.Spec().history_capacity);
  for (int ply = 0;; ++ply) {
    const envs::ActorSet actors = envs::ActorsOf(game, position.Span());
    if (actors.Empty()) {
      return std::nullopt;
    }
    if (ply == plies) {
      return position;
    }
    const envs::ViewBuffer view = envs::ViewOf(game, position.Span(), envs::SeatOf(actors.First()));
    const std::vector<envs::Action> legal = envs::LegalList(game, view.Span());
    const envs::Action action = legal[random->Below(static_cast<uint32_t>(legal.size()))];
    envs::StepOne(game, position.Span(), &history, actors.First(), action);
  }
}

// Whether the moving seat has an immediate win.
bool WinsAtOnce(const envs::Game& game, envs::ConstPositions one) {
  const envs::Actor actor = envs::ActorsOf(game, one).First();
  const envs::ViewBuffer view = envs::ViewOf(game, one, envs::SeatOf(actor));
  envs::PositionBuffer next(1, game.Spec().position_bytes);
  return std::ranges::any_of(envs::LegalList(game, view.Span()), [&](const envs::Action action) {
    envs::CopyRows<envs::PositionTag>(one, next.Span());
    envs::RepetitionHistory history(game.Spec().history_capacity);
    envs::StepOne(game, next.Span(), &history, actor, action);
    return envs::ActorsOf(game, next.Span()).Empty() &&
           game.Result(next.Span()).returns[static_cast<size_t>(envs::SeatOf(actor))] > 0;
  });
}

bool AllAreGood(const std::vector<SolvedMove>& moves) {
  return std::ranges::all_of(moves, [&](const SolvedMove& move) { return IsGood(move, moves); });
}

Json RecipeJson(const envs::Game& game, const PositionRecipe& recipe) {
  return {{"game", game.Spec().text},
          {"positions", recipe.positions},
          {"least_plies", recipe.least_plies},
          {"most_plies", recipe.most_plies},
          {"seed", recipe.seed}};
}

absl::StatusOr<SolvedPosition> ParsePosition(const Json& line) {
  SolvedPosition position;
  KVINTET_ASSIGN_OR_RETURN(position.position, JsonMember<std::string>(line, "position"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t plies, JsonMember<int64_t>(line, "plies"));
  position.plies = static_cast<int>(plies);
  KVINTET_ASSIGN_OR_RETURN(const Json moves, JsonMember<Json>(line, "moves"));
  for (const Json& move : moves) {
    SolvedMove solved;
    KVINTET_ASSIGN_OR_RETURN(const int64_t action, JsonMember<int64_t>(move, "action"));
    KVINTET_ASSIGN_OR_RETURN(solved.value, JsonMember<double>(move, "value"));
    KVINTET_ASSIGN_OR_RETURN(const int64_t distance, JsonMember<int64_t>(move, "plies"));
    solved.action = static_cast<envs::Action>(action);
    solved.plies = static_cast<int>(distance);
    position.moves.push_back(solved);
  }
  if (position.moves.empty()) {
    return absl::InvalidArgumentError("moves: wanted at least one, found none");
  }
  return position;
}

}  // namespace

absl::StatusOr<std::vector<SolvedPosition>> DrawPositions(const envs::Game& game,
                                                          const PositionRecipe& recipe,
                                                          const MoveSolver& solve) {
  std::vector<SolvedPosition> drawn;
  std::set<std::string> known;
  for (uint32_t k = 0; k < static_cast<uint32_t>(recipe.positions); ++k) {
    RandomStream lengths(recipe.seed, k, 0, Purpose::kOpening);
    const auto range = static_cast<uint32_t>(recipe.most_plies - recipe.least_plies + 1);
    const int plies = recipe.least_plies + static_cast<int>(lengths.Below(range));
    for (uint32_t attempt = 1; drawn.size() <= k; ++attempt) {
      if (attempt > kMaxAttempts) {
        return absl::InvalidArgumentError(
            absl::StrCat("wanted ", recipe.positions, " positions of ", game.Spec().text,
                         ", found ", k, ": none after ", plies, " plies in ", kMaxAttempts,
                         " random games is new, has moves that differ and no win at once"));
      }
      RandomStream random(recipe.seed, k, attempt, Purpose::kOpening);
      const auto position = PlayRandomly(game, plies, &random);
      if (!position || WinsAtOnce(game, position->Span())) {
        continue;
      }
      std::string text = game.PositionText(position->Span());
      if (known.contains(text)) {
        continue;
      }
      KVINTET_ASSIGN_OR_RETURN(std::vector<SolvedMove> moves, solve(position->Span()));
      if (!AllAreGood(moves)) {
        known.insert(text);
        drawn.push_back({.position = std::move(text), .plies = plies, .moves = std::move(moves)});
      }
    }
  }
  return drawn;
}

std::string PositionsText(const envs::Game& game, const PositionRecipe& recipe,
                          const std::vector<SolvedPosition>& positions) {
  std::string text = ToJsonLine(RecipeJson(game, recipe)) + "\n";
  for (const SolvedPosition& position : positions) {
    Json moves = Json::array();
    for (const SolvedMove& move : position.moves) {
      moves.push_back({{"action", move.action}, {"value", move.value}, {"plies", move.plies}});
    }
    const Json line = {
        {"position", position.position}, {"plies", position.plies}, {"moves", moves}};
    text += ToJsonLine(line) + "\n";
  }
  return text;
}

absl::StatusOr<std::vector<SolvedPosition>> ParsePositions(const envs::Game& game,
                                                           const PositionRecipe& recipe,
                                                           const std::string& text,
                                                           const std::string& where) {
  const Json wanted = RecipeJson(game, recipe);
  bool begun = false;
  std::vector<SolvedPosition> positions;
  const auto read = [&](const Json& line) -> absl::Status {
    if (std::exchange(begun, true)) {
      KVINTET_ASSIGN_OR_RETURN(positions.emplace_back(), ParsePosition(line));
      return absl::OkStatus();
    }
    return line == wanted
               ? absl::OkStatus()
               : absl::FailedPreconditionError(absl::StrCat(
                     "wanted positions of ", ToJsonLine(wanted), ", found ", ToJsonLine(line)));
  };
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, where, read));
  if (std::ssize(positions) != recipe.positions) {
    return absl::DataLossError(
        absl::StrCat(where, ": wanted ", recipe.positions, " positions, found ", positions.size()));
  }
  return positions;
}

Interval ShareOf(int64_t count, int64_t all) {
  KVINTET_CHECK(all > 0);
  const double n = static_cast<double>(all);
  const double share = static_cast<double>(count) / n;
  const double z = NormalQuantile(0.95);
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double half =
      z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return {
      .score = share, .low = std::max(0.0, middle - half), .high = std::min(1.0, middle + half)};
}

absl::StatusOr<SampledExam> SampledExam::Make(const envs::Game& game,
                                              const std::vector<SolvedPosition>& positions) {
  SampledExam exam;
  for (const SolvedPosition& solved : positions) {
    envs::PositionBuffer position(1, game.Spec().position_bytes);
    KVINTET_RETURN_IF_ERROR(game.ParsePosition(solved.position, position.Span()));
    const envs::ActorSet actors = envs::ActorsOf(game, position.Span());
    if (actors.Empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("wanted a position in which a seat must act, found ", solved.position));
    }
    exam.questions_.push_back(
        {.view = envs::ViewOf(game, position.Span(), envs::SeatOf(actors.First())),
         .moves = solved.moves});
  }
  return exam;
}

absl::StatusOr<MoveMarks> SampledExam::Mark(Agent* agent) const {
  MoveMarks marks;
  std::vector<envs::ConstViews> views;
  for (const Question& question : questions_) {
    views.push_back(question.view.Span());
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::Action> answers, AnswersTo(views, agent));
  for (size_t i = 0; i < questions_.size(); ++i) {
    const std::vector<SolvedMove>& moves = questions_[i].moves;
    const auto share = 1.0 / static_cast<double>(moves.size() * questions_.size());
    ++marks.questions;
    for (const SolvedMove& move : moves) {
      const bool good = IsGood(move, moves);
      const bool perfect = IsPerfect(move, moves);
      const bool chosen = move.action == answers[i];
      marks.good_by_chance += good ? share : 0;
      marks.perfect_by_chance += perfect ? share : 0;
      marks.good += chosen && good ? 1 : 0;
      marks.perfect += chosen && perfect ? 1 : 0;
    }
  }
  return marks;
}

}  // namespace kvintet::arena
