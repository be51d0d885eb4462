// PÜNCT: the reference implementation.
#include "tests/reference/punct/punct.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tests/reference/punct/punct_position.h"
#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {

using punct::Position;
using punct::Rules;
using punct::Turn;

namespace {

constexpr char kNobody = '-';

// Aborts the program if a caller has broken a contract.
void Require(bool kept, const char* contract) {
  if (kept) return;
  std::fprintf(stderr, "reference punct: broken contract: %s\n", contract);
  std::abort();
}

int SeatOf(char side) { return side == 'w' ? 0 : 1; }

}  // namespace

Punct::Punct(Rules rules) : Punct(std::move(rules), Position()) {}

Punct::Punct(Rules rules, Position position)
    : rules_(std::move(rules)), position_(std::move(position)) {
  ++occurrences_[PositionText(rules_, position_)];
  FindTurns();
}

std::unique_ptr<ReferenceGame> Punct::Clone() const { return std::make_unique<Punct>(*this); }

std::vector<int> Punct::Actors() const {
  if (!reason_.empty()) return {};
  return {SeatOf(position_.side)};
}

std::vector<std::string> Punct::LegalMoves(int actor) const {
  Require(reason_.empty() && actor == SeatOf(position_.side), "the actor must be one who acts now");
  std::vector<std::string> moves;
  for (const auto& [text, turn] : turns_) moves.push_back(text);
  return moves;
}

void Punct::Apply(int actor, const std::string& move) {
  Require(reason_.empty() && actor == SeatOf(position_.side), "the actor must be one who acts now");
  Require(turns_.contains(move), "the move must be legal");
  const Turn turn = turns_.at(move);
  const char mover = position_.side;
  history_.push_back({actor, move});
  came_from_ = turn.from ? SpaceName(rules_.board, *turn.from) : "";
  position_ = After(position_, turn);
  ++plies_;
  EndTurn(mover);
}

// P5, in the order of its conditions.
void Punct::EndTurn(char mover) {
  const punct::Surface surface = SurfaceOf(position_.pieces);
  const int times = ++occurrences_[PositionText(rules_, position_)];
  turns_.clear();
  if (Connects(rules_.board, surface, mover)) {
    End("connection", mover);
  } else if (Connects(rules_.board, surface, punct::Opponent(mover))) {
    End("connection", punct::Opponent(mover));
  } else if (SupplyIsUsedUp(rules_, position_)) {
    EndByCentre("supply");
  } else if (times >= 3) {
    End("repetition", kNobody);
  } else if (plies_ >= rules_.max_plies) {
    End("max_plies", kNobody);
  } else {
    FindTurns();
  }
}

void Punct::FindTurns() {
  for (const Turn& turn : LegalTurns(rules_, position_)) {
    turns_.emplace(TurnText(rules_, turn), turn);
  }
  if (turns_.empty()) EndByCentre("no_turn");
}

int Punct::CentreDots(char owner) const {
  return punct::CentreDots(rules_.board, SurfaceOf(position_.pieces), owner);
}

// P5: in the standard game the centre decides.
void Punct::EndByCentre(const std::string& reason) {
  const int lead = rules_.standard ? CentreDots('w') - CentreDots('b') : 0;
  if (lead == 0) {
    End(reason, kNobody);
  } else {
    End(reason, lead > 0 ? 'w' : 'b');
  }
}

void Punct::End(const std::string& reason, char winner) {
  reason_ = reason;
  winner_ = winner;
}

std::array<double, 2> Punct::Returns() const {
  Require(!reason_.empty(), "only a finished game has returns");
  if (winner_ == kNobody) return {0.0, 0.0};
  return winner_ == 'w' ? std::array<double, 2>{1.0, -1.0} : std::array<double, 2>{-1.0, 1.0};
}

std::array<int, 2> Punct::Margin() const {
  Require(!reason_.empty(), "only a finished game has a margin");
  return {CentreDots('w'), CentreDots('b')};
}

std::string Punct::Reason() const {
  Require(!reason_.empty(), "only a finished game has a reason of its end");
  return reason_;
}

std::string Punct::Knowledge(int /*seat*/) const {
  const std::string position = PositionText(rules_, position_);
  std::string text = position + " plies=" + std::to_string(plies_) +
                     " times=" + std::to_string(occurrences_.at(position)) + " from=" + came_from_;
  if (!reason_.empty()) text += " over=" + reason_ + " winner=" + winner_;
  return text;
}

std::vector<Event> Punct::History() const { return history_; }

std::vector<Event> Punct::Twin(int /*seat*/, std::uint64_t /*seed*/) const { return history_; }

namespace {

// The options with the board and the pieces of `rules`.
std::unique_ptr<ReferenceGame> MakeWith(Rules rules, const Options& options) {
  const std::optional<int> max_plies = Number(options.at("max_plies"), 1, 60000);
  if (!max_plies || !OneOf(options.at("game"), {"basic", "standard"})) return nullptr;
  if (!OneOf(options.at("supply"), {"either", "both"})) return nullptr;
  rules.standard = options.at("game") == "standard";
  rules.both = options.at("supply") == "both";
  rules.max_plies = *max_plies;
  return std::make_unique<Punct>(std::move(rules));
}

std::unique_ptr<ReferenceGame> MakePunct(const Options& options) {
  return MakeWith(Rules(), options);
}

std::unique_ptr<ReferenceGame> MakeTinyPunct(const Options& options) {
  return MakeWith(punct::TinyRules(), options);
}

}  // namespace

ReferenceEntry PunctEntry() {
  return {"punct", {{"game", "standard"}, {"max_plies", "400"}, {"supply", "either"}}, MakePunct};
}

ReferenceEntry TinyPunctEntry() {
  return {"tiny_punct",
          {{"game", "standard"}, {"max_plies", "60"}, {"supply", "either"}},
          MakeTinyPunct};
}

}  // namespace kvintet::reference
