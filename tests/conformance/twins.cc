// RunTwins: see the header.
#include "tests/conformance/twins.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"

#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/text/moves.h"
#include "envs/text/seat_play.h"
#include "tests/conformance/follower.h"

namespace kvintet::conformance {
namespace {

using reference::ReferenceGame;

// Everything that a seat is shown, by name, as text or bytes.
using Faces = std::vector<std::pair<std::string, std::string>>;

template <typename T>
std::string Raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string SceneBytes(const envs::Scene& scene) {
  std::string text = absl::StrCat(scene.caption, " ", scene.min_x, " ", scene.min_y, " ",
                                  scene.max_x, " ", scene.max_y);
  for (const envs::Shape& shape : scene.shapes) {
    absl::StrAppend(&text, "\n", static_cast<int>(shape.kind), " ", static_cast<int>(shape.fill),
                    " ", static_cast<int>(shape.stroke), " ", absl::StrJoin(shape.points, " "), " ",
                    shape.text, " ", shape.action);
  }
  return text;
}

std::string LegalTexts(const Game& game, ConstViews view) {
  std::string text;
  const std::vector<Action> legal = LegalList(game, view);
  std::vector<int32_t> indices(legal.size());
  game.PolicyIndices(view, legal, indices);
  for (size_t i = 0; i < legal.size(); ++i) {
    absl::StrAppend(&text, legal[i], " ", game.ActionName(view, legal[i]), " ", indices[i], "\n");
  }
  return text;
}

std::string MoveTexts(const Game& game, ConstViews view) {
  std::vector<std::string> texts;
  if (game.MoveProgress(view) == 0) {
    for (const envs::Move& move : envs::LegalMoves(game, view, "", 100)) {
      texts.push_back(move.text);
    }
  }
  return absl::StrCat(game.MoveProgress(view), " ", absl::StrJoin(texts, "\n"));
}

// The error messages that a seat gets for illegal actions.
std::string ErrorTexts(const Playthrough& play, Seat seat) {
  std::string text;
  if (seat == Seat::kSpectator) {
    return text;
  }
  const ViewBuffer view = play.View(seat);
  const std::vector<Action> legal = LegalList(play.game(), view.Span());
  for (Action action = -1; action <= play.game().Spec().num_actions; ++action) {
    if (!std::ranges::binary_search(legal, action)) {
      Playthrough next = play;
      absl::StrAppend(&text, next.Apply(ActorOf(seat), action).ToString(), "\n");
      action += std::max(play.game().Spec().num_actions / 8, 1) - 1;
    }
  }
  if (play.game().MoveProgress(view.Span()) == 0) {
    for (const std::string wrong : {"", "?", "nonsense", "1", "deal J"}) {
      Playthrough next = play;
      absl::StrAppend(&text, next.ApplyMove(ActorOf(seat), wrong).ToString(), "\n",
                      play.game().ParseMove(view.Span(), wrong).status().ToString(), "\n");
    }
  }
  return text;
}

std::string ObservationBytes(const Game& game, ConstViews view) {
  std::vector<uint8_t> planes(static_cast<size_t>(game.Spec().PlaneBytes()));
  std::vector<float> globals(static_cast<size_t>(game.Spec().globals));
  game.Observe(view, planes, globals);
  return Raw(planes) + Raw(globals);
}

std::string ResampledBytes(const Game& game, ConstViews view) {
  std::string bytes;
  PositionBuffer drawn(1, game.Spec().position_bytes);
  for (uint32_t i = 0; i < 4; ++i) {
    RandomStream random(0, i, 0, Purpose::kResample);
    game.Resample(view, &random, drawn.Span());
    bytes += BytesOf(std::as_const(drawn).Span());
  }
  return bytes;
}

std::string GreedyText(const Game& game, ConstViews view) {
  std::vector<Action> best;
  if (game.baseline() && game.MustAct(view)) {
    game.baseline()->GreedyActions(view, &best);
  }
  return absl::StrJoin(best, " ");
}

std::string ResultText(const Playthrough& play) {
  if (!play.Ended()) {
    return "";
  }
  const envs::Outcome outcome = play.Result();
  return absl::StrCat(absl::StrJoin(outcome.returns, " "), " ", absl::StrJoin(outcome.margin, " "),
                      " ", std::string(outcome.reason), " ", outcome.truncated);
}

// Entries that make views of other positions come last. Otherwise a game that remembers views would
// overwrite what it leaks.
Faces FacesOf(const FollowedPlay& followed, Seat seat) {
  const Playthrough& play = followed.play;
  const Game& game = play.game();
  const ViewBuffer view = play.View(seat);
  const Follower& follower = followed.followers[static_cast<size_t>(Index(seat))];
  const Key128 key = game.CacheKey(view.Span());
  return {
      {"view", BytesOf(view.Span())},
      {"must act", game.MustAct(view.Span()) ? "yes" : "no"},
      {"legal", LegalTexts(game, view.Span())},
      {"observation", ObservationBytes(game, view.Span())},
      {"scene", SceneBytes(game.MakeScene(view.Span()))},
      {"view text", game.ViewText(view.Span())},
      {"cache key", absl::StrCat(key.high, " ", key.low)},
      {"seat record", play.SeatRecord(seat)},
      {"visible", follower.Seen()},
      {"followed view", BytesOf(follower.View())},
      {"greedy", GreedyText(game, view.Span())},
      {"result", ResultText(play)},
      {"moves", MoveTexts(game, view.Span())},
      {"errors", ErrorTexts(play, seat)},
      {"resample", ResampledBytes(game, view.Span())},
  };
}

absl::StatusOr<FollowedPlay> Replay(const Game& game, const std::vector<reference::Event>& events) {
  FollowedPlay followed(game);
  for (const reference::Event& event : events) {
    KVINTET_RETURN_IF_ERROR(followed.ApplyMove(static_cast<Actor>(event.actor), event.move));
  }
  return followed;
}

// Makes one random move of a random actor in the reference.
void StepReference(ReferenceGame* slow, RandomStream* random) {
  const std::vector<int> actors = slow->Actors();
  const int actor = actors[random->Below(static_cast<uint32_t>(actors.size()))];
  const std::vector<std::string> moves = slow->LegalMoves(actor);
  slow->Apply(actor, moves[random->Below(static_cast<uint32_t>(moves.size()))]);
}

void CompareTwins(const Game& game, const ReferenceGame& slow, RandomStream* random,
                  TwinReport* report) {
  for (const Seat seat : kViewers) {
    ++report->pairs;
    const std::vector<reference::Event> events = slow.Twin(Index(seat), random->Next64());
    const absl::StatusOr<FollowedPlay> one = Replay(game, slow.History());
    const absl::StatusOr<FollowedPlay> other = Replay(game, events);
    if (!one.ok() || !other.ok()) {
      report->leaks.emplace("replay", (one.ok() ? other : one).status().ToString());
      continue;
    }
    // Both are collected before they are compared, so that a game that remembers shows it.
    const Faces faces = FacesOf(*one, seat);
    const Faces other_faces = FacesOf(*other, seat);
    for (size_t i = 0; i < faces.size(); ++i) {
      if (faces[i] != other_faces[i]) {
        report->leaks.emplace(faces[i].first,
                              absl::StrCat("to ", NameOf(seat), " in ", one->play.Record(), " and ",
                                           other->play.Record()));
      }
    }
    report->secret_pairs += events == slow.History() ? 0 : 1;
  }
}

}  // namespace

TwinReport RunTwins(const Game& game, const ReferenceGame& start, int64_t pairs, uint32_t every,
                    uint64_t seed) {
  TwinReport report;
  for (uint32_t number = 0; report.pairs < pairs; ++number) {
    RandomStream random(seed, number, 0, Purpose::kTest);
    const std::unique_ptr<ReferenceGame> slow = start.Clone();
    while (!slow->Actors().empty() && report.pairs < pairs) {
      StepReference(slow.get(), &random);
      if (random.Below(every) == 0) {
        CompareTwins(game, *slow, &random, &report);
      }
    }
  }
  return report;
}

}  // namespace kvintet::conformance
