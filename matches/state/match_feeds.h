// MatchFeeds: the events of a match, as each audience is told of them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "matches/game/match_game.h"
#include "matches/state/match_event.h"
#include "matches/state/match_view.h"

namespace kvintet::matches {

// The choices revealed by a move, by player.
using OpenedChoices = std::array<std::optional<PendingChoice>, kPlayers>;

// Tells no audience of anything that it may not know. `game` is the current game, with what the
// event has changed; null before the first game. One thread at a time may use it.
class MatchFeeds {
 public:
  // Keeps the `most` last events for each audience.
  explicit MatchFeeds(size_t most) : feeds_{Feed(most), Feed(most), Feed(most)} {}

  const Feed& Of(Audience audience) const { return feeds_[static_cast<size_t>(audience)]; }

  // An event that all may know; only the player who is asked is told of kAsked.
  void Tell(const MatchEvent& event, const MatchGame* game, const std::string& text);
  void TellAct(const MatchEvent& event, const MatchGame* game, const ToldAct& act);
  // A hidden choice. Only the player is told, unless all may know that it has been made.
  void TellCommit(const MatchEvent& event, const MatchGame& game, const PendingChoice& sealed,
                  bool shown);
  // What has been played since the game's first `events_before` events, as each seat may know it.
  void TellMoves(const MatchEvent& event, const MatchGame& game, size_t events_before,
                 const OpenedChoices& opened);

 private:
  void Add(Audience audience, SeenEvent seen);

  std::array<Feed, kAudiences> feeds_;
};

}  // namespace kvintet::matches
