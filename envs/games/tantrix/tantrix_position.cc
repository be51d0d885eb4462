// Tantrix: positions as text.
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/shape.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/tile_text.h"

namespace kvintet::envs::tantrix {
namespace {

// A word in the last part of a position, and its meaning.
struct StageWord {
  std::string_view word;
  Stage stage;
  uint8_t moved;
  End end;
};

constexpr std::array<StageWord, 10> kStageWords = {{
    {"before", Stage::kChoose, 0, End::kNone},
    {"after", Stage::kChoose, 1, End::kNone},
    {"draw-before", Stage::kDraw, 0, End::kNone},
    {"draw-after", Stage::kDraw, 1, End::kNone},
    {"lay-before", Stage::kLay, 0, End::kNone},
    {"lay-after", Stage::kLay, 1, End::kNone},
    {"deal", Stage::kDeal, 0, End::kNone},
    {"deadlock", Stage::kOver, 0, End::kDeadlock},
    {"tiles", Stage::kOver, 0, End::kTiles},
    {"untold", Stage::kUntold, 0, End::kNone},
}};

std::string StageText(const Situation& s) {
  if (s.stage == Stage::kFirstLot || s.stage == Stage::kSecondLot) {
    return s.tile == 0 ? "lots" : absl::StrCat("lots ", s.tile);
  }
  for (const StageWord& word : kStageWords) {
    const bool either = s.stage == Stage::kUntold || s.stage == Stage::kOver;
    if (word.stage == s.stage && word.end == s.end && (either || word.moved == s.moved)) {
      const std::string tile = s.tile == 0 ? "" : absl::StrCat(" ", s.tile);
      return absl::StrCat("seat ", s.mover, " ", std::string(word.word), tile);
    }
  }
  return "";
}

std::string RackText(TileSet rack, int size) {
  std::string text;
  ForEachTile(rack, [&](int tile) { absl::StrAppend(&text, " ", tile + 1); });
  for (int i = std::popcount(rack); i < size; ++i) {
    text += " ?";
  }
  return text.empty() ? " -" : text;
}

std::string SituationText(const Situation& s) {
  std::string text = "table";
  ForEachTile(s.table.tiles, [&](int tile) {
    absl::StrAppend(
        &text, " ",
        PlacementText({tile, s.table.CellOf(tile), static_cast<int>(s.table.RotationOf(tile))}));
  });
  absl::StrAppend(&text, s.table.tiles == 0 ? " -" : "", "; racks",
                  RackText(s.racks[0], s.rack_sizes[0]), " /",
                  RackText(s.racks[1], s.rack_sizes[1]), "; ", StageText(s));
  return text;
}

absl::Status ReadTable(const std::vector<std::string>& words, Situation* s) {
  for (size_t i = 1; i < words.size(); ++i) {
    const auto placement = ParsePlacement(words[i]);
    if (!placement) {
      return words[i] == "-" && words.size() == 2
                 ? absl::OkStatus()
                 : absl::InvalidArgumentError(absl::StrCat(
                       "a tile on the table is '17@2,-1/4' or the like, not '", words[i], "'"));
    }
    if ((s->table.tiles >> placement->tile & 1) != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("tile ", placement->tile + 1, " appears twice"));
    }
    s->table.Put(placement->tile, placement->cell, static_cast<size_t>(placement->rotation));
  }
  return absl::OkStatus();
}

absl::Status ReadRacks(const std::vector<std::string>& words, Situation* s) {
  size_t seat = 0;
  for (size_t i = 1; i < words.size(); ++i) {
    const auto tile = ParseTile(words[i]);
    if (words[i] == "/" && seat == 0) {
      seat = 1;
    } else if (tile) {
      s->racks[seat] |= SetOf(*tile);
      ++s->rack_sizes[seat];
    } else if (words[i] != "-") {
      return absl::InvalidArgumentError(
          absl::StrCat("a rack is 'racks 1 2 3 / 4 5 6' or the like, found '", words[i], "'"));
    }
  }
  return absl::OkStatus();
}

absl::Status ReadStage(const std::vector<std::string>& words, Situation* s) {
  const auto tile = words.size() > 1 ? ParseTile(words.back()) : std::nullopt;
  s->tile = static_cast<uint8_t>(tile ? *tile + 1 : 0);
  if (words[0] == "lots") {
    s->stage = s->tile == 0 ? Stage::kFirstLot : Stage::kSecondLot;
    return absl::OkStatus();
  }
  if (words.size() >= 3 && words[0] == "seat" && (words[1] == "0" || words[1] == "1")) {
    s->mover = words[1] == "1" ? 1 : 0;
    for (const StageWord& word : kStageWords) {
      if (word.word == words[2] && word.stage != Stage::kUntold) {
        s->stage = word.stage;
        s->moved = word.moved;
        s->end = word.end;
        return absl::OkStatus();
      }
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("what is next is 'seat 0 before' or the like, not '", words[0], "'"));
}

}  // namespace

std::string Tantrix::PositionText(const Position& p) const { return SituationText(p.now); }
std::string Tantrix::ViewText(const View& view) const { return SituationText(view.now); }

absl::StatusOr<Tantrix::Position> Tantrix::ParsePosition(const std::string& text) const {
  const std::vector<std::string> parts = absl::StrSplit(text, "; ");
  const auto words = [](const std::string& part) -> std::vector<std::string> {
    return absl::StrSplit(part, ' ');
  };
  if (parts.size() != 3) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a position is 'table 1@0,0/4; racks 2 3 / 4 5; seat 0 before' or the like, not '", text,
        "'"));
  }
  Position p = {};
  Situation* const s = &p.now;
  KVINTET_RETURN_IF_ERROR(ReadTable(words(parts[0]), s));
  KVINTET_RETURN_IF_ERROR(ReadRacks(words(parts[1]), s));
  KVINTET_RETURN_IF_ERROR(ReadStage(words(parts[2]), s));
  if (PositionText(p) != text) {
    return absl::InvalidArgumentError(absl::StrCat("tiles must ascend and appear once: wanted '",
                                                   PositionText(p), "', found '", text, "'"));
  }
  KVINTET_RETURN_IF_ERROR(Complete(s));
  return p;
}

