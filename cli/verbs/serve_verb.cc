// kvintet serve: runs the service until a signal ends it.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/files/temporary_folder.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "cli/models/served_models.h"
#include "cli/reports/served_runs.h"
#include "cli/verb.h"
#include "proto/config_check.h"
#include "proto/load_config.h"
#include "proto/textproto.h"
#include "selfplay/settings/settings_of.h"
#include "serving/http/http_door.h"
#include "serving/models/model_sandbox.h"
#include "serving/models/safety.h"
#include "serving/net/address.h"
#include "serving/net/listener.h"
#include "serving/serve_until_stopped.h"
#include "serving/server.h"
#include "serving/stop_signals.h"

namespace kvintet::cli {
namespace {

// Default folder of runs.
constexpr char kRuns[] = "runs";

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

// Unless the user has named a folder for matches, or none, they are stored in a new folder that the
// result deletes. Null if there is no need for one or none can be made.
std::unique_ptr<TemporaryFolder> StoreMatchesForNow(ServeConfig* config) {
  if (config->has_matches()) {
    return nullptr;
  }
  auto folder = TemporaryFolder::Create("kvintet_matches_");
  if (!folder.ok()) {
    LogWarning("cli", "no matches can be played", {{"why", folder.status().message()}});
    return nullptr;
  }
  config->set_matches((*folder)->Path());
  LogInfo("cli", "matches are deleted when the service stops", {{"to keep them", "--matches DIR"}});
  return *std::move(folder);
}

// Checks what can be checked before the models are loaded and timed.
absl::Status CheckEarly(const ServeConfig& config, const std::vector<std::string>& paths,
                        bool http_is_chosen) {
  KVINTET_ASSIGN_OR_RETURN(const serving::ListenAddress address, GrpcAddress(config));
  KVINTET_RETURN_IF_ERROR(serving::CheckSafeToServe(config, paths));
  KVINTET_RETURN_IF_ERROR(CheckFolder("runs", config.runs()));
  KVINTET_RETURN_IF_ERROR(CheckFolder("studies", config.studies()));
  if (!config.http().listen().empty()) {
    absl::Status http = serving::CheckHttp(config.http(), config.has_tls());
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
  const std::unique_ptr<TemporaryFolder> matches = StoreMatchesForNow(config.mutable_serve());
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
           "a folder to store matches in; default: one that is deleted when the service stops");
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
