// MakeDirectorService: TournamentService, on the same matches as MatchService.
#pragma once

#include <memory>

#include "matches/store/match_store.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// All arguments are borrowed while the service serves. Without a store (null) every call is
// refused.
std::unique_ptr<grpc::Service> MakeDirectorService(const ServiceContext* context,
                                                   matches::MatchStore* table, WorkerPool* workers,
                                                   matches::GameFinder find);

}  // namespace kvintet::serving
