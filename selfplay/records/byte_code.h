// ByteWriter, ByteReader: encode integers and strings as bytes, and decode them with bounds checks.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace kvintet::selfplay {

// Appends to a string it owns. Integers are varints with seven bits per byte, lowest first.
class ByteWriter {
 public:
  void Byte(uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void Unsigned(uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
      Byte(static_cast<uint8_t>(value | 0x80));
    }
    Byte(static_cast<uint8_t>(value));
  }
  // Zigzag encoding: short for small values of either sign.
  void Signed(int64_t value) {
    const auto bits = static_cast<uint64_t>(value);
    Unsigned(bits << 1 ^ (value < 0 ? ~uint64_t{0} : 0));
  }
  // Little-endian, of the type's size.
  template <std::unsigned_integral T>
  void Fixed(T value) {
    for (size_t i = 0; i < sizeof(T); ++i) {
      Byte(static_cast<uint8_t>(value >> (8 * i)));
    }
  }
  // Length, then bytes.
  void Text(std::string_view text) {
    Unsigned(text.size());
    bytes_.append(text);
  }
  void Raw(std::string_view bytes) { bytes_.append(bytes); }

  const std::string& Bytes() const { return bytes_; }
  std::string Take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

// Reads what ByteWriter wrote. After the first value that is missing or out of range, Ok is false
// and everything reads as zero.
class ByteReader {
 public:
  // `bytes` must outlive the reader.
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  bool Ok() const { return ok_; }
  // Whether all bytes were read without error.
  bool AtEnd() const { return ok_ && at_ == bytes_.size(); }
  // Current offset, or the offset of the error.
  size_t At() const { return at_; }

  uint8_t Byte() {
    if (!Need(1)) {
      return 0;
    }
    return static_cast<uint8_t>(bytes_[at_++]);
  }
  uint64_t Unsigned(uint64_t largest = std::numeric_limits<uint64_t>::max()) {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t byte = Byte();
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) {
        ok_ = ok_ && value <= largest;
        return ok_ ? value : 0;
      }
    }
    ok_ = false;
    return 0;
  }
  int64_t Signed() {
    const uint64_t bits = Unsigned();
    return static_cast<int64_t>(bits >> 1 ^ (0 - (bits & 1)));
  }
  template <std::unsigned_integral T>
  T Fixed() {
    T value = 0;
    for (size_t i = 0; i < sizeof(T); ++i) {
      value = static_cast<T>(value | static_cast<T>(static_cast<T>(Byte()) << (8 * i)));
    }
    return value;
  }
  std::string_view Text() { return Raw(static_cast<size_t>(Unsigned(bytes_.size()))); }
  std::string_view Raw(size_t size) {
    if (!Need(size)) {
      return {};
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  // Reads the number of elements that take at least one byte each.
  size_t Count() { return static_cast<size_t>(Unsigned(bytes_.size() - at_)); }
  void Fail() { ok_ = false; }

 private:
  bool Need(size_t size) {
    ok_ = ok_ && size <= bytes_.size() - at_;
    return ok_;
  }

  std::string_view bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace kvintet::selfplay
