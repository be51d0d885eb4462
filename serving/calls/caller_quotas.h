// CallerQuotas: what each caller has in use, and what it may.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"

#include "proto/quotas.pb.h"

namespace kvintet::serving {

// What a call takes of a quota: a place; and evaluations; and a place among the streams besides.
enum class CallKind { kPlain, kAnalysis, kStream };

// By the method: "kvintet.v1.AnalysisService/Analyze".
CallKind KindOf(const std::string& method);

// A caller's call in progress. Any thread.
class CallerPlace {
 public:
  virtual ~CallerPlace() = default;
  virtual void Spend(int evaluations) = 0;
};

// Evaluations come out of a bucket into which so many a second flow. A call that wants some is let
// in while there is anything in it, and takes what it needs, also below nothing: what a caller gets
// in the long run is the rate, and one call is never cut. Any thread.
class CallerQuotas {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // `now` is the clock; tests have their own.
  explicit CallerQuotas(Quotas quotas, std::function<Time()> now = &std::chrono::steady_clock::now);

  // QUOTA, with the time after which another try is worth it. `token` is the name of the caller's,
  // empty where it has none. The place must not outlive this.
  absl::StatusOr<std::unique_ptr<CallerPlace>> Enter(const std::string& token,
                                                     const std::string& address, CallKind kind);

  // How many callers have something in use, or have used something lately.
  size_t Callers() const;

 private:
  class Place;
  struct Use {
    const Quota* quota = nullptr;
    int calls = 0;
    int streams = 0;
    // What is in the bucket, and when that was.
    double evaluations = 0;
    Time since = {};
  };
  using Uses = std::map<std::string, Use>;
  const Quota& QuotaOf(const std::string& token) const;
  // Those below are called under mutex_.
  static void Fill(Use* use, Time now);
  static absl::Status Check(const Use& use, CallKind kind);
  void ForgetIdle(Time now);

  const Quotas quotas_;
  const std::function<Time()> now_;
  mutable std::mutex mutex_;
  // Guarded by mutex_. "token NAME" or "address ADDRESS".
  Uses uses_;
  size_t sweep_at_;
};

// An address without its port: "ipv4:127.0.0.1" of what the library calls "ipv4:127.0.0.1:4711";
// of a Unix socket "unix".
std::string AddressOf(const std::string& peer);

}  // namespace kvintet::serving
