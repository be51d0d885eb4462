// MatchFeeds: see the header.
#include "matches/state/match_feeds.h"

#include <utility>

namespace kvintet::matches {
namespace {

using envs::Seat;

constexpr std::array<Audience, kAudiences> kEverybody = {Audience::kPlayer0, Audience::kPlayer1,
                                                         Audience::kSpectators};

// What everybody may know of an event.
SeenEvent SeenOf(const MatchEvent& event, const MatchGame* game) {
  return {.game_number = game == nullptr ? 1 : game->number,
          .kind = event.kind,
          .player = event.player,
          .ply = game == nullptr ? 0 : game->Ply(),
          .at_millis = event.at_millis};
}

Seat SeatOf(Audience audience, const MatchGame& game) {
  return audience == Audience::kSpectators ? Seat::kSpectator
                                           : game.seats[static_cast<size_t>(audience)];
}

}  // namespace

void MatchFeeds::Tell(const MatchEvent& event, const MatchGame* game, const std::string& text) {
  SeenEvent seen = SeenOf(event, game);
  seen.text = text;
  for (const Audience audience : kEverybody) {
    // A warning reveals who has not chosen yet.
    if (event.kind != EventKind::kAsked || static_cast<int>(audience) == event.player) {
      Add(audience, seen);
    }
  }
}

void MatchFeeds::TellAct(const MatchEvent& event, const MatchGame* game, const ToldAct& act) {
  SeenEvent seen = SeenOf(event, game);
  seen.player = act.act.player;
  seen.text = act.act.reason;
  seen.act = act;
  for (const Audience audience : kEverybody) {
    Add(audience, seen);
  }
}

void MatchFeeds::TellCommit(const MatchEvent& event, const MatchGame& game,
                            const PendingChoice& sealed, bool shown) {
  SeenEvent seen = SeenOf(event, &game);
  seen.sealed = sealed;
  for (const Audience audience : kEverybody) {
    if (shown || static_cast<int>(audience) == event.player) {
      Add(audience, seen);
    }
  }
}

void MatchFeeds::TellMoves(const MatchEvent& event, const MatchGame& game, size_t events_before,
                           const OpenedChoices& opened) {
  for (const Audience audience : kEverybody) {
    int ply = game.plies_before + static_cast<int>(events_before);
    for (const envs::RecordEvent& told :
         game.play.SeatEvents(SeatOf(audience, game), events_before)) {
      SeenEvent seen = SeenOf(event, &game);
      seen.player = game.PlayerOf(told.actor);
      seen.kind = seen.player < 0 ? EventKind::kChance : EventKind::kMoved;
      seen.ply = ply++;
      seen.text = told.text;
      seen.offers_draw =
          event.kind == EventKind::kMoved && event.flag && seen.player == event.player;
      if (seen.player >= 0 && !envs::IsUnknown(told)) {
        seen.sealed = opened[static_cast<size_t>(seen.player)];
      }
      Add(audience, std::move(seen));
    }
  }
}

void MatchFeeds::Add(Audience audience, SeenEvent seen) {
  feeds_[static_cast<size_t>(audience)].Add(std::move(seen));
}

}  // namespace kvintet::matches
