// LiveGames: see the header.
#include "serving/rpc/live_games.h"

#include <algorithm>
#include <span>

#include "base/check.h"
#include "base/rng.h"
#include "envs/one_row.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

using envs::Actor;
using envs::RecordEvent;

Key128 HashText(const std::string& text) { return HashBytes(std::as_bytes(std::span(text))); }

Key128 Combined(Key128 key, Key128 next) { return Combine(Combine(key, next.low), next.high); }

// An outcome of chance may be hidden, if only under other options. Only the fact that something was
// drawn counts.
std::string PublicText(const RecordEvent& event) {
  return envs::EventText(event.actor == Actor::kChance
                             ? RecordEvent{event.actor, envs::UnknownText(event.actor, event.text)}
                             : event);
}

std::vector<Key128> Beginnings(const envs::Game& game, std::span<const RecordEvent> events) {
  std::vector<Key128> keys;
  Key128 key = HashText(game.Spec().name);
  size_t decisions = 0;
  for (const RecordEvent& event : events) {
    key = Combined(key, HashText(PublicText(event)));
    decisions += event.actor == Actor::kChance ? 0 : 1;
    if (decisions >= LiveGames::kOwnFrom) {
      keys.push_back(key);
    }
  }
  return keys;
}

// The view of the deciding seat. Empty if the game has hidden information or simultaneous moves,
// and unless a seat is to move.
std::optional<envs::ViewBuffer> DecidersView(const envs::Game& game, envs::ConstViews seen) {
  if (game.Spec().secrets || game.Spec().simultaneous) {
    return std::nullopt;
  }
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  RandomStream unused;
  game.Resample(seen, &unused, position.Span());
  const envs::ActorSet actors = envs::ActorsOf(game, position.Span());
  if (actors.Empty() || actors.Has(Actor::kChance)) {
    return std::nullopt;
  }
  return envs::ViewOf(game, position.Span(), envs::SeatOf(actors.First()));
}

Key128 PositionKey(const envs::Game& game, envs::ConstViews view) {
  return Combined(HashText(game.Spec().name), game.CacheKey(view));
}

// The keys of the position and its images; empty if positions may not be compared.
std::vector<Key128> PositionKeys(const envs::Game& game, envs::ConstViews seen) {
  std::vector<Key128> keys;
  if (const auto view = DecidersView(game, seen)) {
    envs::ViewBuffer image(1, game.Spec().view_bytes);
    for (int symmetry = 0; symmetry < game.Spec().num_symmetries; ++symmetry) {
      game.TransformView(symmetry, view->Span(), image.Span());
      keys.push_back(PositionKey(game, image.Span()));
    }
  }
  return keys;
}

absl::Status Verdict(bool live) {
  return live ? Refusal(v1::REASON_LIVE_MATCH,
                        "this belongs to a match in play on this server; after its end it may be "
                        "analysed")
              : absl::OkStatus();
}

// The events that the client has sent; empty for a position.
std::vector<RecordEvent> EventsOf(const RequestedState& situation) {
  if (situation.known() == Known::kPosition) {
    return {};
  }
  std::string text = situation.Text();
  envs::CutToldText(&text);
  auto events = envs::ParseRecord(situation.game(), text);
  KVINTET_CHECK(events.ok());
  return *std::move(events);
}

}  // namespace

LiveGames::Trace LiveGames::TraceOf(const matches::Knowledge& seen) {
  const std::vector<RecordEvent> events = matches::EventsFrom(seen, 0);
  Trace trace = {.beginnings = Beginnings(*seen.game, events)};
  const auto view =
      trace.beginnings.empty() ? std::nullopt : DecidersView(*seen.game, seen.view.Span());
  if (view) {
    trace.position = PositionKey(*seen.game, view->Span());
  }
  return trace;
}

void LiveGames::Count(const Trace& trace, int change) {
  const auto add = [change](std::unordered_map<Key128, int>* numbers, Key128 key) {
    if (((*numbers)[key] += change) == 0) {
      numbers->erase(key);
    }
  };
  for (const Key128& key : trace.beginnings) {
    add(&beginnings_, key);
  }
  if (!trace.beginnings.empty()) {
    add(&wholes_, trace.beginnings.back());
  }
  if (trace.position) {
    add(&positions_, *trace.position);
  }
}

void LiveGames::Update(const std::string& match, const matches::Knowledge& seen) {
  Trace trace = TraceOf(seen);
  const std::lock_guard lock(mutex_);
  Trace& before = traces_[match];
  Count(before, -1);
  Count(trace, 1);
  before = std::move(trace);
}

void LiveGames::Remove(const std::string& match) {
  const std::lock_guard lock(mutex_);
  if (const auto found = traces_.find(match); found != traces_.end()) {
    Count(found->second, -1);
    traces_.erase(found);
  }
}

absl::Status LiveGames::Check(const RequestedState& situation) const {
  {
    const std::lock_guard lock(mutex_);
    if (beginnings_.empty()) {
      return absl::OkStatus();
    }
  }
  const envs::Game& game = situation.game();
  const std::vector<Key128> beginnings = Beginnings(game, EventsOf(situation));
  const std::vector<Key128> positions = PositionKeys(game, situation.View().view.Span());
  const std::lock_guard lock(mutex_);
  return Verdict(
      (!beginnings.empty() && beginnings_.contains(beginnings.back())) ||
      std::ranges::any_of(beginnings, [&](Key128 key) { return wholes_.contains(key); }) ||
      HasPosition(positions));
}

absl::Status LiveGames::CheckPosition(const envs::Game& game, envs::ConstViews view) const {
  const std::vector<Key128> positions = PositionKeys(game, view);
  const std::lock_guard lock(mutex_);
  return Verdict(HasPosition(positions));
}

bool LiveGames::HasPosition(const std::vector<Key128>& positions) const {
  return std::ranges::any_of(positions, [&](Key128 key) { return positions_.contains(key); });
}

}  // namespace kvintet::serving
