// ReferenceGame: a second, slow and obvious implementation of a game's rules, written from the rule
// text alone and sharing no code with `envs/`. Tests compare the fast rules with it.
//
// Moves are whole moves in the text form of the project's notation. Actors: 0 and 1 are the seats,
// 2 is chance.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kvintet::reference {

inline constexpr int kChanceActor = 2;
inline constexpr int kSpectatorSeat = 2;

// One decision or chance event of a game: the actor, and the move's text.
struct Event {
  int actor = 0;
  std::string move;
  bool operator==(const Event&) const = default;
};

// One game in play, from its start position on.
class ReferenceGame {
 public:
  virtual ~ReferenceGame() = default;

  // An independent copy.
  virtual std::unique_ptr<ReferenceGame> Clone() const = 0;

  // Who must act now, ascending: both seats in a simultaneous stage until each has completed its
  // move; nobody at the end.
  virtual std::vector<int> Actors() const = 0;

  // Every whole move that `actor` may make now, sorted by bytes, without duplicates. For chance:
  // the outcomes. REQUIRES: `actor` is in Actors().
  virtual std::vector<std::string> LegalMoves(int actor) const = 0;

  // Probabilities of LegalMoves(kChanceActor), in its order.
  virtual std::vector<double> ChanceProbabilities() const { return {}; }

  // Makes one whole move of one actor. REQUIRES: `move` is in LegalMoves(actor).
  virtual void Apply(int actor, const std::string& move) = 0;

  // At the end only: returns and margins of seats 0 and 1, and the reason of the end.
  virtual std::array<double, 2> Returns() const = 0;
  virtual std::array<int, 2> Margin() const { return {0, 0}; }
  virtual std::string Reason() const = 0;

  // What `seat` (0, 1 or the spectator, 2) knows of the present position, as text: equal texts if
  // and only if the seat's present knowledge is equal.
  virtual std::string Knowledge(int seat) const = 0;

  // Whether a view may also keep what the past reveals about the present (for a rack, which tiles
  // were proved absent). If so, equal knowledge implies equal views only if the seat's records are
  // equal.
  virtual bool PastTells() const { return false; }

  // The whole history so far, in order of play.
  virtual std::vector<Event> History() const = 0;

  // A history in which `seat` has seen exactly what it saw in this game, results included, but with
  // secrets drawn again from all that fit what it saw (not necessarily uniformly). It is as long as
  // History(), or shorter by events that `seat` cannot know of: in a simultaneous stage a pending
  // choice of another seat may be drawn again or be absent. Without secrets it is History(). `seed`
  // selects the history.
  virtual std::vector<Event> Twin(int seat, std::uint64_t seed) const = 0;
};

}  // namespace kvintet::reference
