// EncodeRecord, DecodeRecord: convert a GameRecord to and from the bytes of docs/record_format.md.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// Encodes everything except the game's text, which a file holds once. Equal records give equal
// bytes.
std::string EncodeRecord(const GameRecord& record);

// DataLoss, with the offset, if the bytes are not a complete record. Does not check that actions
// are legal; ReplayRows does.
absl::StatusOr<GameRecord> DecodeRecord(std::string_view bytes, const std::string& game);

}  // namespace kvintet::selfplay
