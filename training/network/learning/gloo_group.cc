// RankGroup over ProcessGroupGloo. The only unit that includes c10d.
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include "training/network/tower/kernels/aten.h"

#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include "training/network/learning/rank_group.h"
#include "training/network/tower/libtorch.h"

namespace kvintet::network {
namespace {

constexpr int kTag = 0;
// Gloo waits so many times as long as it is told until two members are connected.
constexpr int kGlooPatience = 5;

std::chrono::milliseconds Milliseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double>(seconds));
}

// An exception of c10d means that a member is lost or did not respond in time.
template <typename Work>
absl::Status CatchLoss(std::string_view what, Work&& work) {
  const absl::Status status = CatchTorch(what, std::forward<Work>(work));
  return status.ok() ? status : absl::UnavailableError(status.message());
}

// The notes as a store of c10d. Notes that were fetched are kept in the HashStore.
class NotesStore final : public c10d::HashStore {
 public:
  explicit NotesStore(RankNotes* notes) : notes_(notes) {}

  void set(const std::string& key, const std::vector<uint8_t>& value) override {
    const absl::Status left = notes_->Leave(key, std::string(value.begin(), value.end()));
    if (!left.ok()) {
      throw std::runtime_error(std::string(left.message()));
    }
  }

  std::vector<uint8_t> get(const std::string& key) override {
    Fetch(key);
    return HashStore::get(key);
  }

  void wait(const std::vector<std::string>& keys) override {
    for (const std::string& key : keys) {
      Fetch(key);
    }
  }
  // The notes have a time limit of their own.
  void wait(const std::vector<std::string>& keys, const std::chrono::milliseconds&) override {
    wait(keys);
  }

 private:
  void Fetch(const std::string& key) {
    if (check({key})) {
      return;
    }
    const absl::StatusOr<std::string> note = notes_->Fetch(key);
    if (!note.ok()) {
      throw std::runtime_error(std::string(note.status().message()));
    }
    HashStore::set(key, std::vector<uint8_t>(note->begin(), note->end()));
  }

  RankNotes* const notes_;
};

class GlooGroup final : public RankGroup {
 public:
  GlooGroup(const RankPlace& place, c10::intrusive_ptr<c10d::ProcessGroupGloo> group)
      : RankGroup(place), timeout_(Milliseconds(place.timeout_seconds)), group_(std::move(group)) {}

 protected:
  absl::Status Send(int to, std::span<std::byte> bytes) override {
    return CatchLoss("sending to a rank", [&] {
      std::vector<at::Tensor> tensors = {Tensor(bytes)};
      group_->send(tensors, to, kTag)->wait(timeout_);
      return absl::OkStatus();
    });
  }

  absl::Status Receive(int from, std::span<std::byte> bytes) override {
    return CatchLoss("receiving from a rank", [&] {
      std::vector<at::Tensor> tensors = {Tensor(bytes)};
      group_->recv(tensors, from, kTag)->wait(timeout_);
      return absl::OkStatus();
    });
  }

 private:
  static at::Tensor Tensor(std::span<std::byte> bytes) {
    return at::from_blob(bytes.data(), {static_cast<int64_t>(bytes.size())}, at::kByte);
  }

  const std::chrono::milliseconds timeout_;
  const c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
};

}  // namespace

bool HasRankGroups() { return true; }

absl::StatusOr<std::unique_ptr<RankGroup>> JoinRankGroup(const RankPlace& place) {
  std::unique_ptr<RankGroup> group;
  const absl::Status joined = CatchLoss("meeting the other ranks", [&] {
    const auto options = c10d::ProcessGroupGloo::Options::create(
        Milliseconds(place.meeting_seconds / kGlooPatience));
    options->devices = {c10d::ProcessGroupGloo::createDeviceForHostname(place.address)};
    group = std::make_unique<GlooGroup>(
        place, c10::make_intrusive<c10d::ProcessGroupGloo>(
                   c10::make_intrusive<NotesStore>(place.notes), place.rank, place.ranks, options));
    return absl::OkStatus();
  });
  if (!joined.ok()) {
    return joined;
  }
  return group;
}

}  // namespace kvintet::network
