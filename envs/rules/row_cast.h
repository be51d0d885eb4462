// RowAs: a row of bytes as the type that a game's rules keep in it.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "envs/row_span.h"

namespace kvintet::envs {

// REQUIRES: row `i` holds a T of the rules that made the rows.
template <typename T, typename Tag, typename Byte>
auto& RowAs(RowSpan<Tag, Byte> rows, int i = 0) {
  using Row = std::conditional_t<std::is_const_v<Byte>, const T, T>;
  return *std::launder(reinterpret_cast<Row*>(rows.Row(i)));
}

}  // namespace kvintet::envs
