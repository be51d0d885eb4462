// CheckRun: see the header.
#include "training/loop/run_check.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <system_error>
#include <unordered_set>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "selfplay/records/number_set.h"
#include "selfplay/records/replay_rows.h"
#include "training/data/record_source.h"
#include "training/loop/stages.h"
#include "training/network/files/model_file.h"

namespace kvintet::training {
namespace {

using selfplay::GameRecord;
using selfplay::RecordFile;

// Whether the name is a hash, like those of models in the run's files; other evaluators have other
// names.
bool IsHash(const std::string& name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::set<std::string> NamesIn(const std::string& folder) {
  const absl::StatusOr<std::vector<std::string>> names = ListDirectory(folder);
  return names.ok() ? std::set<std::string>(names->begin(), names->end()) : std::set<std::string>();
}

// "3-5, 9": at most the first few.
std::string ToText(const std::vector<selfplay::NumberSpan>& ranges) {
  constexpr size_t kShown = 5;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, ranges.size()); ++i) {
    const selfplay::NumberSpan& range = ranges[i];
    absl::StrAppend(&text, i > 0 ? ", " : "", range.first);
    if (range.last > range.first) {
      absl::StrAppend(&text, "-", range.last);
    }
  }
  return ranges.size() > kShown ? text + ", ..." : text;
}

class Checker {
 public:
  Checker(const envs::Game& game, const RecordSource& source, std::string path)
      : game_(game), source_(source), path_(std::move(path)) {
    if (source.Run()) {
      for (const selfplay::Shard& shard : source.Run()->shards) {
        if (!shard.numbers.empty()) {
          numbers_of_[shard.name] = shard.numbers;
        }
      }
    }
  }

  RunCheck Run() {
    const size_t given = NumGiven();
    for (size_t i = 0; i < source_.Files().size(); ++i) {
      CheckFile(source_.Files()[i], i < given);
    }
    if (source_.Run()) {
      if (source_.Run()->commit) {
        wanted_.insert(source_.Run()->commit->model);
      }
      CheckModels();
      CheckCommit(*source_.Run());
      Note(*source_.Run());
    }
    return std::move(check_);
  }

 private:
  void Broken(const std::string& what) { check_.broken.push_back(what); }
  bool Sound(const absl::Status& status) {
    if (!status.ok()) {
      Broken(std::string(status.message()));
    }
    return status.ok();
  }

  // How many of the files come from another run, which has their models.
  size_t NumGiven() const {
    if (!source_.Run()) {
      return 0;
    }
    const auto removed = static_cast<size_t>(source_.Run()->removed);
    return source_.Run()->given - std::min(source_.Run()->given, removed);
  }

  void CheckFile(const RecordSourceFile& known, bool given) {
    ++check_.files;
    const absl::StatusOr<RecordFile> file = source_.Read(known);
    if (!Sound(file.status())) {
      return;
    }
    selfplay::NumberSet numbers;
    for (size_t frame = 0; frame < file->Frames().size(); ++frame) {
      const absl::StatusOr<std::vector<GameRecord>> records = file->ReadFrame(frame);
      if (Sound(records.status())) {
        for (const GameRecord& record : *records) {
          CheckGame(known.path, record, given);
          numbers.Add(record.number);
        }
      }
    }
    CheckNumbers(known.path, numbers);
  }

  // What the manifest says about the numbers of a shard, if it says anything.
  void CheckNumbers(const std::string& file, const selfplay::NumberSet& there) {
    const auto named = numbers_of_.find(std::filesystem::path(file).filename().string());
    if (named != numbers_of_.end() && named->second != there.Ranges()) {
      Broken(absl::StrCat(file, ": wanted the games ", ToText(named->second),
                          " of the manifest, found ", ToText(there.Ranges())));
    }
  }

  void CheckGame(const std::string& file, const GameRecord& record, bool given) {
    ++check_.games;
    check_.rows += std::ssize(record.rows);
    if (const absl::Status status = selfplay::CheckRecord(game_, record); !status.ok()) {
      Broken(absl::StrCat(file, ": ", status.message()));
    }
    if (!numbers_.insert(record.number).second) {
      Broken(absl::StrCat(file, ": game ", record.number, " occurs twice"));
    }
    for (const std::string& model : record.models) {
      if (!given && IsHash(model)) {
        wanted_.insert(model);
      }
    }
  }

  void CheckModels() {
    const std::set<std::string> there = NamesIn(path_ + "/models");
    int64_t left = 0;
    for (const std::string& name : there) {
      if (!IsHash(name)) {
        ++left;
        continue;
      }
      ++check_.models;
      Sound(network::LoadModel(path_ + "/models/" + name, name).status());
    }
    NoteLeftOver(left, "models");
    for (const std::string& name : wanted_) {
      if (!there.contains(name)) {
        Broken(absl::StrCat(path_, "/models/", name,
                            ": named by games or by the last commit, but missing"));
      }
    }
  }

  void CheckCommit(const RunState& run) {
    if (!run.commit) {
      return;
    }
    const std::string& learner = run.commit->learner;
    Sound(network::LoadLearner(path_ + "/learner/" + learner, learner).status());
    std::error_code error;
    const auto link = std::filesystem::read_symlink(path_ + "/latest.model", error);
    if (error || link.string() != "models/" + run.commit->model) {
      Broken(absl::StrCat(path_, "/latest.model: wanted a link to models/", run.commit->model,
                          ", found ", error ? error.message() : link.string()));
    }
  }

  void Note(const RunState& run) {
    if (run.removed > 0) {
      check_.notes.push_back(absl::StrCat(run.removed, " old shards have been removed"));
    }
    if (!run.uncommitted.empty()) {
      check_.notes.push_back(
          absl::StrCat(run.uncommitted.size(), " shards wait for the next commit"));
    }
    std::set<std::string> left = NamesIn(path_ + "/shards");
    for (const auto* shards : {&run.shards, &run.uncommitted}) {
      for (const selfplay::Shard& shard : *shards) {
        left.erase(shard.name);
      }
    }
    NoteLeftOver(std::ssize(left), "shards");
  }

  void NoteLeftOver(int64_t files, const char* folder) {
    if (files > 0) {
      check_.notes.push_back(absl::StrCat(files, " files in ", path_, "/", folder,
                                          " do not belong to the run: left over from a crash"));
    }
  }

  const envs::Game& game_;
  const RecordSource& source_;
  const std::string path_;
  RunCheck check_;
  std::unordered_set<uint32_t> numbers_;
  // By the name of a shard.
  std::map<std::string, std::vector<selfplay::NumberSpan>> numbers_of_;
  std::set<std::string> wanted_;
};

}  // namespace

absl::StatusOr<RunCheck> CheckRun(const std::string& named) {
  const std::string path = NewestStage(named);
  absl::StatusOr<RecordSource> source = RecordSource::Open(path);
  if (absl::IsDataLoss(source.status()) && !std::filesystem::is_directory(path)) {
    return RunCheck{.files = 1, .broken = {std::string(source.status().message())}};
  }
  KVINTET_RETURN_IF_ERROR(source.status());
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(source->Game()));
  return Checker(*game, *source, path).Run();
}

}  // namespace kvintet::training
