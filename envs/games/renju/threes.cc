// FirstOfThrees: iterative deepening over the number of threats.
#include "envs/games/renju/threes.h"

#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "envs/games/renju/windows.h"

namespace kvintet::envs::renju {
namespace {

// The maximum number of threats in a row: longer wins would need too many positions.
constexpr int kMaxThreats = 24;

// The search for one attacker; `defender_` is the side that answers.
class ThreatSearch {
 public:
  ThreatSearch(Colour attacker, bool restricted, int64_t positions)
      : attacker_(attacker),
        defender_(Other(attacker)),
        restricted_(restricted),
        positions_left_(positions) {}

  int FirstOfWin(const Stones& stones) {
    for (int threats = 0; threats <= kMaxThreats; ++threats) {
      deeper_ = false;
      const int first = FirstWithin(stones, threats);
      if (first != kNoPoint || !deeper_ || positions_left_ <= 0) {
        return first;
      }
    }
    return kNoPoint;
  }

 private:
  // The attacker is to move and may make this many more threats.
  int FirstWithin(const Stones& stones, int threats);
  // Whether every answer loses. REQUIRES: the defender is to move and has no five.
  bool EveryAnswerLoses(const Stones& stones, int threats);
  // The answers that do not lose to fours alone. REQUIRES: a pass does lose to them.
  void ListDefences(const Stones& stones, std::vector<int>* defences);
  // The moves that the attacker may try: only those that stop the defender's five if there is one.
  Board Candidates(const Stones& stones) const;

  Stones With(const Stones& stones, Colour colour, int point) const {
    Stones next = stones;
    next[colour].Add(point);
    return next;
  }
  int FirstOfFoursIn(const Stones& stones) {
    --positions_left_;
    return FirstOfFours({.stones = stones, .to_move = attacker_, .restricted = restricted_});
  }
  Rows FivesOf(Colour colour, const Stones& stones) const {
    return FindThreats(SideOf(stones, colour, restricted_)).fives;
  }

  const Colour attacker_;
  const Colour defender_;
  const bool restricted_;
  int64_t positions_left_;
  // Set when a branch was cut because it might need more threats.
  bool deeper_ = false;
  // Indexed by the hash of the stones with the attacker to move: the number of threats with which
  // no win was found.
  std::unordered_map<Key128, int> failed_;
};

Board ThreatSearch::Candidates(const Stones& stones) const {
  const Side side = SideOf(stones, attacker_, restricted_);
  const Rows stops = FivesOf(defender_, stones);
  if (!Any(stops)) {
    return Store(FindThrees(side));
  }
  return Store(stops).Count() > 1 ? Board{} : Store(stops);
}

int ThreatSearch::FirstWithin(const Stones& stones, int threats) {
  if (positions_left_ <= 0) {
    return kNoPoint;
  }
  const Key128 key = HashBytes(std::as_bytes(std::span(&stones, 1)));
  const auto known = failed_.find(key);
  if (known != failed_.end() && known->second >= threats) {
    deeper_ = true;
    return kNoPoint;
  }
  if (const int four = known == failed_.end() ? FirstOfFoursIn(stones) : int{kNoPoint};
      four != kNoPoint) {
    return four;
  }
  int first = kNoPoint;
  if (threats == 0) {
    deeper_ = true;
  } else {
    const Board forbidden = ForbiddenTo(attacker_, stones, restricted_);
    Candidates(stones).ForEach([&](int point) {
      if (first == kNoPoint && positions_left_ > 0 && !forbidden.Has(point) &&
          EveryAnswerLoses(With(stones, attacker_, point), threats - 1)) {
        first = point;
      }
    });
  }
  if (first == kNoPoint && positions_left_ > 0) {
    failed_[key] = threats;
  }
  return first;
}

bool ThreatSearch::EveryAnswerLoses(const Stones& stones, int threats) {
  const Rows fives = FivesOf(attacker_, stones);
  if (Any(fives)) {
    const Board answers = Store(fives);
    const int answer = answers.First();
    return answers.Count() > 1 || IsForbidden(stones, defender_, restricted_, answer) ||
           FirstWithin(With(stones, defender_, answer), threats) != kNoPoint;
  }
  if (FirstOfFoursIn(stones) == kNoPoint) {
    return false;
  }
  std::vector<int> defences;
  ListDefences(stones, &defences);
  if (threats == 0 && !defences.empty()) {
    deeper_ = true;
    return false;
  }
  for (const int defence : defences) {
    if (FirstWithin(With(stones, defender_, defence), threats) == kNoPoint) {
      return false;
    }
  }
  return true;
}

void ThreatSearch::ListDefences(const Stones& stones, std::vector<int>* defences) {
  const Board forbidden = ForbiddenTo(defender_, stones, restricted_);
  Store(SideOf(stones, defender_, restricted_).free).ForEach([&](int point) {
    if (!forbidden.Has(point) && FirstOfFoursIn(With(stones, defender_, point)) == kNoPoint) {
      defences->push_back(point);
    }
  });
}

}  // namespace

int FirstOfThrees(const Threatened& position, int64_t positions) {
  return ThreatSearch(position.to_move, position.restricted, positions).FirstOfWin(position.stones);
}

}  // namespace kvintet::envs::renju
