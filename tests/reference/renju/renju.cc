// Renju: the reference implementation of the game, its openings and Black's forbidden points.
#include "tests/reference/renju/renju.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"
#include "tests/reference/renju/renju_lines.h"
#include "tests/reference/renju/renju_opening.h"

namespace kvintet::reference {

using renju::Point;

namespace {

constexpr int kNoWinner = -1;

// Aborts the program if a caller has broken a contract.
void Require(bool kept, const char* contract) {
  if (kept) return;
  std::fprintf(stderr, "reference renju: broken contract: %s\n", contract);
  std::abort();
}

bool IsFree(const std::string& board, Point point) { return renju::At(board, point) == '.'; }

int DistanceFromCentre(Point point) {
  const int centre = renju::kSize / 2;
  return std::max(std::abs(point.column - centre), std::abs(point.row - centre));
}

std::string OfferText(Point one, Point other) {
  return renju::PointName(one) + "+" + renju::PointName(other);
}

// One game of Renju. Everything is public, so all seats know the same.
class Renju : public ReferenceGame {
 public:
  // `opening` is rif1996 or free; `forbidden` is loses, masked, none or claimed.
  Renju(const std::string& opening, std::string forbidden)
      : rif1996_(opening == "rif1996"), forbidden_(std::move(forbidden)), board_(225, '.') {}

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  enum class Stage { kTurn, kColours, kOffer, kPick, kOver };

  char ColourToMove() const;
  int SeatToAct() const;
  bool MayPass() const;
  bool MayPlay(renju::Point point) const;
  bool MayOffer(renju::Point one, renju::Point other,
                const std::vector<renju::Symmetry>& symmetries) const;
  std::vector<renju::Point> PlayablePoints() const;
  std::vector<std::string> LegalOffers() const;
  bool IsLegal(const std::string& move) const;
  void Offer(const std::string& move);
  void Pass();
  void Play(renju::Point point);
  void EndTurn();
  void End(const std::string& reason, int winner);

