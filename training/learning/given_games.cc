// GivenGames: see the header.
#include "training/learning/given_games.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "selfplay/records/record_file.h"
#include "training/data/window.h"
#include "training/learning/settings_check.h"
#include "training/network/learning/policy_loss.h"

namespace kvintet::training {
namespace {

using selfplay::Shard;

bool Imitates(const LearnerConfig& config) {
  return config.objective() == LearnerConfig::IMITATION && !network::HasPolicyLoss(config);
}

std::string SumOf(const std::vector<Shard>& shards) {
  std::string names;
  for (const Shard& shard : shards) {
    absl::StrAppend(&names, shard.name, "\n");
  }
  return Sha256Hex(names);
}

// How many of the oldest shards the window does not reach.
size_t Beyond(const std::vector<Shard>& shards, const WindowConfig& window) {
  int64_t total = 0;
  for (const Shard& shard : shards) {
    total += shard.rows;
  }
  size_t first = shards.size();
  for (int64_t rows = 0; first > 0 && rows < WindowRows(window, total);) {
    rows += shards[--first].rows;
  }
  return first;
}

// The oldest `count` shards of `run`, as they are given.
GivenGames Selected(const std::string& path, const RunState& run, size_t count,
                    const WindowConfig& window) {
  const auto end = run.shards.begin() + static_cast<ptrdiff_t>(count);
  const auto removed = std::min(static_cast<size_t>(run.removed), count);
  GivenGames games = {.folder = path + "/shards", .shards = {run.shards.begin(), end}};
  size_t beyond = Beyond(games.shards, window);
  if (beyond < removed) {
    games.shards.erase(games.shards.begin(),
                       games.shards.begin() + static_cast<ptrdiff_t>(removed));
    beyond = Beyond(games.shards, window);
  }
  games.beyond = static_cast<int64_t>(beyond);
  return games;
}

// The games with the requested SHA-256; the newest if none is requested.
absl::StatusOr<GivenGames> Choose(const std::string& path, const RunState& run,
                                  const LearnerConfig& config) {
  const std::string& wanted = config.games_from_sha256();
  GivenGames newest = Selected(path, run, run.shards.size(), config.window());
  if (wanted.empty() || SumOf(newest.shards) == wanted) {
    return newest;
  }
  for (size_t count = run.shards.size() - 1; count > 0; --count) {
    GivenGames older = Selected(path, run, count, config.window());
    if (SumOf(older.shards) == wanted) {
      return older;
    }
  }
  return absl::DataLossError(absl::StrCat(path, ": wanted games with the SHA-256 ", wanted,
                                          ", found ", SumOf(newest.shards)));
}

absl::Status CheckFile(const std::string& path, const Shard& shard, const std::string& game) {
  KVINTET_ASSIGN_OR_RETURN(const selfplay::RecordFile file, selfplay::RecordFile::Read(path));
  if (file.Game() != game || file.Games() != shard.games || file.Rows() != shard.rows) {
    return absl::DataLossError(absl::StrCat(path, ": wanted ", shard.games, " games of ", game,
                                            " with ", shard.rows, " rows, found ", file.Games(),
                                            " of ", file.Game(), " with ", file.Rows()));
  }
  return absl::OkStatus();
}

absl::StatusOr<GivenGames> Find(const envs::Game& game, const Config& config) {
  const std::string& path = config.learner().games_from();
  const absl::StatusOr<RunState> run = ReadRunState(path);
  if (absl::IsNotFound(run.status())) {
    return absl::NotFoundError(
        absl::StrCat("wanted a run directory, ", path, " has no manifest.jsonl"));
  }
  KVINTET_RETURN_IF_ERROR(run.status());
  KVINTET_ASSIGN_OR_RETURN(const Config from, ReadRunConfig(path));
  if (from.game() != game.Spec().text) {
    return absl::FailedPreconditionError(absl::StrCat(path, ": wanted games of ", game.Spec().text,
                                                      ", found a run of ", from.game()));
  }
  if (const absl::Status teaches = CheckTeaches(game, from, config); !teaches.ok()) {
    return absl::Status(teaches.code(), absl::StrCat(path, ": ", teaches.message()));
  }
  if (static_cast<int64_t>(run->shards.size()) <= run->removed) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": wanted games to learn from, found none"));
  }
  KVINTET_ASSIGN_OR_RETURN(GivenGames games, Choose(path, *run, config.learner()));
  for (auto i = static_cast<size_t>(games.beyond); i < games.shards.size(); ++i) {
    const std::string file = games.folder + "/" + games.shards[i].name;
    KVINTET_RETURN_IF_ERROR(CheckFile(file, games.shards[i], game.Spec().text));
  }
  return games;
}

// If the setting equals the run's own, it means the same games, so takes the SHA-256 from there.
void TakeSumOfRun(const std::string& directory, LearnerConfig* config) {
  const absl::StatusOr<Config> own = ReadRunConfig(directory);
  if (own.ok() && config->games_from_sha256().empty() &&
      own->learner().games_from() == config->games_from()) {
    config->set_games_from_sha256(own->learner().games_from_sha256());
  }
}

absl::Status LinkOrCopy(const std::string& from, const std::string& to) {
  std::error_code error;
  std::filesystem::create_hard_link(from, to, error);
  // An existing file has the right content: files are named by content and only get their name when
  // complete.
  if (!error || error == std::errc::file_exists) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(from));
  return WriteFileAtomically(to, bytes);
}

}  // namespace

absl::Status CheckTeaches(const envs::Game& game, const Config& from, const Config& to) {
  Config learns = to;
  *learns.mutable_search() = from.search();
  *learns.mutable_self_play() = from.self_play();
  if (const absl::Status sound = CheckSettings(game, learns); !sound.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("this learner cannot learn from games played in this way: ", sound.message()));
  }
  // The origin of the games that the other run was given is unknown.
  if (!Imitates(to.learner()) && !from.learner().games_from().empty() && Imitates(from.learner())) {
    return absl::FailedPreconditionError(
        "only learner.objective IMITATION learns from games of a run that was itself given games "
        "to imitate");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<GivenGames>> FindGivenGames(const envs::Game& game,
                                                         const std::string& directory,
                                                         Config* config) {
  if (config->learner().games_from().empty()) {
    return std::nullopt;
  }
  TakeSumOfRun(directory, config->mutable_learner());
  const absl::StatusOr<RunState> own = ReadRunState(directory);
  if (own.ok() && (own->given > 0 || own->commit)) {
    return std::nullopt;
  }
  absl::StatusOr<GivenGames> games = Find(game, *config);
  if (!games.ok()) {
    return absl::Status(games.status().code(),
                        absl::StrCat("learner.games_from: ", games.status().message()));
  }
  config->mutable_learner()->set_games_from_sha256(SumOf(games->shards));
  return *std::move(games);
}

absl::Status TakeGivenGames(const GivenGames& games, RunDirectory* run) {
  for (auto i = static_cast<size_t>(games.beyond); i < games.shards.size(); ++i) {
    const std::string& name = games.shards[i].name;
    KVINTET_RETURN_IF_ERROR(LinkOrCopy(games.folder + "/" + name, run->ShardPath(name)));
  }
  KVINTET_RETURN_IF_ERROR(SyncFolder(run->Path() + "/shards"));
  return run->AddGiven(games.shards, games.beyond);
}

}  // namespace kvintet::training
