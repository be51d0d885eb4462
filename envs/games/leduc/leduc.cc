// Leduc: the rules, planes and texts.
#include "envs/games/leduc/leduc.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/check.h"
#include "envs/rules/held_card.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::leduc {
namespace {

constexpr int kNumCards = 6;
constexpr int kMaxRaises = 2;
constexpr std::array<int, kNumRounds> kRaise = {2, 4};
constexpr int kMaxChips = 13;
constexpr Action kFold = 0;
constexpr Action kCall = 1;
constexpr std::array<std::string_view, kNumCards> kCardNames = {"Ja", "Jb", "Qa", "Qb", "Ka", "Kb"};
constexpr std::array<std::string_view, 3> kActionNames = {"fold", "call", "raise"};

// The state of the betting.
struct Standing {
  // Chips put in by each seat.
  std::array<int, kNumSeats> stakes = {1, 1};
  // The current round, or kNumRounds.
  size_t round = 0;
  size_t num_chosen = 0;
  int num_raises = 0;
  // The seat that folded, or -1.
  int folder = -1;

  size_t ToChoose() const { return num_chosen % kNumSeats; }
};

void Choose(Action action, Standing* s) {
  const size_t seat = s->ToChoose();
  if (action == kFold) {
    s->folder = static_cast<int>(seat);
    return;
  }
  const bool matched = s->num_chosen > 0 && action == kCall;
  s->stakes[seat] = s->stakes[1 - seat];
  if (action != kCall) {
    s->stakes[seat] += kRaise[s->round];
    ++s->num_raises;
  }
  ++s->num_chosen;
  if (matched) {
    *s = {.stakes = s->stakes, .round = s->round + 1};
  }
}

Standing StandingOf(const Betting& betting) {
  Standing standing;
  for (size_t round = 0; round < kNumRounds; ++round) {
    for (const uint8_t choice : betting[round]) {
      if (choice != 0) {
        Choose(choice - 1, &standing);
      }
    }
  }
  return standing;
}

// Who must act. Private cards are dealt first, the public card between the rounds.
ActorSet ToAct(const Standing& s, int num_dealt, bool has_public_card) {
  if (s.folder >= 0) {
    return {};
  }
  if (num_dealt < kNumSeats || (s.round > 0 && !has_public_card)) {
    return ActorSet::Only(Actor::kChance);
  }
  return s.round == kNumRounds ? ActorSet() : ActorSet::Only(static_cast<Actor>(s.ToChoose()));
}

void Record(Betting* betting, Action action) {
  const Standing s = StandingOf(*betting);
  (*betting)[s.round][s.num_chosen] = static_cast<uint8_t>(action + 1);
}

bool Legal(const Standing& s, Action action) {
  return action == kCall ||
         (action == kFold ? s.stakes[0] != s.stakes[1] : s.num_raises < kMaxRaises);
}

int NumDealt(const Leduc::Position& p) {
  return static_cast<int>(kNumSeats - std::ranges::count(p.cards, uint8_t{0}));
}

int Rank(uint8_t card) { return (card - 1) / 2; }

// The sign of what seat 0 wins at the showdown.
int Showdown(const Leduc::Position& p) {
  std::array<int, kNumSeats> strength = {Rank(p.cards[0]), Rank(p.cards[1])};
  for (int& rank : strength) {
    rank += rank == Rank(p.public_card) ? kNumCards : 0;
  }
  return (strength[0] > strength[1] ? 1 : 0) - (strength[0] < strength[1] ? 1 : 0);
}

std::string CardName(uint8_t card) { return card == 0 ? "-" : std::string(kCardNames[card - 1u]); }

uint8_t ParseCard(const std::string& name) {
  const auto found = std::ranges::find(kCardNames, name);
  return found == kCardNames.end() ? uint8_t{0}
                                   : static_cast<uint8_t>(found - kCardNames.begin() + 1);
}

std::string BettingText(const Betting& betting) {
  std::string text = "betting";
  for (size_t round = 0; round < kNumRounds; ++round) {
    absl::StrAppend(&text, round > 0 ? " /" : "", betting[round][0] == 0 ? " -" : "");
    for (const uint8_t choice : betting[round]) {
      if (choice != 0) {
        absl::StrAppend(&text, " ", std::string(kActionNames[choice - 1u]));
      }
    }
  }
  return text;
}

std::string PublicText(uint8_t public_card, const Betting& betting) {
  return absl::StrCat("; public ", CardName(public_card), "; ", BettingText(betting));
}

// The card of `seat` as the view knows it.
std::string SeenCard(const Leduc::View& view, int seat) {
  return Index(view.seat) == seat ? CardName(view.card) : view.num_dealt > seat ? "?" : "-";
}

}  // namespace

