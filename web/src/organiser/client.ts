// The tournaments' service; apart from api/client.ts, so that it is loaded with this page only.
import { createClient } from "@connectrpc/connect";
import { transport } from "../api/client.js";
import { TournamentService } from "../api/generated/kvintet_api/v1/tournament_service_pb.js";

export const tournaments = createClient(TournamentService, transport);
