// RulesGame: turns rules into a Game, with loops over rows and defaults for optional members.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/game.h"
#include "envs/held_things.h"
#include "envs/match_play.h"
#include "envs/rules/pool_kernel.h"
#include "envs/rules/row_cast.h"
#include "envs/rules/rules.h"
#include "envs/rules/rules_hints.h"

namespace kvintet::envs {

template <Rules R>
class RulesGame final : public Game {
 public:
  using Position = typename R::Position;
  using View = typename R::View;

  // Fails on options that the schema or the rules refuse.
  static absl::StatusOr<std::unique_ptr<Game>> Make(
      const std::map<std::string, std::string>& given) {
    KVINTET_ASSIGN_OR_RETURN(const RuleOptions options, ResolveOptions(given));
    if constexpr (requires { R::Create(options); }) {
      KVINTET_ASSIGN_OR_RETURN(R rules, R::Create(options));
      return std::unique_ptr<Game>(new RulesGame(std::move(rules), options));
    } else {
      return std::unique_ptr<Game>(new RulesGame(R(options), options));
    }
  }

  const R& rules() const { return rules_; }
  const GameSpec& Spec() const override { return spec_; }
  const OptionSchema& Options() const override { return schema_; }

  void Initialize(Positions positions) const override {
    const Position initial = rules_.Initial();
    for (int i = 0; i < positions.Count(); ++i) {
      At(positions, i) = initial;
    }
  }

  void Actors(ConstPositions positions, std::span<ActorSet> actors) const override {
    for (int i = 0; i < positions.Count(); ++i) {
      actors[static_cast<size_t>(i)] = rules_.Actors(At(positions, i));
    }
  }

  void Step(Positions positions, std::span<RepetitionHistory> histories,
            std::span<const Actor> actors, std::span<const Action> actions) const override {
    for (size_t i = 0; i < actions.size(); ++i) {
      rules_.Step(&At(positions, static_cast<int>(i)), &histories[i], actors[i], actions[i]);
    }
  }

  void ChanceOutcomes(ConstPositions one, std::vector<ChanceOutcome>* outcomes) const override {
    outcomes->clear();
    if constexpr (requires { rules_.ChanceOutcomes(At(one, 0), outcomes); }) {
      rules_.ChanceOutcomes(At(one, 0), outcomes);
    }
  }

  Outcome Result(ConstPositions one) const override {
    Outcome outcome = rules_.Result(At(one, 0));
    for (float& value : outcome.returns) {
      // Avoids -0 for a draw in rules that compute `-value`.
      value += 0.0f;
    }
    return outcome;
  }

  void AdvanceRows(const PoolRows& rows) const override {
    PoolKernel<R>(rules_, spec_, rows).Run();
  }

  void MakeViews(ConstPositions positions, std::span<const Seat> seats,
                 Views views) const override {
    for (int i = 0; i < positions.Count(); ++i) {
      At(views, i) = ViewOf(rules_, At(positions, i), seats[static_cast<size_t>(i)]);
    }
  }

  Seat ViewSeat(ConstViews one) const override { return At(one, 0).seat; }
  bool MustAct(ConstViews one) const override { return MustActIn(rules_, At(one, 0)); }

  void LegalActions(ConstViews views, std::span<uint64_t> masks) const override {
    const auto words = static_cast<size_t>(spec_.MaskWords());
    std::ranges::fill(masks, 0);
    for (int i = 0; i < views.Count(); ++i) {
      if (MustActIn(rules_, At(views, i))) {
        rules_.LegalActions(At(views, i),
                            ActionMask(masks.subspan(static_cast<size_t>(i) * words, words)));
      }
    }
  }

  void Observe(ConstViews views, std::span<uint8_t> planes,
               std::span<float> globals) const override {
    const auto plane_bytes = static_cast<size_t>(spec_.PlaneBytes());
    const auto num_globals = static_cast<size_t>(spec_.globals);
    if constexpr (kPlanesNeedZeros<R>) {
      std::ranges::fill(planes, uint8_t{0});
    }
    std::ranges::fill(globals, 0.0f);
    for (int i = 0; i < views.Count(); ++i) {
      const auto row = static_cast<size_t>(i);
      rules_.Observe(At(views, i), planes.subspan(row * plane_bytes, plane_bytes),
                     globals.subspan(row * num_globals, num_globals));
    }
  }

  void PolicyIndices(ConstViews one, std::span<const Action> actions,
                     std::span<int32_t> indices) const override {
    for (size_t i = 0; i < actions.size(); ++i) {
      indices[i] = rules_.PolicyIndex(At(one, 0), actions[i]);
    }
  }

  Key128 CacheKey(ConstViews one) const override {
    if constexpr (requires { rules_.CacheKey(At(one, 0)); }) {
      return rules_.CacheKey(At(one, 0));
    } else {
      return HashBytes(one.Bytes());
    }
  }

