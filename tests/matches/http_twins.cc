// RunHttpTwins: see the header.
#include "tests/matches/http_twins.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "envs/registry.h"
#include "tests/matches/http_world.h"
#include "tests/matches/twin_play.h"

namespace kvintet::matches {
namespace {

using reference::Event;

// Shorter than in a match without a service, since each event takes calls.
constexpr TwinWish kWish = {.fewest = 3, .range = 30, .secret = true};
// The viewer asks for everything at each of these events.
constexpr size_t kPryEvery = 12;
// Pairs that the same two services play.
constexpr int64_t kPairsOfServices = 500;

std::string Received(const std::string& game, const std::vector<Event>& history,
                     const HttpViewer& viewer, HttpWorld* world) {
  const auto made = envs::MakeGame(game);
  KVINTET_CHECK(made.ok());
  world->Begin(game, Outcomes(**made, history), viewer);
  for (size_t i = 0; i < history.size(); ++i) {
    if (history[i].actor != reference::kChanceActor) {
      world->Move(history[i].actor, history[i].move);
    }
    if (i % kPryEvery == 0 || i + 1 == history.size()) {
      world->Pry();
    }
  }
  return world->End();
}

// Where two texts begin to differ, with what is around it.
std::string Difference(const std::string& first, const std::string& second) {
  constexpr size_t kAround = 160;
  const auto at = static_cast<size_t>(std::ranges::mismatch(first, second).in1 - first.begin());
  const size_t from = at < kAround ? 0 : at - kAround;
  return absl::StrCat("byte ", at, ":\n", absl::CHexEscape(first.substr(from, 2 * kAround)), "\n",
                      absl::CHexEscape(second.substr(from, 2 * kAround)));
}

}  // namespace

absl::StatusOr<HttpTwinCount> RunHttpTwins(const std::string& game, int64_t pairs, uint64_t seed,
                                           bool leaky) {
  if (game != "kontranto" && game != "tantrix") {
    return absl::NotFoundError(absl::StrCat("wanted kontranto or tantrix, found ", game));
  }
  HttpTwinCount count;
  std::unique_ptr<HttpWorld> first;
  std::unique_ptr<HttpWorld> second;
  for (uint32_t number = 0; count.pairs < pairs; ++number) {
    const std::optional<TwinHistories> twins = PlayTwins(game, kWish, seed, number);
    if (!twins || twins->second == twins->first) {
      continue;
    }
    if (count.pairs % kPairsOfServices == 0) {
      first = std::make_unique<HttpWorld>(seed);
      second = std::make_unique<HttpWorld>(seed);
    }
    const HttpViewer viewer = {
        .player = twins->seat,
        .codec = number % 2 == 0 ? serving::Codec::kJson : serving::Codec::kProto,
        .leaky = leaky};
    const std::string one = Received(game, twins->first, viewer, first.get());
    const std::string other = Received(game, twins->second, viewer, second.get());
    ++count.pairs;
    count.bytes += static_cast<int64_t>(one.size());
    if (one != other) {
      ++count.leaks;
      if (count.example.empty()) {
        count.example =
            absl::StrCat("game ", number, ", seat ", twins->seat, ", ", Difference(one, other));
      }
    }
  }
  return count;
}

}  // namespace kvintet::matches
