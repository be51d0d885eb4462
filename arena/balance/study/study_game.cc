// StudyGame: see the header.
#include "arena/balance/study/study_game.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "envs/action_mask.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "envs/text/record_text.h"

namespace kvintet::arena {
namespace {

using envs::Actor;
using envs::Seat;

uint32_t RowOf(const StudyDeal& deal) { return static_cast<uint32_t>(deal.index); }

// One game in play.
struct StudyTable {
  StudyTable(const envs::Game& game, const StudyDeal& its_deal)
      : deal(its_deal),
        play(game),
        chance(deal.seed, RowOf(deal), 0, Purpose::kChance),
        opening(SeedOf(deal), RowOf(deal), 0, Purpose::kOpening) {}

  StudyDeal deal;
  envs::Playthrough play;
  RandomStream chance;
  RandomStream opening;
  StudyGame facts = {};
  double choices = 0;
};

// A decision that the agent has to take.
struct StudyDecision {
  StudyTable* table;
  Seat seat;
  envs::ViewBuffer view;
};

absl::Status Take(StudyTable* table, Actor actor, envs::Action action, int legal) {
  ++table->facts.decisions;
  table->facts.forced += legal == 1 ? 1 : 0;
  table->choices += legal;
  return table->play.Apply(actor, action);
}

// Plays chance and the random actions of the opening.
absl::Status AdvanceAlone(const envs::Game& game, StudyTable* table) {
  while (!table->play.Ended()) {
    const envs::ActorSet actors = table->play.Actors();
    if (actors.Has(Actor::kChance)) {
      table->play.ApplyChance(&table->chance);
    } else if (table->facts.decisions < table->deal.opening_plies) {
      const Actor actor = actors.First();
      const std::vector<envs::Action> legal =
          envs::LegalList(game, table->play.View(envs::SeatOf(actor)).Span());
      const uint32_t drawn = table->opening.Below(static_cast<uint32_t>(legal.size()));
      KVINTET_RETURN_IF_ERROR(Take(table, actor, legal[drawn], static_cast<int>(legal.size())));
    } else {
      return absl::OkStatus();
    }
  }
  return absl::OkStatus();
}

int LegalCount(const envs::Game& game, envs::ConstViews one) {
  std::vector<uint64_t> words(static_cast<size_t>(game.Spec().MaskWords()));
  game.LegalActions(one, words);
  return envs::ConstActionMask(words).Count();
}

Turn TurnOf(const StudyDecision& pending) {
  const StudyTable& table = *pending.table;
  return {.view = pending.view[0],
          .history = SharedHistory(table.play),
          .record = [&table, seat = pending.seat] { return table.play.SeatRecord(seat); },
          .game_index = static_cast<int>(RowOf(table.deal)),
          .key = {SeedOf(table.deal), RowOf(table.deal),
                  EpisodeOf(table.play.game(), table.facts.decisions, pending.seat),
                  static_cast<uint32_t>(Purpose::kAgent)}};
}

// Takes all pending decisions. All views are built before any answer is applied, so that no seat
// sees a simultaneous choice.
absl::Status Decide(const envs::Game& game, Agent* agent, std::vector<StudyDecision>* pending) {
  std::vector<Turn> turns;
  for (const StudyDecision& one : *pending) {
    turns.push_back(TurnOf(one));
  }
  std::vector<Choice> choices(turns.size());
  KVINTET_RETURN_IF_ERROR(agent->Choose(turns, choices));
  for (size_t i = 0; i < turns.size(); ++i) {
    const StudyDecision& one = (*pending)[i];
    if (!choices[i].failure.empty()) {
      return absl::InternalError(
          absl::StrCat("player ", agent->Spec(), " failed: ", choices[i].failure));
    }
    KVINTET_RETURN_IF_ERROR(Take(one.table, envs::ActorOf(one.seat), choices[i].action,
                                 LegalCount(game, one.view.Span())));
  }
  return absl::OkStatus();
}

StudyGame Finish(StudyTable* table) {
  StudyGame& facts = table->facts;
  const envs::Outcome outcome = table->play.Result();
  facts.first_return = static_cast<double>(outcome.returns[0]);
  facts.reason = std::string(outcome.reason);
  facts.truncated = outcome.truncated;
  facts.margin = outcome.margin;
  facts.moves = static_cast<int>(std::ranges::count_if(
      table->play.Events(),
      [](const envs::PlayedEvent& event) { return event.actor != Actor::kChance; }));
  facts.choices = table->choices / std::max(1, facts.decisions);
  facts.record = table->play.Record();
  return std::move(facts);
}

// Whether the judge evaluates this place: at most kJudgedPlaces of `places`, evenly spaced and
// including the last.
bool IsJudged(size_t place, size_t places) {
  const size_t wanted = std::min<size_t>(places, kJudgedPlaces);
  return (place + 1) * wanted / places != place * wanted / places;
}

void AddDecisions(StudyTable* table, std::vector<StudyDecision>* pending) {
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    if (table->play.Actors().Has(seat)) {
      pending->push_back({table, seat, table->play.View(seat)});
    }
  }
}

}  // namespace

