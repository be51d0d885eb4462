// Statement: see the header.
#include "matches/store/journal_statement.h"

#include "absl/strings/str_cat.h"

#include "serving/errors/refusal.h"

namespace kvintet::matches {

absl::Status JournalError(sqlite3* database) {
  const std::string text =
      absl::StrCat("the journal of matches: ", std::string(sqlite3_errmsg(database)));
  switch (sqlite3_errcode(database) & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return absl::DataLossError(text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::FailedPreconditionError(absl::StrCat(text, "; another process uses it"));
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_NOMEM:
      return Refusal(v1::REASON_JOURNAL_DOWN, text);
    default:
      return absl::InternalError(text);
  }
}

Statement::Statement(sqlite3* database, const char* sql) : database_(database) {
  good_ = sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr) == SQLITE_OK;
}

Statement& Statement::Bind(const std::string& text) {
  good_ = good_ && sqlite3_bind_text(statement_, ++bound_, text.data(),
                                     static_cast<int>(text.size()), SQLITE_TRANSIENT) == SQLITE_OK;
  return *this;
}

Statement& Statement::BindBlob(const std::string& bytes) {
  good_ = good_ && sqlite3_bind_blob(statement_, ++bound_, bytes.data(),
                                     static_cast<int>(bytes.size()), SQLITE_TRANSIENT) == SQLITE_OK;
  return *this;
}

Statement& Statement::Bind(int64_t number) {
  good_ = good_ && sqlite3_bind_int64(statement_, ++bound_, number) == SQLITE_OK;
  return *this;
}

absl::StatusOr<bool> Statement::Next() {
  const int code = good_ ? sqlite3_step(statement_) : SQLITE_ERROR;
  if (code == SQLITE_ROW) {
    return true;
  }
  return code == SQLITE_DONE ? absl::StatusOr<bool>(false) : JournalError(database_);
}

std::string Statement::Text(int column) const {
  const void* const bytes = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, column));
  return size == 0 ? "" : std::string(static_cast<const char*>(bytes), size);
}

}  // namespace kvintet::matches
