// EncodeRecord, DecodeRecord: see the header.
#include "selfplay/records/record_code.h"

#include <bit>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"

#include "selfplay/records/byte_code.h"

namespace kvintet::selfplay {
namespace {

constexpr uint64_t kMaxAction = std::numeric_limits<int32_t>::max();

// How the game ended: 0 by its rules, 1 cut off, 2 and 3 resigned by seat 0 and 1.
uint8_t EndCode(const GameRecord& record) {
  if (record.resigned.has_value()) {
    return static_cast<uint8_t>(2 + envs::Index(*record.resigned));
  }
  return record.truncated ? 1 : 0;
}

void WriteRows(const GameRecord& record, ByteWriter* out) {
  out->Unsigned(record.rows.size());
  int32_t last_event = -1;
  for (const RecordRow& row : record.rows) {
    out->Unsigned(static_cast<uint64_t>(row.event - last_event - 1));
    last_event = row.event;
    out->Byte(row.surprise);
    out->Unsigned(row.model);
    out->Fixed(static_cast<uint16_t>(row.value));
    out->Byte(row.draw);
    out->Byte(row.behaviour);
    out->Byte(row.rest);
    out->Unsigned(row.num_policy);
    envs::Action last_action = -1;
    for (const PolicyEntry& entry : record.PolicyOf(row)) {
      out->Unsigned(static_cast<uint64_t>(entry.action - last_action - 1));
      last_action = entry.action;
      out->Byte(entry.code);
    }
  }
}

void ReadPolicy(ByteReader* in, GameRecord* record, RecordRow* row) {
  row->first_policy = static_cast<uint32_t>(record->policy.size());
  row->num_policy = static_cast<uint16_t>(in->Unsigned(std::numeric_limits<uint16_t>::max()));
  uint64_t next = 0;
  for (int i = 0; i < row->num_policy && in->Ok(); ++i) {
    const uint64_t action = next + in->Unsigned(kMaxAction);
    if (action >= kMaxAction) {
      in->Fail();
    }
    next = action + 1;
    record->policy.push_back({static_cast<envs::Action>(action), in->Byte()});
  }
}

void ReadRows(ByteReader* in, GameRecord* record) {
  const size_t count = in->Count();
  uint64_t next_event = 0;
  for (size_t i = 0; i < count && in->Ok(); ++i) {
    RecordRow row;
    const uint64_t event = next_event + in->Unsigned(record->events.size());
    next_event = event + 1;
    row.surprise = in->Byte();
    row.model = static_cast<uint16_t>(in->Unsigned(std::numeric_limits<uint16_t>::max()));
    row.value = static_cast<int16_t>(in->Fixed<uint16_t>());
    row.draw = in->Byte();
    row.behaviour = in->Byte();
    row.rest = in->Byte();
    ReadPolicy(in, record, &row);
    if (event >= record->events.size() || row.model >= record->models.size() ||
        record->events[event].actor == envs::Actor::kChance) {
      in->Fail();
      return;
    }
    row.event = static_cast<int32_t>(event);
    record->rows.push_back(row);
  }
}

int32_t ReadMargin(ByteReader* in) {
  const int64_t margin = in->Signed();
  if (margin != static_cast<int32_t>(margin)) {
    in->Fail();
  }
  return static_cast<int32_t>(margin);
}

void ReadEvents(ByteReader* in, GameRecord* record) {
  const size_t count = in->Count();
  for (size_t i = 0; i < count && in->Ok(); ++i) {
    const uint64_t bits = in->Unsigned(kMaxAction << 2 | 2);
    if ((bits & 3) == 3) {
      in->Fail();
    }
    record->events.push_back(
        {static_cast<envs::Actor>(bits & 3), static_cast<envs::Action>(bits >> 2)});
  }
}

}  // namespace

std::string EncodeRecord(const GameRecord& record) {
  ByteWriter out;
  out.Fixed(record.seed);
  out.Unsigned(record.number);
  out.Unsigned(record.evaluations);
  out.Byte(EndCode(record));
  out.Fixed(std::bit_cast<uint32_t>(record.result));
  out.Signed(record.margin[0]);
  out.Signed(record.margin[1]);
  out.Text(record.reason);
  out.Unsigned(record.models.size());
  for (const std::string& model : record.models) {
    out.Text(model);
  }
  out.Unsigned(record.events.size());
  for (const RecordedEvent& event : record.events) {
    out.Unsigned(static_cast<uint64_t>(event.action) << 2 |
                 static_cast<uint64_t>(Index(event.actor)));
  }
  WriteRows(record, &out);
  return out.Take();
}

absl::StatusOr<GameRecord> DecodeRecord(std::string_view bytes, const std::string& game) {
  ByteReader in(bytes);
  GameRecord record;
  record.game = game;
  record.seed = in.Fixed<uint64_t>();
  record.number = static_cast<uint32_t>(in.Unsigned(std::numeric_limits<uint32_t>::max()));
  record.evaluations = static_cast<uint32_t>(in.Unsigned(std::numeric_limits<uint32_t>::max()));
  const uint8_t end = in.Byte();
  record.truncated = end == 1;
  if (end >= 2) {
    record.resigned = end == 2 ? envs::Seat::k0 : envs::Seat::k1;
  }
  record.result = std::bit_cast<float>(in.Fixed<uint32_t>());
  for (int32_t& margin : record.margin) {
    margin = ReadMargin(&in);
  }
  record.reason = std::string(in.Text());
  const size_t models = in.Count();
  for (size_t i = 0; i < models && in.Ok(); ++i) {
    record.models.emplace_back(in.Text());
  }
  ReadEvents(&in, &record);
  ReadRows(&in, &record);
  if (!in.AtEnd() || end > 3 || !(std::abs(record.result) <= 1)) {
    return absl::DataLossError(absl::StrCat("wanted a record of ", bytes.size(),
                                            " bytes, it is broken near byte ", in.At()));
  }
  return record;
}

}  // namespace kvintet::selfplay
