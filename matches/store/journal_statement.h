// Statement: a statement of SQL on the journal of matches.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::serving {

// What has just failed: DataLoss, FailedPrecondition, Unavailable (JOURNAL_DOWN).
absl::Status JournalError(sqlite3* database);

// One statement, from its preparation to its end.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  // The next parameter.
  Statement& Bind(const std::string& text);
  Statement& BindBlob(const std::string& bytes);
  Statement& Bind(int64_t number);

  // Whether there is a row (another one).
  absl::StatusOr<bool> Next();
  // For statements without rows.
  absl::Status Run() { return Next().status(); }

  // Of the row. REQUIRES: there is one.
  std::string Text(int column) const;
  int64_t Number(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  sqlite3* const database_;
  sqlite3_stmt* statement_ = nullptr;
  bool good_ = false;
  int bound_ = 0;
};

}  // namespace kvintet::serving
