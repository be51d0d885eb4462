// kvintet serve: runs the service until a signal ends it.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "cli/models/model_folder.h"
#include "cli/reports/served_runs.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "proto/config_check.h"
#include "proto/load_config.h"
#include "proto/textproto.h"
#include "selfplay/files/judged_fits.h"
#include "selfplay/files/strength_levels.h"
#include "selfplay/settings/settings_of.h"
#include "serving/engine/model_warmup.h"
#include "serving/http/http_door.h"
#include "serving/models/model_sandbox.h"
#include "serving/models/safety.h"
#include "serving/net/address.h"
#include "serving/net/listener.h"
#include "serving/serve_until_stopped.h"
#include "serving/server.h"
#include "serving/stop_signals.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

// Default folder of runs.
constexpr char kRuns[] = "runs";
// Number of positions that a model evaluates as a test before it is offered.
constexpr int kWarmUpBatch = 2;

struct ServeArguments {
  std::optional<std::string> config;
  std::vector<std::string> sets;
  std::optional<std::string> listen;
  std::optional<std::string> http;
  std::optional<bool> page;
  std::optional<std::string> models;
  std::optional<std::string> matches;
  std::optional<std::string> runs;
  std::optional<std::string> studies;
  std::optional<std::string> quotas;
  bool analyse_live_matches = false;
  bool trust_models = false;
  bool allow_root = false;
};

// The paths to search for models. A path that the user has named must exist.
absl::StatusOr<std::vector<std::string>> ModelPaths(const ServeArguments& arguments,
                                                    const Config& config) {
  std::error_code ignored;
  std::vector<std::string> paths;
  const bool named = arguments.models || config.serve().has_models();
  const std::string first = arguments.models.value_or(config.serve().models());
  if (named && !first.empty() && !std::filesystem::exists(first, ignored)) {
    return absl::NotFoundError(absl::StrCat("no models: there is no ", first));
  }
  for (const std::string& path : {first, std::string(named ? "" : kRuns)}) {
    if (!path.empty() && std::filesystem::exists(path, ignored)) {
      paths.push_back(path);
    }
  }
  return paths;
}

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

// The work of the checking process: reads a model file, makes its network and evaluates a batch.
// Returns the model's name.
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

// Reads a model. If `checker` is not null, another process validates the file first, and it is an
// error if the file has changed since then.
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

// Loads a model for an operator, with the same checks as at the start.
absl::StatusOr<serving::ServedModel> LoadServed(const std::string& path,
                                                const NetworkConfig& config,
                                                const ModelReader& read) {
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model, read(path));
  return MakeServed({path, std::move(model)}, config);
}

// The folder under which operators' models must lie; empty if all model paths are files.
std::string ModelFolder(const std::vector<std::string>& paths) {
  std::error_code ignored;
  for (const std::string& path : paths) {
    if (std::filesystem::is_directory(path, ignored)) {
      return path;
    }
  }
  return "";
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

// Loads the levels of strength. An invalid file is an error. If two files are for the same game,
// the first counts.
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

// Adds how well models play variants. An invalid file is an error.
absl::Status AddFits(const std::vector<std::string>& paths, serving::ModelRegistry* registry) {
  for (const std::string& path : paths) {
    for (const std::string& file : FilesBeside(path, selfplay::kFitsSuffix)) {
      KVINTET_ASSIGN_OR_RETURN(const Fits fits, selfplay::ReadFits(file));
      registry->AddFits(fits);
    }
  }
  return absl::OkStatus();
}

// The quotas of one caller, from the file.
absl::StatusOr<Quotas> LoadQuotas(const ServeArguments& arguments) {
  Quotas quotas;
  if (arguments.quotas) {
    KVINTET_RETURN_IF_ERROR(LoadTextProto(*arguments.quotas, quotas));
    KVINTET_RETURN_IF_ERROR(ValidateRanges(quotas, *arguments.quotas));
  }
  return quotas;
}

// A folder that the user has named must exist.
absl::Status CheckFolder(const char* what, const std::string& folder) {
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) {
    return absl::OkStatus();
  }
  return absl::NotFoundError(absl::StrCat("no ", what, ": there is no folder ", folder));
}

absl::StatusOr<serving::ListenAddress> GrpcAddress(const ServeConfig& config) {
  const bool certified = config.has_tls() && !config.tls().client_ca().empty();
  return serving::ParseListenAddress(
      config.listen(), certified ? serving::Reach::kAnywhere : serving::Reach::kLoopback);
}

// Sets where HTTP and the page are offered, and whether they are. Unless the user says so, they are
// beside a gRPC address on loopback only. Returns whether the address is the user's choice.
absl::StatusOr<bool> ChooseHttp(const ServeArguments& arguments, ServeConfig* config) {
  HttpConfig& http = *config->mutable_http();
  if (arguments.page) {
    http.set_page(*arguments.page);
  }
  if (arguments.http) {
    http.set_listen(*arguments.http);
  }
  const bool asked = arguments.page.value_or(false) && http.listen().empty();
  if (!http.page() || (http.has_listen() && !asked)) {
    return true;
  }
  KVINTET_ASSIGN_OR_RETURN(const serving::ListenAddress grpc, GrpcAddress(*config));
  if (asked || (grpc.IsLocal() && grpc.path.empty())) {
    http.set_listen(serving::UsualHttpAddress(grpc).Text());
  }
  return false;
}

