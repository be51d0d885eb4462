// CallerQuotas: see the header.
#include "serving/calls/caller_quotas.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;

constexpr char kAnalysis[] = "kvintet.v1.AnalysisService/";
// Idle callers are removed when there are this many callers, or twice as many as remained after the
// last removal.
constexpr size_t kSweepAt = 1024;
// The longest retry delay given to a caller.
constexpr double kLongestSeconds = 3600;

}  // namespace

CallKind KindOf(const std::string& method) {
  if (!absl::StartsWith(method, kAnalysis)) {
    return CallKind::kPlain;
  }
  // This matches "/Analyze" and "/AnalyzeGame".
  return absl::StrContains(method, "/Analyze") ? CallKind::kStream : CallKind::kAnalysis;
}

std::string AddressOf(const std::string& peer) {
  const bool has_port = absl::StartsWith(peer, "ipv4:") || absl::StartsWith(peer, "ipv6:");
  return peer.substr(0, has_port ? peer.rfind(':') : peer.find(':'));
}

class CallerQuotas::Place final : public CallerPlace {
 public:
  Place(CallerQuotas* quotas, Uses::iterator use, CallKind kind)
      : quotas_(quotas), use_(use), kind_(kind) {}
  ~Place() override {
    const std::lock_guard lock(quotas_->mutex_);
    --use_->second.calls;
    use_->second.streams -= kind_ == CallKind::kStream ? 1 : 0;
  }
  void Spend(int evaluations) override {
    const std::lock_guard lock(quotas_->mutex_);
    use_->second.evaluations -= evaluations;
  }

 private:
  CallerQuotas* const quotas_;
  // The entry remains while it has calls.
  const Uses::iterator use_;
  const CallKind kind_;
};

CallerQuotas::CallerQuotas(Quotas quotas, std::function<Time()> now)
    : quotas_(std::move(quotas)), now_(std::move(now)), sweep_at_(kSweepAt) {}

const Quota& CallerQuotas::QuotaOf(const std::string& token) const {
  for (const TokenQuota& own : quotas_.token()) {
    if (!token.empty() && own.name() == token) {
      return own.quota();
    }
  }
  return quotas_.each();
}

absl::StatusOr<std::unique_ptr<CallerPlace>> CallerQuotas::Enter(const std::string& token,
                                                                 const std::string& address,
                                                                 CallKind kind) {
  const std::string name =
      token.empty() ? absl::StrCat("address ", address) : absl::StrCat("token ", token);
  const std::lock_guard lock(mutex_);
  const Time now = now_();
  if (uses_.size() >= sweep_at_) {
    ForgetIdle(now);
  }
  const auto [place, added] = uses_.try_emplace(name);
  Use& use = place->second;
  if (added) {
    use.quota = &QuotaOf(token);
    use.evaluations = use.quota->evaluations_burst();
    use.since = now;
  }
  Fill(&use, now);
  if (absl::Status status = Check(use, kind); !status.ok()) {
    return status;
  }
  ++use.calls;
  use.streams += kind == CallKind::kStream ? 1 : 0;
  return std::make_unique<Place>(this, place, kind);
}

void CallerQuotas::Fill(Use* use, Time now) {
  const double seconds = std::chrono::duration<double>(now - use->since).count();
  const double rate = use->quota->evaluations_per_second();
  use->evaluations =
      rate > 0 ? std::min(use->quota->evaluations_burst(), use->evaluations + rate * seconds)
               : use->quota->evaluations_burst();
  use->since = now;
}

absl::Status CallerQuotas::Check(const Use& use, CallKind kind) {
  const Quota& quota = *use.quota;
  if (use.calls >= quota.calls()) {
    return Refusal(v1::REASON_QUOTA, absl::StrCat("a caller may have ", quota.calls(),
                                                  " calls in progress; try again later"));
  }
  if (kind == CallKind::kStream && use.streams >= quota.streams()) {
    return Refusal(v1::REASON_QUOTA, absl::StrCat("a caller may have ", quota.streams(),
                                                  " streams of analysis; try again later"));
  }
  if (kind == CallKind::kPlain || use.evaluations > 0) {
    return absl::OkStatus();
  }
  const double seconds =
      std::min(kLongestSeconds, (1 - use.evaluations) / quota.evaluations_per_second());
  const milliseconds wait(static_cast<int64_t>(std::ceil(seconds * 1000)));
  return WithRetry(
      Refusal(v1::REASON_QUOTA, absl::StrCat("a caller may use ", quota.evaluations_per_second(),
                                             " evaluations a second; try again later")),
      wait);
}

void CallerQuotas::ForgetIdle(Time now) {
  std::erase_if(uses_, [now](const auto& entry) {
    Use use = entry.second;
    Fill(&use, now);
    return use.calls == 0 && use.evaluations >= use.quota->evaluations_burst();
  });
  sweep_at_ = std::max(kSweepAt, 2 * uses_.size());
}

size_t CallerQuotas::Callers() const {
  const std::lock_guard lock(mutex_);
  return uses_.size();
}

}  // namespace kvintet::serving
