// Tantrix: options, stages, legal actions and scores.
#include "envs/games/tantrix/tantrix.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "envs/games/tantrix/field.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::tantrix {
namespace {

constexpr std::array<std::string_view, kColours> kColourNames = {"blue", "green", "red", "yellow"};

constexpr std::array<uint8_t, 37> kTenths = {
    100, 133, 139, 143, 147, 150, 153, 155, 158, 160, 162, 164, 166, 168, 170, 172, 173, 175, 177,
    178, 180, 181, 183, 184, 185, 187, 188, 189, 191, 192, 193, 194, 195, 197, 198, 199, 200};

Colour ColourNamed(const std::string& name) {
  return static_cast<Colour>(std::ranges::find(kColourNames, name) - kColourNames.begin());
}

}  // namespace

std::string_view ColourName(Colour colour) { return kColourNames[static_cast<size_t>(colour)]; }

int TournamentTenths(int difference) {
  return kTenths[std::min(static_cast<size_t>(difference), kTenths.size() - 1)];
}

Tantrix::Tantrix(const RuleOptions& options, const Box& box)
    : box_(box),
      open_(options.Is("racks", "open")),
      lottery_(options.Is("lottery", "yes")),
      tournament_(options.Is("reward", "tournament")) {
  const std::string& colours = options.Text("colours");
  const size_t dash = colours.find('-');
  colours_ = {ColourNamed(colours.substr(0, dash)), ColourNamed(colours.substr(dash + 1))};
  renaming_ = RenamingOf(colours_, box_.colours, box_.num_tiles);
  sights_ = {SightsOf(0), SightsOf(1)};
}

OptionSchema Tantrix::OptionsOf(const Box& box) {
  std::vector<std::string> pairs;
  for (const char first : box.colours) {
    for (const char second : box.colours) {
      if (first != second) {
        pairs.push_back(std::string(kColourNames[kColourLetters.find(first)]) + "-" +
                        std::string(kColourNames[kColourLetters.find(second)]));
      }
    }
  }
  return {{.key = "colours",
           .default_value = "red-yellow",
           .values = pairs,
           .meaning = "seat 0's colour, then seat 1's",
           .clause = "T2",
           .words = {"colours $"},
           .changes = OptionChange::kNames},
          {.key = "lottery",
           .default_value = "yes",
           .values = {"yes", "no"},
           .meaning = "two tiles are drawn and the higher number begins, or seat 0 does",
           .clause = "T2",
           .words = {"a lot decides who begins", "the first player begins, without a lot"},
           .changes = OptionChange::kStart},
          {.key = "racks",
           .default_value = "private",
           .values = {"private", "open"},
           .meaning = "a player sees only its own rack, or both",
           .clause = "T2",
           .words = {"nobody sees the other's tiles", "both players' tiles lie open"},
           .suggested = true},
          {.key = "reward",
           .default_value = "win",
           .values = {"win", "tournament"},
           .meaning = "win, draw or loss, or (tournament points - 10) / 10",
           .clause = "T6",
           .words = {"winning is all that counts", "points as in tournaments, up to 20"},
           .changes = OptionChange::kResult}};
}

int Tantrix::MaxSpacesOfGame() const { return MaxSpaces(box_.num_tiles - 1); }

Tantrix::Position Tantrix::Initial() const {
  Position p = {};
  p.now.stage = lottery_ ? Stage::kFirstLot : Stage::kDeal;
  p.now.bag_size = static_cast<uint8_t>(box_.num_tiles);
  return p;
}

ActorSet Tantrix::Actors(const Position& p) const {
  switch (p.now.stage) {
    case Stage::kChoose:
    case Stage::kLay:
      return ActorSet::Only(static_cast<Actor>(p.now.mover));
    case Stage::kOver:
      return {};
    default:
      return ActorSet::Only(Actor::kChance);
  }
}

TileSet Tantrix::Bag(const Position& p) const {
  const TileSet chosen = p.now.stage == Stage::kLay ? SetOf(p.now.tile - 1) : 0;
  return Deck() & ~(p.now.table.tiles | p.now.racks[0] | p.now.racks[1] | chosen);
}

TileSet Tantrix::Drawable(const Position& p) const {
  const TileSet lot = p.now.stage == Stage::kSecondLot ? SetOf(p.now.tile - 1) : 0;
  return Bag(p) & ~lot;
}

