// Leduc: the slow and obvious Leduc poker of docs/small_games.md. It computes everything from the
// letters of the betting.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_entries.h"

namespace kvintet::reference {
namespace {

// All cards, sorted by bytes.
const std::vector<std::string> kDeck = {"Ja", "Jb", "Ka", "Kb", "Qa", "Qb"};

// 0, 1, 2 for J, Q, K.
int Rank(const std::string& card) { return static_cast<int>(std::string("JQK").find(card[0])); }

// Whether both have acted and the last one called, so that the stakes are equal.
bool RoundOver(const std::string& betting) { return betting.size() >= 2 && betting.back() == 'c'; }

bool Contains(const std::vector<std::string>& cards, const std::string& card) {
  return std::find(cards.begin(), cards.end(), card) != cards.end();
}

// Every way to deal different private cards, none of them `public_card`, to `num_seats` seats.
std::vector<std::vector<std::string>> Deals(std::size_t num_seats, const std::string& public_card) {
  std::vector<std::vector<std::string>> deals = {{}};
  for (std::size_t seat = 0; seat < num_seats; ++seat) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& deal : deals) {
      for (const std::string& card : kDeck) {
        if (card == public_card || Contains(deal, card)) continue;
        longer.push_back(deal);
        longer.back().push_back(card);
      }
    }
    deals = longer;
  }
  return deals;
}

std::string ChoiceName(char letter) {
  if (letter == 'c') return "call";
  if (letter == 'r') return "raise";
  return "fold";
}

// The cards dealt and the betting so far; stakes are computed from the betting when needed.
class Leduc : public ReferenceGame {
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
  bool Folded() const;
  bool Ended() const;
  // The current betting round, 0 or 1.
  std::size_t Round() const;
  // Chips each seat has put in.
  std::array<int, 2> Stakes() const;
  // -1, 0 or 1: seat 1 wins, they split, seat 0 wins.
  int ShowdownWinner() const;

  std::vector<std::string> private_cards_;  // Dealt so far: seat 0's first, then seat 1's.
  std::string public_card_;                 // Empty until it is dealt.
  // Choices of each round, `c` call, `r` raise, `f` fold: seat 0's first, then in turn.
  std::array<std::string, 2> betting_;
};

std::unique_ptr<ReferenceGame> Leduc::Clone() const { return std::make_unique<Leduc>(*this); }

bool Leduc::Folded() const { return (betting_[0] + betting_[1]).find('f') != std::string::npos; }

bool Leduc::Ended() const { return Folded() || RoundOver(betting_[1]); }

std::size_t Leduc::Round() const { return public_card_.empty() ? 0 : 1; }

std::array<int, 2> Leduc::Stakes() const {
  std::array<int, 2> stakes = {1, 1};
  for (std::size_t round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < betting_[round].size(); ++i) {
      const std::size_t seat = i % 2;
      const char choice = betting_[round][i];
      if (choice == 'c' || choice == 'r') stakes[seat] = std::max(stakes[0], stakes[1]);
      if (choice == 'r') stakes[seat] += round == 0 ? 2 : 4;
    }
  }
  return stakes;
}

std::vector<int> Leduc::Actors() const {
  if (private_cards_.size() < 2) return {kChanceActor};
  if (Ended()) return {};
  if (Round() == 0 && RoundOver(betting_[0])) return {kChanceActor};
  return {betting_[Round()].size() % 2 == 0 ? 0 : 1};
}

std::vector<std::string> Leduc::LegalMoves(int actor) const {
  std::vector<std::string> moves;
  if (actor == kChanceActor) {
    for (const std::string& card : kDeck) {
      if (!Contains(private_cards_, card)) moves.push_back("deal " + card);
    }
    return moves;
  }
  moves.push_back("call");
  if (Stakes()[0] != Stakes()[1]) moves.push_back("fold");
  const std::string& betting = betting_[Round()];
  if (std::count(betting.begin(), betting.end(), 'r') < 2) moves.push_back("raise");
  return moves;
}

std::vector<double> Leduc::ChanceProbabilities() const {
  const std::size_t n = LegalMoves(kChanceActor).size();
  return std::vector<double>(n, 1.0 / static_cast<double>(n));
}

void Leduc::Apply(int actor, const std::string& move) {
  if (actor != kChanceActor) {
    betting_[Round()] += move[0];
  } else if (private_cards_.size() < 2) {
    private_cards_.push_back(move.substr(5));
  } else {
    public_card_ = move.substr(5);
  }
}

int Leduc::ShowdownWinner() const {
  const int rank0 = Rank(private_cards_[0]);
  const int rank1 = Rank(private_cards_[1]);
  if (rank0 == rank1) return 0;
  if (rank0 == Rank(public_card_)) return 1;
  if (rank1 == Rank(public_card_)) return -1;
  return rank0 > rank1 ? 1 : -1;
}

std::array<int, 2> Leduc::Margin() const {
  const std::array<int, 2> stakes = Stakes();
  if (Folded()) {
    const bool seat0_folded = betting_[Round()].size() % 2 == 1;
    if (seat0_folded) return {-stakes[0], stakes[0]};
    return {stakes[1], -stakes[1]};
  }
  const int won = ShowdownWinner() * stakes[0];
  return {won, -won};
}

std::array<double, 2> Leduc::Returns() const {
  const std::array<int, 2> margin = Margin();
  return {margin[0] / 13.0, margin[1] / 13.0};
}

std::string Leduc::Reason() const { return Folded() ? "fold" : "showdown"; }

// For example `cards Ja ?; betting rc; public Qb; betting c; must act`. A card that has not been
// dealt is `-`.
std::string Leduc::Knowledge(int seat) const {
  std::string text = "cards";
  for (int owner = 0; owner < 2; ++owner) {
    const auto i = static_cast<std::size_t>(owner);
    if (i >= private_cards_.size()) {
      text += " -";
    } else {
      text += owner == seat ? " " + private_cards_[i] : " ?";
    }
  }
  text += "; betting " + betting_[0];
  text += "; public " + (public_card_.empty() ? "-" : public_card_);
  text += "; betting " + betting_[1];
  if (Ended()) return text + "; seat 0 won " + std::to_string(Margin()[0]);
  return text + (Actors()[0] == seat ? "; must act" : "");
}

std::vector<Event> Leduc::History() const {
  std::vector<Event> history;
  for (const std::string& card : private_cards_) {
    history.push_back({kChanceActor, "deal " + card});
  }
  for (std::size_t round = 0; round < 2; ++round) {
    if (round == 1 && !public_card_.empty()) {
      history.push_back({kChanceActor, "deal " + public_card_});
    }
    for (std::size_t i = 0; i < betting_[round].size(); ++i) {
      history.push_back({i % 2 == 0 ? 0 : 1, ChoiceName(betting_[round][i])});
    }
  }
  return history;
}

std::vector<Event> Leduc::Twin(int seat, std::uint64_t seed) const {
  std::vector<Leduc> twins;
  for (const auto& deal : Deals(private_cards_.size(), public_card_)) {
    Leduc twin = *this;
    twin.private_cards_ = deal;
    const auto own = static_cast<std::size_t>(seat);
    if (own < deal.size() && deal[own] != private_cards_[own]) continue;
    if (Ended() && twin.Margin() != Margin()) continue;
    twins.push_back(twin);
  }
  return twins[seed % twins.size()].History();
}

std::unique_ptr<ReferenceGame> MakeLeduc(const Options& /*options*/) {
  return std::make_unique<Leduc>();
}

}  // namespace

ReferenceEntry LeducEntry() { return {"leduc", {}, MakeLeduc}; }

}  // namespace kvintet::reference
