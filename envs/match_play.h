// MatchPlay: what matches ask about a game that its environment does not model.
//
// An optional part of a Game: a game whose rules have no clause about matches has none. The author
// derives from it in the game's folder and returns it from MakeMatchPlay (envs/rules/rules.h). The
// members below do what is right for a game without the clause.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "envs/actor.h"
#include "envs/match_rules.h"
#include "envs/row_span.h"
#include "envs/scene.h"

namespace kvintet::envs {

class Playthrough;

// Immutable: any number of threads may use it at once. Views are those of a spectator, between
// moves.
class MatchPlay {
 public:
  virtual ~MatchPlay() = default;

  virtual MatchRules Rules() const = 0;

  // The names of the two sides, such as "White" and "Black"; empty if they have none.
  virtual std::array<std::string, kNumSeats> SideNames() const { return {}; }
  // The seat that plays the first of these sides after these moves of both seats, in notation.
  // Empty while that is not decided yet.
  virtual std::optional<Seat> FirstSide(std::span<const std::string_view>) const {
    return Seat::k0;
  }
  // Why both sides are worth exactly the same under best play, as a sentence; empty if no proof is
  // known.
  virtual std::string_view EqualityProof() const { return {}; }
  // A clause that explains the colours of drawings other than those of the sides; empty if there
  // are none.
  virtual std::string ColourKey(Palette) const { return {}; }

  // Whether both players must agree before the game goes on. REQUIRES: Rules().asks_consent.
  virtual bool NeedsConsent(ConstViews) const { return false; }
  // Equal for positions that count as the same. REQUIRES: Rules().resets.
  virtual Key128 RepetitionKey(ConstViews view) const { return HashBytes(view.Bytes()); }
  // Whether the last move was a choice in the opening. REQUIRES: Rules().opening_choices.
  virtual bool WasChoice(const Playthrough&) const { return false; }
  // The reason of the win that the seat may claim; empty if there is none. REQUIRES:
  // Rules().win_claims.
  virtual std::string_view WinToClaim(const Playthrough&, Seat) const { return {}; }
  // The tournament points of both seats, in tenths, from their margins. REQUIRES:
  // Rules().tournament.total > 0.
  virtual std::array<int, kNumSeats> TournamentPoints(const std::array<int32_t, kNumSeats>&) const {
    return {};
  }
};

}  // namespace kvintet::envs
