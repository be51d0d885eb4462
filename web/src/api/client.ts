// The service, at the page's own origin.
import { createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { AnalysisService } from "./generated/kvintet_api/v1/analysis_pb.js";
import { CatalogService } from "./generated/kvintet_api/v1/catalog_pb.js";
import { MatchService } from "./generated/kvintet_api/v1/match_pb.js";
import { RulesService } from "./generated/kvintet_api/v1/rules_pb.js";
import { RunService } from "./generated/kvintet_api/v1/run_pb.js";
import { StudyService } from "./generated/kvintet_api/v1/study_pb.js";
import { tab } from "./storage.js";

const accessKey = "kvintet.access";

// The server's access token, where it wants one. It is kept for this tab only.
export const access = {
  read: (): string => tab.read(accessKey),
  write: (token: string): void => tab.write(accessKey, token),
};

const authorize: Interceptor = (next) => (request) => {
  const token = access.read();
  if (token !== "") request.header.set("Authorization", `Bearer ${token}`);
  return next(request);
};

export const transport = createConnectTransport({
  baseUrl: location.origin,
  interceptors: [authorize],
});

export const analysis = createClient(AnalysisService, transport);
export const catalog = createClient(CatalogService, transport);
export const matches = createClient(MatchService, transport);
export const rules = createClient(RulesService, transport);
export const runs = createClient(RunService, transport);
export const studies = createClient(StudyService, transport);
