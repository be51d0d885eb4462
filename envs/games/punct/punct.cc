// Punct: options, legal actions, steps and ends.
#include "envs/games/punct/punct.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "absl/strings/str_cat.h"

#include "envs/games/punct/connection.h"
#include "envs/games/punct/stack.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::punct {
namespace {

constexpr std::array<std::string_view, 6> kEndNames = {"",           "connection", "supply",
                                                       "repetition", "max_plies",  "no_turn"};
// The largest number of turns that a position can count; slightly more than any match lasts.
constexpr int kMaxPlies = 60000;
constexpr int kOccurrencesThatDraw = 3;

}  // namespace

std::string_view EndName(End end) { return kEndNames[static_cast<size_t>(end)]; }

Punct::Punct(const RuleOptions& options, const Box& box)
    : box_(box),
      board_(box),
      standard_(options.Is("game", "standard")),
      both_(options.Is("supply", "both")),
      max_plies_(options.Int("max_plies")) {}

OptionSchema Punct::OptionsOf(const Box& box) {
  return {{.key = "game",
           .default_value = "standard",
           .values = {"basic", "standard"},
           .meaning = "standard: no new piece in the centre, and without a connection more dots "
                      "there win; basic: only the first piece is kept out of it, and that is a "
                      "draw",
           .clause = "P3, P5",
           .words = {"the basic game, only the first piece is kept out of the centre",
                     "the standard game, no new piece in the centre"},
           .suggested = true},
          {.key = "supply",
           .default_value = "either",
           .values = {"either", "both"},
           .meaning = "the game ends when either side has, or when both have, all pieces on the "
                      "board",
           .clause = "P5",
           .words = {"the game ends when either side has laid all its pieces",
                     "the game ends when both sides have laid all their pieces"}},
          {.key = "max_plies",
           .default_value = std::to_string(box.max_plies),
           .min = 1,
           .max = kMaxPlies,
           .meaning = "turns after which the game is truncated as a draw",
           .clause = "P5",
           .words = {"ends as a draw after $ turns"},
           .changes = OptionChange::kEnd}};
}

GameSpec Punct::Spec() const {
  GameSpec spec;
  spec.title = box_.title;
  spec.ends = {{"connection", "a connection of two opposite sides"},
               {"supply", "laying the last piece"},
               {"repetition", "a position that occurred three times"},
               {"no_turn", "a player having no turn"},
               {"max_plies", "the limit on its length"}};
  spec.num_actions = FirstWhere() + kDirections * board_.num_spaces();
  spec.max_game_length = 2 * max_plies_;
  // One key per turn, and one for a start position.
  spec.history_capacity = max_plies_ + 1;
  spec.height = spec.width = board_.width();
  spec.margins = true;
  spec.plane_names = {"board",  "centre",      "own topmost dots", "other's topmost dots",
                      "height", "own covered", "other's covered",  "movable"};
  spec.global_names = {"own turn", "where", "second occurrence", "own dots in centre / 19",
                       "other's dots in centre / 19"};
  for (const char letter : kKindLetters) {
    spec.plane_names.push_back(std::string("puncts of ") + letter);
  }
  for (int direction = 0; direction < kDirections; ++direction) {
    spec.plane_names.push_back(absl::StrCat("minor dot along d", direction));
  }
  spec.plane_names.emplace_back("chosen piece");
  for (const char* of : {"own ", "other's ", "chosen "}) {
    for (const char letter : kKindLetters) {
      spec.global_names.push_back(std::string(of) + letter);
    }
  }
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_planes = kDirections + 1;
  spec.policy_slots = kKinds;
  return spec;
}

Position Punct::Initial() const {
  Position p = {};
  for (const size_t colour : {kWhite, kBlack}) {
    p.pieces[colour].fill(kInSupply);
    std::ranges::copy(box_.pieces, p.supply[colour].begin());
  }
  p.chosen = kNothing;
  p.occurrences = 1;
  p.origin = kNoSpot;
  p.winner = kNobody;
  return p;
}

// P3: where new pieces may lie.
template <int kStride>
Landings Punct::LandingsOfChosen(const Position& p) const {
  if (p.chosen < kKinds) {
    Landings landings = {};
    const Lanes ground = GroundOfNewPieces(p);
    AddLandings<kStride>(p.chosen, {ground, ground, ground}, board_, &landings);
    return landings;
  }
  const int spot = board_.SpotOf(p.chosen - kKinds);
  const int index = MovablePieceAt(p, spot);
  const Piece& piece = p.pieces[p.to_move][static_cast<size_t>(index)];
  const int kind = kKindOfPiece[static_cast<size_t>(index)];
  Landings landings =
      LandingsOfMove<kStride>(Lifted(board_, p, p.to_move, index), board_, kind, p.to_move, spot);
  // Changing nothing is not a move.
  landings[piece.rotation] &= ~LanesOf(spot);
  return landings;
}

template Landings Punct::LandingsOfChosen<kFullStride>(const Position&) const;
template Landings Punct::LandingsOfChosen<kTinyStride>(const Position&) const;

