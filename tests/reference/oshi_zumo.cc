// OshiZumo: the slow and obvious Oshi-Zumo of docs/small_games.md, clause by clause.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/face_down.h"
#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

// The rules' options, named as in `oshi_zumo{...}`.
struct OshiZumoOptions {
  int coins0 = 0;
  int coins1 = 0;
  int horizon = 0;
  int min_bid = 0;
  int size = 0;
};

// Coins, the wrestler's place, rounds played, and the bids not revealed yet.
class OshiZumo : public ReferenceGame {
 public:
  explicit OshiZumo(const OshiZumoOptions& options);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  // Pays both bids and moves the wrestler.
  void ResolveRound();

  OshiZumoOptions options_;
  std::array<int, 2> coins_;
  int place_;
  int rounds_ = 0;                             // Rounds played.
  std::array<std::optional<int>, 2> pending_;  // Bids not revealed and not paid yet.
  std::vector<Event> history_;
};

OshiZumo::OshiZumo(const OshiZumoOptions& options)
    : options_(options), coins_{options.coins0, options.coins1}, place_(options.size + 1) {}

std::unique_ptr<ReferenceGame> OshiZumo::Clone() const { return std::make_unique<OshiZumo>(*this); }

// Empty while the game continues.
std::string OshiZumo::Reason() const {
  if (place_ == 0 || place_ == 2 * options_.size + 2) return "edge";
  if (coins_[0] == 0 && coins_[1] == 0) return "coins";
  if (rounds_ == options_.horizon) return "horizon";
  return "";
}

std::vector<int> OshiZumo::Actors() const {
  if (!Reason().empty()) return {};
  std::vector<int> actors;
  if (!pending_[0]) actors.push_back(0);
  if (!pending_[1]) actors.push_back(1);
  return actors;
}

std::vector<std::string> OshiZumo::LegalMoves(int actor) const {
  const int coins = coins_[static_cast<std::size_t>(actor)];
  if (coins < options_.min_bid) return {"0"};
  std::vector<std::string> bids;
  for (int bid = options_.min_bid; bid <= coins; ++bid) bids.push_back(std::to_string(bid));
  std::sort(bids.begin(), bids.end());
  return bids;
}

void OshiZumo::Apply(int actor, const std::string& move) {
  history_.push_back({actor, move});
  pending_[static_cast<std::size_t>(actor)] = std::stoi(move);
  if (pending_[0] && pending_[1]) ResolveRound();
}

void OshiZumo::ResolveRound() {
  coins_[0] -= *pending_[0];
  coins_[1] -= *pending_[1];
  if (*pending_[0] > *pending_[1]) ++place_;
  if (*pending_[1] > *pending_[0]) --place_;
  pending_[0].reset();
  pending_[1].reset();
  ++rounds_;
}

std::array<double, 2> OshiZumo::Returns() const {
  const int centre = options_.size + 1;
  if (place_ > centre) return {1, -1};
  if (place_ < centre) return {-1, 1};
  return {0, 0};
}

std::array<int, 2> OshiZumo::Margin() const { return coins_; }

// For example `coins 10 8; place 3; rounds 1; own bid 4`. The other seat's pending bid is not
// visible: it has not been paid yet.
std::string OshiZumo::Knowledge(int seat) const {
  std::string text = "coins " + std::to_string(coins_[0]) + " " + std::to_string(coins_[1]);
  text += "; place " + std::to_string(place_);
  text += "; rounds " + std::to_string(rounds_);
  if (seat == kSpectatorSeat || !Reason().empty()) return text;
  const std::optional<int> own_bid = pending_[static_cast<std::size_t>(seat)];
  return text + (own_bid ? "; own bid " + std::to_string(*own_bid) : "; must act");
}

std::vector<Event> OshiZumo::History() const { return history_; }

// The only secret is a bid that has not been revealed, and it is always the last event.
std::vector<Event> OshiZumo::Twin(int seat, std::uint64_t seed) const {
  const bool hidden = (pending_[0] && seat != 0) || (pending_[1] && seat != 1);
  return FaceDownTwin(*this, hidden, seed);
}

std::unique_ptr<ReferenceGame> MakeOshiZumo(const Options& options) {
  const std::optional<int> coins0 = Number(options.at("coins0"), 1, 50);
  const std::optional<int> coins1 = Number(options.at("coins1"), 1, 50);
  const std::optional<int> horizon = Number(options.at("horizon"), 1, 1000);
  const std::optional<int> min_bid = Number(options.at("min_bid"), 0, 1);
  const std::optional<int> size = Number(options.at("size"), 1, 5);
  if (!coins0 || !coins1 || !horizon || !min_bid || !size) return nullptr;
  return std::make_unique<OshiZumo>(OshiZumoOptions{*coins0, *coins1, *horizon, *min_bid, *size});
}

}  // namespace

ReferenceEntry OshiZumoEntry() {
  return {"oshi_zumo",
          {{"coins0", "10"}, {"coins1", "10"}, {"horizon", "100"}, {"min_bid", "1"}, {"size", "3"}},
          MakeOshiZumo};
}

}  // namespace kvintet::reference
