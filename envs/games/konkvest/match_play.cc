// Konkvest between two players: the clock, the sides, and when a position repeats (Q8, Q9).
#include "envs/match_play.h"

#include <memory>

#include "absl/strings/str_cat.h"

#include "envs/games/konkvest/konkvest.h"
#include "envs/rules/row_cast.h"

namespace kvintet::envs::konkvest {
namespace {

constexpr int64_t kMinute = 60'000;
// Q8: the occurrence of a position that restarts the game.
constexpr int kForcedReset = 5;

class KonkvestMatchPlay final : public MatchPlay {
 public:
  MatchRules Rules() const override {
    return {.length_option = "max_plies",
            .match_options = {{"cycle", "go_on"}},
            .agent_options = {{"cycle", "end"}},
            .resets = true,
            .forced_reset = kForcedReset,
            .turns_before_clock = kPlacedPieces + 1,
            .early_turn_millis = kMinute,
            .clock = {.kind = ClockKind::kHourglass, .total_millis = 10 * kMinute}};
  }

  std::array<std::string, kNumSeats> SideNames() const override {
    return {"w (light)", "b (dark)"};
  }

  std::string ColourKey(Palette palette) const override {
    return absl::StrCat("territory of w blue, of b ",
                        palette == Palette::kColourBlind ? "white" : "green",
                        ", of both red; violet edges: development zones");
  }

  Key128 RepetitionKey(ConstViews view) const override {
    return HistoryKey(RowAs<Konkvest::View>(view).position);
  }
};

}  // namespace

std::unique_ptr<const MatchPlay> Konkvest::MakeMatchPlay() const {
  return std::make_unique<KonkvestMatchPlay>();
}

}  // namespace kvintet::envs::konkvest
