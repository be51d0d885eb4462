// RowWriter: writes the state of a row of an EnvPool and the results of its step to EnvBuffers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

#include "envs/action_mask.h"
#include "envs/mask_formats.h"
#include "envs/pool_rows.h"
#include "envs/rules/rules.h"

namespace kvintet::envs {

// Part of PoolKernel; inlined into its loop.
template <Rules R>
class RowWriter {
 public:
  using Position = typename R::Position;
  using View = typename R::View;

  // Borrows all arguments.
  RowWriter(const R& rules, const GameSpec& spec, const PoolRows& rows)
      : rules_(rules),
        options_(*rows.options),
        out_(*rows.out),
        positions_(rows.positions),
        masks_(rows.masks),
        scratch_(rows.scratch),
        words_(static_cast<size_t>(spec.MaskWords())),
        num_actions_(static_cast<size_t>(spec.num_actions)),
        plane_bytes_(static_cast<size_t>(spec.PlaneBytes())),
        num_globals_(static_cast<size_t>(spec.globals)),
        far_(out_.planes.size() + out_.mask_bytes.size() > kCacheBytes) {}

  Position& PositionAt(size_t row) const {
    return *std::launder(reinterpret_cast<Position*>(positions_ + row * kRowBytes));
  }

  // Writes the results of the step.
  void WriteEvent(size_t row, const StepEvent& event) const {
    const bool over = event.terminal || event.truncated;
    if (!out_.rewards.empty()) {
      out_.rewards[2 * row] = event.returns[0];
      out_.rewards[2 * row + 1] = event.returns[1];
    }
    if (!out_.terminal.empty()) {
      out_.terminal[row] = event.terminal ? 1 : 0;
    }
    if (!out_.truncated.empty()) {
      out_.truncated[row] = event.truncated ? 1 : 0;
    }
    if (!out_.offenders.empty()) {
      out_.offenders[row] = event.offenders.Bits();
    }
    if (!out_.final_valid.empty()) {
      out_.final_valid[row] = over && options_.autoreset == AutoReset::kSameStep ? 1 : 0;
    }
  }

  // Writes the statistics of a game that ended in this step, and its last observation if the next
  // game starts at once.
  void WriteEnd(size_t row, int32_t length, const StepEvent& event) const {
    if (!out_.episode_length.empty()) {
      out_.episode_length[row] = length;
    }
    if (!out_.episode_return.empty()) {
      std::ranges::copy(event.returns, Part(out_.episode_return, row, kNumSeats).begin());
    }
    const bool seen = !out_.final_planes.empty() || !out_.final_globals.empty();
    if (options_.autoreset != AutoReset::kSameStep || !seen) {
      return;
    }
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      const size_t index = row * kNumSeats + static_cast<size_t>(Index(seat));
      Look(row, seat, [&](const View& view) {
        WriteSight(view, index, out_.final_planes, out_.final_globals);
      });
    }
  }

  // Writes who must act, what is legal and what is observed now. Updates the pool's masks.
  void Show(size_t row, ActorSet actors) const {
    if (!out_.to_act.empty()) {
      out_.to_act[row] = actors.Bits();
    }
    if (options_.layout == SeatLayout::kToAct) {
      const Seat seat = actors.Has(Seat::k1) ? Seat::k1 : Seat::k0;
      ShowSlot(row, 0, seat, actors.Has(seat));
    } else {
      ShowSlot(row, 0, Seat::k0, actors.Has(Seat::k0));
      ShowSlot(row, 1, Seat::k1, actors.Has(Seat::k1));
    }
  }

  // Writes what this seat sees, and its mask as it was found when the row was last shown. `out` has
  // one slot per row.
  void ShowSeat(size_t row, Seat seat) const {
    Prefetch(row);
    if (Seen()) {
      Look(row, seat, [&](const View& view) { WriteSight(view, row, out_.planes, out_.globals); });
    }
    const size_t index = row * options_.Slots() + options_.SlotOf(seat);
    WriteMask(std::span(masks_ + index * words_, words_), row, num_actions_, out_);
  }

 private:
  static constexpr size_t kSlotsAhead = 4;
  static constexpr size_t kLineBytes = 64;
  static constexpr size_t kCacheBytes = size_t{1} << 21;
  static constexpr size_t kRowBytes = kOpen<R> ? sizeof(View) : sizeof(Position);

  // Calls `use` with the view of a seat.
  template <typename Use>
  void Look(size_t row, Seat seat, const Use& use) const {
    if constexpr (kOpen<R>) {
      View& view = *std::launder(reinterpret_cast<View*>(positions_ + row * kRowBytes));
      view.seat = seat;
      use(std::as_const(view));
    } else {
      use(rules_.MakeView(PositionAt(row), seat));
    }
  }

  // Prefetches a part that will be written soon. Saves 40 ns with 65,536 games of Renju.
  static void ExpectWrite(std::span<uint8_t> buffer, size_t index, size_t size) {
    if ((index + 1) * size <= buffer.size()) {
      for (size_t i = index * size; i < (index + 1) * size; i += kLineBytes) {
        __builtin_prefetch(&buffer[i], 1);
      }
    }
  }

  // Prefetches what will be written some slots after this one.
  void Prefetch(size_t index) const {
    if (far_) {
      ExpectWrite(out_.planes, index + kSlotsAhead, plane_bytes_);
      ExpectWrite(out_.mask_bytes, index + kSlotsAhead, num_actions_);
    }
  }

  // Whether the caller asks for observations.
  bool Seen() const { return !out_.planes.empty() || !out_.globals.empty(); }

  // Row `index` of a buffer whose rows have `size` elements.
  template <typename T>
  static std::span<T> Part(std::span<T> buffer, size_t index, size_t size) {
    return buffer.subspan(index * size, size);
  }

  void ShowSlot(size_t row, size_t slot, Seat seat, bool acts) const {
    const size_t index = row * options_.Slots() + slot;
    const std::span<uint64_t> mask(masks_ + index * words_, words_);
    Prefetch(index);
    std::ranges::fill(mask, 0);
    if (acts || Seen()) {
      Look(row, seat, [&](const View& view) {
        if (acts) {
          rules_.LegalActions(view, ActionMask(mask));
        }
        if (Seen()) {
          WriteSight(view, index, out_.planes, out_.globals);
        }
      });
    }
    WriteMask(mask, index, num_actions_, out_);
  }

  // Writes the observation of the view to part `index` of the buffers, or to scratch memory if
  // there is no buffer.
  void WriteSight(const View& view, size_t index, std::span<uint8_t> planes,
                  std::span<float> globals) const {
    const std::span<uint8_t> to_planes =
        planes.empty() ? std::span(scratch_->planes) : Part(planes, index, plane_bytes_);
    const std::span<float> to_globals =
        globals.empty() ? std::span(scratch_->globals) : Part(globals, index, num_globals_);
    if constexpr (kPlanesNeedZeros<R>) {
      std::ranges::fill(to_planes, uint8_t{0});
    }
    std::ranges::fill(to_globals, 0.0f);
    rules_.Observe(view, to_planes, to_globals);
  }

  const R& rules_;
  const EnvPoolOptions options_;
  const EnvBuffers out_;
  std::byte* const positions_;
  uint64_t* const masks_;
  PoolScratch* const scratch_;
  const size_t words_;
  const size_t num_actions_;
  const size_t plane_bytes_;
  const size_t num_globals_;
  const bool far_;  // the written data lies beyond the caches
};

}  // namespace kvintet::envs
