// Deliberately broken games with one fault each, to show that the suite finds it.
//
// Each is a correct game in which one function is replaced. They keep what they saw in mutable
// members, since that is how a leak can bypass the type of the view.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

#include "envs/games/goofspiel/goofspiel.h"
#include "envs/games/kontranto/kontranto.h"
#include "envs/games/kuhn/kuhn.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tic_tac_toe/tic_tac_toe.h"
#include "tests/conformance/walk.h"

namespace kvintet::conformance {

using envs::ActionMask;
using envs::RuleOptions;
using envs::Scene;
using envs::goofspiel::Goofspiel;
using envs::kuhn::Kuhn;
using envs::tic_tac_toe::TicTacToe;

// Where a LeakyKuhn shows a seat the opponent's card.
enum class Leak { kObserve, kScene, kMask, kViewText, kCacheKey, kActionName, kVisible, kResample };

// Kuhn poker that remembers the opponent's card from the last view it made.
template <Leak kLeak>
class LeakyKuhn : public Kuhn {
 public:
  using Kuhn::Kuhn;

  View MakeView(const Position& position, envs::Seat seat) const {
    secret_ = seat == envs::Seat::k0 ? position.cards[1] : position.cards[0];
    return Kuhn::MakeView(position, seat);
  }
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
    Kuhn::Observe(view, planes, globals);
    planes[0] = Leaks(Leak::kObserve) ? secret_ : planes[0];
  }
  Scene MakeScene(const View& view) const {
    Scene scene = Kuhn::MakeScene(view);
    if (Leaks(Leak::kScene)) {
      absl::StrAppend(&scene.caption, " ", int{secret_});
    }
    return scene;
  }
  void LegalActions(const View& view, ActionMask mask) const {
    Kuhn::LegalActions(view, mask);
    if (Leaks(Leak::kMask) && secret_ == 3) {
      mask.Words()[0] = 1;
    }
  }
  std::string ViewText(const View& view) const {
    return absl::StrCat(Kuhn::ViewText(view), Leaks(Leak::kViewText) ? int{secret_} : 0);
  }
  Key128 CacheKey(const View& view) const {
    return Combine(HashBytes(std::as_bytes(std::span(&view, 1))),
                   Leaks(Leak::kCacheKey) ? secret_ : 0);
  }
  std::string ActionName(const View& view, Action action) const {
    return Kuhn::ActionName(view, action) + (Leaks(Leak::kActionName) && secret_ == 3 ? "!" : "");
  }
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const {
    const int count = Kuhn::Visible(position, actor, action, seat, bytes);
    if (!Leaks(Leak::kVisible) || actor == Actor::kChance || count == 0) {
      return count;
    }
    bytes[static_cast<size_t>(count)] = std::byte{position.cards[0]};
    return count + 1;
  }
  Position Resample(const View& view, RandomStream* random) const {
    Position drawn = Kuhn::Resample(view, random);
    const bool peek = Leaks(Leak::kResample) && view.num_dealt == 2 && view.card != 0 &&
                      secret_ != view.card && secret_ != 0;
    if (peek) {
      drawn.cards[view.seat == Seat::k0 ? 1 : 0] = secret_;
    }
    return drawn;
  }

 private:
  static constexpr bool Leaks(Leak leak) { return leak == kLeak; }
  mutable uint8_t secret_ = 0;
};

// The second bidder wins equal bids, so the order of commitment matters.
class OrderedGoofspiel : public Goofspiel {
 public:
  using Goofspiel::Goofspiel;
  void Step(Position* position, RepetitionHistory* history, Actor actor, Action action) const {
    const bool equal = actor == Actor::kSeat0 && position->bids[1] == action + 1;
    Goofspiel::Step(position, history, actor, action);
    position->points[0] = static_cast<uint8_t>(position->points[0] + (equal ? 1 : 0));
  }
};

