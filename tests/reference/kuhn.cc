// Kuhn: the slow and obvious Kuhn poker of docs/small_games.md, with a case for each of the five
// betting sequences.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_entries.h"

namespace kvintet::reference {
namespace {

// 0, 1, 2 for J, Q, K.
std::size_t Rank(char card) { return std::string("JQK").find(card); }

// Every deal to `num_seats` seats (0, 1 or 2), in the form of `cards_`.
std::vector<std::string> Deals(std::size_t num_seats) {
  if (num_seats == 0) return {""};
  if (num_seats == 1) return {"J", "Q", "K"};
  return {"JQ", "JK", "QJ", "QK", "KJ", "KQ"};
}

// The cards dealt and the bets made so far.
class Kuhn : public ReferenceGame {
 public:
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
  bool Ended() const;

  std::string cards_;    // Cards dealt, `J Q K`: seat 0's first, then seat 1's.
  std::string betting_;  // Choices made, `b` bet and `p` pass: seat 0's first, then in turn.
};

std::unique_ptr<ReferenceGame> Kuhn::Clone() const { return std::make_unique<Kuhn>(*this); }

bool Kuhn::Ended() const {
  return betting_ == "pp" || betting_ == "bb" || betting_ == "bp" || betting_ == "pbb" ||
         betting_ == "pbp";
}

std::vector<int> Kuhn::Actors() const {
  if (cards_.size() < 2) return {kChanceActor};
  if (Ended()) return {};
  return {betting_.size() % 2 == 0 ? 0 : 1};
}

std::vector<std::string> Kuhn::LegalMoves(int actor) const {
  if (actor != kChanceActor) return {"bet", "pass"};
  std::vector<std::string> deals;
  for (char card : std::string("JKQ")) {  // Sorted by bytes.
    if (cards_.find(card) == std::string::npos) deals.push_back(std::string("deal ") + card);
  }
  return deals;
}

std::vector<double> Kuhn::ChanceProbabilities() const {
  const std::size_t n = LegalMoves(kChanceActor).size();
  return std::vector<double>(n, 1.0 / static_cast<double>(n));
}

void Kuhn::Apply(int actor, const std::string& move) {
  if (actor == kChanceActor) {
    cards_ += move.back();
  } else {
    betting_ += move[0];
  }
}

std::array<int, 2> Kuhn::Margin() const {
  if (betting_ == "bp") return {1, -1};   // Seat 1 folded.
  if (betting_ == "pbp") return {-1, 1};  // Seat 0 folded.
  const int stake = betting_ == "pp" ? 1 : 2;
  if (Rank(cards_[0]) > Rank(cards_[1])) return {stake, -stake};
  return {-stake, stake};
}

std::array<double, 2> Kuhn::Returns() const {
  const std::array<int, 2> margin = Margin();
  return {margin[0] / 2.0, margin[1] / 2.0};
}

std::string Kuhn::Reason() const {
  return betting_ == "bp" || betting_ == "pbp" ? "fold" : "showdown";
}

// For example `cards J?; betting pb; must act`. A card that has not been dealt is `-`.
std::string Kuhn::Knowledge(int seat) const {
  std::string text = "cards ";
  for (int owner = 0; owner < 2; ++owner) {
    const auto i = static_cast<std::size_t>(owner);
    if (i >= cards_.size()) {
      text += '-';
    } else {
      text += owner == seat ? cards_[i] : '?';
    }
  }
  text += "; betting " + betting_;
  if (Ended()) return text + "; seat 0 won " + std::to_string(Margin()[0]);
  return text + (Actors()[0] == seat ? "; must act" : "");
}

std::vector<Event> Kuhn::History() const {
  std::vector<Event> history;
  for (char card : cards_) history.push_back({kChanceActor, std::string("deal ") + card});
  for (std::size_t i = 0; i < betting_.size(); ++i) {
    history.push_back({i % 2 == 0 ? 0 : 1, betting_[i] == 'b' ? "bet" : "pass"});
  }
  return history;
}

std::vector<Event> Kuhn::Twin(int seat, std::uint64_t seed) const {
  std::vector<Kuhn> twins;
  for (const std::string& deal : Deals(cards_.size())) {
    Kuhn twin = *this;
    twin.cards_ = deal;
    const auto own = static_cast<std::size_t>(seat);
    if (own < cards_.size() && deal[own] != cards_[own]) continue;
    if (Ended() && twin.Margin() != Margin()) continue;
    twins.push_back(twin);
  }
  return twins[seed % twins.size()].History();
}

std::unique_ptr<ReferenceGame> MakeKuhn(const Options& /*options*/) {
  return std::make_unique<Kuhn>();
}

}  // namespace

ReferenceEntry KuhnEntry() { return {"kuhn", {}, MakeKuhn}; }

}  // namespace kvintet::reference
