// OptionalMember: reads members that journals of earlier versions do not have.
#pragma once

#include <string>
#include <utility>

#include "absl/status/statusor.h"

#include "base/reports/json.h"

namespace kvintet::matches {

// The member `key` of an object as a T, or `otherwise` if it is missing. InvalidArgument if the
// member has another type or `object` is not an object.
template <typename T>
absl::StatusOr<T> OptionalMember(const Json& object, const std::string& key, T otherwise) {
  const bool missing = object.is_object() && object.find(key) == object.end();
  return missing ? absl::StatusOr<T>(std::move(otherwise)) : JsonMember<T>(object, key);
}

}  // namespace kvintet::matches
