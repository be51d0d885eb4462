// Konkvest: the course of a game and its ends (Q3, Q7, Q8).
#include "tests/reference/konkvest/konkvest.h"

#include <memory>
#include <optional>
#include <string>

#include "tests/reference/konkvest/konkvest_text.h"
#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {

using konkvest::Require;

namespace {

constexpr int kNoWinner = -1;
constexpr int kAttacksThatLose = 4;
constexpr int kOccurrencesThatReset = 3;

std::string PlacementText(char type, konkvest::Cell cell) {
  return std::string(1, type) + "@" + konkvest::CellName(cell);
}

}  // namespace

Konkvest::Konkvest(konkvest::Options options) : options_(options) {
  Require(options.max_plies >= 1, "max_plies is at least 1");
  Start(0);
}

Konkvest::Konkvest(konkvest::Options options, konkvest::Position position)
    : options_(options), position_(std::move(position)) {
  opening_turn_ = konkvest::kOpeningTurns;
  plies_ = konkvest::kOpeningTurns;
  Require(options.max_plies > plies_, "a set-up has turns left");
  BeginTurn();
}

void Konkvest::Start(int first_player) {
  first_player_ = first_player;
  position_ = konkvest::StartPosition(first_player);
  opening_turn_ = 0;
  turns_.clear();
  occurrences_.clear();
}

std::unique_ptr<ReferenceGame> Konkvest::Clone() const { return std::make_unique<Konkvest>(*this); }

std::vector<int> Konkvest::Actors() const {
  if (!reason_.empty()) return {};
  return {position_.side};
}

std::vector<std::string> Konkvest::LegalMoves(int actor) const {
  Require(reason_.empty() && actor == position_.side, "the actor must be one who acts now");
  std::vector<std::string> moves;
  if (Places()) {
    for (const konkvest::Cell cell : konkvest::PlacementCells(position_.board, actor)) {
      moves.push_back(PlacementText(konkvest::TypeToPlace(opening_turn_), cell));
    }
  }
  for (const auto& [text, turn] : turns_) moves.push_back(text);
  return moves;
}

void Konkvest::Apply(int actor, const std::string& move) {
  Require(reason_.empty() && actor == position_.side, "the actor must be one who acts now");
  history_.push_back({actor, move});
  ++plies_;
  if (Places()) {
    Place(move);
  } else {
    Play(move);
  }
}

void Konkvest::Place(const std::string& move) {
  const char type = konkvest::TypeToPlace(opening_turn_);
  const int player = position_.side;
  bool placed = false;
  for (const konkvest::Cell cell : konkvest::PlacementCells(position_.board, player)) {
    if (PlacementText(type, cell) != move) continue;
    position_.board[cell] = {player, type, false};
    placed = true;
  }
  Require(placed, "the move must be legal");
  ++opening_turn_;
  position_.side = 1 - player;
  if (!Places()) {
    BeginTurn();
  } else if (EndsAt(plies_)) {
    End("max_plies", kNoWinner);
  }
}

// Q7: the end conditions after a turn, in their order.
void Konkvest::Play(const std::string& move) {
  const auto found = turns_.find(move);
  Require(found != turns_.end(), "the move must be legal");
  const konkvest::Turn turn = found->second;
  const int player = position_.side;
  const bool topples = konkvest::TopplesQueen(position_, turn);
  const bool occupies = konkvest::Occupies(position_, turn);
  position_ = konkvest::After(position_, turn, options_);
  turns_.clear();
  if (topples) {
    End("queen", player);
  } else if (occupies) {
    End("occupation", player);
  } else if (position_.attacks[static_cast<std::size_t>(player)].count >= kAttacksThatLose) {
    End("repetition", 1 - player);
  } else {
    BeginTurn();
  }
}

// Q7.4, then Q8, for the player to move, from turn 17 on.
void Konkvest::BeginTurn() {
  turns_ = konkvest::LegalTurns(position_, options_);
  if (konkvest::IsBlockaded(position_, turns_, options_)) {
    End("blockade", 1 - position_.side);
    return;
  }
  const int occurrence = ++occurrences_[konkvest::RecurringText(position_)];
  const bool cycles = occurrence >= kOccurrencesThatReset && !options_.go_on;
  if (cycles && !options_.restart) {
    End("reset", kNoWinner);
    return;
  }
  if (cycles) Start(1 - first_player_);
  if (EndsAt(plies_)) End("max_plies", kNoWinner);
}

std::array<int, 2> Konkvest::Margin() const {
  std::array<int, 2> pieces = {konkvest::SizeOf(position_.reserves[0]),
                               konkvest::SizeOf(position_.reserves[1])};
  for (const auto& [cell, piece] : position_.board) {
    pieces[static_cast<std::size_t>(piece.owner)] += piece.type == 'Q' ? 0 : 1;
  }
  return pieces;
}

void Konkvest::End(const std::string& reason, int winner) {
  turns_.clear();
  reason_ = reason;
  winner_ = winner;
}

std::array<double, 2> Konkvest::Returns() const {
  Require(!reason_.empty(), "only a finished game has returns");
  if (winner_ == kNoWinner) return {0.0, 0.0};
  return winner_ == 0 ? std::array<double, 2>{1.0, -1.0} : std::array<double, 2>{-1.0, 1.0};
}

std::string Konkvest::Reason() const {
  Require(!reason_.empty(), "only a finished game has a reason of its end");
  return reason_;
}

std::string Konkvest::Knowledge(int /*seat*/) const {
  std::string text = konkvest::PositionText(position_) + "; plies " + std::to_string(plies_) +
                     "; first " + std::to_string(first_player_) + "; placed " +
                     std::to_string(opening_turn_);
  if (!reason_.empty()) text += "; over " + reason_ + " " + std::to_string(winner_);
  return text;
}

std::vector<Event> Konkvest::History() const { return history_; }

std::vector<Event> Konkvest::Twin(int /*seat*/, std::uint64_t /*seed*/) const { return history_; }

namespace {

std::unique_ptr<ReferenceGame> MakeKonkvest(const Options& options) {
  const std::optional<int> max_plies = Number(options.at("max_plies"), 1, 60000);
  if (!OneOf(options.at("capture_in_row"), {"counts", "ends_row"})) return nullptr;
  if (!OneOf(options.at("cycle"), {"end", "restart", "go_on"})) return nullptr;
  if (!OneOf(options.at("general_reach"), {"lines", "area"})) return nullptr;
  if (!OneOf(options.at("guard_reach"), {"lines", "straight"})) return nullptr;
  if (!OneOf(options.at("queen_retreat"), {"straight", "lines"})) return nullptr;
  if (!OneOf(options.at("territory"), {"strip", "cone"}) || !max_plies) return nullptr;
  return std::make_unique<Konkvest>(konkvest::Options{
      .guard_straight = options.at("guard_reach") == "straight",
      .general_area = options.at("general_reach") == "area",
      .queen_lines = options.at("queen_retreat") == "lines",
      .cone = options.at("territory") == "cone",
      .restart = options.at("cycle") == "restart",
      .max_plies = *max_plies,
      .go_on = options.at("cycle") == "go_on",
      .capture_ends_row = options.at("capture_in_row") == "ends_row",
  });
}

}  // namespace

ReferenceEntry KonkvestEntry() {
  return {"konkvest",
          {{"capture_in_row", "counts"},
           {"cycle", "end"},
           {"general_reach", "lines"},
           {"guard_reach", "lines"},
           {"max_plies", "600"},
           {"queen_retreat", "straight"},
           {"territory", "strip"}},
          MakeKonkvest};
}

}  // namespace kvintet::reference
