// RunIllegalMoves: see the header.
#include "tests/conformance/illegal_moves.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/status_macros.h"
#include "envs/one_row.h"
#include "tests/conformance/walk.h"

namespace kvintet::conformance {
namespace {

using reference::ReferenceGame;

constexpr std::array<Actor, 3> kActors = {Actor::kSeat0, Actor::kSeat1, Actor::kChance};
// Limits: moves kept from other positions, moves kept of each position, and moves tried in each.
constexpr size_t kMaxKept = 2000;
constexpr size_t kKeptOfEach = 12;
constexpr size_t kTried = 60;

// The whole visible state of the game.
std::string StateOf(const Playthrough& play) {
  std::string state = BytesOf(play.Position()) + play.Record();
  for (const Seat seat : kViewers) {
    state += BytesOf(play.View(seat).Span()) + play.SeatRecord(seat);
  }
  return state;
}

// Texts that are not a move in any game, and `move` with errors in it.
std::vector<std::string> NoMoves(const std::string& move) {
  return {"",
          " ",
          "?",
          "-1",
          "z99",
          "999999999999999999999",
          "nan",
          "../a1",
          "%61%31",
          std::string(1, '\0'),
          "\xff\xfe",
          "\xe2\x80\xae",
          std::string(100000, 'a'),
          move + move,
          move + " ",
          " " + move,
          move + "\n",
          move + ";",
          move + std::string(1, '\0'),
          move.substr(0, move.size() / 2)};
}

class Refusals {
 public:
  Refusals(const Game& game, const MoveMaker& make, IllegalCount* count)
      : game_(game), make_(make), count_(count) {}

  // Tries everything in one position.
  absl::Status Try(const Playthrough& play, const ReferenceGame& slow, RandomStream* random) {
    const std::vector<int> acting = slow.Actors();
    std::array<std::vector<std::string>, 3> legal;
    for (const int actor : acting) {
      legal[static_cast<size_t>(actor)] = slow.LegalMoves(actor);
    }
    const std::vector<std::string> texts = Texts(legal, random);
    for (const Actor actor : kActors) {
      KVINTET_RETURN_IF_ERROR(TryTexts(play, actor, texts, legal[static_cast<size_t>(actor)]));
    }
    for (const Seat seat : kSeats) {
      KVINTET_RETURN_IF_ERROR(TryActions(play, seat));
    }
    Keep(legal, random);
    return absl::OkStatus();
  }

 private:
  // The texts that every actor tries.
  std::vector<std::string> Texts(const std::array<std::vector<std::string>, 3>& legal,
                                 RandomStream* random) const {
    std::vector<std::string> texts;
    for (const auto& moves : legal) {
      for (size_t i = 0; i < kKeptOfEach && !moves.empty(); ++i) {
        texts.push_back(moves[random->Below(static_cast<uint32_t>(moves.size()))]);
      }
    }
    for (const std::string& none : NoMoves(texts.empty() ? "a1" : texts.front())) {
      texts.push_back(none);
    }
    for (size_t i = 0; i < kTried && !kept_.empty(); ++i) {
      texts.push_back(kept_[random->Below(static_cast<uint32_t>(kept_.size()))]);
    }
    return texts;
  }

  absl::Status TryTexts(const Playthrough& play, Actor actor, const std::vector<std::string>& texts,
                        const std::vector<std::string>& legal) {
    Playthrough next = play;
    for (const std::string& text : texts) {
      if (std::ranges::binary_search(legal, text)) {
        continue;
      }
      const absl::Status status = make_(&next, actor, text);
      if (!status.ok()) {
        KVINTET_RETURN_IF_ERROR(CheckRefused(play, next, status, text));
      } else if (IsAnotherSpelling(next, actor, legal)) {
        next = play;
      } else {
        return Broken(play, "actor ", static_cast<int>(actor), " may play '", text, "'");
      }
    }
    return CheckUnchanged(play, next);
  }