GameSpec Leduc::Spec() const {
  GameSpec spec;
  spec.margins = true;
  spec.num_actions = static_cast<int>(kActionNames.size());
  spec.num_outcomes = kNumCards;
  spec.max_game_length = 3 + kNumRounds * kMaxRoundLength;
  for (const char* what : {"own ", "public "}) {
    for (const std::string_view card : kCardNames) {
      spec.plane_names.push_back(absl::StrCat(what, std::string(card)));
    }
  }
  for (size_t i = 0; i < kNumRounds * kMaxRoundLength; ++i) {
    for (const std::string_view action : kActionNames) {
      spec.plane_names.push_back(absl::StrCat("round ", i / kMaxRoundLength + 1, " choice ",
                                              i % kMaxRoundLength + 1, " ", std::string(action)));
    }
  }
  spec.plane_names.push_back("seat 0 looks");
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.policy_slots = spec.num_actions;
  return spec;
}

ActorSet Leduc::Actors(const Position& p) const {
  return ToAct(StandingOf(p.betting), NumDealt(p), p.public_card != 0);
}

void Leduc::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  if (actor != Actor::kChance) {
    Record(&p->betting, action);
    return;
  }
  const int num_dealt = NumDealt(*p);
  uint8_t& place =
      num_dealt < kNumSeats ? p->cards[static_cast<size_t>(num_dealt)] : p->public_card;
  place = static_cast<uint8_t>(action + 1);
}

void Leduc::ChanceOutcomes(const Position& p, std::vector<ChanceOutcome>* outcomes) const {
  for (Action card = 0; card < kNumCards; ++card) {
    if (std::ranges::find(p.cards, card + 1) == p.cards.end()) {
      outcomes->push_back({card, 1.0 / (kNumCards - NumDealt(p))});
    }
  }
}

Outcome Leduc::Result(const Position& p) const {
  const Standing s = StandingOf(p.betting);
  const bool folded = s.folder >= 0;
  const int chips =
      folded ? (s.folder == 0 ? -s.stakes[0] : s.stakes[1]) : Showdown(p) * s.stakes[0];
  const float share = static_cast<float>(chips) / kMaxChips;
  return {.returns = {share, -share},
          .margin = {chips, -chips},
          .reason = folded ? "fold" : "showdown"};
}

Leduc::View Leduc::MakeView(const Position& p, Seat seat) const {
  const uint8_t card = seat == Seat::kSpectator ? uint8_t{0} : p.cards[static_cast<size_t>(seat)];
  return {seat, card, static_cast<uint8_t>(NumDealt(p)), p.public_card, p.betting};
}

bool Leduc::MustAct(const View& view) const {
  return ToAct(StandingOf(view.betting), view.num_dealt, view.public_card != 0).Has(view.seat);
}

void Leduc::LegalActions(const View& view, ActionMask mask) const {
  const Standing s = StandingOf(view.betting);
  for (Action action = 0; std::cmp_less(action, kActionNames.size()); ++action) {
    if (Legal(s, action)) {
      mask.Set(action);
    }
  }
}

void Leduc::Observe(const View& view, std::span<uint8_t> planes, std::span<float>) const {
  size_t first = 0;
  for (const uint8_t card : {view.card, view.public_card}) {
    if (card != 0) {
      planes[first + card - 1u] = 1;
    }
    first += kNumCards;
  }
  for (const auto& round : view.betting) {
    for (const uint8_t choice : round) {
      if (choice != 0) {
        planes[first + choice - 1u] = 1;
      }
      first += kActionNames.size();
    }
  }
  planes[first] = view.seat == Seat::k1 ? 0 : 1;
}

int Leduc::Visible(const Position& p, Actor actor, Action action, Seat seat,
                   std::span<std::byte> bytes) const {
  const int num_dealt = NumDealt(p);
  if (actor == Actor::kChance && num_dealt < kNumSeats && Index(seat) != num_dealt) {
    return 0;
  }
  bytes[0] = static_cast<std::byte>(actor);
  bytes[1] = static_cast<std::byte>(action);
  Position next = p;
  Step(&next, nullptr, actor, action);
  if (!Actors(next).Empty()) {
    return 2;
  }
  bytes[2] = static_cast<std::byte>(Result(next).margin[0]);
  return 3;
}

void Leduc::Follow(View* view, RepetitionHistory*, Actor actor,
                   std::optional<Action> action) const {
  const bool others_card = actor == Actor::kChance && view->num_dealt < kNumSeats &&
                           Index(view->seat) != view->num_dealt;
  KVINTET_CHECK(action.has_value() || others_card);
  if (actor != Actor::kChance) {
    Record(&view->betting, *action);
  } else if (view->num_dealt == kNumSeats) {
    view->public_card = static_cast<uint8_t>(*action + 1);
  } else {
    view->card = others_card ? view->card : static_cast<uint8_t>(*action + 1);
    ++view->num_dealt;
  }
}

