// ActionReader: reads and checks the actions that the caller gives for the rows of an EnvPool.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "envs/action_mask.h"
#include "envs/pool_rows.h"
#include "envs/rules/rules.h"

namespace kvintet::envs {

// True for games with chance.
template <typename R>
inline constexpr bool kHasChance = requires(const R rules, const typename R::Position position,
                                            std::vector<ChanceOutcome>* outcomes) {
  rules.ChanceOutcomes(position, outcomes);
};

// Appends the chance outcomes of the position to `outcomes`.
template <typename R>
void ListOutcomes(const R& rules, const typename R::Position& position,
                  std::vector<ChanceOutcome>* outcomes) {
  outcomes->clear();
  if constexpr (kHasChance<R>) {
    rules.ChanceOutcomes(position, outcomes);
  }
}

// Part of PoolKernel; inlined into its loop.
template <Rules R>
class ActionReader {
 public:
  // Borrows all arguments.
  ActionReader(const R& rules, const GameSpec& spec, const PoolRows& rows)
      : rules_(rules),
        rows_(rows),
        slots_(rows.options->Slots()),
        words_(static_cast<size_t>(spec.MaskWords())),
        num_actions_(spec.num_actions) {}

  Action OfChance(size_t row) const { return rows_.actions[row * slots_]; }
  Action OfSeat(size_t row, Seat seat) const {
    return rows_.actions[row * slots_ + rows_.options->SlotOf(seat)];
  }

  // The actors who must act in a row but were given no legal action. `position` is the row's.
  ActorSet Offenders(size_t row, const typename R::Position& position) const {
    const ActorSet actors = rows_.states[row].actors;
    if (actors.Has(Actor::kChance)) {
      return IsOutcome(position, OfChance(row)) ? ActorSet() : actors;
    }
    uint8_t offenders = 0;
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      if (actors.Has(seat) && !IsLegal(row, seat)) {
        offenders |= ActorSet::Only(ActorOf(seat)).Bits();
      }
    }
    return ActorSet::FromBits(offenders);
  }

 private:
  bool IsLegal(size_t row, Seat seat) const {
    const Action action = OfSeat(row, seat);
    const uint64_t* mask = rows_.masks + (row * slots_ + rows_.options->SlotOf(seat)) * words_;
    return action >= 0 && action < num_actions_ &&
           ConstActionMask(std::span(mask, words_)).Has(action);
  }

  bool IsOutcome(const typename R::Position& position, Action outcome) const {
    ListOutcomes(rules_, position, &rows_.scratch->outcomes);
    return std::ranges::any_of(rows_.scratch->outcomes, [outcome](const ChanceOutcome& known) {
      return known.outcome == outcome && known.probability > 0;
    });
  }

  const R& rules_;
  const PoolRows& rows_;
  const size_t slots_;
  const size_t words_;
  const Action num_actions_;
};

}  // namespace kvintet::envs