// Views contain the opponent's bid before it is revealed.
class OpenGoofspiel : public Goofspiel {
 public:
  using Goofspiel::Goofspiel;
  View MakeView(const Position& position, Seat seat) const {
    View view = Goofspiel::MakeView(position, seat);
    view.position.bids = position.bids;
    return view;
  }
};

// Views contain the opponent's choices before they are revealed.
class OpenKontranto : public envs::kontranto::Kontranto {
 public:
  using Kontranto::Kontranto;
  static absl::StatusOr<OpenKontranto> Create(const RuleOptions& options) {
    return OpenKontranto(options);
  }
  View MakeView(const Position& position, Seat seat) const {
    View view = Kontranto::MakeView(position, seat);
    view.position.targets = position.targets;
    return view;
  }
};

// Views contain both racks.
class OpenTantrix : public envs::tantrix::Tantrix {
 public:
  using Tantrix::Tantrix;
  View MakeView(const Position& position, Seat seat) const {
    View view = Tantrix::MakeView(position, seat);
    view.now.racks = position.now.racks;
    return view;
  }
};

// The opponent is told that a bid was made.
class TellingGoofspiel : public Goofspiel {
 public:
  using Goofspiel::Goofspiel;
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const {
    const int count = Goofspiel::Visible(position, actor, action, seat, bytes);
    bytes[0] = count == 0 ? std::byte{1} : bytes[0];
    return std::max(count, 1);
  }
};

// Chance probabilities do not sum to one.
class LoadedKuhn : public Kuhn {
 public:
  using Kuhn::Kuhn;
  void ChanceOutcomes(const Position& position, std::vector<envs::ChanceOutcome>* outcomes) const {
    Kuhn::ChanceOutcomes(position, outcomes);
    outcomes->front().probability *= 0.9;
  }
};

// A follower that takes every bet for a pass.
class DeafKuhn : public Kuhn {
 public:
  using Kuhn::Kuhn;
  void Follow(View* view, RepetitionHistory* history, Actor actor,
              std::optional<Action> action) const {
    const bool chance = actor == Actor::kChance;
    Kuhn::Follow(view, history, actor, chance || !action ? action : std::optional<Action>(0));
  }
};

// Draws the opponent's card with non-uniform chance.
class PartialKuhn : public Kuhn {
 public:
  using Kuhn::Kuhn;
  Position Resample(const View& view, RandomStream* random) const {
    const Position first = Kuhn::Resample(view, random);
    const Position second = Kuhn::Resample(view, random);
    return std::min(first.cards, second.cards) == first.cards ? first : second;
  }
};

// Draws positions without the betting history.
class ForgetfulKuhn : public Kuhn {
 public:
  using Kuhn::Kuhn;
  Position Resample(const View& view, RandomStream* random) const {
    Position drawn = Kuhn::Resample(view, random);
    drawn.choices = {};
    return drawn;
  }
};

// All views share one cache key.
class OneKeyKuhn : public Kuhn {
 public:
  using Kuhn::Kuhn;
  Key128 CacheKey(const View&) const { return {}; }
};

// Seats see that something was chosen, but not what.
class BlurredKuhn : public Kuhn {
 public:
  using Kuhn::Kuhn;
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const {
    const int count = Kuhn::Visible(position, actor, action, seat, bytes);
    bytes[1] = actor == Actor::kChance ? bytes[1] : std::byte{0};
    return count;
  }
};

// The fault of a BrokenTicTacToe.
enum class Fault {
  kHiddenState,
  kDeadEnd,
  kNotZeroSum,
  kTooLong,
  kOneName,
  kLostShape,
  kOnePlace,
  kLostMark,
  kDirtyPlanes,
  kIllegalGreedy,
  kWrongMove,
  kNoPlaneNames
};

// Tic-tac-toe with one fault.
template <Fault kFault>
class BrokenTicTacToe : public TicTacToe {
 public:
  using TicTacToe::TicTacToe;