// Checks what can be checked before the models are loaded and timed.
absl::Status CheckEarly(const ServeConfig& config, const std::vector<std::string>& paths,
                        bool http_is_chosen) {
  KVINTET_ASSIGN_OR_RETURN(const serving::ListenAddress address, GrpcAddress(config));
  KVINTET_RETURN_IF_ERROR(serving::CheckSafeToServe(config, paths));
  KVINTET_RETURN_IF_ERROR(CheckFolder("runs", config.runs()));
  KVINTET_RETURN_IF_ERROR(CheckFolder("studies", config.studies()));
  if (!config.http().listen().empty()) {
    const absl::Status http = serving::CheckHttp(config.http(), config.has_tls());
    if (!http.ok() && (http_is_chosen || !absl::IsAlreadyExists(http))) {
      return http;
    }
  }
  return serving::CheckCanListen(address);
}

// Prints lines that a script can parse: the addresses, then a line for each game.
void Announce(const serving::Server& server, bool page,
              const std::vector<serving::ListedModel>& models) {
  std::printf("listening on %s\n", server.Address().c_str());
  if (!server.HttpAddress().empty()) {
    std::printf("%s %s\n", page ? "page" : "http", server.HttpAddress().c_str());
  }
  for (const auto& [game, plays] : models) {
    std::printf("%s %s %s (%s)\n", plays.model.trained ? "model" : "rollouts", game.c_str(),
                plays.model.id.c_str(), plays.model.description.c_str());
  }
  std::fflush(stdout);
}

absl::Status Run(const ServeArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(Config config, LoadConfig(arguments.config, arguments.sets));
  if (arguments.listen) {
    config.mutable_serve()->set_listen(*arguments.listen);
  }
  if (arguments.matches) {
    config.mutable_serve()->set_matches(*arguments.matches);
  }
  if (arguments.runs) {
    config.mutable_serve()->set_runs(*arguments.runs);
  }
  if (arguments.studies) {
    config.mutable_serve()->set_studies(*arguments.studies);
  }
  if (arguments.allow_root) {
    config.mutable_serve()->set_allow_root(true);
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> paths, ModelPaths(arguments, config));
  KVINTET_ASSIGN_OR_RETURN(const bool http_is_chosen,
                           ChooseHttp(arguments, config.mutable_serve()));
  KVINTET_RETURN_IF_ERROR(CheckEarly(config.serve(), paths, http_is_chosen));
  KVINTET_ASSIGN_OR_RETURN(const Quotas quotas, LoadQuotas(arguments));
  KVINTET_ASSIGN_OR_RETURN(const serving::LevelTable levels, LoadLevels(paths));
  // Before LibTorch and gRPC start threads.
  serving::StopSignals signals;
  std::unique_ptr<serving::ModelSandbox> checker;
  if (!arguments.trust_models) {
    KVINTET_ASSIGN_OR_RETURN(
        checker, serving::ModelSandbox::Start(&ValidateModel, serving::CheckerLimits()));
  }
  const ModelReader read = ReaderBehind(checker.get());
  KVINTET_ASSIGN_OR_RETURN(serving::ModelRegistry registry,
                           LoadModels(paths, config.network(), read));
  KVINTET_RETURN_IF_ERROR(AddFits(paths, &registry));
  const std::vector<serving::ListedModel> models = registry.List();
  return serving::ServeUntilStopped(
      config.serve(), selfplay::SettingsOf(config.search()), std::move(registry),
      {.loader = [&](const std::string& path) { return LoadServed(path, config.network(), read); },
       .model_folder = ModelFolder(paths),
       .quotas = quotas,
       .levels = levels,
       .analyse_live_matches = arguments.analyse_live_matches,
       .any_http_port = !http_is_chosen,
       .runs = MakeRunReader()},
      &signals, [&](const serving::Server& server) {
        Announce(server, config.serve().http().page(), models);
      });
}

}  // namespace

void AddServeVerb(Verb program) {
  const Verb verb =
      program.AddVerb("serve", "run the service for all games: gRPC, HTTP and a page for browsers");
  const auto arguments = std::make_shared<ServeArguments>();
  verb.Add("--listen", &arguments->listen,
           absl::StrCat("HOST:PORT on loopback, or unix:PATH; default: ", ServeConfig().listen()));
  verb.Add(
      "--http", &arguments->http,
      absl::StrCat("HOST:PORT on loopback, or unix:PATH, for HTTP and the page; default: port ",
                   serving::kUsualHttpPort, " of a --listen on loopback, else none"));
  verb.AddSwitch("--page", &arguments->page,
                 "offer the page in the browser; default: wherever HTTP is offered");
  verb.Add("--models", &arguments->models,
           "a folder of models or runs, a run, or a model; default: models and runs");
  verb.Add("--matches", &arguments->matches,
           "a folder to store matches in; default: matches are not stored");
  verb.Add("--runs", &arguments->runs,
           "a folder of runs, or a run, to show to all callers; default: none");
  verb.Add("--studies", &arguments->studies,
           "a folder of balance studies, or a study, to show to all callers; default: none");
  verb.Add("--quotas", &arguments->quotas,
           "a file with the quotas of one caller (proto/quotas.proto)");
  verb.AddFlag("--analyse-live-matches", &arguments->analyse_live_matches,
               "also analyse positions that are being played in a match");
  verb.AddFlag("--trust-models", &arguments->trust_models,
               "read models without checking them in another process first");
  verb.AddFlag("--allow-root", &arguments->allow_root, "serve even as root");
  verb.Add("--config", &arguments->config, "a configuration file (serve, search, network)");
  verb.Add("--set", &arguments->sets,
           "settings on top of the configuration, e.g. 'serve { threads: 1 }'")
      .Repeatable();
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
