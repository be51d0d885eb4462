// PlayMatch: see the header.
#include "arena/match.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/action_mask.h"
#include "envs/text/playthrough.h"

namespace kvintet::arena {
namespace {

using envs::Actor;
using envs::Seat;

// One game in play.
struct Table {
  Table(const envs::Game& game, int game_index, uint64_t seed)
      : index(game_index),
        play(game),
        chance(seed, static_cast<uint32_t>(game_index / 2), 0, Purpose::kChance),
        opening(seed, static_cast<uint32_t>(game_index / 2), 0, Purpose::kOpening) {}

  int ASeat() const { return index % 2; }

  int index;
  envs::Playthrough play;
  // Keyed by the pair, so that both games have the same chance draws.
  RandomStream chance;
  RandomStream opening;
  int plies = 0;
  // The opening's random plies have been played.
  bool opened = false;
  // Set when an agent failed or the game was cut off: the reason and A's return.
  std::optional<std::pair<std::string, double>> broken_off = {};
};

// A decision that an agent has to take.
struct Pending {
  Table* table;
  Seat seat;
  envs::ViewBuffer view;
};

class Match {
 public:
  Match(const envs::Game& game, std::array<Agent*, 2> agents, const MatchOptions& options)
      : game_(game), agents_(agents), options_(options) {}

  absl::StatusOr<MatchResult> Run(const std::function<void(const MatchGame&)>& finished) {
    const int num_games = 2 * options_.pairs;
    int next = 0;
    bool enough = false;
    while (!enough && !options_.stop.stop_requested() && (next < num_games || !tables_.empty())) {
      while (next < num_games && static_cast<int>(tables_.size()) < options_.parallel_games) {
        tables_.push_back(std::make_unique<Table>(game_, next++, options_.seed));
        result_.games.emplace_back();
        ended_.push_back(false);
      }
      for (const std::unique_ptr<Table>& table : tables_) {
        KVINTET_RETURN_IF_ERROR(AdvanceAlone(table.get()));
      }
      KVINTET_RETURN_IF_ERROR(AskAgents());
      std::erase_if(tables_,
                    [&](const std::unique_ptr<Table>& table) { return Finish(*table, finished); });
      enough = CountPairs();
    }
    result_.games.resize(static_cast<size_t>(2 * result_.scores.NumPairs()));
    return std::move(result_);
  }

 private:
  bool Over(const Table& table) const { return table.broken_off || table.play.Ended(); }

  // Plays what no agent decides: chance, and the opening's random plies.
  absl::Status AdvanceAlone(Table* table) {
    while (!Over(*table)) {
      const envs::ActorSet actors = table->play.Actors();
      if (actors.Has(Actor::kChance)) {
        table->play.ApplyChance(&table->chance);
      } else if (const std::optional<Actor> actor = OpeningActor(table)) {
        KVINTET_RETURN_IF_ERROR(PlayRandomly(table, *actor));
      } else if (options_.max_plies > 0 && table->plies >= options_.max_plies) {
        table->broken_off = {"max_plies", 0.0};
      } else {
        return absl::OkStatus();
      }
    }
    return absl::OkStatus();
  }

  // Whose random ply comes next in the opening; none if it is over. It ends between moves alone:
  // agents are asked for whole moves.
  std::optional<Actor> OpeningActor(Table* table) const {
    const envs::ActorSet actors = table->play.Actors();
    if (table->plies < options_.opening_random_plies) {
      return actors.First();
    }
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      if (!table->opened && actors.Has(seat) && table->play.InMove(seat)) {
        return envs::ActorOf(seat);
      }
    }
    table->opened = true;
    return std::nullopt;
  }

  absl::Status PlayRandomly(Table* table, Actor actor) {
    const envs::ViewBuffer view = table->play.View(envs::SeatOf(actor));
    std::vector<uint64_t> words(static_cast<size_t>(game_.Spec().MaskWords()));
    game_.LegalActions(view[0], words);
    const envs::ActionMask legal(words);
    ++table->plies;
    return table->play.Apply(
        actor,
        legal.Nth(static_cast<int>(table->opening.Below(static_cast<uint32_t>(legal.Count())))));
  }