  bool rif1996_;  // false: `opening=free`
  // `none` is play without forbidden points: Black, like White, then wins with five or more.
  // `claimed` (R4): no stone ends the game, except the one on the last point.
  std::string forbidden_;
  Stage stage_ = Stage::kTurn;
  std::string board_;                   // 225 characters
  int turn_ = 1;                        // number of the turn now to be made; a pass is a turn
  int black_seat_ = 0;                  // tentative until the colours are chosen
  std::array<renju::Point, 2> offers_;  // in stage kPick
  bool last_was_pass_ = false;
  std::string last_stone_;  // its name; empty before the first and after a pass
  std::string reason_;      // empty until the end
  int winner_ = -1;         // the winning seat at the end, -1 for a draw
  std::vector<Event> history_;
};

std::unique_ptr<ReferenceGame> Renju::Clone() const { return std::make_unique<Renju>(*this); }

char Renju::ColourToMove() const { return turn_ % 2 == 1 ? 'X' : 'O'; }

int Renju::SeatToAct() const {
  switch (stage_) {
    case Stage::kColours:
      return 1;
    case Stage::kOffer:
      return black_seat_;
    case Stage::kPick:
      return 1 - black_seat_;
    default:
      if (rif1996_ && turn_ <= 3) return 0;
      return ColourToMove() == 'X' ? black_seat_ : 1 - black_seat_;
  }
}

std::vector<int> Renju::Actors() const {
  if (stage_ == Stage::kOver) return {};
  return {SeatToAct()};
}

bool Renju::MayPass() const { return stage_ == Stage::kTurn && turn_ >= (rif1996_ ? 6 : 4); }

bool Renju::MayPlay(Point point) const {
  if (!IsFree(board_, point)) return false;
  if (turn_ == 1) return DistanceFromCentre(point) == 0;
  if (rif1996_ && turn_ == 2) return DistanceFromCentre(point) <= 1;
  if (rif1996_ && turn_ == 3) return DistanceFromCentre(point) <= 2;
  const bool masked = forbidden_ == "masked" && ColourToMove() == 'X';
  return !(masked && renju::IsForbidden(board_, point));
}

bool Renju::MayOffer(Point one, Point other, const std::vector<renju::Symmetry>& symmetries) const {
  return one < other && MayPlay(one) && MayPlay(other) && !renju::SameOffer(symmetries, one, other);
}

std::vector<Point> Renju::PlayablePoints() const {
  std::vector<Point> points;
  for (int index = 0; index < renju::kSize * renju::kSize; ++index) {
    if (MayPlay(renju::PointAt(index))) points.push_back(renju::PointAt(index));
  }
  return points;
}

std::vector<std::string> Renju::LegalOffers() const {
  const std::vector<renju::Symmetry> symmetries = renju::PatternSymmetries(board_);
  const std::vector<Point> points = PlayablePoints();
  std::vector<std::string> offers;
  for (const Point one : points) {
    for (const Point other : points) {
      if (one < other && !renju::SameOffer(symmetries, one, other)) {
        offers.push_back(OfferText(one, other));
      }
    }
  }
  return offers;
}

std::vector<std::string> Renju::LegalMoves(int actor) const {
  Require(stage_ != Stage::kOver && actor == SeatToAct(), "the actor must be one who acts now");
  std::vector<std::string> moves;
  if (stage_ == Stage::kColours) moves = {"keep", "swap"};
  if (stage_ == Stage::kOffer) moves = LegalOffers();
  if (stage_ == Stage::kPick) {
    moves = {renju::PointName(offers_[0]), renju::PointName(offers_[1])};
  }
  if (stage_ == Stage::kTurn) {
    for (const Point point : PlayablePoints()) moves.push_back(renju::PointName(point));
    if (MayPass()) moves.push_back("pass");
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

bool Renju::IsLegal(const std::string& move) const {
  const Point point = renju::ParsePoint(move);
  switch (stage_) {
    case Stage::kTurn:
      return move == "pass" ? MayPass() : MayPlay(point);
    case Stage::kColours:
      return move == "keep" || move == "swap";
    case Stage::kOffer: {
      const std::size_t plus = std::min(move.find('+'), move.size());
      return MayOffer(renju::ParsePoint(move.substr(0, plus)),
                      renju::ParsePoint(move.substr(std::min(plus + 1, move.size()))),
                      renju::PatternSymmetries(board_));
    }
    case Stage::kPick:
      return point == offers_[0] || point == offers_[1];
    case Stage::kOver:
      return false;
  }
  return false;
}

void Renju::Apply(int actor, const std::string& move) {
  Require(stage_ != Stage::kOver && actor == SeatToAct(), "the actor must be one who acts now");
  Require(IsLegal(move), "the move must be legal");
  history_.push_back({actor, move});
  if (stage_ == Stage::kColours) {
    black_seat_ = move == "swap" ? 1 : 0;
    stage_ = Stage::kTurn;
  } else if (stage_ == Stage::kOffer) {
    Offer(move);
  } else if (move == "pass") {
    Pass();
  } else {
    Play(renju::ParsePoint(move));
  }
}

void Renju::Offer(const std::string& move) {
  const std::size_t plus = move.find('+');
  offers_ = {renju::ParsePoint(move.substr(0, plus)), renju::ParsePoint(move.substr(plus + 1))};
  stage_ = Stage::kPick;
}

void Renju::Pass() {
  last_stone_.clear();
  if (last_was_pass_) {
    End("passes", kNoWinner);
    return;
  }
  last_was_pass_ = true;
  EndTurn();
}

void Renju::Play(Point point) {
  const bool black = ColourToMove() == 'X';
  const int player = black ? black_seat_ : 1 - black_seat_;
  const bool restricted = black && forbidden_ != "none";
  last_was_pass_ = false;
  last_stone_ = renju::PointName(point);
  board_[static_cast<std::size_t>(renju::Index(point))] = ColourToMove();
  const bool full = board_.find('.') == std::string::npos;
  if (forbidden_ == "claimed" && !full) {
    EndTurn();
    return;
  }
  if (renju::MakesFive(board_, point)) {
    End("five", player);
  } else if (restricted && renju::WasForbidden(board_, point)) {
    End("forbidden", 1 - player);
  } else if (!restricted && renju::MakesOverline(board_, point)) {
    End("overline", player);
  } else if (full) {
    End("full", kNoWinner);
  } else {
    EndTurn();
  }
}

// After a turn that did not end the game: selects the next stage.
void Renju::EndTurn() {
  ++turn_;
  stage_ = Stage::kTurn;
  if (rif1996_ && turn_ == 4) stage_ = Stage::kColours;
  if (rif1996_ && turn_ == 5) stage_ = Stage::kOffer;
}

void Renju::End(const std::string& reason, int winner) {
  stage_ = Stage::kOver;
  reason_ = reason;
  winner_ = winner;
}

std::array<double, 2> Renju::Returns() const {
  Require(stage_ == Stage::kOver, "only a finished game has returns");
  if (winner_ == kNoWinner) return {0.0, 0.0};
  return winner_ == 0 ? std::array<double, 2>{1.0, -1.0} : std::array<double, 2>{-1.0, 1.0};
}

std::string Renju::Reason() const {
  Require(stage_ == Stage::kOver, "only a finished game has a reason of its end");
  return reason_;
}

std::string Renju::Knowledge(int /*seat*/) const {
  std::string text = board_ + " last=" + last_stone_ + " black=" + std::to_string(black_seat_);
  switch (stage_) {
    case Stage::kTurn:
      text += std::string(" turn=") + ColourToMove();
      break;
    case Stage::kColours:
      text += " colours";
      break;
    case Stage::kOffer:
      text += " offer";
      break;
    case Stage::kPick:
      text += " pick=" + OfferText(offers_[0], offers_[1]);
      break;
    case Stage::kOver:
      text += " over=" + reason_ + " winner=" + std::to_string(winner_);
      break;
  }
  return text + (last_was_pass_ ? " passed" : "");
}

std::vector<Event> Renju::History() const { return history_; }

std::vector<Event> Renju::Twin(int /*seat*/, std::uint64_t /*seed*/) const { return history_; }

std::unique_ptr<ReferenceGame> MakeRenju(const Options& options) {
  const std::string& opening = options.at("opening");
  const std::string& forbidden = options.at("forbidden");
  if (!OneOf(opening, {"rif1996", "free"})) return nullptr;
  if (!OneOf(forbidden, {"loses", "masked", "none", "claimed"})) return nullptr;
  return std::make_unique<Renju>(opening, forbidden);
}

}  // namespace

std::vector<int> ForbiddenPoints(const std::string& board225) {
  Require(board225.size() == 225 && board225.find_first_not_of("XO.") == std::string::npos,
          "a board is 225 characters of X, O and .");
  std::vector<int> forbidden;
  for (int index = 0; index < renju::kSize * renju::kSize; ++index) {
    const Point point = renju::PointAt(index);
    if (IsFree(board225, point) && renju::IsForbidden(board225, point)) forbidden.push_back(index);
  }
  return forbidden;
}

std::string OpeningName(const std::string& first, const std::string& second,
                        const std::string& third) {
  return renju::NameOfOpening(renju::ParsePoint(first), renju::ParsePoint(second),
                              renju::ParsePoint(third));
}

ReferenceEntry RenjuEntry() {
  return {"renju", {{"forbidden", "loses"}, {"opening", "rif1996"}}, MakeRenju};
}

}  // namespace kvintet::reference
