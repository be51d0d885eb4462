// Tantrix: what a seat knows and follows, and how hidden racks are sampled.
#include <algorithm>
#include <bit>

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/games/tantrix/tantrix.h"

namespace kvintet::envs::tantrix {
namespace {

// The number of racks sampled to find one with which the mover can do what the view shows.
constexpr int kMaxTries = 400;

Viewer ViewerOf(Seat seat) { return static_cast<Viewer>(seat); }

// The tiles that may have come into a seat's rack since they were last proved absent.
TileSet MayHold(const Situation& s, size_t seat, TileSet tiles) {
  TileSet held = 0;
  ForEachTile(tiles, [&](int tile) {
    const bool may = s.evidence[seat].absent[static_cast<size_t>(tile)] < s.num_drawn[seat];
    held |= may ? SetOf(tile) : 0;
  });
  return held;
}

ActorSet ToAct(const Situation& s) {
  return s.stage == Stage::kOver ? ActorSet()
         : s.stage == Stage::kChoose || s.stage == Stage::kLay
             ? ActorSet::Only(static_cast<Actor>(s.mover))
             : ActorSet::Only(Actor::kChance);
}

}  // namespace

TileSet Tantrix::Unseen(const Situation& s) const {
  const TileSet chosen = s.stage == Stage::kLay ? SetOf(s.tile - 1) : 0;
  return Deck() & ~(s.table.tiles | s.racks[0] | s.racks[1] | chosen);
}

void Tantrix::Deduce(Viewer viewer, Situation* s) const {
  if (open_ || viewer == Viewer::kAll || s->bag_size > 0) {
    return;
  }
  const TileSet unseen = Unseen(*s);
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    if (s->racks[seat] == 0 && s->rack_sizes[seat] == std::popcount(unseen)) {
      s->racks[seat] = unseen;
    }
  }
}

void Tantrix::HideFrom(Viewer viewer, Situation* s) const {
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    s->racks[seat] = Knows(viewer, seat) ? s->racks[seat] : 0;
  }
  s->choices = static_cast<size_t>(viewer) == s->mover ? s->choices : 0;
  Deduce(viewer, s);
}

Tantrix::View Tantrix::MakeView(const Position& p, Seat seat) const {
  View view = {p.now, seat, {}};
  HideFrom(ViewerOf(seat), &view.now);
  return view;
}

bool Tantrix::MustAct(const View& view) const { return ToAct(view.now).Has(view.seat); }

void Tantrix::LegalActions(const View& view, ActionMask mask) const { SetLegal(view.now, mask); }

int Tantrix::Visible(const Position& p, Actor actor, Action action, Seat seat,
                     std::span<std::byte> bytes) const {
  const Situation& s = p.now;
  if (actor == Actor::kChance && (s.stage == Stage::kDeal || s.stage == Stage::kDraw)) {
    const size_t dealt = s.rack_sizes[0] == box_.rack_size ? 1 : 0;
    if (!Knows(ViewerOf(seat), s.stage == Stage::kDeal ? dealt : s.mover)) {
      return 0;
    }
  }
  bytes[0] = static_cast<std::byte>(actor);
  bytes[1] = static_cast<std::byte>(action & 0xFF);
  bytes[2] = static_cast<std::byte>(action >> 8);
  return 3;
}

void Tantrix::Follow(View* view, RepetitionHistory*, Actor actor,
                     std::optional<Action> action) const {
  const Viewer viewer = ViewerOf(view->seat);
  Situation* const s = &view->now;
  KVINTET_CHECK(s->stage != Stage::kUntold);
  if (actor == Actor::kChance) {
    Take(viewer, action, s);
  } else if (s->stage == Stage::kChoose) {
    Choose(*action, s);
  } else {
    Lay(viewer, *action, s);
  }
  Deduce(viewer, s);
  s->choices = view->seat == static_cast<Seat>(s->mover) ? s->choices : 0;
}