void Tantrix::ChanceOutcomes(const Position& p, std::vector<ChanceOutcome>* outcomes) const {
  const TileSet tiles = Drawable(p);
  const double each = 1.0 / std::popcount(tiles);
  ForEachTile(tiles, [&](int tile) { outcomes->push_back({tile, each}); });
}

void Tantrix::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  if (actor == Actor::kChance) {
    Take(Viewer::kAll, action, &p->now);
  } else if (p->now.stage == Stage::kChoose) {
    Choose(action, &p->now);
  } else {
    Lay(Viewer::kAll, action, &p->now);
  }
}

// Applies an outcome of chance, which is empty if the viewer does not see it.
void Tantrix::Take(Viewer viewer, std::optional<Action> outcome, Situation* s) const {
  if (s->stage == Stage::kFirstLot) {
    s->tile = static_cast<uint8_t>(*outcome + 1);
    s->stage = Stage::kSecondLot;
    return;
  }
  if (s->stage == Stage::kSecondLot) {
    s->mover = *outcome + 1 > s->tile ? 1 : 0;
    s->tile = 0;
    s->stage = Stage::kDeal;
    return;
  }
  const bool deal = s->stage == Stage::kDeal;
  const size_t taker = !deal ? s->mover : s->rack_sizes[0] == box_.rack_size ? 1 : 0;
  s->racks[taker] |= outcome ? SetOf(*outcome) : 0;
  ++s->rack_sizes[taker];
  ++s->num_drawn[taker];
  --s->bag_size;
  if (!open_) {
    s->evidence[taker].NoteDraw(s->num_drawn[taker]);
  }
  if (!deal || s->rack_sizes[1] == box_.rack_size) {
    EnterNextStage(viewer, s);
  }
}

void Tantrix::Choose(int tile, Situation* s) const {
  const size_t mover = s->mover;
  const bool fills = (s->fillers >> tile & 1) != 0;
  if (!open_) {
    if (!fills) {
      s->evidence[mover].NoteAbsent(s->fillers, s->num_drawn[mover]);
    }
    s->evidence[mover].NotePlayed(tile, s->num_drawn[mover]);
    s->evidence[1 - mover].absent[static_cast<size_t>(tile)] = 0;
  }
  s->racks[mover] &= ~SetOf(tile);
  --s->rack_sizes[mover];
  s->choices = 0;
  s->tile = static_cast<uint8_t>(tile + 1);
  s->stage = Stage::kLay;
}

void Tantrix::Lay(Viewer viewer, Action action, Situation* s) const {
  const int tile = s->tile - 1;
  const auto rotation = static_cast<size_t>(RotationOf(action));
  Field field(s->table, Restricted(*s));
  const Cell cell = field.outline().CellOf(SpaceOf(action));
  const bool fills = (s->fillers >> tile & 1) != 0;
  s->moved = fills ? s->moved : 1;
  s->tile = 0;
  s->table.Put(tile, cell, rotation);
  field.Lay(cell, tile, rotation);
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    const Line line = field.LineThrough(cell, colours_[seat], renaming_.tile);
    if (line.IsBetterThan(s->best[seat])) {
      s->best[seat] = line;
    }
  }
  // Nothing is decided between a placement and its draw, which may be the last one.
  field.Restrict(s->bag_size > 1);
  s->fillers = field.Fillers() & Deck() & ~s->table.tiles;
  s->stage = Stage::kDraw;
  if (s->bag_size == 0) {
    EnterNextStage(viewer, s);
  }
}

// Decides what the mover must do after a placement and its draw, or at the start of a turn.
void Tantrix::EnterNextStage(Viewer viewer, Situation* s) const {
  Deduce(viewer, s);
  while (s->stage != Stage::kOver) {
    const size_t mover = s->mover;
    if (s->rack_sizes[mover] == 0) {
      EndTurn(s);
      continue;
    }
    if (s->racks[mover] == 0) {
      s->stage = Stage::kUntold;
      return;
    }
    const TileSet fills = s->racks[mover] & s->fillers;
    if (fills == 0 && s->moved == 1) {
      EndPhase(s);
      continue;
    }
    s->choices = fills != 0 ? fills : FreeChoices(*s);
    s->stage = s->choices != 0 ? Stage::kChoose : Stage::kOver;
    s->end = s->choices != 0 ? End::kNone : End::kDeadlock;
    return;
  }
}

