// Goofspiel: the slow and obvious Goofspiel of docs/small_games.md. It moves cards as on a table.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/reference/face_down.h"
#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

// `prefix` before each number, sorted by bytes.
std::vector<std::string> Texts(const std::string& prefix, const std::set<int>& numbers) {
  std::vector<std::string> texts;
  for (int number : numbers) texts.push_back(prefix + std::to_string(number));
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string Join(const std::set<int>& numbers) {
  std::string text;
  for (int number : numbers) text.append(" ").append(std::to_string(number));
  return text;
}

// Hands, prizes, points and face-down bids.
class Goofspiel : public ReferenceGame {
 public:
  // REQUIRES: values that MakeGoofspiel accepts.
  Goofspiel(int cards, const std::string& objective, const std::string& order);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  std::vector<double> ChanceProbabilities() const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  // Turns up the next prize if the order is fixed.
  void TurnUpFixedPrize();
  // Reveals both bids and awards the prize.
  void ResolveRound();

  int cards_;
  std::string objective_;
  std::string order_;
  std::array<std::set<int>, 2> hands_;         // Includes the card of a pending bid.
  std::set<int> prizes_left_;                  // Not turned up yet.
  std::optional<int> prize_;                   // Turned up, not awarded yet.
  std::array<std::optional<int>, 2> pending_;  // Bids lying face down.
  std::array<int, 2> points_ = {0, 0};
  std::vector<Event> history_;
};

Goofspiel::Goofspiel(int cards, const std::string& objective, const std::string& order)
    : cards_(cards), objective_(objective), order_(order) {
  for (int card = 1; card <= cards; ++card) {
    hands_[0].insert(card);
    hands_[1].insert(card);
    prizes_left_.insert(card);
  }
  TurnUpFixedPrize();
}

std::unique_ptr<ReferenceGame> Goofspiel::Clone() const {
  return std::make_unique<Goofspiel>(*this);
}

void Goofspiel::TurnUpFixedPrize() {
  if (order_ == "random" || prizes_left_.empty()) return;
  prize_ = order_ == "descending" ? *prizes_left_.rbegin() : *prizes_left_.begin();
  prizes_left_.erase(*prize_);
}

std::vector<int> Goofspiel::Actors() const {
  if (!prize_ && prizes_left_.empty()) return {};
  if (!prize_) return {kChanceActor};
  std::vector<int> actors;
  if (!pending_[0]) actors.push_back(0);
  if (!pending_[1]) actors.push_back(1);
  return actors;
}

std::vector<std::string> Goofspiel::LegalMoves(int actor) const {
  if (actor == kChanceActor) return Texts("prize ", prizes_left_);
  return Texts("", hands_[static_cast<std::size_t>(actor)]);
}

std::vector<double> Goofspiel::ChanceProbabilities() const {
  const std::size_t n = prizes_left_.size();
  return std::vector<double>(n, 1.0 / static_cast<double>(n));
}

void Goofspiel::Apply(int actor, const std::string& move) {
  history_.push_back({actor, move});
  if (actor == kChanceActor) {
    prize_ = std::stoi(move.substr(6));
    prizes_left_.erase(*prize_);
    return;
  }
  pending_[static_cast<std::size_t>(actor)] = std::stoi(move);
  if (pending_[0] && pending_[1]) ResolveRound();
}

void Goofspiel::ResolveRound() {
  if (*pending_[0] > *pending_[1]) points_[0] += *prize_;
  if (*pending_[1] > *pending_[0]) points_[1] += *prize_;
  hands_[0].erase(*pending_[0]);
  hands_[1].erase(*pending_[1]);
  pending_[0].reset();
  pending_[1].reset();
  prize_.reset();
  TurnUpFixedPrize();
}

std::array<double, 2> Goofspiel::Returns() const {
  const double difference = points_[0] - points_[1];
  if (objective_ == "win") {
    if (difference > 0) return {1, -1};
    if (difference < 0) return {-1, 1};
    return {0, 0};
  }
  const double all_points = cards_ * (cards_ + 1) / 2.0;
  return {difference / all_points, -difference / all_points};
}

std::array<int, 2> Goofspiel::Margin() const { return points_; }

std::string Goofspiel::Reason() const { return "cards"; }

// For example `hands 1 2 / 1 3; points 0 2; prize 1; prizes left 3; must act`. The other seat's
// pending bid is not visible: its card is still in its hand.
std::string Goofspiel::Knowledge(int seat) const {
  std::string text = "hands" + Join(hands_[0]) + " /" + Join(hands_[1]);
  text += "; points " + std::to_string(points_[0]) + " " + std::to_string(points_[1]);
  text += "; prize " + (prize_ ? std::to_string(*prize_) : "-");
  text += "; prizes left" + Join(prizes_left_);
  if (seat == kSpectatorSeat || !prize_) return text;
  const std::optional<int> own_bid = pending_[static_cast<std::size_t>(seat)];
  return text + (own_bid ? "; own bid " + std::to_string(*own_bid) : "; must act");
}

std::vector<Event> Goofspiel::History() const { return history_; }

// The only secret is a bid lying face down, and it is always the last event.
std::vector<Event> Goofspiel::Twin(int seat, std::uint64_t seed) const {
  const bool hidden = (pending_[0] && seat != 0) || (pending_[1] && seat != 1);
  return FaceDownTwin(*this, hidden, seed);
}

std::unique_ptr<ReferenceGame> MakeGoofspiel(const Options& options) {
  const std::optional<int> cards = Number(options.at("cards"), 2, 13);
  const std::string& objective = options.at("objective");
  const std::string& order = options.at("order");
  if (!cards || !OneOf(objective, {"points", "win"})) return nullptr;
  if (!OneOf(order, {"random", "descending", "ascending"})) return nullptr;
  return std::make_unique<Goofspiel>(*cards, objective, order);
}

}  // namespace

ReferenceEntry GoofspielEntry() {
  return {
      "goofspiel", {{"cards", "5"}, {"objective", "points"}, {"order", "random"}}, MakeGoofspiel};
}

}  // namespace kvintet::reference
