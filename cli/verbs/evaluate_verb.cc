// kvintet evaluate: what a model predicts for a position, without search.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/models/model_folder.h"
#include "cli/verb.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "envs/text/seat_play.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

using envs::Seat;

struct EvaluateArguments {
  std::string model;
  std::string record;
  std::optional<int> seat;
  bool inputs = false;
  bool json = false;
};

// The input and output of a network.
struct Judged {
  envs::ViewBuffer view = {};
  std::vector<uint8_t> planes = {};
  std::vector<float> globals = {};
  std::vector<envs::Action> legal = {};
  // For each legal action: its index in the policy, its logit and its probability.
  std::vector<int32_t> indices = {};
  std::vector<float> logits = {};
  std::vector<float> policy = {};
  std::vector<float> wdl = {0, 0, 0};
};

// The view of the seat that decides after the record, or of `seat`, if the record is that seat's
// own.
absl::StatusOr<envs::ViewBuffer> ViewAfter(const envs::Game& game, const std::string& record,
                                           const std::optional<int>& seat) {
  if (seat) {
    KVINTET_ASSIGN_OR_RETURN(
        const envs::SeatPlay play,
        envs::SeatPlay::FromRecord(game, *seat == 0 ? Seat::k0 : Seat::k1, record));
    if (!game.MustAct(play.View())) {
      return absl::InvalidArgumentError(
          absl::StrCat("seat ", *seat, " has nothing to decide here"));
    }
    envs::ViewBuffer view(1, game.Spec().view_bytes);
    envs::CopyRows<envs::ViewTag>(play.View(), view.Span());
    return view;
  }
  KVINTET_ASSIGN_OR_RETURN(const envs::Playthrough play,
                           envs::Playthrough::FromRecord(game, record));
  if (play.Ended() || play.Actors().Has(envs::Actor::kChance)) {
    return absl::InvalidArgumentError(play.Ended() ? "the game is over: nobody decides here"
                                                   : "chance acts here, not a seat");
  }
  return play.View(envs::SeatOf(play.Actors().First()));
}

// Evaluates in fp32, which other programs can reproduce. REQUIRES: the model is for this game.
absl::Status Judge(const envs::Game& game, const network::Model& model, Judged* judged) {
  const std::optional<network::NetworkSight> sight =
      network::NetworkSight::OfShape(game, model.head.shape);
  KVINTET_CHECK(sight.has_value());
  judged->planes.resize(static_cast<size_t>(model.head.shape.PlaneBytes()));
  judged->globals.resize(static_cast<size_t>(model.head.shape.globals));
  sight->Observe(judged->view.Span(), judged->planes, judged->globals);
  judged->legal = LegalList(game, judged->view.Span());
  judged->indices.resize(judged->legal.size());
  judged->logits.resize(judged->legal.size());
  game.PolicyIndices(judged->view.Span(), judged->legal, judged->indices);
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<network::Network> net,
                           network::Network::Create(model.head.shape, model.head.size,
                                                    model.weights, network::NetworkOptions()));
  const std::vector<int32_t> offsets = {0, static_cast<int32_t>(judged->indices.size())};
  KVINTET_RETURN_IF_ERROR(net->Evaluate({.planes = judged->planes,
                                         .globals = judged->globals,
                                         .actions = judged->indices,
                                         .offsets = offsets},
                                        {.logits = judged->logits, .wdl = judged->wdl}));
  const float most = *std::ranges::max_element(judged->logits);
  float sum = 0;
  for (const float logit : judged->logits) {
    judged->policy.push_back(std::exp(logit - most));
    sum += judged->policy.back();
  }
  for (float& probability : judged->policy) {
    probability /= sum;
  }
  return absl::OkStatus();
}

Json ToJson(const envs::Game& game, const Judged& judged, bool inputs) {
  Json actions = Json::array();
  for (size_t i = 0; i < judged.legal.size(); ++i) {
    actions.push_back({{"action", game.ActionName(judged.view.Span(), judged.legal[i])},
                       {"number", judged.legal[i]},
                       {"index", judged.indices[i]},
                       {"logit", judged.logits[i]},
                       {"probability", judged.policy[i]}});
  }
  Json json = {{"seat", envs::Index(game.ViewSeat(judged.view.Span()))},
               {"wdl", judged.wdl},
               {"value", judged.wdl[0] - judged.wdl[2]},
               {"actions", actions}};
  if (inputs) {
    const envs::GameSpec& spec = game.Spec();
    const auto cells = static_cast<size_t>(spec.height) * static_cast<size_t>(spec.width);
    json["shape"] = {judged.planes.size() / cells, spec.height, spec.width};
    json["planes"] = judged.planes;
    json["globals"] = judged.globals;
  }
  return json;
}

void Print(const envs::Game& game, const Judged& judged) {
  std::printf("seat %d: win %.3f, draw %.3f, loss %.3f\n",
              envs::Index(game.ViewSeat(judged.view.Span())), static_cast<double>(judged.wdl[0]),
              static_cast<double>(judged.wdl[1]), static_cast<double>(judged.wdl[2]));
  std::vector<size_t> order;
  for (size_t i = 0; i < judged.policy.size(); ++i) {
    order.push_back(i);
  }
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return judged.policy[a] > judged.policy[b]; });
  for (const size_t i : order) {
    std::printf("%.4f  %s\n", static_cast<double>(judged.policy[i]),
                game.ActionName(judged.view.Span(), judged.legal[i]).c_str());
  }
}

absl::Status Run(const EvaluateArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const FoundModel found, OneModel(arguments.model));
  const network::ModelHeader& head = found.model.model.head;
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(head.game));
  KVINTET_RETURN_IF_ERROR(
      network::CheckModelFits(head, *game, envs::VariantFit::kSame, found.path));
  const std::string record = arguments.record.empty() ? head.game : arguments.record;
  Judged judged;
  KVINTET_ASSIGN_OR_RETURN(judged.view, ViewAfter(*game, record, arguments.seat));
  KVINTET_RETURN_IF_ERROR(Judge(*game, found.model.model, &judged));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(*game, judged, arguments.inputs)).c_str());
  } else {
    Print(*game, judged);
  }
  return absl::OkStatus();
}

}  // namespace

void AddEvaluateVerb(Verb program) {
  const Verb verb =
      program.AddVerb("evaluate", "show what a model predicts for a position, without search");
  const auto arguments = std::make_shared<EvaluateArguments>();
  verb.Add("model", &arguments->model, "a model file or a run directory").Required();
  verb.Add("--record", &arguments->record, "the game so far; default: its start");
  verb.Add("--seat", &arguments->seat, "whose record it is, if it contains ?").Range(0, 1);
  const Option json = verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.AddFlag("--inputs", &arguments->inputs, "with --json, also print the network's inputs")
      .Needs(json);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
