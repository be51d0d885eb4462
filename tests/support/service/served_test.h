// ServedTest: the fixture of tests that call a service in the same process.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "base/check.h"
#include "serving/client.h"
#include "serving/server.h"
#include "tests/support/service/timeout.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::testing {

// Has a service on a free port, and a client of it.
class ServedTest : public ::testing::Test {
 protected:
  ServedTest() { config_.set_listen("127.0.0.1:0"); }
  // Before any member that a derived class adds, which the service may still use.
  void TearDown() override { Stop(); }

  // Starts a service with `config_`, `search_` and these, in place of the last one, and connects to
  // it.
  void Start(serving::ModelRegistry models = {}, serving::ServerOptions options = {}) {
    Stop();
    ASSERT_OK_AND_ASSIGN(
        server_, serving::Server::Start(config_, search_, std::move(models), std::move(options)));
    client_ = Connect();
  }
  void Stop() {
    client_.reset();
    server_.reset();
  }
  // A further client.
  std::unique_ptr<serving::Client> Connect() const {
    auto client = serving::Client::Connect(server_->Address(), kTimeout);
    KVINTET_CHECK(client.ok());
    return *std::move(client);
  }

  const TempDir folder_;
  ServeConfig config_;
  selfplay::SearchSettings search_;
  std::unique_ptr<serving::Server> server_;
  std::unique_ptr<serving::Client> client_;
};

}  // namespace kvintet::testing
