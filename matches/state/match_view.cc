// Knowledge, MatchView, SeenEvent: see the header.
#include "matches/state/match_view.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace kvintet::matches {

Knowledge KnowledgeOf(std::shared_ptr<const envs::Game> game, const envs::Playthrough& play,
                      envs::Seat seat) {
  Knowledge knowledge = {.game = std::move(game),
                         .seat = seat,
                         .view = play.View(seat),
                         .history = play.history(),
                         .record = play.SeatRecord(seat),
                         .actors = play.Actors(),
                         .end = std::nullopt};
  if (play.Ended()) {
    knowledge.end = play.Result();
  }
  return knowledge;
}

std::vector<envs::RecordEvent> EventsFrom(const Knowledge& knowledge, size_t first) {
  std::string record = knowledge.record;
  envs::CutToldText(&record);
  auto events = envs::ParseRecord(*knowledge.game, record);
  KVINTET_CHECK(events.ok());
  events->erase(events->begin(),
                events->begin() + static_cast<std::ptrdiff_t>(std::min(first, events->size())));
  return *std::move(events);
}

void Feed::Add(SeenEvent event) {
  event.cursor = ++last_;
  events_.push_back(std::move(event));
  if (events_.size() > most_) {
    events_.pop_front();
  }
}

std::vector<SeenEvent> Feed::After(int64_t cursor, size_t most) const {
  KVINTET_CHECK(cursor >= First() - 1 && cursor <= Last());
  const auto begin = events_.begin() + static_cast<std::ptrdiff_t>(cursor + 1 - First());
  const auto count = std::min(static_cast<size_t>(Last() - cursor), most);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace kvintet::matches
