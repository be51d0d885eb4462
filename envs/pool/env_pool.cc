// EnvPool: splits the rows into chunks, one per thread, and checks arguments.
#include "envs/pool/env_pool.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/action_mask.h"
#include "envs/pool/action_sampler.h"

namespace kvintet::envs {
namespace {

// The rows of each thread start at a multiple of this, so that no two threads write to the same
// cache line of a buffer with one byte per row.
constexpr size_t kRowsTogether = 64;

EnvSizes SizesOf(const GameSpec& spec, const EnvPoolOptions& options, size_t slots_per_row) {
  const auto rows = static_cast<size_t>(options.num_envs);
  const auto actions = static_cast<size_t>(spec.num_actions);
  const auto plane_bytes = static_cast<size_t>(spec.PlaneBytes());
  const auto globals = static_cast<size_t>(spec.globals);
  const size_t slots = rows * slots_per_row;
  return {.actions = slots,
          .planes = slots * plane_bytes,
          .globals = slots * globals,
          .mask_bits = slots * static_cast<size_t>(spec.MaskWords()),
          .mask_bytes = slots * actions,
          .legal_counts = slots,
          .rows = rows,
          .rewards = rows * kNumSeats,
          .final_planes = rows * kNumSeats * plane_bytes,
          .final_globals = rows * kNumSeats * globals};
}

template <typename T>
void CheckSize(std::span<T> buffer, size_t size) {
  if (!buffer.empty()) {
    KVINTET_CHECK_EQ(buffer.size(), size);
  }
}

void CheckBuffers(const EnvBuffers& out, const EnvSizes& sizes) {
  CheckSize(out.planes, sizes.planes);
  CheckSize(out.globals, sizes.globals);
  CheckSize(out.mask_bits, sizes.mask_bits);
  CheckSize(out.mask_bytes, sizes.mask_bytes);
  CheckSize(out.legal_actions, sizes.mask_bytes);
  CheckSize(out.legal_counts, sizes.legal_counts);
  CheckSize(out.to_act, sizes.rows);
  CheckSize(out.rewards, sizes.rewards);
  CheckSize(out.terminal, sizes.rows);
  CheckSize(out.truncated, sizes.rows);
  CheckSize(out.offenders, sizes.rows);
  CheckSize(out.episode_length, sizes.rows);
  CheckSize(out.episode_return, sizes.rewards);
  CheckSize(out.final_planes, sizes.final_planes);
  CheckSize(out.final_globals, sizes.final_globals);
  CheckSize(out.final_valid, sizes.rows);
}

// The number of threads that have rows to step.
size_t UsefulThreads(const EnvPoolOptions& options) {
  const size_t groups = (static_cast<size_t>(options.num_envs) + kRowsTogether - 1) / kRowsTogether;
  return std::min(static_cast<size_t>(options.num_threads), groups);
}

// The state of a row before its first episode.
RowState NewRow(const EnvPoolOptions& options, size_t row) {
  return {.seed = options.seed, .row = options.first_row + static_cast<uint32_t>(row)};
}

}  // namespace

absl::StatusOr<std::unique_ptr<EnvPool>> EnvPool::Make(const Game& game,
                                                       const EnvPoolOptions& options) {
  if (options.num_envs < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a pool needs at least one game, not ", options.num_envs));
  }
  if (options.num_threads < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a pool needs at least one thread, not ", options.num_threads));
  }
  if (options.max_plies < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "max_plies must be 0 (no limit) or a number of steps, not ", options.max_plies));
  }
  if (options.layout == SeatLayout::kToAct && game.Spec().simultaneous) {
    return absl::InvalidArgumentError(
        absl::StrCat("in ", game.Spec().text,
                     " both seats may have to act at once, so the layout must be per seat"));
  }
  try {
    return std::unique_ptr<EnvPool>(new EnvPool(game, options));
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a pool of ", options.num_threads,
                     " threads: the system does not start so many: ", error.what()));
  }
}

