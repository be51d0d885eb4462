// KVINTET_CHECK: aborts the program, printing file, line and values, when a contract is broken.
//
// For bugs in the calling code only. Bad input and failures of the environment are an absl::Status.
// KVINTET_CHECK* are always on. KVINTET_DCHECK* are off under NDEBUG: their operands must compile
// but are not evaluated. Operands are evaluated once. Usable in constexpr functions.
#pragma once

#include <concepts>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

namespace kvintet::check_internal {

// A source location with the text of the checked expression.
struct Place {
  const char* file;
  int line;
  const char* text;
};

// Prints "FILE:LINE: check failed: TEXT (VALUES)" to standard error and aborts.
[[noreturn]] void Fail(const Place& place, const std::string& values);

// A type that can be written to an output stream.
template <typename T>
concept Printable = requires(std::ostream& out, const T& value) {
  out << value;
};

// An integer type that std::cmp_less and the like accept.
template <typename T>
concept ComparableInteger = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                            !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
                            !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

template <typename T>
std::string Describe(const T& value) {
  std::ostringstream out;
  if constexpr (std::is_enum_v<T>) {
    out << +static_cast<std::underlying_type_t<T>>(value);
  } else if constexpr (std::same_as<T, bool>) {
    out << (value ? "true" : "false");
  } else if constexpr (ComparableInteger<T>) {
    out << +value;
  } else if constexpr (Printable<T>) {
    out << value;
  } else {
    out << "?";
  }
  return out.str();
}

template <typename A, typename B>
[[noreturn]] void FailComparison(const Place& place, const A& a, const B& b) {
  Fail(place, Describe(a) + " vs. " + Describe(b));
}

// Integers compare by value whatever their signedness, so Equal(v.size(), 3) causes no warning.
template <typename A, typename B>
constexpr bool Equal(const A& a, const B& b) {
  if constexpr (ComparableInteger<A> && ComparableInteger<B>) {
    return std::cmp_equal(a, b);
  } else {
    return a == b;
  }
}

template <typename A, typename B>
constexpr bool Less(const A& a, const B& b) {
  if constexpr (ComparableInteger<A> && ComparableInteger<B>) {
    return std::cmp_less(a, b);
  } else {
    return a < b;
  }
}

// Not `!Less(b, a)`: with a NaN, both comparisons are false.
template <typename A, typename B>
constexpr bool LessOrEqual(const A& a, const B& b) {
  if constexpr (ComparableInteger<A> && ComparableInteger<B>) {
    return std::cmp_less_equal(a, b);
  } else {
    return a <= b;
  }
}

template <typename A, typename B>
constexpr void CheckEq(const A& a, const B& b, const Place& place) {
  if (!Equal(a, b)) [[unlikely]] {
    FailComparison(place, a, b);
  }
}

template <typename A, typename B>
constexpr void CheckNe(const A& a, const B& b, const Place& place) {
  if (Equal(a, b)) [[unlikely]] {
    FailComparison(place, a, b);
  }
}

template <typename A, typename B>
constexpr void CheckLt(const A& a, const B& b, const Place& place) {
  if (!Less(a, b)) [[unlikely]] {
    FailComparison(place, a, b);
  }
}

template <typename A, typename B>
constexpr void CheckLe(const A& a, const B& b, const Place& place) {
  if (!LessOrEqual(a, b)) [[unlikely]] {
    FailComparison(place, a, b);
  }
}

template <typename A, typename B>
constexpr void CheckGt(const A& a, const B& b, const Place& place) {
  if (!Less(b, a)) [[unlikely]] {
    FailComparison(place, a, b);
  }
}

template <typename A, typename B>
constexpr void CheckGe(const A& a, const B& b, const Place& place) {
  if (!LessOrEqual(b, a)) [[unlikely]] {
    FailComparison(place, a, b);
  }
}

}  // namespace kvintet::check_internal

#define KVINTET_CHECK_PLACE_(text) (::kvintet::check_internal::Place{__FILE__, __LINE__, text})

#define KVINTET_CHECK(condition) \
  (static_cast<bool>(condition)  \
       ? static_cast<void>(0)    \
       : ::kvintet::check_internal::Fail(KVINTET_CHECK_PLACE_(#condition), ""))

#define KVINTET_CHECK_EQ(a, b) \
  ::kvintet::check_internal::CheckEq((a), (b), KVINTET_CHECK_PLACE_(#a " == " #b))
#define KVINTET_CHECK_NE(a, b) \
  ::kvintet::check_internal::CheckNe((a), (b), KVINTET_CHECK_PLACE_(#a " != " #b))
#define KVINTET_CHECK_LT(a, b) \
  ::kvintet::check_internal::CheckLt((a), (b), KVINTET_CHECK_PLACE_(#a " < " #b))
#define KVINTET_CHECK_LE(a, b) \
  ::kvintet::check_internal::CheckLe((a), (b), KVINTET_CHECK_PLACE_(#a " <= " #b))
#define KVINTET_CHECK_GT(a, b) \
  ::kvintet::check_internal::CheckGt((a), (b), KVINTET_CHECK_PLACE_(#a " > " #b))
#define KVINTET_CHECK_GE(a, b) \
  ::kvintet::check_internal::CheckGe((a), (b), KVINTET_CHECK_PLACE_(#a " >= " #b))

#ifdef NDEBUG
#define KVINTET_DCHECK_(check) \
  do {                         \
    if (false) check;          \
  } while (false)
#else
#define KVINTET_DCHECK_(check) check
#endif

#define KVINTET_DCHECK(condition) KVINTET_DCHECK_(KVINTET_CHECK(condition))
#define KVINTET_DCHECK_EQ(a, b) KVINTET_DCHECK_(KVINTET_CHECK_EQ(a, b))
#define KVINTET_DCHECK_NE(a, b) KVINTET_DCHECK_(KVINTET_CHECK_NE(a, b))
#define KVINTET_DCHECK_LT(a, b) KVINTET_DCHECK_(KVINTET_CHECK_LT(a, b))
#define KVINTET_DCHECK_LE(a, b) KVINTET_DCHECK_(KVINTET_CHECK_LE(a, b))
#define KVINTET_DCHECK_GT(a, b) KVINTET_DCHECK_(KVINTET_CHECK_GT(a, b))
#define KVINTET_DCHECK_GE(a, b) KVINTET_DCHECK_(KVINTET_CHECK_GE(a, b))
