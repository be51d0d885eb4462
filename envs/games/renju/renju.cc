// Renju: options, observations, legal actions and steps.
#include "envs/games/renju/renju.h"

#include <algorithm>
#include <utility>

#include "envs/games/renju/bit_planes.h"
#include "envs/games/renju/forbidden.h"
#include "envs/games/renju/opening.h"
#include "envs/games/renju/rows.h"
#include "envs/games/renju/threats.h"
#include "envs/games/renju/threes.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::renju {
namespace {

constexpr int kStages = 5;  // stages in which somebody acts
constexpr uint8_t kSeat0Acts = ActorSet::Only(Actor::kSeat0).Bits();
constexpr uint8_t kSeat1Acts = ActorSet::Only(Actor::kSeat1).Bits();

void SortOffers(std::array<uint8_t, 2>* offers) {
  if (OfferRank(0, (*offers)[0]) > OfferRank(0, (*offers)[1])) {
    std::swap((*offers)[0], (*offers)[1]);
  }
}

// Sets the actions `first` + point. REQUIRES: the mask is zeroed.
void SetPoints(const Board& points, Action first, ActionMask mask) {
  const DenseBits bits = Dense(points);
  const auto word = static_cast<size_t>(first / 64);
  const int shift = first % 64;
  for (size_t i = 0; i < bits.size(); ++i) {
    mask.Words()[word + i] |= bits[i] << shift;
    if (shift > 0 && bits[i] >> (64 - shift) != 0) {
      mask.Words()[word + i + 1] |= bits[i] >> (64 - shift);
    }
  }
}

}  // namespace

Renju::Renju(const RuleOptions& options)
    : rif_(options.Is("opening", "rif1996")),
      forbidden_(options.Is("forbidden", "loses")    ? Forbidden::kLoses
                 : options.Is("forbidden", "masked") ? Forbidden::kMasked
                 : options.Is("forbidden", "none")   ? Forbidden::kNone
                                                     : Forbidden::kClaimed) {}

OptionSchema Renju::Options() {
  return {
      {.key = "opening",
       .default_value = "rif1996",
       .values = {"rif1996", "free"},
       .meaning = "the opening's protocol: that of 1996, or only Black's first stone on h8",
       .clause = "R5",
       .words = {"the opening of 1996, with swap and two offered fifth moves",
                 "free opening, only Black's first stone is given"}},
      {.key = "forbidden",
       .default_value = "loses",
       .values = {"loses", "masked", "none", "claimed"},
       .meaning = "a forbidden black move is legal and loses, is not legal, does not exist "
                  "(then Black, like White, wins with five or more), or stands, as a five does, "
                  "until a player claims the win (for matches)",
       .clause = "R3, R4",
       .words = {"Black loses by a forbidden move", "Black cannot play forbidden moves",
                 "Black has no forbidden moves, and also wins with more than five",
                 "a forbidden move stands until somebody claims the win"},
       .suggested = true,
       .changes = OptionChange::kEnd,
       .alike = {"loses", "claimed"}}};
}

GameSpec Renju::Spec() const {
  GameSpec spec;
  spec.ends = {{"five", "five in a row"},
               {"overline", "six or more in a row"},
               {"forbidden", "a forbidden move by Black"},
               {"passes", "both players passing"},
               {"full", "a full board"}};
  spec.num_actions = rif_ ? kPicks + kPoints : kPass + 1;
  // A pass after each stone, one more pass to end the game, the choice of colours and the offers.
  spec.max_game_length = 2 * kPoints + 4;
  spec.plane_names = {"own stones", "other's stones", "free"};
  if (forbidden_ != Forbidden::kNone) {
    spec.plane_names.emplace_back("forbidden to Black");
  }
  if (rif_) {
    spec.plane_names.emplace_back("offered");
  }
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.height = spec.width = kSize;
  spec.global_names = {"own colour black", "own turn", "may pass", "other passed"};
  if (rif_) {
    for (const char* stage : {"turn", "colours", "first offer", "second offer", "pick"}) {
      spec.global_names.emplace_back(stage);
    }
    for (int order = 0; order < kSymmetries; ++order) {
      spec.global_names.push_back("offer order " + std::to_string(order));
    }
  }
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_planes = rif_ ? 4 : 1;
  spec.policy_slots = rif_ ? 3 : 1;
  return spec;
}

Renju::Position Renju::Initial() const {
  Position p = {};
  p.to_act = kSeat0Acts;
  p.last = kNoPoint;
  p.offers = {kNoPoint, kNoPoint};
  p.winner = kNobody;
  return p;
}

void Renju::Step(Position* p, RepetitionHistory*, Actor, Action action) const {
  if (action < kPoints) {
    Place(p, action);
  } else if (action == kPass) {
    Pass(p);
  } else {
    StepOpening(p, action);
  }
}