bool Tantrix::FollowActors(View* view, ActorSet actors) const {
  Situation now = view->now;
  if (now.stage != Stage::kUntold) {
    return actors == ToAct(now);
  }
  const TileSet may_hold = MayHold(now, now.mover, Unseen(now));
  if (actors == ActorSet::Only(static_cast<Actor>(now.mover))) {
    now.stage = Stage::kChoose;
    if (now.moved == 1 && (may_hold & now.fillers) == 0) {
      return false;
    }
  } else if (now.moved == 1) {
    if (std::popcount(may_hold & ~now.fillers) < now.rack_sizes[now.mover] ||
        !EndUntoldTurn(actors, ViewerOf(view->seat), &now)) {
      return false;
    }
  } else if (actors.Empty()) {
    now.stage = Stage::kOver;
    now.end = End::kDeadlock;
  } else {
    return false;
  }
  now.choices = view->seat == static_cast<Seat>(now.mover) ? now.choices : 0;
  view->now = now;
  return true;
}

// Ends the turn of the hidden mover so that these actors are next. Returns false if they cannot be.
bool Tantrix::EndUntoldTurn(ActorSet actors, Viewer viewer, Situation* s) const {
  EndPhase(s);
  if (s->racks[s->mover] != 0) {
    EnterNextStage(viewer, s);
    return actors == ToAct(*s);
  }
  s->stage = actors.Empty() ? Stage::kOver : Stage::kChoose;
  s->end = actors.Empty() ? End::kDeadlock : End::kNone;
  return actors == ToAct(*s);
}

Tantrix::Position Tantrix::Resample(const View& view, RandomStream* random) const {
  std::array<bool, kNumSeats> hidden;
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    hidden[seat] = view.now.racks[seat] == 0 && view.now.rack_sizes[seat] > 0;
  }
  Position p = {view.now};
  if (!hidden[0] && !hidden[1]) {
    Settle(&p.now);
    return p;
  }
  bool fits = false;
  for (int tries = 0; tries < kMaxTries && !fits; ++tries) {
    p.now = view.now;
    fits = DrawRacks(hidden, random, &p.now) && Settle(&p.now);
  }
  if (p.now.stage == Stage::kChoose && p.now.choices == 0) {
    ForceChoice(random, &p.now);
  }
  return p;
}

// Samples the hidden racks, seat 0's first. Returns false if the evidence about the second fails.
bool Tantrix::DrawRacks(const std::array<bool, kNumSeats>& hidden, RandomStream* random,
                        Situation* s) const {
  bool fits = true;
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    if (hidden[seat]) {
      const TileSet pool = Unseen(*s);
      s->racks[seat] = DrawRack(
          s->evidence[seat],
          {.pool = pool, .size = s->rack_sizes[seat], .num_drawn = s->num_drawn[seat]}, random);
      fits = fits && MayHold(*s, seat, s->racks[seat]) == s->racks[seat];
    }
  }
  return fits;
}

// Sets what the mover may choose with a sampled rack. Returns false if it contradicts the view.
bool Tantrix::Settle(Situation* s) const {
  if (s->stage == Stage::kUntold) {
    EnterNextStage(Viewer::kAll, s);
    return true;
  }
  if (s->choices != 0 || (s->stage != Stage::kChoose && s->end != End::kDeadlock)) {
    return true;
  }
  const TileSet fills = s->racks[s->mover] & s->fillers;
  if (s->stage == Stage::kChoose) {
    s->choices = fills != 0 ? fills : s->moved == 1 ? 0 : FreeChoices(*s);
    return s->choices != 0;
  }
  return fills == 0 && FreeChoices(*s) == 0;
}

// Replaces one of the mover's tiles by one that can be laid.
void Tantrix::ForceChoice(RandomStream* random, Situation* s) const {
  const size_t mover = s->mover;
  const TileSet rack = s->racks[mover];
  Situation all = *s;
  all.racks[mover] = rack | Unseen(*s);
  const TileSet fills = all.racks[mover] & s->fillers;
  const TileSet useful = fills != 0 ? fills : FreeChoices(all);
  if (useful == 0) {
    return;
  }
  const auto any = [random](TileSet tiles) {
    const auto count = static_cast<uint32_t>(std::popcount(tiles));
    return SetOf(NthBit(tiles, static_cast<int>(random->Below(count))));
  };
  s->racks[mover] = (rack & useful) != 0 ? rack : (rack & ~any(rack)) | any(useful);
  s->choices = fills != 0 ? s->racks[mover] & fills : FreeChoices(*s);
}

}  // namespace kvintet::envs::tantrix