uint64_t SeedOf(const StudyDeal& deal) {
  const std::string text = absl::StrCat(deal.seed, "\n", deal.index, "\n", deal.replica);
  return HashBytes(std::as_bytes(std::span(text))).low;
}

absl::StatusOr<std::vector<StudyGame>> PlayDeals(const envs::Game& game, Agent* agent,
                                                 std::span<const StudyDeal> deals) {
  std::vector<StudyTable> tables;
  for (const StudyDeal& deal : deals) {
    tables.emplace_back(game, deal);
  }
  while (true) {
    std::vector<StudyDecision> pending;
    for (StudyTable& table : tables) {
      KVINTET_RETURN_IF_ERROR(AdvanceAlone(game, &table));
      AddDecisions(&table, &pending);
    }
    if (pending.empty()) {
      break;
    }
    KVINTET_RETURN_IF_ERROR(Decide(game, agent, &pending));
  }
  std::vector<StudyGame> games;
  games.reserve(tables.size());
  for (StudyTable& table : tables) {
    games.push_back(Finish(&table));
  }
  return games;
}

absl::StatusOr<std::vector<double>> JudgeCourse(const envs::Game& game, const std::string& record,
                                                const ValueOf& value) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::RecordEvent> events,
                           envs::ParseRecord(game, record));
  envs::Playthrough play(game);
  // Non-terminal positions in which no seat is waiting for the other's simultaneous choice.
  std::vector<envs::PositionBuffer> places;
  for (size_t i = 0; i + 1 < events.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(play.ApplyMove(events[i].actor, events[i].text));
    if (!play.StageOpen()) {
      envs::CopyRows(play.Position(), places.emplace_back(1, game.Spec().position_bytes).Span());
    }
  }
  std::vector<double> values;
  for (size_t i = 0; i < places.size(); ++i) {
    if (IsJudged(i, places.size())) {
      KVINTET_ASSIGN_OR_RETURN(const double judged, value(places[i].Span()));
      values.push_back(judged);
    }
  }
  return values;
}

Json ToJson(const StudyGame& game) {
  return {{"return", game.first_return}, {"reason", game.reason},
          {"truncated", game.truncated}, {"moves", game.moves},
          {"decisions", game.decisions}, {"forced", game.forced},
          {"choices", game.choices},     {"margin", game.margin},
          {"values", game.values},       {"record", game.record}};
}

absl::StatusOr<StudyGame> StudyGameFromJson(const Json& line) {
  StudyGame game;
  KVINTET_ASSIGN_OR_RETURN(game.first_return, JsonMember<double>(line, "return"));
  KVINTET_ASSIGN_OR_RETURN(game.reason, JsonMember<std::string>(line, "reason"));
  KVINTET_ASSIGN_OR_RETURN(game.truncated, JsonMember<bool>(line, "truncated"));
  const auto read = [&line](const char* key, int* value) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(const int64_t whole, JsonMember<int64_t>(line, key));
    *value = static_cast<int>(whole);
    return absl::OkStatus();
  };
  KVINTET_RETURN_IF_ERROR(read("moves", &game.moves));
  KVINTET_RETURN_IF_ERROR(read("decisions", &game.decisions));
  KVINTET_RETURN_IF_ERROR(read("forced", &game.forced));
  KVINTET_ASSIGN_OR_RETURN(game.choices, JsonMember<double>(line, "choices"));
  KVINTET_ASSIGN_OR_RETURN(const Json margin, JsonMember<Json>(line, "margin"));
  if (!margin.is_array() || margin.size() != 2) {
    return absl::InvalidArgumentError("margin: wanted two numbers");
  }
  for (size_t seat = 0; seat < 2; ++seat) {
    KVINTET_ASSIGN_OR_RETURN(const int64_t whole, FromJson<int64_t>(margin[seat]));
    game.margin[seat] = static_cast<int32_t>(whole);
  }
  KVINTET_ASSIGN_OR_RETURN(const Json values, JsonMember<Json>(line, "values"));
  for (const Json& one : values) {
    KVINTET_ASSIGN_OR_RETURN(const double value, FromJson<double>(one));
    game.values.push_back(value);
  }
  KVINTET_ASSIGN_OR_RETURN(game.record, JsonMember<std::string>(line, "record"));
  return game;
}

}  // namespace kvintet::arena
