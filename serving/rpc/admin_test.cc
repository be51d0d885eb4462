// Tests of AdminService: models change while the service runs; draining; metrics; tokens.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "kvintet_api/v1/admin.grpc.pb.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "serving/client.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/service/timeout.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::kTimeout;

// A model of tic-tac-toe that can be recognised by its answers: its policy is uniform, and its
// winning probability is 1 / the length of its id.
ServedModel MakeModel(const std::string& id) {
  return {.game = "tic_tac_toe", .id = id, .factory = [id](const envs::Game& game) {
            return std::make_unique<testing::FakeEvaluator>(
                game, [id](envs::ConstViews, auto, auto) {
                  const float win = 1 / static_cast<float>(id.size());
                  return selfplay::Wdl{win, 0, 1 - win};
                });
          }};
}

// A model's file holds its id; an empty file is damaged.
absl::StatusOr<ServedModel> Load(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) {
    return text.status();
  }
  if (text->empty()) {
    return absl::DataLossError(path + ": the file is cut off");
  }
  if (*text == "nan") {
    ServedModel broken = MakeModel(*text);
    broken.factory = [](const envs::Game& game) {
      return std::make_unique<testing::FakeEvaluator>(game, [](envs::ConstViews, auto, auto) {
        return selfplay::Wdl{std::nanf(""), 0, 0};
      });
    };
    return broken;
  }
  if (*text == "changed") {
    // In its golden answers it always wins, but it now says half the time.
    ServedModel changed = MakeModel("ab");
    changed.id = *text;
    changed.golden = {{"tic_tac_toe", envs::Seat::k0, {1, 0, 0}, std::vector<float>(9, 1.0f / 9)}};
    return changed;
  }
  return MakeModel(*text);
}

class AdminTest : public ::testing::Test {
 protected:
  AdminTest() {
    config_.set_listen("127.0.0.1:0");
    config_.set_admin("unix:" + folder_.Path("admin"));
    config_.set_probe_ms(0);
    config_.set_tokens(folder_.Path("tokens"));
    std::ofstream(config_.tokens()) << "ann player " << Sha256Hex("secret") << "\n";
    for (const char* id : {"second", "nan", "changed"}) {
      std::ofstream(folder_.Path(id)) << id;
    }
    std::ofstream(folder_.Path("cut")).close();
    ModelRegistry models;
    KVINTET_CHECK(models.Add(MakeModel("first one")).ok());
    auto server = Server::Start(config_, selfplay::SearchSettings(), std::move(models),
                                {.loader = &Load, .model_folder = folder_.Path()});
    KVINTET_CHECK(server.ok());
    server_ = *std::move(server);
    stub_ = v1::AdminService::NewStub(
        grpc::CreateChannel(config_.admin(), grpc::InsecureChannelCredentials()));
    client_ = Connect();
  }
  std::unique_ptr<Client> Connect() const {
    auto client = Client::Connect(server_->Address(), kTimeout, {.token = "secret"});
    KVINTET_CHECK(client.ok());
    return *std::move(client);
  }

  template <typename Request, typename Response>
  absl::Status Ask(grpc::Status (v1::AdminService::Stub::*method)(grpc::ClientContext*,
                                                                  const Request&, Response*),
                   const Request& request, Response* response) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kTimeout);
    return FromGrpcStatus((stub_.get()->*method)(&context, request, response));
  }
  absl::Status LoadFile(const std::string& file) {
    v1::LoadModelRequest request;
    request.set_file(file);
    v1::LoadModelResponse response;
    return Ask(&v1::AdminService::Stub::LoadModel, request, &response);
  }
  absl::Status Warm(const std::string& id) {
    v1::WarmModelRequest request;
    request.set_id(id);
    v1::WarmModelResponse response;
    return Ask(&v1::AdminService::Stub::WarmModel, request, &response);
  }
  absl::Status Switch(const std::string& id) {
    v1::SwitchModelRequest request;
    request.set_id(id);
    v1::SwitchModelResponse response;
    return Ask(&v1::AdminService::Stub::SwitchModel, request, &response);
  }
  absl::Status Retire(const std::string& id) {
    v1::RetireModelRequest request;
    request.set_id(id);
    v1::RetireModelResponse response;
    return Ask(&v1::AdminService::Stub::RetireModel, request, &response);
  }
  // The state of each model.
  std::map<std::string, v1::LoadedModel::State> States() {
    v1::ListLoadedModelsResponse response;
    KVINTET_CHECK(
        Ask(&v1::AdminService::Stub::ListLoadedModels, v1::ListLoadedModelsRequest(), &response)
            .ok());
    std::map<std::string, v1::LoadedModel::State> states;
    for (const v1::LoadedModel& model : response.models()) {
      states[model.id()] = model.state();
    }
    return states;
  }
  // Evaluates some positions in one call.
  static absl::StatusOr<v1::EvaluateResponse> Evaluate(Client* client) {
    v1::EvaluateRequest request;
    for (int i = 0; i < 8; ++i) {
      request.add_states()->set_record(i % 2 == 0 ? "tic_tac_toe" : "tic_tac_toe; 0 b2");
    }
    return client->Call<v1::EvaluateResponse>(request, kTimeout);
  }
  std::string Plays() {
    const auto response = Evaluate(client_.get());
    KVINTET_CHECK(response.ok());
    return response->evaluations(0).model();
  }

  const testing::TempDir folder_;
  ServeConfig config_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<v1::AdminService::Stub> stub_;
  std::unique_ptr<Client> client_;
};