// Whether a movable piece has somewhere to go.
template <int kStride>
bool Punct::CanMove(const Position& p, int index) const {
  Position chosen = p;
  const Piece& piece = p.pieces[p.to_move][static_cast<size_t>(index)];
  chosen.chosen = static_cast<uint8_t>(kKinds + board_.SpaceOf(piece.spot));
  return AnyOf(LandingsOfChosen<kStride>(chosen));
}

template <int kStride>
void Punct::SetWhat(const Position& p, ActionMask mask) const {
  const Lanes ground = GroundOfNewPieces(p);
  const std::array<Lanes, kKinds> any = AnyLandings<kStride>({ground, ground, ground}, board_);
  for (size_t kind = 0; kind < kKinds; ++kind) {
    if (p.supply[p.to_move][kind] > 0 && Any(any[kind])) {
      mask.Set(static_cast<Action>(kind));
    }
  }
  const Side& side = p.pieces[p.to_move];
  for (int i = 0; i < kMaxPieces; ++i) {
    const Piece& piece = side[static_cast<size_t>(i)];
    if (piece.movable == 0) {
      continue;
    }
    // A space that is free for a new piece is free for this one too. The piece has to be lifted
    // only if none of those lies on its lines.
    const Lanes free = any[kKindOfPiece[static_cast<size_t>(i)]];
    if (Any(free & Load(board_.LinesFrom(piece.spot))) || CanMove<kStride>(p, i)) {
      mask.Set(kKinds + board_.SpaceOf(piece.spot));
    }
  }
}

template <int kStride>
bool Punct::HasTurn(const Position& p) const {
  const Lanes ground = GroundOfNewPieces(p);
  for (int kind = 0; kind < kKinds; ++kind) {
    Landings landings = {};
    if (p.supply[p.to_move][static_cast<size_t>(kind)] > 0) {
      AddLandings<kStride>(kind, {ground, ground, ground}, board_, &landings);
    }
    if (AnyOf(landings)) {
      return true;
    }
  }
  for (int i = 0; i < kMaxPieces; ++i) {
    if (p.pieces[p.to_move][static_cast<size_t>(i)].movable != 0 && CanMove<kStride>(p, i)) {
      return true;
    }
  }
  return false;
}

// Sets the actions `first` + space. REQUIRES: these bits of the mask are zero.
inline void Punct::AddToMask(Lanes lanes, Action first, ActionMask mask) const {
  const Spots spots = Store(lanes);
  auto at = static_cast<size_t>(first);
  for (size_t i = 0; i < spots.words.size(); ++i) {
    const uint64_t board = board_.All().words[i];
    const uint64_t bits = Gather(spots.words[i], board);
    mask.Words()[at / 64] |= bits << (at % 64);
    if (at % 64 != 0 && bits >> (64 - at % 64) != 0) {
      mask.Words()[at / 64 + 1] |= bits >> (64 - at % 64);
    }
    at += static_cast<size_t>(std::popcount(board));
  }
}

void Punct::LegalActions(const View& view, ActionMask mask) const {
  const Position& p = view.position;
  const bool full = board_.stride() == kFullStride;
  if (p.stage == Stage::kWhat) {
    return full ? SetWhat<kFullStride>(p, mask) : SetWhat<kTinyStride>(p, mask);
  }
  SetWhere(full ? LandingsOfChosen<kFullStride>(p) : LandingsOfChosen<kTinyStride>(p), mask);
}

void Punct::SetWhere(const Landings& landings, ActionMask mask) const {
  for (int rotation = 0; rotation < kDirections; ++rotation) {
    AddToMask(landings[static_cast<size_t>(rotation)],
              FirstWhere() + rotation * board_.num_spaces(), mask);
  }
}

// P3.1
Punct::Change Punct::Place(Position* p, int kind, int spot, int rotation) const {
  const std::array<int, 3> dots = board_.Dots(kind, spot, rotation);
  Cover(dots, p->to_move, 0, &p->surface);
  Replace(kind, kInSupply, {static_cast<uint8_t>(spot), static_cast<uint8_t>(rotation), 0, 1},
          &p->pieces[p->to_move]);
  --p->supply[p->to_move][static_cast<size_t>(kind)];
  p->origin = kNoSpot;
  return {LanesOf(dots), NoSpots(), true};
}

// P3.2
Punct::Change Punct::Move(Position* p, int index, int spot, int rotation) const {
  const Piece gone = p->pieces[p->to_move][static_cast<size_t>(index)];
  const int kind = kKindOfPiece[static_cast<size_t>(index)];
  const Lanes left = LanesOf(DotsOf(board_, index, gone));
  const std::array<int, 3> dots = board_.Dots(kind, spot, rotation);
  p->surface = Lifted(board_, *p, p->to_move, index);
  const int level = LevelAt(board_, p->surface, p->to_move, kind, spot, rotation);
  Cover(dots, p->to_move, level, &p->surface);
  Replace(
      kind, gone,
      {static_cast<uint8_t>(spot), static_cast<uint8_t>(rotation), static_cast<uint8_t>(level), 1},
      &p->pieces[p->to_move]);
  if (gone.level > 0 || level > 0) {
    MarkMovable(board_, p);
  }
  p->origin = gone.spot;
  return {LanesOf(dots) | (left & Load(p->surface.top[p->to_move])),
          left & Load(p->surface.top[1 - p->to_move]), false};
}

