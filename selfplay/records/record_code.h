// EncodeRecord, DecodeRecord: a GameRecord as bytes; docs/record_format.md says which.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// All of it but the game's text, which stands once in a file. Equal records, equal bytes.
std::string EncodeRecord(const GameRecord& record);

// DataLoss, with the offset, where the bytes are no whole record. Of the actions only the game can
// tell whether they are legal: ReplayRows does.
absl::StatusOr<GameRecord> DecodeRecord(std::string_view bytes, const std::string& game);

}  // namespace kvintet::selfplay
