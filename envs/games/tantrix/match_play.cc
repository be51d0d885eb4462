// Tantrix between two players: readiness, pauses, points and colours (T2, T6, T7).
#include "envs/match_play.h"

#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "envs/games/tantrix/tantrix.h"

namespace kvintet::envs::tantrix {
namespace {

constexpr int64_t kMinute = 60'000;
// Tournament points, in tenths.
constexpr int kTotal = 200;
constexpr int kPenalty = 10;
constexpr int kForfeit = 150;

class TantrixMatchPlay final : public MatchPlay {
 public:
  TantrixMatchPlay(std::array<std::string, kNumSeats> sides, std::vector<std::string> colours)
      : sides_(std::move(sides)), colours_(std::move(colours)) {}

  MatchRules Rules() const override {
    return {.ready = true,
            .pauses = true,
            .tournament = {.total = kTotal, .penalty_per_minute = kPenalty, .forfeit = kForfeit},
            .colours_option = "colours",
            .colours = colours_,
            .clock = {.kind = ClockKind::kPenalty, .total_millis = 20 * kMinute}};
  }

  std::array<std::string, kNumSeats> SideNames() const override { return sides_; }

  std::string ColourKey(Palette) const override { return "red edges: forced spaces"; }

  std::array<int, kNumSeats> TournamentPoints(
      const std::array<int32_t, kNumSeats>& margin) const override {
    const size_t winner = margin[0] >= margin[1] ? 0 : 1;
    std::array<int, kNumSeats> tenths;
    tenths[winner] = TournamentTenths(std::abs(margin[0] - margin[1]));
    tenths[1 - winner] = kTotal - tenths[winner];
    return tenths;
  }

 private:
  std::array<std::string, kNumSeats> sides_;
  std::vector<std::string> colours_;
};

}  // namespace

std::unique_ptr<const MatchPlay> Tantrix::MakeMatchPlay() const {
  std::vector<std::string> colours;
  for (const Colour colour : {kRed, kYellow, kBlue, kGreen}) {
    if (box_.colours.find(kColourLetters[colour]) != std::string_view::npos) {
      colours.emplace_back(ColourName(colour));
    }
  }
  return std::make_unique<TantrixMatchPlay>(
      std::array<std::string, kNumSeats>{std::string(ColourName(colours_[0])),
                                         std::string(ColourName(colours_[1]))},
      std::move(colours));
}

}  // namespace kvintet::envs::tantrix
