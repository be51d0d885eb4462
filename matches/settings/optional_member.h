// OptionalMember: members that journals of earlier versions do not have.
#pragma once

#include <string>
#include <utility>

#include "absl/status/statusor.h"

#include "base/reports/json.h"

namespace kvintet::serving {

// The member `key` of an object as a T; `otherwise` where it is not there. InvalidArgument where it
// is another type's, or `object` is none.
template <typename T>
absl::StatusOr<T> OptionalMember(const Json& object, const std::string& key, T otherwise) {
  const bool missing = object.is_object() && object.find(key) == object.end();
  return missing ? absl::StatusOr<T>(std::move(otherwise)) : JsonMember<T>(object, key);
}

}  // namespace kvintet::serving
