// MakeDirectorService: events of directors, over the same matches as MatchService.
#pragma once

#include <memory>

#include "matches/store/match_table.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// All are borrowed for as long as it is called. Without a table every call is refused.
std::unique_ptr<grpc::Service> MakeDirectorService(const ServiceContext* context, MatchTable* table,
                                                   WorkerPool* workers, GameFinder find);

}  // namespace kvintet::serving