  envs::GameSpec Spec() const {
    envs::GameSpec spec = TicTacToe::Spec();
    spec.max_game_length = Is(Fault::kTooLong) ? 6 : spec.max_game_length;
    if (Is(Fault::kNoPlaneNames)) {
      spec.plane_names.clear();
    }
    return spec;
  }
  void Step(Position* position, RepetitionHistory* history, Actor actor, Action action) const {
    TicTacToe::Step(position, history, actor, action);
    if (Is(Fault::kHiddenState) && ++calls_ % 7 == 0) {
      position->marks[0] = static_cast<uint16_t>(position->marks[0] ^ 0x8000u);
    }
  }
  void LegalActions(const View& view, ActionMask mask) const {
    TicTacToe::LegalActions(view, mask);
    if (Is(Fault::kDeadEnd) && mask.Count() == 4) {
      mask.Words()[0] = 0;
    }
  }
  envs::Outcome Result(const Position& position) const {
    envs::Outcome outcome = TicTacToe::Result(position);
    outcome.returns[1] = Is(Fault::kNotZeroSum) ? outcome.returns[0] : outcome.returns[1];
    return outcome;
  }
  std::string ActionName(const View& view, Action action) const {
    return TicTacToe::ActionName(view, Is(Fault::kOneName) ? 0 : action);
  }
  Scene MakeScene(const View& view) const {
    Scene scene = TicTacToe::MakeScene(view);
    if (Is(Fault::kLostShape)) {
      scene.shapes.pop_back();
    }
    return scene;
  }
  int PolicyIndex(const View&, Action action) const { return Is(Fault::kOnePlace) ? 0 : action; }
  std::string PositionText(const Position& position) const {
    std::string text = TicTacToe::PositionText(position);
    if (Is(Fault::kLostMark)) {
      std::ranges::replace(text, 'O', '.');
    }
    return text;
  }
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
    TicTacToe::Observe(view, planes, globals);
    planes[0] = Is(Fault::kDirtyPlanes) ? static_cast<uint8_t>(++calls_) : planes[0];
  }
  void GreedyActions(const View&, std::vector<Action>* best) const {
    *best = {Is(Fault::kIllegalGreedy) ? 4 : 0};
  }
  absl::StatusOr<std::vector<Action>> ParseMove(const View& view, const std::string& text) const {
    const uint64_t free = 0x1ff & ~uint64_t{view.position.marks[0]} & ~view.position.marks[1];
    for (Action action = 0; action < 9; ++action) {
      if (ActionName(view, action) == text && (free >> action & 1) != 0) {
        return std::vector<Action>{Is(Fault::kWrongMove) ? std::countr_zero(free) : action};
      }
    }
    return absl::InvalidArgumentError(absl::StrCat("no move '", text, "'"));
  }

 private:
  static constexpr bool Is(Fault fault) { return fault == kFault; }
  mutable uint64_t calls_ = 0;
};

// The kinds of MirroredTicTacToe.
enum class Mirror { kSound, kActionsStay, kNotUndone };

// Tic-tac-toe with the reflection that exchanges columns a and c; correct with Mirror::kSound.
template <Mirror kMirror>
class MirroredTicTacToe : public TicTacToe {
 public:
  using TicTacToe::TicTacToe;
  static constexpr int kNumSymmetries = 2;

  Position Transform(int symmetry, const Position& position) const {
    Position image = {};
    for (int cell = 0; cell < 9; ++cell) {
      const int to = symmetry == 0 ? cell : Image(cell);
      for (size_t seat = 0; seat < 2; ++seat) {
        const int bit = position.marks[seat] >> cell & 1;
        image.marks[seat] = static_cast<uint16_t>(image.marks[seat] | bit << to);
      }
    }
    return image;
  }
  Action TransformAction(int symmetry, const View&, Action action) const {
    return symmetry == 0 || kMirror == Mirror::kActionsStay ? action : Image(action);
  }

 private:
  // The other symmetry is a rotation of the rows, which must be applied three times to return.
  static int Image(int cell) {
    return kMirror == Mirror::kNotUndone ? (cell + 3) % 9 : cell / 3 * 3 + 2 - cell % 3;
  }
};

}  // namespace kvintet::conformance