Leduc::Position Leduc::Resample(const View& view, RandomStream* random) const {
  Position p = {{}, view.public_card, view.betting};
  if (view.card != 0) {
    p.cards[static_cast<size_t>(view.seat)] = view.card;
  }
  for (size_t seat = 0; seat < view.num_dealt; ++seat) {
    while (p.cards[seat] == 0 || p.cards[seat] == p.cards[1 - seat] ||
           p.cards[seat] == p.public_card) {
      p.cards[seat] = static_cast<uint8_t>(1 + random->Below(kNumCards));
    }
  }
  return p;
}

std::string Leduc::ActionName(const View&, Action action) const {
  return std::string(kActionNames[static_cast<size_t>(action)]);
}

std::string Leduc::OutcomeName(const View&, Action outcome) const {
  return absl::StrCat("deal ", CardName(static_cast<uint8_t>(outcome + 1)));
}

std::string Leduc::PositionText(const Position& p) const {
  return absl::StrCat("cards ", CardName(p.cards[0]), " ", CardName(p.cards[1]),
                      PublicText(p.public_card, p.betting));
}

std::string Leduc::ViewText(const View& view) const {
  return absl::StrCat("cards ", SeenCard(view, 0), " ", SeenCard(view, 1),
                      PublicText(view.public_card, view.betting));
}

absl::StatusOr<Leduc::Position> Leduc::ParsePosition(const std::string& text) const {
  const std::vector<std::string> words =
      absl::StrSplit(text, absl::ByAnyChar(" ;/-"), absl::SkipEmpty());
  // The cards in the order of dealing, and the choices.
  std::vector<Action> cards;
  std::vector<Action> choices;
  for (const std::string& word : words) {
    const auto choice = std::ranges::find(kActionNames, word);
    if (choice != kActionNames.end()) {
      choices.push_back(static_cast<Action>(choice - kActionNames.begin()));
    } else if (const uint8_t card = ParseCard(word); card != 0) {
      cards.push_back(card - 1);
    }
  }
  Position p = Initial();
  bool possible = true;
  size_t num_cards = 0;
  size_t num_choices = 0;
  while (possible && num_cards + num_choices < cards.size() + choices.size()) {
    const ActorSet actors = Actors(p);
    const bool deal = actors.Has(Actor::kChance);
    possible = deal ? num_cards < cards.size()
                    : !actors.Empty() && num_choices < choices.size() &&
                          Legal(StandingOf(p.betting), choices[num_choices]);
    if (possible) {
      Step(&p, nullptr, actors.First(), deal ? cards[num_cards++] : choices[num_choices++]);
    }
  }
  const bool distinct =
      p.cards[0] == 0 || (p.cards[0] != p.cards[1] && p.cards[0] != p.public_card &&
                          (p.cards[1] == 0 || p.cards[1] != p.public_card));
  if (!possible || !distinct || PositionText(p) != text) {
    return absl::InvalidArgumentError(
        absl::StrCat("a position is 'cards Ja Kb; public Qa; betting call call / raise' or the "
                     "like, with '-' for what is not dealt or bet yet, not '",
                     text, "'"));
  }
  return p;
}

Scene Leduc::MakeScene(const View& view) const {
  Scene scene = {.max_x = 3, .max_y = 1, .caption = BettingText(view.betting)};
  const std::array<std::string, 3> cards = {SeenCard(view, 0), CardName(view.public_card),
                                            SeenCard(view, 1)};
  const std::array<Paint, 3> paints = {Paint::kFirst, Paint::kAccent, Paint::kSecond};
  for (size_t i = 0; i < cards.size(); ++i) {
    scene.shapes.push_back({.kind = ShapeKind::kLabel,
                            .fill = paints[i],
                            .points = {static_cast<float>(i) + 0.5f, 0.5f},
                            .text = cards[i]});
  }
  const Standing s = StandingOf(view.betting);
  for (Action action = 0; MustAct(view) && std::cmp_less(action, kActionNames.size()); ++action) {
    if (Legal(s, action)) {
      scene.shapes.push_back(
          {.kind = ShapeKind::kButton, .text = ActionName(view, action), .action = action});
    }
  }
  return scene;
}

std::unique_ptr<const HeldThings> Leduc::MakeHeldThings() const {
  return std::make_unique<HeldCard<Position>>(kCardNames);
}

REGISTER_GAME(Leduc);

}  // namespace kvintet::envs::leduc
