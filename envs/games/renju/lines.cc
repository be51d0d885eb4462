// Renju::Derive: where stones make fives, fours and threes, as network input.
#include <optional>

#include "envs/games/renju/renju.h"
#include "envs/games/renju/threats.h"
#include "envs/games/renju/windows.h"

namespace kvintet::envs::renju {
namespace {

// Counts, for each free point, the lines along which a stone there fills a window.
class LineCounts {
 public:
  LineCounts(Rows free, uint8_t* plane) : free_(free), plane_(plane) {}

  template <typename L>
  void Add(Rows windows) {
    Store(Spread5<L>(windows) & free_).ForEach([this](int point) { ++plane_[point]; });
  }

 private:
  Rows free_;
  uint8_t* plane_;
};

// Three planes: the number of lines along which a stone of the side makes a five, a four, a three.
void CountLines(const Side& side, uint8_t* planes) {
  LineCounts fives(side.free, planes);
  LineCounts fours(side.free, planes + kPoints);
  LineCounts threes(side.free, planes + ptrdiff_t{2} * kPoints);
  const auto add = [&]<typename L>(L) {
    const Windows windows = WindowsAlong<L>(side);
    fives.Add<L>(windows.four);
    fours.Add<L>(windows.three);
    threes.Add<L>(windows.two);
  };
  add(Across());
  add(Upwards());
  add(Rising());
  add(Falling());
}

}  // namespace

// Three planes for the own colour and three for the other's; then 1 everywhere if the other side,
// were it to move, would win by fours.
void Renju::Derive(const View& view, std::span<uint8_t> planes) const {
  const Position& p = view.position;
  const int own = view.seat == Seat::k1 ? SeatOf(p, 1) : SeatOf(p, 0);
  const int other = own ^ 1;
  CountLines(SideOf(p.stones, static_cast<Colour>(own), HasForbiddenPoints()), planes.data());
  CountLines(SideOf(p.stones, static_cast<Colour>(other), HasForbiddenPoints()),
             planes.data() + ptrdiff_t{3} * kPoints);
  std::optional<Threatened> threatened = Threatening(p);
  if (threatened.has_value()) {
    threatened->to_move = static_cast<Colour>(other);
    const bool wins = FirstOfFours(*threatened) != kNoPoint;
    std::ranges::fill(planes.subspan(size_t{6} * kPoints), wins ? uint8_t{1} : uint8_t{0});
  }
}

}  // namespace kvintet::envs::renju
