// Fuzz target for texts of games: options, records, seat records, positions. The first byte selects
// one.
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/pool/action_sampler.h"
#include "envs/registry.h"
#include "envs/text/moves.h"
#include "envs/text/playthrough.h"
#include "envs/text/seat_play.h"
#include "tests/fuzz/fuzz_target.h"

namespace kvintet::fuzz {
namespace {

using envs::Game;
using envs::Playthrough;
using envs::Seat;

constexpr char kRecord = 'r';
constexpr char kPosition = 'p';
constexpr int kActions = 24;
constexpr size_t kMaxBytes = 1024;
constexpr Seat kSeats[] = {Seat::k0, Seat::k1, Seat::kSpectator};

// Some moves from the start of a random game.
Playthrough Opening(const Game& game) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  Playthrough play(game);
  for (int i = 0; i < kActions && !play.Ended(); ++i) {
    const envs::Actor actor = play.Actors().First();
    if (play.Actors().Has(envs::Actor::kChance)) {
      play.ApplyChance(&random);
      continue;
    }
    const auto legal = LegalList(game, play.View(envs::SeatOf(actor)).Span());
    const auto applied =
        play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]);
    KVINTET_CHECK(applied.ok());
  }
  return play;
}

std::unique_ptr<Game> GameOf(const std::string& text) {
  auto game = envs::MakeGame(text);
  return game.ok() ? *std::move(game) : nullptr;
}

// What was read must be written so that it reads back.
void TryRecord(const Game& game, const std::string& text) {
  const auto play = Playthrough::FromRecord(game, text);
  if (!play.ok()) {
    return;
  }
  KVINTET_CHECK(Playthrough::FromRecord(game, play->Record()).ok());
  for (const Seat seat : kSeats) {
    game.MakeScene(play->View(seat).Span());
  }
}

void TrySeatRecord(const Game& game, Seat seat, const std::string& text) {
  const auto play = envs::SeatPlay::FromRecord(game, seat, text);
  if (play.ok()) {
    game.MakeScene(play->View());
  }
}

void TryPosition(const Game& game, const std::string& text) {
  const auto play = Playthrough::FromPosition(game, text);
  if (play.ok()) {
    for (const Seat seat : kSeats) {
      game.MakeScene(play->View(seat).Span());
    }
  }
}

}  // namespace

std::vector<std::string> SoundInputs() {
  std::vector<std::string> inputs;
  for (const std::string& name : envs::GameNames()) {
    const std::unique_ptr<Game> game = GameOf(name);
    const Playthrough play = Opening(*game);
    inputs.push_back(kRecord + play.Record());
    for (const Seat seat : kSeats) {
      inputs.push_back(static_cast<char>('0' + envs::Index(seat)) + play.SeatRecord(seat));
    }
    inputs.push_back(kPosition + name + ";" + game->PositionText(play.Position()));
  }
  return inputs;
}

void TryInput(std::string_view input) {
  if (input.empty() || input.size() > kMaxBytes) {
    return;
  }
  const std::string text(input.substr(1));
  const size_t end = text.find(';');
  const std::unique_ptr<Game> game = GameOf(text.substr(0, end));
  if (game == nullptr) {
    return;
  }
  if (input[0] == kRecord) {
    TryRecord(*game, text);
  } else if (input[0] == kPosition) {
    TryPosition(*game, end == std::string::npos ? "" : text.substr(end + 1));
  } else if (const int seat = input[0] - '0'; seat >= 0 && seat < 3) {
    TrySeatRecord(*game, kSeats[seat], text);
  }
}

}  // namespace kvintet::fuzz
