// Konkvest: what a network sees, from the seat's point of view; where in the policy actions lie.
#include <array>
#include <string>

#include "absl/strings/str_cat.h"

#include "envs/games/konkvest/konkvest.h"
#include "envs/games/konkvest/planes.h"

namespace kvintet::envs::konkvest {
namespace {

constexpr std::array kKindNames = {"pawns", "supports", "guards", "hunters",
                                   "rooks", "generals", "queens"};
// Pieces of the set-up by pairs.
constexpr std::array kPlacedNames = {"rook", "guard", "hunter", "general"};
constexpr size_t kGlobals = 2 * kReserveKinds + 2 + 4 + kPlacedNames.size() + kReserveKinds;

// The globals one after the other.
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
  spec.num_actions = kActions;
  spec.max_game_length = 2 * max_plies_;
  spec.trail_capacity = max_plies_;
  for (const char* owner : {"own ", "other's "}) {
    for (const char* kind : kKindNames) {
      spec.plane_names.push_back(absl::StrCat(owner, kind));
    }
  }
  for (const char* name : {"promoted", "own territory", "other's territory", "no man's land",
                           "development zone", "attacks in a row", "chosen", "board"}) {
    spec.plane_names.emplace_back(name);
  }
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.height = kRows;
  spec.width = kColumns;
  for (const char* owner : {"own ", "other's "}) {
    for (int kind = 0; kind < kReserveKinds; ++kind) {
      spec.global_names.push_back(
          absl::StrCat(owner, "reserve of ", kKindNames[static_cast<size_t>(kind)], " / 8"));
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
    spec.global_names.push_back(absl::StrCat("to drop: ", kKindNames[static_cast<size_t>(kind)]));
  }
  spec.globals = static_cast<int>(kGlobals);
  spec.policy_planes = 4;
  spec.policy_slots = kReserveKinds;
  return spec;
}

namespace {

template <bool kTurned>
void WritePlanes(const Konkvest::Position& p, size_t seat, const Cells& zone, uint8_t* planes) {
  const Board& b = p.board;
  PlaneWriter<kTurned> writer(planes);
  for (const size_t owner : {seat, 1 - seat}) {
    const Cells own = b.seats[owner];
    const Cells high = own & b.kind[2];
    const Cells low = own & ~b.kind[2];
    writer.Write(low & ~b.kind[1] & ~b.kind[0]);
    writer.Write(low & ~b.kind[1] & b.kind[0]);
    writer.Write(low & b.kind[1] & ~b.kind[0]);
    writer.Write(low & b.kind[1] & b.kind[0]);
    writer.Write(high & ~b.kind[1] & ~b.kind[0]);
    writer.Write(high & b.kind[0]);
    writer.Write(high & b.kind[1]);
  }
  writer.Write(b.promoted);
  writer.Write(p.territory[seat]);
  writer.Write(p.territory[1 - seat]);
  writer.Write(p.territory[0] & p.territory[1]);
  writer.Write(zone);
  writer.Write(Cells{});
  const PlaneWriter<kTurned> attacks = writer;
  writer.Write(Cells{});
  if (p.what < kNumbers) {
    writer.Set(p.what, 1);
  }
  for (const size_t owner : {0, 1}) {
    if (p.attacks[owner] > 0) {
      attacks.Set(p.attacker[owner], p.attacks[owner]);
    }
  }
  writer.WriteLast(kBoard);
}

}  // namespace

void Konkvest::Observe(const View& view, std::span<uint8_t> planes,
                       std::span<float> globals) const {
  const Position& p = view.position;
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  const Cells zone = DevelopmentZone(p, seat);
  if (seat == 1) {
    WritePlanes<true>(p, seat, zone, planes.data());
  } else {
    WritePlanes<false>(p, seat, zone, planes.data());
  }
  WriteGlobals(p, seat, globals);
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
