// Conformance checks of symmetry: see the header.
#include "tests/conformance/symmetry.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::conformance {
namespace {

PositionBuffer Image(const Game& game, int symmetry, ConstPositions one) {
  PositionBuffer image(1, game.Spec().position_bytes);
  game.TransformPosition(symmetry, one, image.Span());
  return image;
}

ViewBuffer Image(const Game& game, int symmetry, ConstViews one) {
  ViewBuffer image(1, game.Spec().view_bytes);
  game.TransformView(symmetry, one, image.Span());
  return image;
}

Actor Image(const Game& game, int symmetry, Actor actor) {
  const bool stays = actor == Actor::kChance || !game.ExchangesSeats(symmetry);
  return stays ? actor : ActorOf(Other(envs::SeatOf(actor)));
}

Seat Image(const Game& game, int symmetry, Seat seat) {
  return seat == Seat::kSpectator || !game.ExchangesSeats(symmetry) ? seat : Other(seat);
}

absl::Status CheckInverseAt(const Playthrough& play, int symmetry) {
  const Game& game = play.game();
  const int inverse = game.InverseSymmetry(symmetry);
  if (inverse < 0 || inverse >= game.Spec().num_symmetries ||
      game.InverseSymmetry(inverse) != symmetry ||
      game.ExchangesSeats(inverse) != game.ExchangesSeats(symmetry)) {
    return Broken(play, "symmetry ", inverse, " is no inverse of ", symmetry);
  }
  const PositionBuffer image = Image(game, symmetry, play.Position());
  const PositionBuffer back = Image(game, inverse, std::as_const(image).Span());
  const bool same = SameBytes(std::as_const(back).Span().Bytes(), play.Position().Bytes());
  if (!same) {
    return Broken(play, "symmetry ", inverse, " does not undo ", symmetry);
  }
  const bool moved = !SameBytes(std::as_const(image).Span().Bytes(), play.Position().Bytes());
  return symmetry == 0 && moved ? Broken(play, "symmetry 0 is not the identity") : absl::OkStatus();
}

// The number of times that each value occurs in the planes.
std::array<int, 256> PlaneValues(const Game& game, const ViewBuffer& view) {
  std::vector<uint8_t> planes(static_cast<size_t>(game.Spec().PlaneBytes()));
  std::vector<float> globals(static_cast<size_t>(game.Spec().globals));
  game.Observe(view.Span(), planes, globals);
  std::array<int, 256> counts = {};
  for (const uint8_t value : planes) {
    ++counts[value];
  }
  return counts;
}

absl::Status CheckViewImageAt(const Playthrough& play, int symmetry, Seat seat) {
  const Game& game = play.game();
  const PositionBuffer position = Image(game, symmetry, play.Position());
  const ViewBuffer view = play.View(seat);
  const ViewBuffer image = Image(game, symmetry, view.Span());
  if (!Same(image, ViewOf(game, position.Span(), Image(game, symmetry, seat)))) {
    return Broken(play, "symmetry ", symmetry, ": the image of the view of ", NameOf(seat),
                  " is not the view of the image");
  }
  std::vector<Action> images;
  for (const Action action : LegalList(game, view.Span())) {
    images.push_back(game.TransformAction(symmetry, view.Span(), action));
    const int inverse = game.InverseSymmetry(symmetry);
    if (game.TransformAction(inverse, image.Span(), images.back()) != action) {
      return Broken(play, "symmetry ", inverse, " does not undo ", symmetry, " for action ",
                    action);
    }
  }
  std::ranges::sort(images);
  if (images != LegalList(game, image.Span())) {
    return Broken(play, "symmetry ", symmetry, ": images of the legal actions of ", NameOf(seat),
                  " are not the legal actions of the image");
  }
  if (!game.ExchangesSeats(symmetry) && PlaneValues(game, view) != PlaneValues(game, image)) {
    return Broken(play, "symmetry ", symmetry, " changes what ", NameOf(seat),
                  " observes beyond its order");
  }
  return absl::OkStatus();
}

absl::Status CheckResultImage(const Playthrough& play, int symmetry, ConstPositions image) {
  const Game& game = play.game();
  const envs::Outcome outcome = play.Result();
  const envs::Outcome other = game.Result(image);
  const size_t first = game.ExchangesSeats(symmetry) ? 1 : 0;
  const bool same = other.returns[first] == outcome.returns[0] &&
                    other.returns[1 - first] == outcome.returns[1] &&
                    other.margin[first] == outcome.margin[0] &&
                    other.margin[1 - first] == outcome.margin[1] &&
                    other.reason == outcome.reason && other.truncated == outcome.truncated;
  return same ? absl::OkStatus()
              : Broken(play, "symmetry ", symmetry, ": the image ends with another result");
}

absl::Status CheckImageOfGame(const Game& game, int symmetry, RandomStream* random) {
  Playthrough play(game);
  PositionBuffer image = Image(game, symmetry, play.Position());
  RepetitionHistory history(game.Spec().history_capacity);
  while (!play.Ended()) {
    const auto [actor, action] = ChooseRandomly(play, random);
    const Action action_image =
        actor == Actor::kChance
            ? action
            : game.TransformAction(symmetry, play.View(envs::SeatOf(actor)).Span(), action);
    const Actor actor_image = Image(game, symmetry, actor);
    if (!ActorsOf(game, std::as_const(image).Span()).Has(actor_image)) {
      return Broken(play, "symmetry ", symmetry, ": in the image another must act");
    }
    const absl::Status status = play.Apply(actor, action);
    if (!status.ok()) {
      return Broken(play, "cannot go on: ", status.message());
    }
    StepOne(game, image.Span(), &history, actor_image, action_image);
    if (!Same(image, Image(game, symmetry, play.Position()))) {
      return Broken(play, "symmetry ", symmetry, ": the image of the step is another step");
    }
  }
  return CheckResultImage(play, symmetry, std::as_const(image).Span());
}

}  // namespace

absl::Status CheckInverses(const Game& game, const Effort& effort) {
  return Walk(game, effort, 8, [&game](const Playthrough& play) {
    for (int symmetry = 0; symmetry < game.Spec().num_symmetries; ++symmetry) {
      KVINTET_RETURN_IF_ERROR(CheckInverseAt(play, symmetry));
    }
    return absl::OkStatus();
  });
}

absl::Status CheckImagesOfViews(const Game& game, const Effort& effort) {
  int number = 0;
  return Walk(game, effort, 2, [&](const Playthrough& play) {
    const int symmetry = number++ % game.Spec().num_symmetries;
    for (const Seat seat : kViewers) {
      KVINTET_RETURN_IF_ERROR(CheckViewImageAt(play, symmetry, seat));
    }
    return absl::OkStatus();
  });
}

absl::Status CheckImagesOfGames(const Game& game, const Effort& effort) {
  const int symmetries = game.Spec().num_symmetries;
  for (int symmetry = symmetries > 1 ? 1 : 0; symmetry < symmetries; ++symmetry) {
    RandomStream random(effort.seed, static_cast<uint32_t>(symmetry), 0, Purpose::kTest);
    KVINTET_RETURN_IF_ERROR(CheckImageOfGame(game, symmetry, &random));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::conformance
