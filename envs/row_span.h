// Positions, Views: typed spans over rows of bytes, for code that does not know the game.
//
// A position is the complete state; a view is what one seat knows of it. They are different types,
// so code that takes a view cannot be given a position. Rows lie side by side, `row_bytes` apart.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "base/check.h"

namespace kvintet::envs {

// `Count()` borrowed rows of type Tag. Must not outlive the buffer.
template <typename Tag, typename Byte>
class RowSpan {
 public:
  RowSpan() = default;
  RowSpan(Byte* data, int count, int row_bytes)
      : data_(data), count_(count), row_bytes_(row_bytes) {}
  // A mutable span converts to a read-only one.
  operator RowSpan<Tag, const Byte>() const  // NOLINT(google-explicit-constructor)
      requires(!std::is_const_v<Byte>) {
    return {data_, count_, row_bytes_};
  }

  int Count() const { return count_; }
  int RowBytes() const { return row_bytes_; }
  Byte* Row(int i) const {
    KVINTET_DCHECK(i >= 0 && i < count_);
    return data_ + static_cast<ptrdiff_t>(i) * row_bytes_;
  }
  // A span of row i only.
  RowSpan operator[](int i) const { return {Row(i), 1, row_bytes_}; }
  RowSpan Subspan(int first, int count) const {
    KVINTET_DCHECK(first >= 0 && count >= 0 && first + count <= count_);
    return {data_ + static_cast<ptrdiff_t>(first) * row_bytes_, count, row_bytes_};
  }
  std::span<const std::byte> Bytes() const {
    return {data_, static_cast<size_t>(count_) * static_cast<size_t>(row_bytes_)};
  }

 private:
  Byte* data_ = nullptr;
  int count_ = 0;
  int row_bytes_ = 0;
};

struct PositionTag;
struct ViewTag;
using Positions = RowSpan<PositionTag, std::byte>;
using ConstPositions = RowSpan<PositionTag, const std::byte>;
using Views = RowSpan<ViewTag, std::byte>;
using ConstViews = RowSpan<ViewTag, const std::byte>;

// Copies rows. REQUIRES: same count and row size.
template <typename Tag>
void CopyRows(RowSpan<Tag, const std::byte> from, RowSpan<Tag, std::byte> to) {
  KVINTET_DCHECK(from.Count() == to.Count() && from.RowBytes() == to.RowBytes());
  const std::span<const std::byte> bytes = from.Bytes();
  if (!bytes.empty()) {
    std::memcpy(to.Row(0), bytes.data(), bytes.size());
  }
}

// Owns rows, initially zero and aligned to 64 bytes. A copy has its own rows.
template <typename Tag>
class RowBuffer {
 public:
  RowBuffer() = default;
  RowBuffer(int count, int row_bytes)
      : bytes_(Allocate(count, row_bytes)), count_(count), row_bytes_(row_bytes) {}
  RowBuffer(const RowBuffer& other) : RowBuffer(other.count_, other.row_bytes_) {
    CopyRows<Tag>(other.Span(), Span());
  }
  RowBuffer& operator=(const RowBuffer& other) { return *this = RowBuffer(other); }
  RowBuffer(RowBuffer&&) noexcept = default;
  RowBuffer& operator=(RowBuffer&&) noexcept = default;

  RowSpan<Tag, std::byte> Span() { return {bytes_.get(), count_, row_bytes_}; }
  RowSpan<Tag, const std::byte> Span() const { return {bytes_.get(), count_, row_bytes_}; }
  RowSpan<Tag, std::byte> operator[](int i) { return Span()[i]; }
  RowSpan<Tag, const std::byte> operator[](int i) const { return Span()[i]; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(std::byte* bytes) const { ::operator delete(bytes, kAlignment); }
  };
  static std::unique_ptr<std::byte, Free> Allocate(int count, int row_bytes) {
    const size_t size = static_cast<size_t>(count) * static_cast<size_t>(row_bytes);
    auto* bytes = static_cast<std::byte*>(::operator new(size, kAlignment));
    std::memset(bytes, 0, size);
    return std::unique_ptr<std::byte, Free>(bytes);
  }

  std::unique_ptr<std::byte, Free> bytes_;
  int count_ = 0;
  int row_bytes_ = 0;
};

using PositionBuffer = RowBuffer<PositionTag>;
using ViewBuffer = RowBuffer<ViewTag>;

}  // namespace kvintet::envs
