// Tests of PointOfViewOf: both forms of a play give the same, and records only where one is read.
#include "serving/engine/point_of_view.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using envs::Playthrough;
using envs::Seat;
using envs::SeatPlay;

std::shared_ptr<const ServedGame> Served(const std::string& name) {
  auto served = std::make_shared<ServedGame>();
  served->game = envs::MakeGame(name).value();
  return served;
}

TEST(PointOfViewTest, IsTheSameFromTheWholeGameAndFromASeatsRecord) {
  const std::shared_ptr<const ServedGame> served = Served("kuhn");
  const envs::Game& game = *served->game;
  ASSERT_OK_AND_ASSIGN(const Playthrough full,
                       Playthrough::FromRecord(game, "kuhn; chance deal K; chance deal Q; 0 bet"));
  const std::string seen = "kuhn; chance deal ?; chance deal Q; 0 bet";
  ASSERT_OK_AND_ASSIGN(const SeatPlay own, SeatPlay::FromRecord(game, Seat::k1, seen));
  const PointOfView from_full = PointOfViewOf(served, full, Seat::k1);
  const PointOfView from_own = PointOfViewOf(served, own, Seat::k1);
  EXPECT_EQ(from_full.record, seen);
  EXPECT_EQ(from_own.record, seen);
  EXPECT_EQ(from_own.seat, Seat::k1);
  EXPECT_EQ(game.ViewText(from_full.view.Span()), game.ViewText(from_own.view.Span()));
}

TEST(PointOfViewTest, HasNoRecordWhereNothingIsInferredFromIt) {
  for (const std::string name : {"renju", "kontranto"}) {
    const std::shared_ptr<const ServedGame> served = Served(name);
    EXPECT_EQ(PointOfViewOf(served, Playthrough(*served->game), Seat::k0).record, "") << name;
    EXPECT_EQ(PointOfViewOf(served, SeatPlay(*served->game, Seat::k1), Seat::k1).record, "")
        << name;
  }
}

}  // namespace
}  // namespace kvintet::serving
