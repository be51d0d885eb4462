// FieldInfo, VisitFields: what is known of each member of a struct of settings.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/number_range.h"

namespace kvintet::selfplay {

// What a member holds. A choice is one of the enumerators that FieldInfo::choices names.
enum class FieldKind { kBool, kInteger, kReal, kText, kChoice };

// One member. If it is a std::optional, the rest describes its value.
struct FieldInfo {
  std::string_view name;
  std::string_view documentation;
  FieldKind kind;
  // As a configuration writes it, without quotes; "" for a std::optional, which is empty.
  std::string_view default_text;
  // Of integers and real numbers.
  NumberRange range = {};
  // By the value of the enumerator.
  std::span<const std::string_view> choices = {};
};

// One algorithm that settings can select.
struct AlgorithmInfo {
  // "gumbel", the name that a configuration uses.
  std::string_view name;
  std::string_view documentation;
  // Whether it is a rule of tree search defined by a file of selfplay/search/rules/.
  bool custom = false;
};

// The members of a struct: kMembers, a tuple of pointers to them, and kInfos, a FieldInfo of each
// in the same order. The files *_fields.h define it for each struct.
template <typename Settings>
struct FieldsOf;

// Calls visit(info, member) for each member, in the order of the schema. The algorithm of a
// SearchSettings is no field; visit what it holds.
template <typename Settings, typename Visitor>
void VisitFields(Settings& settings, Visitor&& visit) {
  using Fields = FieldsOf<std::remove_const_t<Settings>>;
  const FieldInfo* info = Fields::kInfos.data();
  std::apply([&](auto... members) { (visit(*info++, settings.*members), ...); }, Fields::kMembers);
}

}  // namespace kvintet::selfplay