  // Whether the newest whole move of the actor is a legal one.
  static bool IsAnotherSpelling(const Playthrough& next, Actor actor,
                                const std::vector<std::string>& legal) {
    const auto& events = next.Events();
    const auto last = std::find_if(events.rbegin(), events.rend(), [&](const auto& event) {
      return event.actor == actor && event.complete;
    });
    return last != events.rend() && std::ranges::binary_search(legal, last->text);
  }

  absl::Status TryActions(const Playthrough& play, Seat seat) {
    const Actor actor = envs::ActorOf(seat);
    std::vector<Action> legal;
    if (play.Actors().Has(actor)) {
      legal = LegalList(game_, play.View(seat).Span());
    }
    Playthrough next = play;
    for (Action action = -1; action <= game_.Spec().num_actions; ++action) {
      if (std::ranges::find(legal, action) == legal.end()) {
        KVINTET_RETURN_IF_ERROR(
            CheckRefused(play, next, next.Apply(actor, action), absl::StrCat("action ", action)));
      }
    }
    return CheckUnchanged(play, next);
  }

  // Checks a refused move. Everything that it could have changed is compared at the end.
  absl::Status CheckRefused(const Playthrough& play, const Playthrough& next,
                            const absl::Status& status, const std::string& what) {
    if (!absl::IsInvalidArgument(status) || status.message().empty()) {
      return Broken(play, "'", what, "' is refused by ", status.ToString());
    }
    if (!SameBytes(play.Position().Bytes(), next.Position().Bytes()) ||
        play.Events().size() != next.Events().size()) {
      return Broken(play, "'", what, "' is refused, and changes the game");
    }
    ++count_->refused;
    return absl::OkStatus();
  }

  static absl::Status CheckUnchanged(const Playthrough& play, const Playthrough& next) {
    return StateOf(next) == StateOf(play) ? absl::OkStatus()
                                          : Broken(play, "a refused move changes the game");
  }

  void Keep(const std::array<std::vector<std::string>, 3>& legal, RandomStream* random) {
    for (const auto& moves : legal) {
      for (size_t i = 0; i < kKeptOfEach && !moves.empty(); ++i) {
        const std::string& move = moves[random->Below(static_cast<uint32_t>(moves.size()))];
        if (kept_.size() < kMaxKept) {
          kept_.push_back(move);
        } else {
          kept_[random->Below(kMaxKept)] = move;
        }
      }
    }
  }

  const Game& game_;
  const MoveMaker& make_;
  IllegalCount* const count_;
  // Legal moves from other positions.
  std::vector<std::string> kept_;
};

}  // namespace

absl::Status MakeMove(envs::Playthrough* play, envs::Actor actor, const std::string& text) {
  return play->ApplyMove(actor, text);
}

absl::StatusOr<IllegalCount> RunIllegalMoves(const envs::Game& game,
                                             const reference::ReferenceGame& start,
                                             int64_t positions, uint64_t seed,
                                             const MoveMaker& make) {
  IllegalCount count;
  Refusals refusals(game, make, &count);
  for (uint32_t number = 0; count.positions < positions; ++number) {
    RandomStream random(seed, number, 0, Purpose::kTest);
    Playthrough play(game);
    const std::unique_ptr<reference::ReferenceGame> slow = start.Clone();
    bool ended = false;
    while (!ended && count.positions < positions) {
      KVINTET_RETURN_IF_ERROR(refusals.Try(play, *slow, &random));
      ++count.positions;
      const std::vector<int> actors = slow->Actors();
      ended = actors.empty();
      if (!ended) {
        const int actor = actors[random.Below(static_cast<uint32_t>(actors.size()))];
        const std::vector<std::string> moves = slow->LegalMoves(actor);
        const std::string& move = moves[random.Below(static_cast<uint32_t>(moves.size()))];
        slow->Apply(actor, move);
        KVINTET_RETURN_IF_ERROR(play.ApplyMove(static_cast<Actor>(actor), move));
      }
    }
  }
  return count;
}

}  // namespace kvintet::conformance