  void Resample(ConstViews one, RandomStream* random, Positions out) const override {
    if constexpr (kOpen<R>) {
      At(out, 0) = At(one, 0).position;
    } else {
      At(out, 0) = rules_.Resample(At(one, 0), random);
    }
  }

  int Visible(ConstPositions one, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const override {
    if constexpr (kOpen<R>) {
      std::memcpy(bytes.data(), &action, sizeof(action));
      return sizeof(action);
    } else {
      return rules_.Visible(At(one, 0), actor, action, seat, bytes);
    }
  }

  void InitialView(Seat seat, Views one) const override {
    if constexpr (kOpen<R>) {
      At(one, 0) = ViewOf(rules_, rules_.Initial(), seat);
    } else {
      At(one, 0) = rules_.InitialView(seat);
    }
  }

  void Follow(Views one, RepetitionHistory* history, Actor actor,
              std::optional<Action> action) const override {
    KVINTET_CHECK(!kOpen<R> || action.has_value());
    FollowIn(rules_, &At(one, 0), history, actor, action);
  }

  bool TellsActors() const override {
    if constexpr (requires { rules_.TellsActors(); }) {
      return rules_.TellsActors();
    } else {
      return false;
    }
  }

  bool FollowActors(Views one, ActorSet actors) const override {
    if constexpr (requires { rules_.FollowActors(&At(one, 0), actors); }) {
      return rules_.FollowActors(&At(one, 0), actors);
    } else {
      return true;
    }
  }

  std::string ActionName(ConstViews one, Action action) const override {
    return rules_.ActionName(At(one, 0), action);
  }

  std::string OutcomeName(ConstViews one, Action outcome) const override {
    if constexpr (requires { rules_.OutcomeName(At(one, 0), outcome); }) {
      return rules_.OutcomeName(At(one, 0), outcome);
    } else {
      return absl::StrCat(outcome);
    }
  }

  int MoveProgress(ConstViews one) const override {
    if constexpr (requires { rules_.MoveProgress(At(one, 0)); }) {
      return rules_.MoveProgress(At(one, 0));
    } else {
      return 0;
    }
  }

  std::string MoveText(ConstViews one, std::span<const Action> actions) const override {
    if constexpr (requires { rules_.MoveText(At(one, 0), actions); }) {
      return rules_.MoveText(At(one, 0), actions);
    } else {
      KVINTET_CHECK_EQ(actions.size(), 1);
      return rules_.ActionName(At(one, 0), actions[0]);
    }
  }

  absl::StatusOr<std::vector<Action>> ParseMove(ConstViews one,
                                                const std::string& text) const override {
    if constexpr (requires { rules_.ParseMove(At(one, 0), text); }) {
      return rules_.ParseMove(At(one, 0), text);
    } else {
      return ParseByName(At(one, 0), text);
    }
  }

  bool ReadsMoves() const override {
    return requires(const View& view, const std::string& text) {
      rules_.ReadMove(view, Actor(), text);
    };
  }

  absl::StatusOr<std::vector<Action>> ReadMove(ConstViews one, Actor actor,
                                               const std::string& text) const override {
    if constexpr (requires { rules_.ReadMove(At(one, 0), actor, text); }) {
      return rules_.ReadMove(At(one, 0), actor, text);
    } else {
      return ParseMove(one, text);
    }
  }

  std::string ViewText(ConstViews one) const override {
    if constexpr (kOpen<R>) {
      return rules_.PositionText(At(one, 0).position);
    } else {
      return rules_.ViewText(At(one, 0));
    }
  }

  std::string PositionText(ConstPositions one) const override {
    return rules_.PositionText(At(one, 0));
  }

  absl::Status ParsePosition(const std::string& text, Positions one) const override {
    KVINTET_ASSIGN_OR_RETURN(At(one, 0), rules_.ParsePosition(text));
    return absl::OkStatus();
  }

  Scene MakeScene(ConstViews one) const override { return rules_.MakeScene(At(one, 0)); }

  const MatchPlay* match_play() const override { return match_play_.get(); }
  const HeldThings* held_things() const override { return held_things_.get(); }
  const Baseline* baseline() const override { return hints_.baseline(); }
  const RandomPlayouts* random_playouts() const override { return hints_.random_playouts(); }
  const CarefulPlayouts* careful_playouts() const override { return hints_.careful_playouts(); }
  const CellOwners* cell_owners() const override { return hints_.cell_owners(); }
  const Standings* standings() const override { return hints_.standings(); }
  const KnownReturns* known_returns() const override { return hints_.known_returns(); }
  const ForcedWins* forced_wins() const override { return hints_.forced_wins(); }
  const Defences* defences() const override { return hints_.defences(); }
  const DerivedPlanes* derived_planes() const override { return hints_.derived_planes(); }
  const SlotFeatures* slot_features() const override { return hints_.slot_features(); }

  int InverseSymmetry(int symmetry) const override {
    if constexpr (requires { rules_.InverseSymmetry(symmetry); }) {
      return rules_.InverseSymmetry(symmetry);
    } else {
      return symmetry;
    }
  }

  bool ExchangesSeats(int symmetry) const override {
    if constexpr (requires { rules_.ExchangesSeats(symmetry); }) {
      return rules_.ExchangesSeats(symmetry);
    } else {
      return false;
    }
  }

  void TransformPosition(int symmetry, ConstPositions one, Positions out) const override {
    At(out, 0) = Image(symmetry, At(one, 0));
  }

  void TransformView(int symmetry, ConstViews one, Views out) const override {
    const View& view = At(one, 0);
    if constexpr (kOpen<R>) {
      const bool swap = ExchangesSeats(symmetry) && view.seat != Seat::kSpectator;
      At(out, 0) = {Image(symmetry, view.position), swap ? Other(view.seat) : view.seat, {}};
    } else {
      At(out, 0) = Image(symmetry, view);
    }
  }

  Action TransformAction(int symmetry, ConstViews one, Action action) const override {
    if constexpr (requires { rules_.TransformAction(symmetry, At(one, 0), action); }) {
      return rules_.TransformAction(symmetry, At(one, 0), action);
    } else {
      return action;
    }
  }

 private:
  RulesGame(R rules, const RuleOptions& options)
      : rules_(std::move(rules)), schema_(R::Options()), spec_(rules_.Spec()), hints_(rules_) {
    spec_.name = std::string(R::kName);
    if (spec_.title.empty()) {
      spec_.title = TitleOf(spec_.name);
    }
    spec_.text = spec_.name + options.ToText();
    spec_.position_bytes = sizeof(Position);
    spec_.view_bytes = sizeof(View);
    spec_.perfect_information = kOpen<R>;
    spec_.secrets = spec_.secrets && !kOpen<R>;
    if constexpr (requires { rules_.NumSymmetries(); }) {
      spec_.num_symmetries = rules_.NumSymmetries();
    } else if constexpr (requires { R::kNumSymmetries; }) {
      spec_.num_symmetries = R::kNumSymmetries;
    }
    if constexpr (requires { rules_.MakeMatchPlay(); }) {
      match_play_ = rules_.MakeMatchPlay();
    }
    if constexpr (requires { rules_.MakeHeldThings(); }) {
      held_things_ = rules_.MakeHeldThings();
    }
  }

  static std::string TitleOf(const std::string& name) {
    std::string title = InWords(name);
    title[0] = absl::ascii_toupper(static_cast<unsigned char>(title[0]));
    return title;
  }

  static absl::StatusOr<RuleOptions> ResolveOptions(
      const std::map<std::string, std::string>& given) {
    if constexpr (requires(std::map<std::string, std::string> * map) { R::CompleteOptions(map); }) {
      std::map<std::string, std::string> complete = given;
      R::CompleteOptions(&complete);
      return RuleOptions::Resolve(R::Options(), complete, std::string(R::kName));
    } else {
      return RuleOptions::Resolve(R::Options(), given, std::string(R::kName));
    }
  }

  static Position& At(Positions rows, int i) { return RowAs<Position>(rows, i); }
  static const Position& At(ConstPositions rows, int i) { return RowAs<Position>(rows, i); }
  static View& At(Views rows, int i) { return RowAs<View>(rows, i); }
  static const View& At(ConstViews rows, int i) { return RowAs<View>(rows, i); }

  template <typename T>
  T Image(int symmetry, const T& value) const {
    if constexpr (requires { rules_.Transform(symmetry, value); }) {
      return rules_.Transform(symmetry, value);
    } else {
      return value;
    }
  }

  // A move of one action is written as the name of that action.
  absl::StatusOr<std::vector<Action>> ParseByName(const View& view, const std::string& text) const {
    std::vector<uint64_t> words(static_cast<size_t>(spec_.MaskWords()));
    const ActionMask mask(words);
    if (MustActIn(rules_, view)) {
      rules_.LegalActions(view, mask);
    }
    std::vector<Action> found;
    mask.ForEach([&](Action action) {
      if (rules_.ActionName(view, action) == text) {
        found.push_back(action);
      }
    });
    if (found.size() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", text, "' is not one of the ", mask.Count(), " legal moves"));
    }
    return found;
  }

  R rules_;
  OptionSchema schema_;
  GameSpec spec_;
  RulesHints<R> hints_;
  std::unique_ptr<const MatchPlay> match_play_;
  std::unique_ptr<const HeldThings> held_things_;
};

}  // namespace kvintet::envs
