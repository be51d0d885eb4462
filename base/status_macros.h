// KVINTET_RETURN_IF_ERROR, KVINTET_ASSIGN_OR_RETURN: pass an absl::Status on to the caller.
//
//   KVINTET_RETURN_IF_ERROR(WriteFileAtomically(path, bytes));
//   KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
//
// For functions that return absl::Status or absl::StatusOr. KVINTET_ASSIGN_OR_RETURN expands to
// several statements: do not use it under an `if` without braces. A left side with a comma needs
// parentheses or an alias.
#pragma once

#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/unique_name.h"

// Without braces, so that clang-tidy counts no levels of nesting that a function does not show.
#define KVINTET_RETURN_IF_ERROR(expression)                                   \
  do                                                                          \
    if (::absl::Status kvintet_status_ = (expression); !kvintet_status_.ok()) \
      return kvintet_status_;                                                 \
  while (false)

#define KVINTET_ASSIGN_OR_RETURN(left, expression) \
  KVINTET_ASSIGN_OR_RETURN_(KVINTET_UNIQUE_NAME(kvintet_status_or_), left, expression)

#define KVINTET_ASSIGN_OR_RETURN_(result, left, expression) \
  auto result = (expression);                               \
  if (!result.ok()) return std::move(result).status();      \
  left = *std::move(result)
