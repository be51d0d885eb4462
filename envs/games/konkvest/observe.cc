// Konkvest: the observation from the seat's point of view, and the policy index of each action.
#include <array>
#include <string>

#include "absl/strings/str_cat.h"

#include "envs/games/konkvest/konkvest.h"
#include "envs/games/konkvest/planes.h"

namespace kvintet::envs::konkvest {
namespace {

constexpr std::array kKindPlurals = {"pawns", "supports", "guards", "hunters",
                                     "rooks", "generals", "queens"};
// The pieces of the set-up, in pairs.
constexpr std::array kPlacedNames = {"rook", "guard", "hunter", "general"};
constexpr size_t kGlobals = 2 * kReserveKinds + 2 + 4 + kPlacedNames.size() + kReserveKinds;

// Writes the globals one after the other.
class GlobalWriter {
 public:
  explicit GlobalWriter(std::span<float> globals) : globals_(globals) {}
  void Write(float value) { globals_[next_++] = value; }
  void Write(bool value) { Write(value ? 1.0f : 0.0f); }

 private:
  std::span<float> globals_;
  size_t next_ = 0;
};

void WriteGlobals(const Konkvest::Position& p, size_t seat, std::span<float> globals) {
  GlobalWriter writer(globals);
  for (const size_t owner : {seat, 1 - seat}) {
    for (const uint8_t count : p.reserves[owner]) {
      writer.Write(static_cast<float>(count) / 8.0f);
    }
    writer.Write(ReserveSize(p, owner) == kReserveRoom);
  }
  writer.Write(p.stage != Stage::kOver && p.to_move == seat);
  writer.Write(p.stage == Stage::kWhat);
  writer.Write(p.stage == Stage::kWhere);
  writer.Write(static_cast<float>(p.repeats));
  for (int pair = 0; pair < 4; ++pair) {
    writer.Write(p.stage == Stage::kPlace && p.placed / 4 == pair);
  }
  for (int kind = 0; kind < kReserveKinds; ++kind) {
    writer.Write(p.what == Konkvest::kDropped + kind);
  }
}

}  // namespace

GameSpec Konkvest::Spec() const {
  GameSpec spec;
  spec.ends = {{"queen", "toppling the queen"},
               {"occupation", "the queen on the enemy base"},
               {"repetition", "a fourth attack in a row on the queen"},
               {"blockade", "a blockade"},
               {"reset", "a position that occurred three times"},
               {"max_plies", "the limit on its length"}};
  spec.num_actions = kActions;
  spec.max_game_length = 2 * max_plies_;
  spec.history_capacity = max_plies_ + 1;
  for (const char* owner : {"own ", "other's "}) {
    for (const char* kind : kKindPlurals) {
      spec.plane_names.push_back(absl::StrCat(owner, kind));
    }
  }
  for (const char* name :
       {"promoted", "own territory, development zone 2", "other's territory, no man's land 2",
        "attacks in a row", "board, chosen 2"}) {
    spec.plane_names.emplace_back(name);
  }
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.height = kRows;
  spec.width = kColumns;
  for (const char* owner : {"own ", "other's "}) {
    for (int kind = 0; kind < kReserveKinds; ++kind) {
      spec.global_names.push_back(
          absl::StrCat(owner, "reserve of ", kKindPlurals[static_cast<size_t>(kind)], " / 8"));
    }
    spec.global_names.push_back(absl::StrCat(owner, "reserve full"));
  }
  for (const char* name : {"own turn", "what", "where", "repeats"}) {
    spec.global_names.emplace_back(name);
  }
  for (const char* name : kPlacedNames) {
    spec.global_names.push_back(absl::StrCat("to place: ", name));
  }
  for (int kind = 0; kind < kReserveKinds; ++kind) {
    spec.global_names.push_back(absl::StrCat("to drop: ", kKindPlurals[static_cast<size_t>(kind)]));
  }
  spec.globals = static_cast<int>(kGlobals);
  spec.margins = true;
  spec.policy_planes = 4;
  spec.policy_slots = kReserveKinds;
  return spec;
}

namespace {

// All pieces of one side, by kind.
template <bool kTurned>
void WriteKinds(const CellBits<kTurned>& own, const std::array<CellBits<kTurned>, 3>& kind,
                PlaneWriter<kTurned>* writer) {
  const CellBits<kTurned> high = own & kind[2];
  const CellBits<kTurned> low = own - kind[2];
  const CellBits<kTurned> low_even = low - kind[0];
  const CellBits<kTurned> low_odd = low & kind[0];
  writer->Write(low_even - kind[1]);
  writer->Write(low_odd - kind[1]);
  writer->Write(low_even & kind[1]);
  writer->Write(low_odd & kind[1]);
  writer->Write((high - kind[1]) - kind[0]);
  writer->Write(high & kind[0]);
  writer->Write(high & kind[1]);
}

template <bool kTurned>
void WritePlanes(const Konkvest::Position& p, const Cells& zone_rows, uint8_t* planes) {
  using Bits = CellBits<kTurned>;
  constexpr size_t kSeat = kTurned ? 1 : 0;
  const Board& b = p.board;
  PlaneWriter<kTurned> writer(planes);
  const std::array<Bits, 3> kind = {Bits(b.kind[0]), Bits(b.kind[1]), Bits(b.kind[2])};
  WriteKinds(Bits(b.seats[kSeat]), kind, &writer);
  WriteKinds(Bits(b.seats[1 - kSeat]), kind, &writer);
  writer.Write(Bits(b.promoted));
  const Bits held(p.territory[kSeat]);
  const Bits other_held(p.territory[1 - kSeat]);
  writer.WriteSum(held, (held - other_held) & Bits(zone_rows));
  writer.WriteSum(other_held, held & other_held);
  writer.Write(Bits());
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    if (p.attacks[seat] > 0) {
      writer.Set(p.attacker[seat], p.attacks[seat]);
    }
  }
  writer.WriteLast(Bits(kBoard));
  if (p.what < kNumbers) {
    writer.Set(p.what, 2);
  }
}

}  // namespace

void Konkvest::Observe(const View& view, std::span<uint8_t> planes,
                       std::span<float> globals) const {
  const Position& p = view.position;
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  if (seat == 1) {
    WritePlanes<true>(p, ZoneRows(p, seat), planes.data());
  } else {
    WritePlanes<false>(p, ZoneRows(p, seat), planes.data());
  }
  WriteGlobals(p, seat, globals);
}

void Konkvest::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  for (size_t owner = 0; owner < kNumSeats; ++owner) {
    const Cells alone = end.territory[owner] & ~end.territory[1 - owner];
    alone.ForEach([&](int cell) {
      cells[static_cast<size_t>(PlaceIn(seat, cell))] = owner == seat ? 1 : -1;
    });
  }
}

int Konkvest::PolicyIndex(const View& view, Action action) const {
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  if (action >= kDrops && action < kTargets) {
    return 4 * kNumbers + (action - kDrops);
  }
  const auto place = [seat](Action dense) {
    return PlaceIn(seat, kDense.cell[static_cast<size_t>(dense)]);
  };
  if (action < kDrops) {
    return place(action);
  }
  if (action < kPromotions) {
    return kNumbers + place(action - kTargets);
  }
  if (action < kPlacements) {
    return 2 * kNumbers + place(action - kPromotions);
  }
  return 3 * kNumbers + PlaceIn(seat, PlacedCell(action));
}

}  // namespace kvintet::envs::konkvest
