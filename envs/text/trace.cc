// TraceGame: plays a random game and writes its lines of JSON.
#include "envs/text/trace.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/check.h"
#include "base/reports/json.h"
#include "envs/one_row.h"
#include "envs/text/moves.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs {
namespace {

std::string Quoted(const std::string& text) { return ToJsonLine(Json(text)); }

// The shortest text that reads back to the same float.
std::string Number(float value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

std::vector<std::string> LegalTexts(const Playthrough& play, Actor actor) {
  const Game& game = play.game();
  std::vector<std::string> texts;
  if (actor == Actor::kChance) {
    std::vector<ChanceOutcome> outcomes;
    game.ChanceOutcomes(play.Position(), &outcomes);
    const ViewBuffer view = play.View(Seat::kSpectator);
    for (const ChanceOutcome& outcome : outcomes) {
      texts.push_back(game.OutcomeName(view.Span(), outcome.outcome));
    }
  } else {
    for (const Move& move : LegalMoves(game, play.View(SeatOf(actor)).Span())) {
      texts.push_back(move.text);
    }
  }
  std::ranges::sort(texts);
  return texts;
}

// Takes random actions until the actor's event is complete, and returns its text.
std::string TakeRandomly(Playthrough* play, Actor actor, RandomStream* random) {
  if (actor == Actor::kChance) {
    play->ApplyChance(random);
    return play->Events().back().text;
  }
  const Game& game = play->game();
  std::vector<Action> taken;
  const ViewBuffer start = play->View(SeatOf(actor));
  do {
    const std::vector<Action> legal = LegalList(game, play->View(SeatOf(actor)).Span());
    KVINTET_CHECK(!legal.empty());
    taken.push_back(legal[random->Below(static_cast<uint32_t>(legal.size()))]);
    KVINTET_CHECK(play->Apply(actor, taken.back()).ok());
  } while (game.MoveProgress(play->View(SeatOf(actor)).Span()) > 0);
  return game.MoveText(start.Span(), taken);
}

std::string PlyLine(size_t ply, Actor actor, const std::vector<std::string>* legal,
                    const std::string& move) {
  const std::string name = actor == Actor::kChance ? "\"chance\"" : absl::StrCat(Index(actor));
  std::string line = absl::StrCat("{\"ply\": ", ply, ", \"actor\": ", name);
  if (legal != nullptr) {
    absl::StrAppend(
        &line, ", \"legal\": [",
        absl::StrJoin(*legal, ", ",
                      [](std::string* out, const std::string& text) { out->append(Quoted(text)); }),
        "]");
  }
  return absl::StrCat(line, ", \"move\": ", Quoted(move), "}");
}

std::string ResultLine(const Outcome& outcome) {
  return absl::StrCat("{\"result\": [", Number(outcome.returns[0]), ", ",
                      Number(outcome.returns[1]), "], \"margin\": [", outcome.margin[0], ", ",
                      outcome.margin[1], "], \"reason\": ", Quoted(std::string(outcome.reason)),
                      "}");
}

}  // namespace

std::vector<std::string> TraceGame(const Game& game, uint32_t number, const TraceOptions& options) {
  std::array<RandomStream, 3> random;
  for (const Actor actor : {Actor::kSeat0, Actor::kSeat1}) {
    const auto seat = static_cast<uint32_t>(Index(actor));
    random[seat] = RandomStream(options.seed, number, seat, Purpose::kAgent);
  }
  random[2] = RandomStream(options.seed, number, 0, Purpose::kChance);

  std::vector<std::string> lines = {absl::StrCat(
      "{\"game\": ", number, ", \"rules\": ", Quoted(game.Spec().text), ", \"seats\": 2}")};
  Playthrough play(game);
  while (!play.Ended()) {
    const Actor actor = play.Actors().First();
    const std::vector<std::string> legal =
        options.legal ? LegalTexts(play, actor) : std::vector<std::string>();
    const size_t ply = lines.size() - 1;
    const std::string move = TakeRandomly(&play, actor, &random[static_cast<size_t>(Index(actor))]);
    lines.push_back(PlyLine(ply, actor, options.legal ? &legal : nullptr, move));
  }
  lines.push_back(ResultLine(play.Result()));
  return lines;
}

}  // namespace kvintet::envs
