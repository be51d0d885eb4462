// RankGroup over ProcessGroupGloo, on the loopback interface. The only unit that includes c10d.
#include <chrono>
#include <vector>

#include "training/network/tower/aten.h"

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include "training/network/learning/rank_group.h"
#include "training/network/tower/libtorch.h"

namespace kvintet::network {
namespace {

constexpr int kTag = 0;

// An exception of c10d means that a member is lost or did not respond in time.
template <typename Work>
absl::Status CatchLoss(std::string_view what, Work&& work) {
  const absl::Status status = CatchTorch(what, std::forward<Work>(work));
  return status.ok() ? status : absl::UnavailableError(status.message());
}

class GlooGroup final : public RankGroup {
 public:
  GlooGroup(const RankPlace& place, c10::intrusive_ptr<c10d::ProcessGroupGloo> group)
      : RankGroup(place), group_(std::move(group)) {}

  absl::Status Broadcast(int root, std::span<std::byte> bytes) override {
    return CatchLoss("broadcast among ranks", [&] {
      std::vector<at::Tensor> tensors = {Tensor(bytes)};
      c10d::BroadcastOptions options;
      options.rootRank = root;
      group_->broadcast(tensors, options)->wait();
      return absl::OkStatus();
    });
  }

 protected:
  absl::Status Send(int to, std::span<std::byte> bytes) override {
    return CatchLoss("sending to the next rank", [&] {
      std::vector<at::Tensor> tensors = {Tensor(bytes)};
      group_->send(tensors, to, kTag)->wait();
      return absl::OkStatus();
    });
  }

  absl::Status Receive(int from, std::span<std::byte> bytes) override {
    return CatchLoss("receiving from the rank before", [&] {
      std::vector<at::Tensor> tensors = {Tensor(bytes)};
      group_->recv(tensors, from, kTag)->wait();
      return absl::OkStatus();
    });
  }

 private:
  static at::Tensor Tensor(std::span<std::byte> bytes) {
    return at::from_blob(bytes.data(), {static_cast<int64_t>(bytes.size())}, at::kByte);
  }

  const c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
};

}  // namespace

bool HasRankGroups() { return true; }

absl::StatusOr<std::unique_ptr<RankGroup>> JoinRankGroup(const RankPlace& place) {
  std::unique_ptr<RankGroup> group;
  const absl::Status joined = CatchLoss("meeting the other ranks", [&] {
    const std::chrono::duration<double> timeout(place.timeout_seconds);
    const auto options = c10d::ProcessGroupGloo::Options::create(
        std::chrono::duration_cast<std::chrono::milliseconds>(timeout));
    options->devices = {c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1")};
    // We alone remove the file.
    const auto store = c10::make_intrusive<c10d::FileStore>(place.store, -1);
    store->setTimeout(options->timeout);
    group = std::make_unique<GlooGroup>(place, c10::make_intrusive<c10d::ProcessGroupGloo>(
                                                   store, place.rank, place.ranks, options));
    return absl::OkStatus();
  });
  if (!joined.ok()) {
    return joined;
  }
  return group;
}

}  // namespace kvintet::network