TEST_F(AdminTest, ChangesTheModelThatPlays) {
  EXPECT_EQ(Plays(), "first one");
  ASSERT_THAT(LoadFile("second"), IsOk());
  EXPECT_EQ(States()["second"], v1::LoadedModel::STATE_LOADED);
  EXPECT_EQ(ReasonOf(Switch("second")), v1::REASON_WRONG_STATE);
  ASSERT_THAT(Warm("second"), IsOk());
  EXPECT_EQ(States()["second"], v1::LoadedModel::STATE_WARM);
  EXPECT_EQ(Plays(), "first one");
  ASSERT_THAT(Switch("second"), IsOk());
  EXPECT_EQ(Plays(), "second");
  ASSERT_OK_AND_ASSIGN(const v1::ListModelsResponse listed,
                       client_->Call<v1::ListModelsResponse>(v1::ListModelsRequest(), kTimeout));
  const auto second = std::ranges::find(listed.models(), "second", &v1::Model::id);
  EXPECT_NE(second, listed.models().end());
  EXPECT_EQ(ReasonOf(Switch("second")), v1::REASON_WRONG_STATE);
  // Switches back.
  ASSERT_THAT(Switch("first one"), IsOk());
  EXPECT_EQ(Plays(), "first one");
}

TEST_F(AdminTest, RetiresOnlyWhatDoesNotPlay) {
  ASSERT_THAT(LoadFile("second"), IsOk());
  EXPECT_EQ(ReasonOf(Retire("first one")), v1::REASON_WRONG_STATE);
  ASSERT_THAT(Retire("second"), IsOk());
  EXPECT_EQ(ReasonOf(Retire("second")), v1::REASON_NO_SUCH_RESOURCE);
  EXPECT_EQ(ReasonOf(Warm("second")), v1::REASON_NO_SUCH_RESOURCE);
  EXPECT_EQ(ReasonOf(Switch("second")), v1::REASON_NO_SUCH_RESOURCE);
  EXPECT_EQ(States().size(), 1u);
}

// The playing model is not disturbed by a file that is damaged, missing, or at a forbidden path.
TEST_F(AdminTest, LoadsOnlyWholeFilesFromItsFolder) {
  EXPECT_EQ(ReasonOf(LoadFile("cut")), v1::REASON_CORRUPT);
  EXPECT_EQ(ReasonOf(LoadFile("none")), v1::REASON_NO_SUCH_RESOURCE);
  for (const char* odd : {"", "/etc/passwd", "../x", "a/../b", "a//b", ".", "a/."}) {
    const absl::Status refused = LoadFile(odd);
    EXPECT_EQ(ReasonOf(refused), v1::REASON_BAD_FIELD) << odd;
    EXPECT_EQ(FieldOf(refused), "file");
  }
  ASSERT_THAT(LoadFile("nan"), IsOk());
  EXPECT_EQ(ReasonOf(Warm("nan")), v1::REASON_CORRUPT);
  EXPECT_EQ(ReasonOf(Switch("nan")), v1::REASON_WRONG_STATE);
  EXPECT_EQ(Plays(), "first one");
}