void Renju::Place(Position* p, int point) const {
  const uint8_t colour = p->to_move;
  Board& own = p->stones[colour];
  const Rows stones = Load(own) | RowsOf(point);
  Store(stones, &own);
  ++p->num_stones;
  p->last = static_cast<uint8_t>(point);
  p->passed = 0;
  if (ByClaim()) {
    return GoOnUnclaimed(p, colour);
  }
  if (colour == kBlack && p->forbidden.Has(point)) {
    return Finish(p, End::kForbidden, SeatOf(*p, kWhite));
  }
  if (HasFiveOrMore(stones)) {
    return Finish(p, HasExactFive(own) ? End::kFive : End::kOverline, SeatOf(*p, colour));
  }
  if (p->num_stones == kPoints) {
    return Finish(p, End::kFull, kNobody);
  }
  p->to_move = colour ^ 1;
  Turn(p);
}

// R4: no stone ends the game by itself, except on the last point, where no claim can follow.
void Renju::GoOnUnclaimed(Position* p, uint8_t colour) const {
  std::array<Board, 2> before = p->stones;
  before[colour].Remove(p->last);
  const End end = EndOf(*p, colour, before);
  if (end == End::kNone) {
    p->to_move = colour ^ 1;
    return Turn(p);
  }
  const uint8_t winner = end == End::kForbidden ? uint8_t{kWhite} : colour;
  Finish(p, end, end == End::kFull ? kNobody : SeatOf(*p, winner));
}

void Renju::Pass(Position* p) const {
  p->last = kNoPoint;
  if (p->passed != 0) {
    return Finish(p, End::kPasses, kNobody);
  }
  p->passed = 1;
  p->to_move ^= 1;
  Turn(p);
}

// Starts the turn of the side to move.
void Renju::Turn(Position* p) const {
  p->to_act = SeatOf(*p, p->to_move) == 0 ? kSeat0Acts : kSeat1Acts;
  if (rif_ && p->num_stones < OpeningStones()) {
    if (p->num_stones < 3) {
      p->to_act = kSeat0Acts;
    } else if (p->num_stones == 4) {
      p->stage = Stage::kFirstOffer;
    } else if (p->stage == Stage::kTurn) {
      p->stage = Stage::kColours;
    }
  }
  if (forbidden_ != Forbidden::kNone) {
    p->forbidden = ForbiddenSet(p->stones[kBlack], p->stones[kWhite]);
  }
}

void Renju::StepOpening(Position* p, Action action) const {
  if (action <= kSwap) {
    p->black_seat = action == kSwap ? 1 : 0;
    p->stage = Stage::kTurn;
    p->to_act = SeatOf(*p, kWhite) == 0 ? kSeat0Acts : kSeat1Acts;
  } else if (action < kSecondOffers) {
    p->offers[0] = static_cast<uint8_t>(action - kFirstOffers);
    p->stage = Stage::kSecondOffer;
  } else if (action < kPicks) {
    // From here on only the pair matters, not its order.
    p->offers[1] = static_cast<uint8_t>(action - kSecondOffers);
    SortOffers(&p->offers);
    p->order = 0;
    p->stage = Stage::kPick;
    p->to_act = SeatOf(*p, kWhite) == 0 ? kSeat0Acts : kSeat1Acts;
  } else {
    p->offers = {kNoPoint, kNoPoint};
    p->stage = Stage::kTurn;
    Place(p, action - kPicks);
  }
}

void Renju::Finish(Position* p, End end, int winner) const {
  p->stage = Stage::kOver;
  p->to_act = 0;
  p->to_move = kBlack;
  p->forbidden = {};
  p->end = end;
  p->winner = static_cast<uint8_t>(winner);
}

inline Board Renju::PlayablePoints(const Position& p) const {
  Rows points = AllRows() & ~(Load(p.stones[kBlack]) | Load(p.stones[kWhite]));
  if (p.num_stones < 3 && (rif_ || p.num_stones == 0)) {
    points &= Load(CentralPoints(p.num_stones));
  } else if (forbidden_ == Forbidden::kMasked && p.to_move == kBlack) {
    points &= ~Load(p.forbidden);
  }
  return Store(points);
}

Outcome Renju::Result(const Position& p) const {
  const float first = p.winner == kNobody ? 0.0f : p.winner == 0 ? 1.0f : -1.0f;
  return {.returns = {first, 0.0f - first}, .reason = EndName(p.end)};
}

void Renju::LegalActions(const View& view, ActionMask mask) const {
  const Position& p = view.position;
  if (p.stage == Stage::kTurn) {
    // Word by word: an array that is filled first and then copied as a vector would stall on its
    // own stores.
    const DenseBits points = Dense(PlayablePoints(p));
    const std::span<uint64_t> words = mask.Words();
    words[0] = points[0];
    words[1] = points[1];
    words[2] = points[2];
    words[3] = points[3] | uint64_t{MayPass(p)} << (kPass % 64);
  } else if (p.stage == Stage::kColours) {
    mask.Set(kKeep);
    mask.Set(kSwap);
  } else if (p.stage == Stage::kFirstOffer) {
    SetPoints(FirstOffers(p.stones[kBlack], p.stones[kWhite], PlayablePoints(p), p.order),
              kFirstOffers, mask);
  } else if (p.stage == Stage::kSecondOffer) {
    SetPoints(
        SecondOffers(p.stones[kBlack], p.stones[kWhite], PlayablePoints(p), p.order, p.offers[0]),
        kSecondOffers, mask);
  } else {
    mask.Set(kPicks + p.offers[0]);
    mask.Set(kPicks + p.offers[1]);
  }
}