// Ends a phase of the turn, which shows that no tile in the mover's hand fills a forced space.
void Tantrix::EndPhase(Situation* s) const {
  if (!open_) {
    s->evidence[s->mover].NoteAbsent(s->fillers, s->num_drawn[s->mover]);
  }
  EndTurn(s);
}

// A player without tiles is skipped (T5).
void Tantrix::EndTurn(Situation* s) const {
  s->moved = 0;
  if (s->rack_sizes[1 - s->mover] > 0) {
    s->mover = static_cast<uint8_t>(1 - s->mover);
  } else if (s->rack_sizes[s->mover] == 0) {
    s->stage = Stage::kOver;
    s->end = End::kTiles;
  }
}

// The tiles that the mover may choose for a free move.
TileSet Tantrix::FreeChoices(const Situation& s) const {
  const Field field(s.table, Restricted(s));
  const TileSet rack = s.racks[s.mover];
  TileSet found = 0;
  field.outline().ForEachSpace(field.Free(), [&](int, Cell cell) {
    found |= field.TilesFor(cell) & rack;
    return found != rack;
  });
  return found;
}

void Tantrix::SetLegal(const Situation& s, ActionMask mask) const {
  if (s.stage == Stage::kChoose) {
    ForEachTile(s.choices, [&](int tile) { mask.Set(tile); });
    return;
  }
  const Field field(s.table, Restricted(s));
  const int tile = s.tile - 1;
  const bool fills = (s.fillers >> tile & 1) != 0;
  const Outline& outline = field.outline();
  outline.ForEachSpace(fills ? outline.Forced() : field.Free(), [&](int space, Cell cell) {
    const uint64_t rotations = field.Rotations(cell, tile);
    const auto first = static_cast<size_t>(ActionOf(space, 0));
    const size_t shift = first % 64;
    mask.Words()[first / 64] |= rotations << shift;
    if (shift > 64 - kSides && rotations >> (64 - shift) != 0) {
      mask.Words()[first / 64 + 1] |= rotations >> (64 - shift);
    }
    return true;
  });
}

// For the chosen tile; before the choice, for each tile that may be chosen, tile by tile.
std::vector<LayAction> Tantrix::LayActions(const Situation& s) const {
  std::vector<LayAction> actions;
  const auto add = [&](const Situation& chosen) {
    std::array<uint64_t, (kMaxTiles + kSides * MaxSpaces(kMaxTiles) + 63) / 64> words = {};
    const ActionMask mask(words);
    SetLegal(chosen, mask);
    mask.ForEach([&](Action action) { actions.push_back({chosen.tile - size_t{1}, action}); });
  };
  if (s.stage == Stage::kLay) {
    add(s);
  }
  ForEachTile(s.choices, [&](int tile) {
    Situation next = s;
    Choose(tile, &next);
    add(next);
  });
  return actions;
}

Outcome Tantrix::Result(const Position& p) const {
  const int difference = p.now.best[0].score - p.now.best[1].score;
  const int sign = p.now.end == End::kDeadlock ? 0 : (difference > 0) - (difference < 0);
  const int tenths = TournamentTenths(std::abs(difference)) - 100;
  const float share = tournament_ ? static_cast<float>(tenths) / 100.0f : 1.0f;
  const float result = static_cast<float>(sign) * share;
  return {.returns = {result, 0.0f - result},
          .margin = {p.now.best[0].score, p.now.best[1].score},
          .reason = p.now.end == End::kTiles ? "tiles" : "deadlock"};
}

int Tantrix::InverseSymmetry(int symmetry) const {
  return (static_cast<int>(kSides) - symmetry) % static_cast<int>(kSides);
}

Tantrix::Position Tantrix::Transform(int symmetry, const Position& p) const {
  Position image = p;
  image.now.table = TurnedTable(p.now.table, symmetry);
  return image;
}

Tantrix::View Tantrix::Transform(int symmetry, const View& view) const {
  View image = view;
  image.now.table = TurnedTable(view.now.table, symmetry);
  return image;
}

Action Tantrix::TransformAction(int symmetry, const View& view, Action action) const {
  if (action < box_.num_tiles) {
    return action;
  }
  const Cell cell = Outline(view.now.table).CellOf(SpaceOf(action));
  const Outline image(TurnedTable(view.now.table, symmetry));
  const int space = image.SpaceAt(Turned(cell, symmetry));
  return ActionOf(space, (RotationOf(action) + symmetry) % static_cast<int>(kSides));
}

REGISTER_GAME(Tantrix);

}  // namespace kvintet::envs::tantrix
