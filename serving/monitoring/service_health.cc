// ServiceHealth: see the header.
#include "serving/monitoring/service_health.h"

#include <string>

namespace kvintet::serving {

void ServiceHealth::SetServing(bool serving) {
  const std::lock_guard lock(mutex_);
  serving_ = serving;
  Show();
}

void ServiceHealth::SetMatchesWork(bool work) {
  const std::lock_guard lock(mutex_);
  if (work != matches_work_) {
    matches_work_ = work;
    Show();
  }
}

void ServiceHealth::Show() {
  endpoint_->SetHealth("", serving_);
  for (const char* service :
       {"kvintet.v1.CatalogService", "kvintet.v1.RulesService", "kvintet.v1.AnalysisService",
        "kvintet.v1.RunService", "kvintet.v1.StudyService"}) {
    endpoint_->SetHealth(service, serving_);
  }
  for (const char* service : {"kvintet.v1.MatchService", "kvintet.v1.TournamentService"}) {
    endpoint_->SetHealth(service, serving_ && matches_work_);
  }
}

}  // namespace kvintet::serving
