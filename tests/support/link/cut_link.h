// CutLink: a RunLink of which one call fails, before or after it has had its effect.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "training/link/run_link.h"

namespace kvintet::testing {

// When a call is cut: before it has had its effect, or after.
enum class Cut { kBefore, kAfter };

// Passes calls on to another link. Call number `at`, counted from 0, returns Unavailable: with
// kBefore without having been passed on, with kAfter instead of the answer.
class CutLink final : public training::RunLink {
 public:
  // `link` must outlive the object.
  CutLink(training::RunLink* link, Cut cut, int at) : link_(link), cut_(cut), at_(at) {}

  // How many calls there have been.
  int Calls() const { return calls_; }

  absl::StatusOr<std::string> GetBlob(const std::string& sha) override {
    return Pass<absl::StatusOr<std::string>>([&] { return link_->GetBlob(sha); });
  }
  absl::StatusOr<training::RunHead> Head() override {
    return Pass<absl::StatusOr<training::RunHead>>([&] { return link_->Head(); });
  }
  absl::StatusOr<training::Lease> TakeNumbers(uint32_t count) override {
    return Pass<absl::StatusOr<training::Lease>>([&] { return link_->TakeNumbers(count); });
  }
  absl::StatusOr<int64_t> NextNumber() override {
    return Pass<absl::StatusOr<int64_t>>([&] { return link_->NextNumber(); });
  }
  absl::StatusOr<training::ShardFate> Publish(const training::ShardNote& note,
                                              absl::string_view bytes) override {
    return Pass<absl::StatusOr<training::ShardFate>>([&] { return link_->Publish(note, bytes); });
  }
  absl::StatusOr<training::ShardFate> FateOf(const std::string& sha) override {
    return Pass<absl::StatusOr<training::ShardFate>>([&] { return link_->FateOf(sha); });
  }
  absl::Status Show(const training::ActorNote& note) override {
    return Pass<absl::Status>([&] { return link_->Show(note); });
  }
  absl::StatusOr<int64_t> TakeOver(int64_t last) override {
    return Pass<absl::StatusOr<int64_t>>([&] { return link_->TakeOver(last); });
  }
  absl::Status PutBlob(int64_t epoch, const std::string& sha, absl::string_view bytes) override {
    return Pass<absl::Status>([&] { return link_->PutBlob(epoch, sha, bytes); });
  }
  absl::Status DropBlob(int64_t epoch, const std::string& sha) override {
    return Pass<absl::Status>([&] { return link_->DropBlob(epoch, sha); });
  }
  absl::Status SetHead(const training::RunHead& head) override {
    return Pass<absl::Status>([&] { return link_->SetHead(head); });
  }
  absl::Status ReplaceHead(const training::RunHead& head) override {
    return Pass<absl::Status>([&] { return link_->ReplaceHead(head); });
  }
  absl::StatusOr<std::vector<training::ShardNote>> Waiting(size_t max) override {
    return Pass<absl::StatusOr<std::vector<training::ShardNote>>>(
        [&] { return link_->Waiting(max); });
  }
  absl::StatusOr<std::string> ShardBytes(const std::string& sha) override {
    return Pass<absl::StatusOr<std::string>>([&] { return link_->ShardBytes(sha); });
  }
  absl::Status Settle(int64_t epoch, const std::string& sha,
                      const training::ShardFate& fate) override {
    return Pass<absl::Status>([&] { return link_->Settle(epoch, sha, fate); });
  }
  absl::StatusOr<std::vector<training::ActorNote>> Actors() override {
    return Pass<absl::StatusOr<std::vector<training::ActorNote>>>([&] { return link_->Actors(); });
  }
  absl::Status PutRatings(absl::string_view text) override {
    return Pass<absl::Status>([&] { return link_->PutRatings(text); });
  }
  absl::StatusOr<std::string> Ratings() override {
    return Pass<absl::StatusOr<std::string>>([&] { return link_->Ratings(); });
  }

 private:
  template <typename Answer, typename Call>
  Answer Pass(Call call) {
    const bool cut = calls_++ == at_;
    if (cut && cut_ == Cut::kBefore) {
      return absl::UnavailableError("cut before its effect");
    }
    Answer answer = call();
    return cut ? Answer(absl::UnavailableError("cut after its effect")) : answer;
  }

  training::RunLink* const link_;
  const Cut cut_;
  const int at_;
  int calls_ = 0;
};

}  // namespace kvintet::testing
