// The files beside a model have its name, and each kind has an ending of its own.
#include "cli/models/served_models.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "selfplay/files/judged_fits.h"
#include "selfplay/files/strength_levels.h"
#include "serving/engine/model_warmup.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

// Number of positions that a model evaluates as a test before it is offered.
constexpr int kWarmUpBatch = 2;

absl::StatusOr<serving::ServedModel> MakeServed(const FoundModel& found,
                                                const NetworkConfig& config) {
  const network::ModelHeader& head = found.model.model.head;
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(head.game));
  KVINTET_ASSIGN_OR_RETURN(const network::FormatChoice choice,
                           network::ChooseFormat(found.model.model, config));
  const network::NetworkOptions& format = choice.options;
  KVINTET_ASSIGN_OR_RETURN(network::PlayingNetwork playing,
                           network::MakePlayingNetwork(*game, found.model, format));
  const std::string precision(network::PrecisionName(format.precision));
  LogInfo("cli", "network made",
          {{"file", found.path}, {"precision", precision}, {"why", choice.reason}});
  const std::string description =
      absl::StrCat(precision, " network ", network::SizeText(head.size), " from ", found.path);
  return serving::ServedModel{.game = head.game,
                              .id = found.model.name,
                              .description = description,
                              .trained = true,
                              .factory =
                                  [playing = std::move(playing)](const envs::Game& played) {
                                    return std::make_unique<network::NetworkEvaluator>(played,
                                                                                       playing);
                                  },
                              .golden = head.golden};
}

// The files with this ending beside the models: in a folder, or with the same name as a model file.
std::vector<std::string> FilesBeside(const std::string& path, const std::string& ending) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<std::string> files;
  if (fs::is_directory(path, ignored)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path, ignored)) {
      if (absl::EndsWith(entry.path().filename().string(), ending)) {
        files.push_back(entry.path().string());
      }
    }
    std::ranges::sort(files);
  } else {
    const std::string beside = fs::path(path).replace_extension().string() + ending;
    if (fs::exists(beside, ignored)) {
      files.push_back(beside);
    }
  }
  return files;
}

}  // namespace

absl::StatusOr<std::string> ValidateModel(const std::string& path) {
  // The process that asked logs the same messages.
  const ScopedLogSink silence([](LogLevel, absl::string_view) {});
  NetworkConfig config;
  config.set_precision(NetworkConfig::FP32);
  config.set_convolution(NetworkConfig::DIRECT);
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model, network::LoadModel(path));
  KVINTET_ASSIGN_OR_RETURN(const serving::ServedModel served,
                           MakeServed({path, std::move(model)}, config));
  KVINTET_RETURN_IF_ERROR(serving::WarmUp(served, kWarmUpBatch));
  return served.id;
}

ModelReader ReaderBehind(serving::ModelSandbox* checker) {
  return [checker](const std::string& path) -> absl::StatusOr<network::NamedModel> {
    LogInfo("cli", "looking at a model", {{"file", path}});
    if (checker == nullptr) {
      return network::LoadModel(path);
    }
    KVINTET_ASSIGN_OR_RETURN(const std::string seen, checker->Check(path));
    return network::LoadModel(path, seen);
  };
}

absl::StatusOr<serving::ModelRegistry> LoadModels(const std::vector<std::string>& paths,
                                                  const NetworkConfig& config,
                                                  const ModelReader& read) {
  serving::ModelRegistry registry;
  std::set<std::string> games;
  for (const std::string& path : paths) {
    KVINTET_ASSIGN_OR_RETURN(const std::vector<FoundModel> models, FindModels(path, read));
    for (const FoundModel& found : models) {
      if (!games.insert(found.model.model.head.game).second) {
        continue;
      }
      absl::StatusOr<serving::ServedModel> served = MakeServed(found, config);
      const absl::Status fit =
          served.ok() ? serving::WarmUp(*served, kWarmUpBatch) : served.status();
      if (!fit.ok()) {
        LogWarning("cli", "model skipped", {{"file", found.path}, {"why", fit.message()}});
        continue;
      }
      KVINTET_RETURN_IF_ERROR(registry.Add(*std::move(served)));
    }
  }
  return registry;
}

absl::StatusOr<serving::ServedModel> LoadServed(const std::string& path,
                                                const NetworkConfig& config,
                                                const ModelReader& read) {
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model, read(path));
  return MakeServed({path, std::move(model)}, config);
}

absl::StatusOr<serving::LevelTable> LoadLevels(const std::vector<std::string>& paths) {
  serving::LevelTable table;
  for (const std::string& path : paths) {
    for (const std::string& file : FilesBeside(path, selfplay::kLevelsSuffix)) {
      KVINTET_ASSIGN_OR_RETURN(Levels levels, selfplay::ReadLevels(file));
      if (const absl::Status added = table.Add(std::move(levels)); !added.ok()) {
        LogWarning("cli", "levels skipped", {{"file", file}, {"why", added.message()}});
      }
    }
  }
  return table;
}

absl::Status AddFits(const std::vector<std::string>& paths, serving::ModelRegistry* registry) {
  for (const std::string& path : paths) {
    for (const std::string& file : FilesBeside(path, selfplay::kFitsSuffix)) {
      KVINTET_ASSIGN_OR_RETURN(const Fits fits, selfplay::ReadFits(file));
      registry->AddFits(fits);
    }
  }
  return absl::OkStatus();
}

}  // namespace kvintet::cli