// Computes what the text does not contain. Fails if the situation is impossible.
absl::Status Tantrix::Complete(Situation* s) const {
  const bool laying = s->stage == Stage::kLay;
  const TileSet chosen = laying && s->tile != 0 ? SetOf(s->tile - 1) : 0;
  const TileSet used = s->table.tiles | s->racks[0] | s->racks[1] | chosen;
  const int count = s->table.num_tiles + s->rack_sizes[0] + s->rack_sizes[1] + (laying ? 1 : 0);
  if ((used & ~Deck()) != 0 || std::popcount(used) != count ||
      (s->tile != 0) != (laying || s->stage == Stage::kSecondLot) || s->tile > box_.num_tiles) {
    return absl::InvalidArgumentError(
        "a tile is in two places or not of this game, or none is chosen");
  }
  s->bag_size = static_cast<uint8_t>(box_.num_tiles - count);
  KVINTET_RETURN_IF_ERROR(CheckCounts(*s));
  KVINTET_RETURN_IF_ERROR(CheckShape(s->table, Restricted(*s)));
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    s->num_drawn[seat] = s->rack_sizes[seat];
    if (laying && seat == s->mover) {
      ++s->num_drawn[seat];
    }
    for (int draw = 1; !open_ && draw <= s->num_drawn[seat]; ++draw) {
      s->evidence[seat].NoteDraw(draw);
    }
  }
  const Field field(s->table, false);
  ForEachTile(s->table.tiles, [&](int tile) {
    for (size_t seat = 0; seat < kNumSeats; ++seat) {
      const Line line = field.LineThrough(s->table.CellOf(tile), colours_[seat], renaming_.tile);
      s->best[seat] = line.IsBetterThan(s->best[seat]) ? line : s->best[seat];
    }
  });
  const bool last_draw = s->stage == Stage::kDraw && s->bag_size == 1;
  s->fillers = Field(s->table, Restricted(*s) && !last_draw).Fillers() & Deck() & ~s->table.tiles;
  return CheckStage(s);
}

// While the bag is not empty, racks are full except for a mover who draws or has chosen.
absl::Status Tantrix::CheckCounts(const Situation& s) const {
  const bool lots = s.stage == Stage::kFirstLot || s.stage == Stage::kSecondLot;
  const bool first = s.stage == Stage::kDeal;
  bool fits = true;
  if (lots || first) {
    const bool in_order = s.rack_sizes[0] == box_.rack_size || s.rack_sizes[1] == 0;
    fits = s.table.num_tiles == 0 && in_order && s.rack_sizes[0] <= box_.rack_size &&
           s.rack_sizes[1] < box_.rack_size && (first || s.rack_sizes[0] == 0) &&
           (lottery_ || (first && s.mover == 0));
  }
  for (uint8_t seat = 0; seat < kNumSeats && !lots && !first; ++seat) {
    const bool missing = seat == s.mover && (s.stage == Stage::kDraw || s.stage == Stage::kLay);
    const int full = box_.rack_size - (missing ? 1 : 0);
    fits = fits && s.rack_sizes[seat] <= full && (s.rack_sizes[seat] == full || s.bag_size == 0);
  }
  const bool drawing = s.stage == Stage::kDraw;
  fits = fits && (!drawing || (s.bag_size > 0 && s.table.num_tiles > 0));
  return fits ? absl::OkStatus()
              : absl::InvalidArgumentError("the numbers of tiles in racks and bag do not fit");
}

// Checks that the stage follows from the rules.
absl::Status Tantrix::CheckStage(Situation* s) const {
  const TileSet rack = s->racks[s->mover];
  if (s->stage == Stage::kChoose || s->end == End::kDeadlock) {
    const TileSet fills = rack & s->fillers;
    s->choices = fills != 0 ? fills : s->moved == 1 ? 0 : FreeChoices(*s);
    if (rack == 0 || (s->choices != 0) != (s->stage == Stage::kChoose)) {
      return absl::InvalidArgumentError(
          "the seat to act must have a tile to lay before, a forced space to fill "
          "after the free move, and in a deadlock neither");
    }
  }
  if (s->stage == Stage::kLay) {
    Situation whole = *s;
    whole.racks[s->mover] |= SetOf(s->tile - 1);
    const TileSet fills = whole.racks[s->mover] & s->fillers;
    const TileSet choices = fills != 0 ? fills : s->moved == 1 ? 0 : FreeChoices(whole);
    if ((choices >> (s->tile - 1) & 1) == 0) {
      return absl::InvalidArgumentError("the chosen tile cannot be laid");
    }
  }
  if (s->end == End::kTiles && s->table.num_tiles != box_.num_tiles) {
    return absl::InvalidArgumentError("'tiles' ends a game with all tiles on the table");
  }
  return absl::OkStatus();
}

}  // namespace kvintet::envs::tantrix
