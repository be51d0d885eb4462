// Statement: an SQL statement on the journal of matches.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::matches {

// The error of the last failed call: DataLoss, FailedPrecondition, or Unavailable (JOURNAL_DOWN).
absl::Status JournalError(sqlite3* database);

// Owns one prepared statement.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  // Binds the next parameter.
  Statement& Bind(const std::string& text);
  Statement& BindBlob(const std::string& bytes);
  Statement& Bind(int64_t number);

  // Steps to the next row; false if there is none.
  absl::StatusOr<bool> Next();
  // Runs a statement that returns no rows.
  absl::Status Run() { return Next().status(); }

  // A column of the current row. REQUIRES: Next returned true.
  std::string Text(int column) const;
  int64_t Number(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  sqlite3* const database_;
  sqlite3_stmt* statement_ = nullptr;
  bool good_ = false;
  int bound_ = 0;
};

}  // namespace kvintet::matches