void Punct::Step(Position* p, RepetitionHistory* history, Actor, Action action) const {
  if (action < FirstWhere()) {
    p->chosen = static_cast<uint8_t>(action);
    p->stage = Stage::kWhere;
    return;
  }
  const int spot = SpotOfWhere(action);
  const int rotation = RotationOfWhere(action);
  Change change;
  if (p->chosen < kKinds) {
    change = Place(p, p->chosen, spot, rotation);
    // No position before a new piece can recur.
    history->Cut();
  } else {
    if (history->Keys().empty()) {
      // A start position counts as its own first occurrence.
      history->Push(KeyOf(*p));
    }
    change = Move(p, MovablePieceAt(*p, board_.SpotOf(p->chosen - kKinds)), spot, rotation);
  }
  p->stage = Stage::kWhat;
  p->chosen = kNothing;
  p->occurrences = 1;
  ++p->plies;
  p->to_move ^= 1;
  return board_.stride() == kFullStride ? EndTurn<kFullStride>(p, history, change)
                                        : EndTurn<kTinyStride>(p, history, change);
}

// P5, in the order of its clauses. `to_move` is already the other side. A side that joins now had
// not joined before the turn.
template <int kStride>
void Punct::EndTurn(Position* p, RepetitionHistory* history, const Change& change) const {
  const uint8_t mover = p->to_move ^ 1;
  if (Joins<kStride>(Load(p->surface.top[mover]), change.own, board_)) {
    return Finish(p, End::kConnection, mover);
  }
  if (Joins<kStride>(Load(p->surface.top[p->to_move]), change.other, board_)) {
    return Finish(p, End::kConnection, p->to_move);
  }
  if (change.new_piece && SupplyIsOut(*p)) {
    return FinishByCentre(p, End::kSupply);
  }
  const Key128 key = KeyOf(*p);
  p->occurrences = static_cast<uint8_t>(history->Count(key) + 1);
  history->Push(key);
  if (p->occurrences == kOccurrencesThatDraw) {
    return Finish(p, End::kRepetition, kNobody);
  }
  if (p->plies >= max_plies_) {
    return Finish(p, End::kMaxPlies, kNobody);
  }
  if (!HasTurn<kStride>(*p)) {
    return FinishByCentre(p, End::kNoTurn);
  }
}

// P5, decided: `either` ends the game as soon as one side has placed its last piece, `both` when
// both sides have.
bool Punct::SupplyIsOut(const Position& p) const {
  const auto is_out = [](const std::array<uint8_t, kKinds>& supply) {
    return std::accumulate(supply.begin(), supply.end(), 0) == 0;
  };
  const bool white = is_out(p.supply[kWhite]);
  const bool black = is_out(p.supply[kBlack]);
  return both_ ? white && black : white || black;
}

std::array<int, 2> Punct::DotsInCentre(const Surface& surface) const {
  std::array<int, 2> dots;
  for (size_t colour = 0; colour < 2; ++colour) {
    dots[colour] = Store(Load(surface.top[colour]) & Load(board_.Centre())).Count();
  }
  return dots;
}

void Punct::Finish(Position* p, End end, int winner) const {
  p->stage = Stage::kOver;
  p->end = end;
  p->winner = static_cast<uint8_t>(winner);
}

void Punct::FinishByCentre(Position* p, End end) const {
  const std::array<int, 2> dots = DotsInCentre(p->surface);
  if (!standard_ || dots[kWhite] == dots[kBlack]) {
    return Finish(p, end, kNobody);
  }
  Finish(p, end, dots[kWhite] > dots[kBlack] ? kWhite : kBlack);
}

Outcome Punct::Result(const Position& p) const {
  const float white = p.winner == kNobody ? 0.0f : p.winner == kWhite ? 1.0f : -1.0f;
  return {.returns = {white, 0.0f - white},
          .margin = Standing(p),
          .reason = EndName(p.end),
          .truncated = p.end == End::kMaxPlies};
}

std::array<int32_t, 2> Punct::Standing(const Position& p) const { return DotsInCentre(p.surface); }

// P5: the colour, kind, place, rotation and level of the pieces, and the side to move. The order of
// pieces does not distinguish equal ones.
Key128 Punct::KeyOf(const Position& p) const {
  return Combine(HashBytes(std::as_bytes(std::span(p.pieces))), p.to_move);
}

Key128 Punct::CacheKey(const View& view) const {
  View key = view;
  key.position.plies = 0;
  key.position.origin = kNoSpot;
  return HashBytes(std::as_bytes(std::span(&key, 1)));
}

// Used by punct_position.cc.
template bool Punct::HasTurn<kFullStride>(const Position&) const;
template bool Punct::HasTurn<kTinyStride>(const Position&) const;

REGISTER_GAME(Punct);

}  // namespace kvintet::envs::punct