EnvPool::EnvPool(const Game& game, const EnvPoolOptions& options)
    : game_(game),
      options_(options),
      sizes_(SizesOf(game.Spec(), options, options.Slots())),
      seat_sizes_(SizesOf(game.Spec(), options, 1)),
      words_(static_cast<size_t>(game.Spec().MaskWords())),
      rows_(options.num_envs, RowBytes(game.Spec())),
      masks_(sizes_.mask_bits),
      offences_(UsefulThreads(options)),
      threads_(offences_.size()) {
  const GameSpec& spec = game.Spec();
  for (size_t row = 0; row < sizes_.rows; ++row) {
    histories_.emplace_back(spec.history_capacity);
    states_.push_back(NewRow(options, row));
  }
  scratch_.resize(offences_.size());
  for (PoolScratch& scratch : scratch_) {
    scratch.outcomes.reserve(static_cast<size_t>(spec.num_outcomes));
    scratch.planes.resize(static_cast<size_t>(spec.PlaneBytes()));
    scratch.globals.resize(static_cast<size_t>(spec.globals));
  }
}

void EnvPool::Reset(const EnvBuffers& out) { RunAll(PoolVerb::kBegin, {}, out); }

void EnvPool::Reset(std::span<const int> rows, const EnvBuffers& out) {
  RunSome(PoolVerb::kBegin, rows, out);
}

absl::Status EnvPool::Step(std::span<const Action> actions, const EnvBuffers& out) {
  KVINTET_CHECK_EQ(actions.size(), sizes_.actions);
  KVINTET_CHECK(states_[0].phase != RowPhase::kNew);
  if (options_.illegal != IllegalAction::kRefuse) {
    RunAll(PoolVerb::kStep, actions, out);
    return absl::OkStatus();
  }
  CheckBuffers(out, sizes_);
  const auto run = [&](PoolVerb verb) {
    return [this, verb, actions, &out](size_t chunk) {
      game_.AdvanceRows(Chunk(chunk, verb, actions, out));
    };
  };
  const auto refused = [this] { return FirstOffence() < sizes_.rows; };
  threads_.RunTwice(run(PoolVerb::kCheck), refused, run(PoolVerb::kStep));
  const size_t offence = FirstOffence();
  return offence < sizes_.rows ? Refusal(offence, actions) : absl::OkStatus();
}

void EnvPool::StepRows(std::span<const int> rows, std::span<const Action> actions,
                       const EnvBuffers& out) {
  KVINTET_CHECK_EQ(actions.size(), sizes_.actions);
  CheckBuffers(out, sizes_);
  RunAscending(rows, {.verb = PoolVerb::kStep, .actions = actions.data(), .out = &out});
}

void EnvPool::Observe(std::span<const Seat> seats, const EnvBuffers& out) {
  KVINTET_CHECK_EQ(seats.size(), sizes_.rows);
  CheckBuffers(out, seat_sizes_);
  threads_.Run([&](size_t chunk) {
    PoolRows rows = Chunk(chunk, PoolVerb::kObserve, {}, out);
    rows.seats = seats.data();
    game_.AdvanceRows(rows);
  });
}

void EnvPool::Observe(std::span<const int> rows, std::span<const Seat> seats,
                      const EnvBuffers& out) {
  KVINTET_CHECK_EQ(seats.size(), sizes_.rows);
  CheckBuffers(out, seat_sizes_);
  RunAscending(rows, {.verb = PoolVerb::kObserve, .seats = seats.data(), .out = &out});
}

void EnvPool::Show(const EnvBuffers& out) { RunAll(PoolVerb::kShow, {}, out); }

void EnvPool::SampleActions(std::span<Action> actions) {
  KVINTET_CHECK_EQ(actions.size(), sizes_.actions);
  const size_t slots = options_.Slots();
  threads_.Run([&](size_t chunk) {
    const size_t first = ChunkBegin(chunk);
    const size_t count = ChunkBegin(chunk + 1) - first;
    envs::SampleActions(std::span(states_).subspan(first, count),
                        std::span(masks_).subspan(first * slots * words_, count * slots * words_),
                        actions.subspan(first * slots, count * slots));
  });
}

