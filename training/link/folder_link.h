// FolderLink: a RunLink over a folder on one machine, or on a file system that several share.
//
//   head.json                the head
//   epoch                    the newest epoch
//   blobs/<sha>              models
//   inbox/<sha>.records      a shard that waits, and <sha>.json, written after it, its note
//   fates/<sha>.json         answers; the oldest are removed
//   leases/<first>           how many numbers from `first` on were leased
//   ratings.jsonl            ratings of models
//   actors/<name>.json       notes of actors; its time of change is when it was shown
//
// Files appear whole: they are written under another name and renamed, or linked where only one of
// several writers may succeed. This also holds on NFS version 3 and later. Nothing is locked, and
// changes are found by looking again. The fence between epochs is not atomic: two learners are kept
// apart by the lock of the run directory, which should be on the same file system.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/reports/rare_log.h"
#include "training/link/run_link.h"

namespace kvintet::training {

class FolderLink final : public RunLink {
 public:
  // Makes the folder if it is missing. Several objects may use the same one.
  static absl::StatusOr<FolderLink> Open(const std::string& folder);
  // The same without making anything: NotFound if no learner has made the folder.
  static absl::StatusOr<FolderLink> Find(const std::string& folder);

  absl::StatusOr<std::string> GetBlob(const std::string& sha) override;
  absl::StatusOr<RunHead> Head() override;
  absl::StatusOr<Lease> TakeNumbers(uint32_t count) override;
  absl::StatusOr<int64_t> NextNumber() override;
  absl::StatusOr<ShardFate> Publish(const ShardNote& note, absl::string_view bytes) override;
  absl::StatusOr<ShardFate> FateOf(const std::string& sha) override;
  absl::Status Show(const ActorNote& note) override;
  absl::StatusOr<int64_t> TakeOver(int64_t last) override;
  absl::Status PutBlob(int64_t epoch, const std::string& sha, absl::string_view bytes) override;
  absl::Status DropBlob(int64_t epoch, const std::string& sha) override;
  absl::Status SetHead(const RunHead& head) override;
  absl::Status ReplaceHead(const RunHead& head) override;
  absl::StatusOr<std::vector<ShardNote>> Waiting(size_t max) override;
  absl::StatusOr<std::string> ShardBytes(const std::string& sha) override;
  absl::Status Settle(int64_t epoch, const std::string& sha, const ShardFate& fate) override;
  absl::StatusOr<std::vector<ActorNote>> Actors() override;
  absl::Status PutRatings(absl::string_view text) override;
  absl::StatusOr<std::string> Ratings() override;

 private:
  explicit FolderLink(std::string folder) : folder_(std::move(folder)) {}

  std::string BlobPath(const std::string& sha) const { return folder_ + "/blobs/" + sha; }
  std::string NotePath(const std::string& sha) const { return folder_ + "/inbox/" + sha + ".json"; }
  std::string ShardPath(const std::string& sha) const {
    return folder_ + "/inbox/" + sha + ".records";
  }
  std::string FatePath(const std::string& sha) const { return folder_ + "/fates/" + sha + ".json"; }

  absl::StatusOr<int64_t> Epoch() const;
  absl::Status CheckEpoch(int64_t epoch) const;
  // One try of TakeNumbers. AlreadyExists if another process was faster.
  absl::StatusOr<Lease> TryLease(uint32_t count);
  // Removes the oldest leases but for `kept`, and fates that nobody needs any more.
  void RemoveOldLeases(size_t kept) const;
  void RemoveOldFates() const;

  std::string folder_;
  std::shared_ptr<RareLog> dropped_ = std::make_shared<RareLog>(
      LogLevel::kWarning, "training", "the link held what is no shard's note");
  int64_t settled_ = 0;
};

}  // namespace kvintet::training