// A model whose answers differ from its release does not play.
TEST_F(AdminTest, HoldsModelsAgainstTheirGoldenAnswers) {
  ASSERT_THAT(LoadFile("changed"), IsOk());
  const absl::Status refused = Warm("changed");
  EXPECT_EQ(ReasonOf(refused), v1::REASON_CORRUPT);
  EXPECT_THAT(std::string(refused.message()),
              ::testing::HasSubstr("golden answer 0: wanted win, draw, loss 1.0000"));
  EXPECT_EQ(ReasonOf(Switch("changed")), v1::REASON_WRONG_STATE);
}

// A loaded model no longer needs its file.
TEST_F(AdminTest, KeepsAModelWhoseFileIsGone) {
  ASSERT_THAT(LoadFile("second"), IsOk());
  std::ofstream(folder_.Path("second"), std::ios::trunc).close();
  ASSERT_THAT(Warm("second"), IsOk());
  ASSERT_THAT(Switch("second"), IsOk());
  EXPECT_EQ(Plays(), "second");
}

// While models change under the load of several clients, no call fails, and each reply comes from
// one model.
TEST_F(AdminTest, MixesNoModelsInAReply) {
  ASSERT_THAT(LoadFile("second"), IsOk());
  ASSERT_THAT(Warm("second"), IsOk());
  std::atomic<bool> stop = false;
  std::mutex mutex;
  std::set<std::string> seen;
  {
    std::vector<std::jthread> clients;
    for (int i = 0; i < 4; ++i) {
      clients.emplace_back([&] {
        const std::unique_ptr<Client> client = Connect();
        while (!stop) {
          const auto response = Evaluate(client.get());
          ASSERT_THAT(response, IsOk());
          for (const v1::Evaluation& one : response->evaluations()) {
            ASSERT_EQ(one.model(), response->evaluations(0).model());
            ASSERT_NEAR(one.win(), 1.0 / static_cast<double>(one.model().size()), 1e-6);
          }
          const std::lock_guard lock(mutex);
          seen.insert(response->evaluations(0).model());
        }
      });
    }
    const auto both = [&] {
      const std::lock_guard lock(mutex);
      return seen.size() == 2;
    };
    for (int i = 0; i < 20 || !both(); ++i) {
      EXPECT_THAT(Switch(i % 2 == 0 ? "second" : "first one"), IsOk());
      EXPECT_THAT(Evaluate(client_.get()), IsOk());
    }
    stop = true;
  }
  EXPECT_EQ(seen.size(), 2u);
}

TEST_F(AdminTest, DrainsAndSaysSo) {
  v1::DrainResponse response;
  ASSERT_THAT(Ask(&v1::AdminService::Stub::Drain, v1::DrainRequest(), &response), IsOk());
  EXPECT_EQ(response.calls(), 0);
  EXPECT_EQ(ReasonOf(Evaluate(client_.get()).status()), v1::REASON_DRAINING);
}

TEST_F(AdminTest, GivesNumbers) {
  ASSERT_THAT(Evaluate(client_.get()), IsOk());
  v1::GetStatsResponse response;
  ASSERT_THAT(Ask(&v1::AdminService::Stub::GetStats, v1::GetStatsRequest(), &response), IsOk());
  EXPECT_EQ(response.numbers().at("serving_evaluations_total{model=\"first one\"}"), 8);
  EXPECT_GT(response.numbers().at("serving_open_descriptors"), 0);
}

TEST_F(AdminTest, RevokesATokenAtOnce) {
  v1::RevokeTokenRequest request;
  request.set_name("ann");
  v1::RevokeTokenResponse response;
  ASSERT_THAT(Ask(&v1::AdminService::Stub::RevokeToken, request, &response), IsOk());
  EXPECT_TRUE(response.file_changed());
  EXPECT_EQ(ReasonOf(Evaluate(client_.get()).status()), v1::REASON_BAD_TOKEN);
  EXPECT_EQ(ReasonOf(Ask(&v1::AdminService::Stub::RevokeToken, request, &response)),
            v1::REASON_NO_SUCH_RESOURCE);
}

// Operators have an address of their own; the public address does not have the service.
TEST_F(AdminTest, IsNotOnThePublicAddress) {
  stub_ = v1::AdminService::NewStub(
      grpc::CreateChannel(server_->Address(), grpc::InsecureChannelCredentials()));
  v1::DrainResponse response;
  EXPECT_THAT(Ask(&v1::AdminService::Stub::Drain, v1::DrainRequest(), &response),
              testing::StatusIs(absl::StatusCode::kUnimplemented));
}

}  // namespace
}  // namespace kvintet::serving
