// PoolKernel: one step of EnvPool rows, as a single loop into which the rules are inlined.
#pragma once

#include <cstddef>
#include <cstring>

#include "base/rng.h"
#include "envs/pool_rows.h"
#include "envs/rules/action_reader.h"
#include "envs/rules/row_writer.h"
#include "envs/rules/rules.h"

namespace kvintet::envs {

// Lives for one call of Game::AdvanceRows.
template <Rules R>
class PoolKernel {
 public:
  using Position = typename R::Position;

  // Borrows all arguments.
  PoolKernel(const R& rules, const GameSpec& spec, const PoolRows& rows)
      : rules_(rules),
        rows_(rows),
        options_(*rows.options),
        reader_(rules, spec, rows),
        writer_(rules, spec, rows) {}

  void Run() const {
    switch (rows_.verb) {
      case PoolVerb::kCheck:
        *rows_.offence = FirstOffence();
        return;
      case PoolVerb::kStep:
        return ForEachRow([this](size_t row) { StepRow(row); });
      case PoolVerb::kBegin:
        return ForEachRow([this](size_t row) {
          Begin(row);
          writer_.WriteEvent(row, {});
        });
      case PoolVerb::kShow:
        return ForEachRow([](size_t) {});
      case PoolVerb::kObserve:
        for (size_t row = rows_.first; row < rows_.first + rows_.count; ++row) {
          writer_.ShowSeat(row, rows_.seats[row]);
        }
        return;
    }
  }

 private:
  // Applies `deed` to each row, then writes the row's observations.
  template <typename Deed>
  void ForEachRow(const Deed& deed) const {
    for (size_t row = rows_.first; row < rows_.first + rows_.count; ++row) {
      deed(row);
      writer_.Show(row, rows_.states[row].actors);
    }
  }

  Position& PositionAt(size_t row) const { return writer_.PositionAt(row); }
  size_t FirstOffence() const {
    const size_t end = rows_.first + rows_.count;
    size_t row = rows_.first;
    while (row < end && reader_.Offenders(row, PositionAt(row)).Empty()) {
      ++row;
    }
    return row;
  }

  void StepRow(size_t row) const {
    StepEvent event;
    if (rows_.states[row].phase != RowPhase::kEnded) {
      event = Play(row);
    } else if (options_.autoreset == AutoReset::kNextStep) {
      Begin(row);
    }
    writer_.WriteEvent(row, event);
    if (event.terminal || event.truncated) {
      Finish(row, event);
    }
  }

  // Applies the actions to a game that is in progress.
  StepEvent Play(size_t row) const {
    if (options_.illegal != IllegalAction::kRefuse) {
      const ActorSet offenders = reader_.Offenders(row, PositionAt(row));
      if (offenders.Has(Actor::kChance) ||
          (!offenders.Empty() && options_.illegal == IllegalAction::kIgnore)) {
        return {.offenders = offenders};
      }
      if (!offenders.Empty()) {
        return Forfeit(row, offenders);
      }
    }
    Act(row);
    return Judge(row);
  }

  // Applies the actions of all who must act, then the chance events that follow.
  void Act(size_t row) const {
    RowState& state = rows_.states[row];
    Position& position = PositionAt(row);
    RepetitionHistory* const history = rows_.histories + row;
    if (state.actors.Has(Actor::kChance)) {
      rules_.Step(&position, history, Actor::kChance, reader_.OfChance(row));
    } else if (!state.actors.Empty()) {
      for (const Seat seat : {Seat::k0, Seat::k1}) {
        if (state.actors.Has(seat)) {
          rules_.Step(&position, history, ActorOf(seat), reader_.OfSeat(row, seat));
        }
      }
      ++state.length;
    }
    Settle(row);
  }

  // Resolves chance if the pool does so, then finds who acts next.
  void Settle(size_t row) const {
    RowState& state = rows_.states[row];
    state.actors = rules_.Actors(PositionAt(row));
    if constexpr (kHasChance<R>) {
      if (!state.actors.Has(Actor::kChance) || options_.chance == ChanceMode::kExpose) {
        return;
      }
      RandomStream random(state.seed, state.row, state.episode, Purpose::kChance);
      random.SetDraw(state.chance_draw);
      do {
        ListOutcomes(rules_, PositionAt(row), &rows_.scratch->outcomes);
        rules_.Step(&PositionAt(row), rows_.histories + row, Actor::kChance, DrawOutcome(&random));
        state.actors = rules_.Actors(PositionAt(row));
      } while (state.actors.Has(Actor::kChance));
      state.chance_draw = random.Draw();
    }
  }

  // Samples one of the listed outcomes by probability.
  Action DrawOutcome(RandomStream* random) const {
    double rest = random->Uniform();
    for (const ChanceOutcome& outcome : rows_.scratch->outcomes) {
      rest -= outcome.probability;
      if (rest < 0) {
        return outcome.outcome;
      }
    }
    return rows_.scratch->outcomes.back().outcome;
  }

  StepEvent Judge(size_t row) const {
    const RowState& state = rows_.states[row];
    if (state.actors.Empty()) {
      const Outcome outcome = rules_.Result(PositionAt(row));
      return {.terminal = !outcome.truncated,
              .truncated = outcome.truncated,
              .returns = {outcome.returns[0] + 0.0f, outcome.returns[1] + 0.0f}};  // no -0
    }
    return {.truncated = options_.max_plies > 0 && state.length >= options_.max_plies};
  }

  StepEvent Forfeit(size_t row, ActorSet offenders) const {
    ++rows_.states[row].length;
    const float loss0 = offenders.Has(Seat::k0) ? 1.0f : 0.0f;
    const float loss1 = offenders.Has(Seat::k1) ? 1.0f : 0.0f;
    return {.terminal = true, .returns = {loss1 - loss0, loss0 - loss1}, .offenders = offenders};
  }

  // Completes the statistics of a game that has ended, and starts the next one if due.
  void Finish(size_t row, const StepEvent& event) const {
    RowState& state = rows_.states[row];
    writer_.WriteEnd(row, state.length, event);
    state.actors = {};
    state.phase = RowPhase::kEnded;
    if (options_.autoreset == AutoReset::kSameStep) {
      Begin(row);
    }
  }

  void Begin(size_t row) const {
    RowState& state = rows_.states[row];
    ++state.episode;
    state.phase = RowPhase::kPlaying;
    state.chance_draw = state.action_draw = 0;
    state.length = 0;
    rows_.histories[row].Cut();
    if (rows_.starts != nullptr) {
      std::memcpy(&PositionAt(row), rows_.starts + row * sizeof(Position), sizeof(Position));
    } else {
      PositionAt(row) = rules_.Initial();
    }
    Settle(row);
  }

  const R& rules_;
  const PoolRows rows_;
  const EnvPoolOptions options_;
  const ActionReader<R> reader_;
  const RowWriter<R> writer_;
};

}  // namespace kvintet::envs
