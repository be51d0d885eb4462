// Pursuit: the rules and planes.
#include "envs/games/pursuit/pursuit.h"

#include "absl/strings/str_cat.h"

#include "envs/rules/register_game.h"
#include "envs/sealed_choice.h"

namespace kvintet::envs::pursuit {
namespace {

using kontranto::kNoCell;

constexpr int kMaxSide = 5;

size_t OwnSeat(const Pursuit::View& view) { return view.seat == Seat::k1 ? 1 : 0; }

bool Caught(const Pursuit::Position& p) { return p.cells[0] == p.cells[1]; }

std::vector<std::string> CellWords() {
  std::vector<std::string> words;
  for (int column = 0; column < kMaxSide; ++column) {
    for (int row = 0; row < kMaxSide; ++row) {
      words.push_back({static_cast<char>('A' + column), static_cast<char>('1' + row)});
    }
  }
  return words;
}

}  // namespace

Pursuit::Pursuit(const RuleOptions& options)
    : grid_(options.Int("columns"), options.Int("rows"), true),
      start_{grid_.Parse(options.Text("catcher")), grid_.Parse(options.Text("evader"))},
      steps_(options.Int("steps")) {}

absl::StatusOr<Pursuit> Pursuit::Create(const RuleOptions& options) {
  const Pursuit rules(options);
  if (rules.start_[0] == kNoCell || rules.start_[1] == kNoCell ||
      rules.start_[0] == rules.start_[1]) {
    return absl::InvalidArgumentError(absl::StrCat(
        "pursuit: catcher and evader must begin on two different cells of the board of ",
        options.Int("columns"), " columns and ", options.Int("rows"), " rows, not on ",
        options.Text("catcher"), " and ", options.Text("evader")));
  }
  return rules;
}

OptionSchema Pursuit::Options() {
  return {{.key = "columns",
           .default_value = "3",
           .min = 1,
           .max = kMaxSide,
           .meaning = "columns of the board",
           .clause = "PU1"},
          {.key = "rows",
           .default_value = "3",
           .min = 1,
           .max = kMaxSide,
           .meaning = "rows of the board",
           .clause = "PU1"},
          {.key = "catcher",
           .default_value = "A1",
           .values = CellWords(),
           .meaning = "where the catcher begins",
           .clause = "PU1"},
          {.key = "evader",
           .default_value = "C3",
           .values = CellWords(),
           .meaning = "where the evader begins",
           .clause = "PU1"},
          {.key = "steps",
           .default_value = "4",
           .min = 1,
           .max = 20,
           .meaning = "steps until the evader has escaped",
           .clause = "PU3"}};
}

GameSpec Pursuit::Spec() const {
  GameSpec spec;
  spec.num_actions = grid_.NumCells();
  spec.simultaneous = true;
  spec.max_game_length = 2 * steps_;
  spec.plane_names = {"own cell", "other's cell", "own choice"};
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.height = grid_.Columns();
  spec.width = grid_.Rows();
  spec.global_names = {"own is the catcher", "steps left"};
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_planes = 1;
  return spec;
}

Pursuit::Position Pursuit::Initial() const {
  return {{static_cast<uint8_t>(start_[0]), static_cast<uint8_t>(start_[1])},
          {kNoCell, kNoCell},
          static_cast<uint8_t>(steps_),
          0};
}

ActorSet Pursuit::Actors(const Position& p) const {
  if (p.left == 0 || Caught(p)) {
    return {};
  }
  return ActorSet::FromBits(
      static_cast<uint8_t>((p.choices[0] == kNoCell ? 1 : 0) | (p.choices[1] == kNoCell ? 2 : 0)));
}

void Pursuit::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  p->choices[static_cast<size_t>(actor)] = static_cast<uint8_t>(action);
  if (p->choices[0] != kNoCell && p->choices[1] != kNoCell) {
    p->cells = p->choices;
    p->choices = {kNoCell, kNoCell};
    --p->left;
  }
}

Outcome Pursuit::Result(const Position& p) const {
  const float value = Caught(p) ? 1.0f : -1.0f;
  return {.returns = {value, -value}, .reason = Caught(p) ? "caught" : "escaped"};
}

Pursuit::View Pursuit::MakeView(const Position& p, Seat seat) const {
  View view = {p, seat, 0};
  for (size_t other = 0; other < kNumSeats; ++other) {
    if (other != static_cast<size_t>(seat)) {
      view.position.choices[other] = kNoCell;
    }
  }
  return view;
}

void Pursuit::LegalActions(const View& view, ActionMask mask) const {
  mask.Words()[0] = Reach(view.position.cells[OwnSeat(view)]);
}

void Pursuit::Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
  const Position& p = view.position;
  const size_t own = OwnSeat(view);
  const auto cells = static_cast<size_t>(grid_.NumCells());
  planes[p.cells[own]] = 1;
  planes[cells + p.cells[1 - own]] = 1;
  if (p.choices[own] != kNoCell) {
    planes[2 * cells + p.choices[own]] = 1;
  }
  globals[0] = own == 0 ? 1.0f : 0.0f;
  globals[1] = static_cast<float>(p.left) / static_cast<float>(steps_);
}

int Pursuit::Visible(const Position& p, Actor actor, Action action, Seat seat,
                     std::span<std::byte> bytes) const {
  const Action other = p.choices[1 - static_cast<size_t>(actor)];
  return VisibleChoice(actor, action,
                       other != kNoCell ? std::optional<Action>(other) : std::nullopt, seat, bytes);
}

REGISTER_GAME(Pursuit);

}  // namespace kvintet::envs::pursuit