void Renju::Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
  const Position& p = view.position;
  const int colour = view.seat == Seat::k1 ? SeatOf(p, 1) : SeatOf(p, 0);
  WriteThreePlanes(Dense(p.stones[static_cast<size_t>(colour)]),
                   Dense(p.stones[static_cast<size_t>(colour ^ 1)]), planes.data());
  uint8_t* plane = planes.data() + ptrdiff_t{3} * kPoints;
  if (forbidden_ != Forbidden::kNone) {
    WritePlane(Dense(p.forbidden), plane);
    plane += kPoints;
  }
  if (rif_) {
    WriteEmptyPlane(plane);
    for (size_t i = 0; i < 2 && p.offers[i] != kNoPoint; ++i) {
      plane[p.offers[i]] = 1;
    }
  }
  globals[0] = colour == kBlack ? 1.0f : 0.0f;
  globals[1] = Actors(p).Has(view.seat) ? 1.0f : 0.0f;
  globals[2] = MayPass(p) ? 1.0f : 0.0f;
  globals[3] = p.passed != 0 ? 1.0f : 0.0f;
  if (rif_ && p.stage != Stage::kOver) {
    globals[4 + static_cast<size_t>(p.stage)] = 1.0f;
  }
  if (p.stage == Stage::kFirstOffer || p.stage == Stage::kSecondOffer) {
    globals[4 + kStages + size_t{p.order}] = 1.0f;
  }
}

std::optional<Threatened> Renju::Threatening(const Position& p) const {
  if (p.stage != Stage::kTurn || p.num_stones < OpeningStones() || ByClaim()) {
    return std::nullopt;
  }
  return Threatened{.stones = p.stones,
                    .to_move = static_cast<Colour>(p.to_move),
                    .restricted = HasForbiddenPoints()};
}

std::optional<float> Renju::KnownReturn(const View& view) const {
  const std::optional<Threatened> position = Threatening(view.position);
  const std::optional<bool> wins =
      position.has_value() ? renju::ForcedWin(*position) : std::nullopt;
  // R7: after a pass, another one is a draw, so no loss is sure.
  if (!wins.has_value() || (!*wins && view.position.passed != 0)) {
    return std::nullopt;
  }
  return *wins ? 1.0f : -1.0f;
}

std::optional<Action> Renju::ForcedWin(const View& view, int64_t positions) const {
  const std::optional<Threatened> position = Threatening(view.position);
  if (!position.has_value()) {
    return std::nullopt;
  }
  int first = FirstOfFours(*position);
  if (first == kNoPoint && positions > 0) {
    first = FirstOfThrees(*position, positions);
  }
  return first == kNoPoint ? std::nullopt : std::optional<Action>(first);
}

int Renju::PolicyIndex(const View&, Action action) const {
  if (action < kPoints) {
    return action;
  }
  if (action < kFirstOffers) {
    return (rif_ ? 4 : 1) * kPoints + (action - kPass);
  }
  return action - kFirstOffers + kPoints;
}

void Renju::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  const int own = view.seat == Seat::k1 ? SeatOf(end, 1) : SeatOf(end, 0);
  for (int colour = 0; colour < 2; ++colour) {
    end.stones[static_cast<size_t>(colour)].ForEach(
        [&](int point) { cells[static_cast<size_t>(point)] = colour == own ? 1 : -1; });
  }
}

Key128 Renju::CacheKey(const View& view) const {
  View key = view;
  key.position.last = kNoPoint;
  return HashBytes(std::as_bytes(std::span(&key, 1)));
}

Renju::Position Renju::Transform(int symmetry, const Position& p) const {
  const auto image = [symmetry](uint8_t point) {
    return point == kNoPoint ? kNoPoint : static_cast<uint8_t>(ImageOf(symmetry, point));
  };
  Position turned = p;
  for (Board& stones : turned.stones) {
    stones = ImageOf(symmetry, stones);
  }
  turned.forbidden = ImageOf(symmetry, p.forbidden);
  turned.last = image(p.last);
  turned.offers = {image(p.offers[0]), image(p.offers[1])};
  if (p.stage == Stage::kPick) {
    SortOffers(&turned.offers);
  } else if (rif_ && p.num_stones < OpeningStones()) {
    turned.order = static_cast<uint8_t>(Composed(p.order, symmetry));
  }
  return turned;
}

Action Renju::TransformAction(int symmetry, const View&, Action action) const {
  if (action < kPoints) {
    return ImageOf(symmetry, action);
  }
  if (action < kFirstOffers) {
    return action;
  }
  const Action offset = action - kFirstOffers;
  return action - offset % kPoints + ImageOf(symmetry, offset % kPoints);
}

REGISTER_GAME(Renju);

}  // namespace kvintet::envs::renju