  // Asks each agent for all its decisions at once. All views are built before any answer is
  // applied, so that no agent sees a simultaneous choice.
  absl::Status AskAgents() {
    std::array<std::vector<Pending>, 2> pending;
    for (const std::unique_ptr<Table>& table : tables_) {
      for (const Seat seat : {Seat::k0, Seat::k1}) {
        if (!Over(*table) && table->play.Actors().Has(seat)) {
          const size_t agent = envs::Index(seat) == table->ASeat() ? 0 : 1;
          pending[agent].push_back({table.get(), seat, table->play.View(seat)});
        }
      }
    }
    std::array<std::vector<Choice>, 2> choices;
    for (size_t agent = 0; agent < 2; ++agent) {
      KVINTET_RETURN_IF_ERROR(Ask(agent, pending[agent], &choices[agent]));
    }
    for (size_t agent = 0; agent < 2; ++agent) {
      for (size_t i = 0; i < pending[agent].size(); ++i) {
        Apply(pending[agent][i], choices[agent][i], agent == 0);
      }
    }
    return absl::OkStatus();
  }

  absl::Status Ask(size_t agent, const std::vector<Pending>& pending,
                   std::vector<Choice>* choices) {
    std::vector<Turn> turns;
    for (const Pending& one : pending) {
      const Table& table = *one.table;
      turns.push_back({.view = one.view[0],
                       .history = SharedHistory(table.play),
                       .record = [&table, seat = one.seat] { return table.play.SeatRecord(seat); },
                       .all = agents_[agent]->SeesAll() ? &table.play : nullptr,
                       .game_index = table.index,
                       .key = {options_.seed, static_cast<uint32_t>(table.index),
                               EpisodeOf(game_, table.plies, one.seat),
                               static_cast<uint32_t>(Purpose::kAgent)}});
    }
    choices->resize(turns.size());
    return turns.empty() ? absl::OkStatus() : agents_[agent]->Choose(turns, *choices);
  }

  // Applies the choice; an agent that fails loses its game, and if both fail at once it is drawn.
  void Apply(const Pending& pending, const Choice& choice, bool is_a) {
    Table* table = pending.table;
    std::string failure = choice.failure;
    if (failure.empty()) {
      const absl::Status applied = table->play.Apply(envs::ActorOf(pending.seat), choice.action);
      failure = std::string(applied.message());
    }
    if (!failure.empty() && table->broken_off) {
      table->broken_off = {absl::StrCat(table->broken_off->first, "; and ", failure), 0.0};
    } else if (!failure.empty()) {
      table->broken_off = {absl::StrCat("forfeit: ", failure), is_a ? -1.0 : 1.0};
    }
    ++table->plies;
  }

  // Counts the completed pairs in order; true if they are enough.
  bool CountPairs() {
    auto next = static_cast<size_t>(2 * result_.scores.NumPairs());
    for (; next + 1 < ended_.size() && ended_[next] && ended_[next + 1]; next += 2) {
      result_.scores.Add(result_.games[next].a_return, result_.games[next + 1].a_return);
      if (options_.enough && options_.enough(result_.scores)) {
        return true;
      }
    }
    return false;
  }

  bool Finish(const Table& table, const std::function<void(const MatchGame&)>& finished) {
    if (!Over(table)) {
      return false;
    }
    ended_[static_cast<size_t>(table.index)] = true;
    MatchGame& game = result_.games[static_cast<size_t>(table.index)];
    game = {.index = table.index, .a_seat = table.ASeat(), .plies = table.plies};
    game.record = table.play.Record();
    if (table.broken_off) {
      std::tie(game.reason, game.a_return) = *table.broken_off;
    } else {
      const envs::Outcome outcome = table.play.Result();
      game.reason = std::string(outcome.reason);
      game.a_return = static_cast<double>(outcome.returns[static_cast<size_t>(table.ASeat())]);
    }
    if (finished) {
      finished(game);
    }
    return true;
  }

  const envs::Game& game_;
  const std::array<Agent*, 2> agents_;
  const MatchOptions options_;
  std::vector<std::unique_ptr<Table>> tables_;
  // By index: whether the game is over.
  std::vector<bool> ended_;
  MatchResult result_;
};

}  // namespace

std::map<std::string, int> MatchResult::Reasons() const {
  std::map<std::string, int> reasons;
  for (const MatchGame& game : games) {
    ++reasons[game.reason];
  }
  return reasons;
}

absl::StatusOr<MatchResult> PlayMatch(const envs::Game& game, Agent* a, Agent* b,
                                      const MatchOptions& options,
                                      const std::function<void(const MatchGame&)>& finished) {
  if (options.pairs < 1 || options.parallel_games < 1) {
    return absl::InvalidArgumentError("a match needs at least one pair and one game at a time");
  }
  return Match(game, {a, b}, options).Run(finished);
}

}  // namespace kvintet::arena