void EnvPool::SetSeeds(std::span<const int> rows, std::span<const uint64_t> seeds) {
  KVINTET_CHECK_EQ(rows.size(), seeds.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    RowState& state = states_.at(static_cast<size_t>(rows[i]));
    state.seed = seeds[i];
    state.episode = UINT32_MAX;
  }
}

absl::Status EnvPool::SetStarts(std::span<const int> rows, ConstPositions starts) {
  KVINTET_CHECK_EQ(rows.size(), starts.Count());
  KVINTET_CHECK_EQ(starts.RowBytes(), game_.Spec().position_bytes);
  for (int i = 0; i < starts.Count(); ++i) {
    ActorSet actors;
    game_.Actors(starts[i], std::span(&actors, 1));
    if (actors.Empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a game cannot start from a finished position: ", game_.PositionText(starts[i])));
    }
  }
  if (starts_.Span().Count() == 0) {
    starts_ = PositionBuffer(options_.num_envs, game_.Spec().position_bytes);
    game_.Initialize(starts_.Span());
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    CopyRows<PositionTag>(starts[static_cast<int>(i)], starts_[rows[i]]);
  }
  return absl::OkStatus();
}

absl::Status EnvPool::SetStarts(std::span<const int> rows, const std::string& text) {
  PositionBuffer starts(static_cast<int>(rows.size()), game_.Spec().position_bytes);
  for (int i = 0; i < starts.Span().Count(); ++i) {
    KVINTET_RETURN_IF_ERROR(game_.ParsePosition(text, starts[i]));
  }
  return SetStarts(rows, std::as_const(starts).Span());
}

void EnvPool::Gather(std::span<const int> rows, StoredRows* to) const {
  const int count = static_cast<int>(rows.size());
  if (to->positions.Span().Count() != count) {
    to->positions = PositionBuffer(count, game_.Spec().position_bytes);
    to->histories.assign(rows.size(), RepetitionHistory(game_.Spec().history_capacity));
    to->states.assign(rows.size(), {});
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<size_t>(rows[i]);
    CopyRows<PositionTag>(Position(rows[i]), to->positions[static_cast<int>(i)]);
    to->histories[i].CopyFrom(histories_[row]);
    to->states[i] = states_[row];
  }
}

void EnvPool::Scatter(const StoredRows& from, std::span<const int> rows, const EnvBuffers& out) {
  KVINTET_CHECK_EQ(rows.size(), from.states.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<size_t>(rows[i]);
    CopyRows<PositionTag>(from.positions[static_cast<int>(i)], MutablePosition(rows[i]));
    histories_[row].CopyFrom(from.histories[i]);
    states_[row] = from.states[i];
  }
  RunSome(PoolVerb::kShow, rows, out);
}

void EnvPool::CloneRow(int from, std::span<const int> to, const EnvBuffers& out) {
  const RowState source = State(from);
  for (const int row : to) {
    if (row == from) {
      continue;
    }
    RowState& state = states_.at(static_cast<size_t>(row));
    CopyRows<PositionTag>(Position(from), MutablePosition(row));
    histories_[static_cast<size_t>(row)].CopyFrom(HistoryOf(from));
    state.length = source.length;
    state.actors = source.actors;
    state.phase = source.phase;
  }
  RunSome(PoolVerb::kShow, to, out);
}

size_t EnvPool::ChunkBegin(size_t chunk) const {
  const size_t groups = (sizes_.rows + kRowsTogether - 1) / kRowsTogether;
  return std::min(sizes_.rows, groups * chunk / scratch_.size() * kRowsTogether);
}

size_t EnvPool::FirstOffence() const {
  for (size_t chunk = 0; chunk < offences_.size(); ++chunk) {
    if (offences_[chunk] < ChunkBegin(chunk + 1)) {
      return offences_[chunk];
    }
  }
  return sizes_.rows;
}

