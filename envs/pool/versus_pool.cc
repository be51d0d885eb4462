// VersusPool: steps the rows in play pass by pass, and writes observations only when asked.
#include "envs/pool/versus_pool.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"

namespace kvintet::envs {
namespace {

constexpr int kMaxSkipped = 1000;

// An integer below `bound`, from a random number.
int Below(uint64_t draw, int bound) {
  return static_cast<int>((draw >> 32) * static_cast<uint64_t>(bound) >> 32);
}

}  // namespace

absl::StatusOr<std::unique_ptr<VersusPool>> VersusPool::Make(const Game& game,
                                                             const VersusOptions& options) {
  auto pool = EnvPool::Make(game, {.num_envs = options.num_envs,
                                   .num_threads = options.num_threads,
                                   .autoreset = AutoReset::kDisabled});
  if (!pool.ok()) {
    return pool.status();
  }
  return std::unique_ptr<VersusPool>(new VersusPool(options, *std::move(pool)));
}

VersusPool::VersusPool(const VersusOptions& options, std::unique_ptr<EnvPool> pool)
    : options_(options),
      pool_(std::move(pool)),
      streams_(pool_->Sizes().rows),
      next_seeds_(streams_.size()),
      seats_(streams_.size(), options.seat.value_or(Seat::k0)),
      over_(streams_.size(), 1),
      outcome_{std::vector<double>(streams_.size()), over_, over_, over_},
      chosen_(pool_->Sizes().actions),
      rewards_(pool_->Sizes().rewards),
      terminal_(streams_.size()),
      truncated_(streams_.size()) {
  for (std::vector<int>* rows : {&rows_, &begun_, &asked_}) {
    rows->reserve(streams_.size());
  }
  draws_.reserve(streams_.size());
  // A row's chance is named by its seed and by the number of the row. All rows bear the number 0,
  // so that a row's games do not depend on its place.
  pool_->Reset({});
  std::vector<int> rows(streams_.size());
  StoredRows first;
  pool_->Gather(rows, &first);
  std::iota(rows.begin(), rows.end(), 0);
  pool_->Scatter(first, rows, {});
}

void VersusPool::SetSeeds(std::span<const int> rows, std::span<const uint64_t> seeds) {
  KVINTET_CHECK_EQ(rows.size(), seeds.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    next_seeds_[static_cast<size_t>(rows[i])] = seeds[i];
  }
}

void VersusPool::TakeSeeds(std::span<const int> rows) {
  for (const int row : rows) {
    const auto i = static_cast<size_t>(row);
    if (const auto seed = std::exchange(next_seeds_[i], std::nullopt)) {
      pool_->SetSeeds({&row, 1}, {&*seed, 1});
      streams_[i] = *seed;
    }
  }
}

uint64_t VersusPool::Draw(int row) {
  uint64_t z = streams_[static_cast<size_t>(row)] += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

absl::Status VersusPool::Begin(std::span<const int> rows) {
  Forget();
  begun_.assign(rows.begin(), rows.end());
  TakeSeeds(rows);
  skipped_ = 0;
  BeginOnce();
  return Proceed();
}

void VersusPool::BeginOnce() {
  for (const int row : begun_) {
    over_[static_cast<size_t>(row)] = 0;
    if (!options_.seat.has_value()) {
      seats_[static_cast<size_t>(row)] = Draw(row) >> 63 != 0 ? Seat::k1 : Seat::k0;
    }
  }
  pool_->Reset(begun_, {});
  rows_ = begun_;
  KeepWaiting();
}

absl::Status VersusPool::Step(std::span<const int64_t> actions, std::span<const bool> live) {
  KVINTET_CHECK_EQ(actions.size(), streams_.size());
  KVINTET_CHECK_EQ(live.size(), streams_.size());
  Forget();
  const int num_actions = pool_->TheGame().Spec().num_actions;
  std::ranges::fill(outcome_.illegal, uint8_t{0});
  for (int row = 0; row < options_.num_envs; ++row) {
    const auto i = static_cast<size_t>(row);
    if (!live[i]) {
      continue;
    }
    const Seat seat = seats_[i];
    const bool inside = actions[i] >= 0 && actions[i] < num_actions;
    if (inside && LegalActions(row, seat).Has(static_cast<Action>(actions[i])) && !IsOver(row)) {
      Chosen(row, seat) = static_cast<Action>(actions[i]);
      rows_.push_back(row);
    } else if (!options_.refuse_illegal) {
      outcome_.illegal[i] = 1;
    } else {
      rows_.clear();
      return absl::InvalidArgumentError(absl::StrCat(
          "action ", actions[i], " is not one of the ", LegalActions(row, seat).Count(),
          " legal actions of seat ", Index(seat), " in environment ", row));
    }
  }
  outcome_.terminated = outcome_.illegal;
  std::ranges::fill(outcome_.truncated, uint8_t{0});
  for (size_t i = 0; i < over_.size(); ++i) {
    outcome_.rewards[i] = outcome_.illegal[i] != 0 ? -1.0 : 0.0;
    over_[i] |= outcome_.illegal[i];
  }
  return Proceed();
}

absl::Status VersusPool::Answer(std::span<const Action> actions) {
  KVINTET_CHECK_EQ(actions.size(), asked_.size());
  const GameSpec& spec = pool_->TheGame().Spec();
  for (size_t i = 0; i < asked_.size(); ++i) {
    const Seat seat = Other(SeatOf(asked_[i]));
    const bool inside = actions[i] >= 0 && actions[i] < spec.num_actions;
    if (!inside || !LegalActions(asked_[i], seat).Has(actions[i])) {
      return absl::InvalidArgumentError(
          absl::StrCat("opponent: chose ", actions[i], ", which is not legal in ", spec.text));
    }
    Chosen(asked_[i], seat) = actions[i];
  }
  asked_.clear();
  Advance();
  return Proceed();
}

absl::Status VersusPool::Proceed() {
  while (true) {
    while (!rows_.empty()) {
      Ask();
      if (!asked_.empty() && !options_.random_opponent) {
        return absl::OkStatus();
      }
      ChooseAtRandom();
      Advance();
    }
    std::erase_if(begun_, [this](int row) { return !IsOver(row); });
    if (begun_.empty()) {
      return absl::OkStatus();
    }
    if (++skipped_ == kMaxSkipped) {
      return absl::FailedPreconditionError(absl::StrCat(pool_->TheGame().Spec().text,
                                                        " ends before seat ",
                                                        Index(SeatOf(begun_[0])), " can act"));
    }
    BeginOnce();
  }
}

void VersusPool::Forget() {
  rows_.clear();
  begun_.clear();
  asked_.clear();
}

void VersusPool::Ask() {
  asked_.clear();
  draws_.clear();
  for (const int row : rows_) {
    if (MustAct(row, Other(SeatOf(row)))) {
      asked_.push_back(row);
      draws_.push_back(Draw(row));
    }
  }
}

void VersusPool::ChooseAtRandom() {
  for (size_t i = 0; i < asked_.size(); ++i) {
    const Seat seat = Other(SeatOf(asked_[i]));
    const ConstActionMask legal = LegalActions(asked_[i], seat);
    Chosen(asked_[i], seat) = legal.Nth(Below(draws_[i], legal.Count()));
  }
  asked_.clear();
}

void VersusPool::Advance() {
  pool_->StepRows(rows_, chosen_,
                  {.rewards = rewards_, .terminal = terminal_, .truncated = truncated_});
  for (const int row : rows_) {
    const auto i = static_cast<size_t>(row);
    over_[i] = terminal_[i] | truncated_[i];
    if (begun_.empty()) {
      outcome_.rewards[i] +=
          static_cast<double>(rewards_[i * kNumSeats + static_cast<size_t>(Index(seats_[i]))]);
      outcome_.terminated[i] = terminal_[i];
      outcome_.truncated[i] = truncated_[i];
    }
  }
  KeepWaiting();
}

void VersusPool::KeepWaiting() {
  std::erase_if(rows_, [this](int row) { return IsOver(row) || MustAct(row, SeatOf(row)); });
}

void VersusPool::Observe(const EnvBuffers& out) {
  pool_->Observe(seats_, out);
  for (int row = 0; row < options_.num_envs; ++row) {
    HideMask(row, out);
  }
}

void VersusPool::Observe(std::span<const int> rows, const EnvBuffers& out) {
  pool_->Observe(rows, seats_, out);
  for (const int row : rows) {
    HideMask(row, out);
  }
}

// After an illegal action, the pool still thinks that the caller must act.
void VersusPool::HideMask(int row, const EnvBuffers& out) const {
  if (!IsOver(row)) {
    return;
  }
  const auto hide = [row, this](auto elements) {
    const size_t size = elements.size() / over_.size();
    std::ranges::fill(elements.subspan(static_cast<size_t>(row) * size, size), 0);
  };
  hide(out.mask_bits);
  hide(out.mask_bytes);
  hide(out.legal_counts);
}

}  // namespace kvintet::envs
