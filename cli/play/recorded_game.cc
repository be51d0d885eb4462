// RecordedGame: see the header.
#include "cli/play/recorded_game.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/status_macros.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "selfplay/records/replay_rows.h"
#include "training/data/record_source.h"

namespace kvintet::cli {
namespace {

using selfplay::GameRecord;
using selfplay::ReplayedRow;

constexpr size_t kMaxShown = 5;

// The record with that index among all files. An error message names the file.
absl::StatusOr<GameRecord> Find(const training::RecordSource& source, const std::string& path,
                                int64_t index) {
  int64_t left = index;
  for (const training::RecordSourceFile& known : source.Files()) {
    if (left >= known.games) {
      left -= known.games;
      continue;
    }
    KVINTET_ASSIGN_OR_RETURN(const selfplay::RecordFile file, source.Read(known));
    for (size_t frame = 0; frame < file.Frames().size(); ++frame) {
      if (left >= file.Frames()[frame].games) {
        left -= file.Frames()[frame].games;
        continue;
      }
      KVINTET_ASSIGN_OR_RETURN(std::vector<GameRecord> records, file.ReadFrame(frame));
      return std::move(records[static_cast<size_t>(left)]);
    }
  }
  if (source.Games() == 0) {
    return absl::NotFoundError(absl::StrCat(path, " holds no games"));
  }
  return absl::NotFoundError(
      absl::StrCat("--game must be 0..", source.Games() - 1, " in ", path, ", is ", index));
}

RowLine LineOf(const envs::Game& game, const GameRecord& record, const ReplayedRow& shown) {
  const selfplay::RecordRow& row = *shown.row;
  RowLine line = {
      .ply = row.event,
      .seat = envs::Index(shown.seat),
      .action = game.ActionName(shown.view, record.events[static_cast<size_t>(row.event)].action),
      .value = row.Value(),
      .draw = row.Draw(),
      .surprise = row.Surprise(),
      .model = record.models[row.model]};
  std::vector<float> policy(shown.legal.size());
  selfplay::FillPolicy(record, row, shown.legal, policy);
  std::vector<size_t> order(policy.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return policy[a] > policy[b]; });
  order.resize(std::min(order.size(), kMaxShown));
  for (const size_t i : order) {
    line.policy.emplace_back(game.ActionName(shown.view, shown.legal[i]), policy[i]);
  }
  return line;
}

}  // namespace

absl::StatusOr<RecordedGame> ReadRecordedGame(const std::string& path, int64_t index) {
  KVINTET_ASSIGN_OR_RETURN(const training::RecordSource source, training::RecordSource::Open(path));
  RecordedGame found;
  KVINTET_ASSIGN_OR_RETURN(found.record, Find(source, path, index));
  KVINTET_ASSIGN_OR_RETURN(found.game, envs::MakeGame(found.record.game));
  if (const absl::Status sound = CheckRecord(*found.game, found.record); !sound.ok()) {
    return absl::Status(sound.code(), absl::StrCat(path, ": ", sound.message()));
  }
  envs::Playthrough play(*found.game);
  for (const selfplay::RecordedEvent& event : found.record.events) {
    KVINTET_RETURN_IF_ERROR(play.Apply(event.actor, event.action));
  }
  found.text = play.Record();
  return found;
}

absl::StatusOr<std::vector<RowLine>> RowLines(const RecordedGame& game) {
  std::vector<RowLine> lines;
  KVINTET_RETURN_IF_ERROR(selfplay::ReplayRows(
      *game.game, game.record,
      [&](const ReplayedRow& row) { lines.push_back(LineOf(*game.game, game.record, row)); }));
  return lines;
}

std::string RowsText(const GameRecord& record, const std::vector<RowLine>& rows) {
  std::string text =
      absl::StrFormat("game %d of seed %d: result %g, margin %d %d (%s)%s, %d evaluations\n",
                      record.number, record.seed, record.result, record.margin[0], record.margin[1],
                      record.reason, record.truncated ? ", cut" : "", record.evaluations);
  for (const std::string& model : record.models) {
    absl::StrAppend(&text, "model ", model, "\n");
  }
  for (const RowLine& row : rows) {
    absl::StrAppendFormat(&text, "%4d  %d  %-8s value %+.3f draw %.2f surprise %.2f ", row.ply,
                          row.seat, row.action, row.value, row.draw, row.surprise);
    for (const auto& [action, probability] : row.policy) {
      absl::StrAppendFormat(&text, " %s %.3f", action, probability);
    }
    text += '\n';
  }
  return text;
}

Json RowsJson(const std::vector<RowLine>& rows) {
  Json list = Json::array();
  for (const RowLine& row : rows) {
    Json policy = Json::array();
    for (const auto& [action, probability] : row.policy) {
      policy.push_back({{"action", action}, {"probability", probability}});
    }
    list.push_back({{"ply", row.ply},
                    {"seat", row.seat},
                    {"action", row.action},
                    {"value", row.value},
                    {"draw", row.draw},
                    {"surprise", row.surprise},
                    {"model", row.model},
                    {"policy", policy}});
  }
  return list;
}

}  // namespace kvintet::cli