PoolRows EnvPool::Chunk(size_t chunk, PoolVerb verb, std::span<const Action> actions,
                        const EnvBuffers& out) {
  return {.verb = verb,
          .first = ChunkBegin(chunk),
          .count = ChunkBegin(chunk + 1) - ChunkBegin(chunk),
          .options = &options_,
          .positions = rows_.Span().Row(0),
          .starts = starts_.Span().Count() == 0 ? nullptr : starts_.Span().Row(0),
          .histories = histories_.data(),
          .states = states_.data(),
          .masks = masks_.data(),
          .actions = actions.data(),
          .out = &out,
          .scratch = &scratch_[chunk],
          .offence = &offences_[chunk]};
}

void EnvPool::RunAll(PoolVerb verb, std::span<const Action> actions, const EnvBuffers& out) {
  CheckBuffers(out, sizes_);
  threads_.Run([&](size_t chunk) { game_.AdvanceRows(Chunk(chunk, verb, actions, out)); });
}

void EnvPool::RunSome(PoolVerb verb, std::span<const int> rows, const EnvBuffers& out) {
  CheckBuffers(out, sizes_);
  PoolRows one = Chunk(0, verb, {}, out);
  one.count = 1;
  for (const int row : rows) {
    KVINTET_CHECK(row >= 0 && row < options_.num_envs);
    one.first = static_cast<size_t>(row);
    game_.AdvanceRows(one);
  }
}

void EnvPool::RunAscending(std::span<const int> rows, const PoolRows& like) {
  KVINTET_CHECK(rows.empty() || (rows.front() >= 0 && rows.back() < options_.num_envs));
  threads_.Run([&](size_t chunk) {
    PoolRows together = Chunk(chunk, like.verb, {}, *like.out);
    together.actions = like.actions;
    together.seats = like.seats;
    const auto end = static_cast<int>(ChunkBegin(chunk + 1));
    auto next = std::ranges::lower_bound(rows, static_cast<int>(ChunkBegin(chunk)));
    while (next != rows.end() && *next < end) {
      const int first = *next;
      int last = first;
      for (++next; next != rows.end() && *next == last + 1 && *next < end; ++next) {
        ++last;
      }
      together.first = static_cast<size_t>(first);
      together.count = static_cast<size_t>(last - first + 1);
      game_.AdvanceRows(together);
    }
  });
}

absl::Status EnvPool::Refusal(size_t row, std::span<const Action> actions) const {
  const RowState& state = states_[row];
  const std::string where = absl::StrCat("env ", row, ", ");
  if (state.actors.Has(Actor::kChance)) {
    return absl::InvalidArgumentError(absl::StrCat(
        where, "chance: ", actions[row * options_.Slots()], " is not one of the outcomes"));
  }
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    const size_t slot = row * options_.Slots() + options_.SlotOf(seat);
    const ConstActionMask mask(std::span<const uint64_t>(masks_).subspan(slot * words_, words_));
    const Action action = actions[slot];
    const int num_actions = game_.Spec().num_actions;
    const bool inside = action >= 0 && action < num_actions;
    if (!state.actors.Has(seat) || (inside && mask.Has(action))) {
      continue;
    }
    const std::string who = absl::StrCat(where, "seat ", Index(seat), ": ");
    if (action == kNoAction) {
      return absl::InvalidArgumentError(absl::StrCat(who, "must act, and no action was given"));
    }
    if (!inside) {
      return absl::InvalidArgumentError(
          absl::StrCat(who, "an action must be in [0, ", num_actions, "), not ", action));
    }
    ViewBuffer view(1, game_.Spec().view_bytes);
    game_.MakeViews(Position(static_cast<int>(row)), std::span(&seat, 1), view.Span());
    const Action legal = mask.Nth(0);
    return absl::InvalidArgumentError(
        absl::StrCat(who, "action ", action, " is not one of its ", mask.Count(),
                     " legal actions, of which the first is ", legal, " '",
                     game_.ActionName(view.Span(), legal), "'"));
  }
  return absl::InternalError(absl::StrCat(where, "refused without a reason"));
}

}  // namespace kvintet::envs
