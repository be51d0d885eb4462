// kvintet data: counts, verifies, replays and exports the games of a run or a record file.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/play/recorded_game.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "training/data/record_stats.h"
#include "training/data/row_export.h"
#include "training/loop/run_check.h"

namespace kvintet::cli {
namespace {

using training::RecordSource;

struct DataArguments {
  std::string path;
  std::string what = "count";
  int64_t game = 0;
  std::string npz;
  bool omniscient = false;
  bool json = false;
};

absl::Status Count(const DataArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const RecordSource source, RecordSource::Open(arguments.path));
  KVINTET_ASSIGN_OR_RETURN(const training::RecordStats stats, training::CollectStats(source));
  Json json = {{"game", source.Game()}, {"stats", ToJson(stats)}};
  std::string text = absl::StrCat(source.Game(), "\n", ToText(stats));
  if (source.Run()) {
    selfplay::Shard removed;
    selfplay::Shard waiting;
    const auto add = [](const selfplay::Shard& shard, selfplay::Shard* sum) {
      sum->games += shard.games;
      sum->rows += shard.rows;
    };
    for (int64_t i = 0; i < source.Run()->removed; ++i) {
      add(source.Run()->shards[static_cast<size_t>(i)], &removed);
    }
    for (const selfplay::Shard& shard : source.Run()->uncommitted) {
      add(shard, &waiting);
    }
    json["removed"] = {{"games", removed.games}, {"rows", removed.rows}};
    json["uncommitted"] = {{"games", waiting.games}, {"rows", waiting.rows}};
    absl::StrAppend(&text, "in addition: ", removed.games, " games with ", removed.rows,
                    " rows removed, ", waiting.games, " with ", waiting.rows,
                    " not committed yet\n");
  }
  std::printf("%s", arguments.json ? (ToJsonLine(json) + "\n").c_str() : text.c_str());
  return absl::OkStatus();
}

absl::Status Verify(const DataArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const training::RunCheck check, training::CheckRun(arguments.path));
  if (arguments.json) {
    const Json json = {{"files", check.files},   {"games", check.games},   {"rows", check.rows},
                       {"models", check.models}, {"broken", check.broken}, {"notes", check.notes}};
    std::printf("%s\n", ToJsonLine(json).c_str());
  } else {
    for (const std::string& what : check.broken) {
      std::printf("broken: %s\n", what.c_str());
    }
    for (const std::string& what : check.notes) {
      std::printf("note: %s\n", what.c_str());
    }
    std::printf("%lld files, %lld games replayed with %lld rows, %lld models\n",
                static_cast<long long>(check.files), static_cast<long long>(check.games),
                static_cast<long long>(check.rows), static_cast<long long>(check.models));
  }
  if (!check.broken.empty()) {
    return absl::DataLossError(
        absl::StrCat(check.broken.size(), " broken, first ", check.broken.front()));
  }
  return absl::OkStatus();
}

absl::Status Replay(const DataArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const RecordedGame game,
                           ReadRecordedGame(arguments.path, arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<RowLine> rows, RowLines(game));
  if (!arguments.json) {
    std::printf("%s\n%s", game.text.c_str(), RowsText(game.record, rows).c_str());
    return absl::OkStatus();
  }
  const selfplay::GameRecord& record = game.record;
  const Json json = {{"record", game.text},           {"number", record.number},
                     {"seed", record.seed},           {"result", record.result},
                     {"margin", record.margin},       {"reason", record.reason},
                     {"truncated", record.truncated}, {"evaluations", record.evaluations},
                     {"models", record.models},       {"rows", RowsJson(rows)}};
  std::printf("%s\n", ToJsonLine(json).c_str());
  return absl::OkStatus();
}

absl::Status Export(const DataArguments& arguments) {
  if (arguments.npz.empty()) {
    return absl::InvalidArgumentError("data export: wanted --npz FILE to write to");
  }
  KVINTET_ASSIGN_OR_RETURN(const RecordSource source, RecordSource::Open(arguments.path));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(source.Game()));
  const training::Sight sight =
      arguments.omniscient ? training::Sight::kOmniscient : training::Sight::kSeat;
  KVINTET_RETURN_IF_ERROR(training::ExportRows(*game, source, sight, arguments.npz));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine({{"rows", source.Rows()}, {"npz", arguments.npz}}).c_str());
  } else {
    std::printf("%lld rows of %lld games in %s\n", static_cast<long long>(source.Rows()),
                static_cast<long long>(source.Games()), arguments.npz.c_str());
  }
  return absl::OkStatus();
}

absl::Status OnlyFor(const char* option, const char* what, const DataArguments& arguments) {
  return absl::InvalidArgumentError(
      absl::StrCat("data: ", option, " is only for '", what, "', found '", arguments.what, "'"));
}

absl::Status Run(const DataArguments& arguments) {
  if (arguments.what == "verify") {
    return Verify(arguments);
  }
  if (arguments.what == "replay") {
    return Replay(arguments);
  }
  return arguments.what == "export" ? Export(arguments) : Count(arguments);
}

}  // namespace

void AddDataVerb(Verb program) {
  const Verb verb =
      program.AddVerb("data", "the games of a run: count, verify, replay one, export for numpy");
  const auto arguments = std::make_shared<DataArguments>();
  verb.Add("path", &arguments->path, "a run directory or a record file").Required();
  verb.Add("what", &arguments->what,
           "count; verify: read and replay everything; replay: one game as text; export: "
           "all rows as arrays")
      .OneOf({"count", "verify", "replay", "export"});
  const Option game =
      verb.Add("--game", &arguments->game, "for replay: index of the game, from 0, oldest first")
          .Range(int64_t{0}, int64_t{1} << 40);
  const Option npz = verb.Add("--npz", &arguments->npz, "for export: the file to write");
  const Option omniscient =
      verb.AddFlag("--omniscient", &arguments->omniscient,
                   "for export: also what both seats saw (privileged_observation, _globals)");
  verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.Runs([=] {
    if (game.Given() && arguments->what != "replay") {
      return OnlyFor("--game", "replay", *arguments);
    }
    if ((npz.Given() || omniscient.Given()) && arguments->what != "export") {
      return OnlyFor(npz.Given() ? "--npz" : "--omniscient", "export", *arguments);
    }
    return Run(*arguments);
  });
}

}  // namespace kvintet::cli
