// connect_client: calls the service with the stock client of the Connect protocol, in both forms.
//
// usage: node connect_client.mjs URL API_BINPB. Prints what it got, a line of JSON for each form.
import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";

const [url, api] = process.argv.slice(2);
const schemas = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(api)));
const state = { game: "tic_tac_toe" };

// The error with which a call fails.
async function errorOf(call) {
  try {
    await call;
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error("the call has not failed");
}

for (const useBinaryFormat of [false, true]) {
  const transport = createConnectTransport({ baseUrl: url, httpVersion: "1.1", useBinaryFormat });
  const open = (name) => createClient(schemas.getService(`kvintet.v1.${name}`), transport);
  const [catalog, rules, analysis] = ["Catalog", "Rules", "Analysis"].map((one) =>
    open(`${one}Service`),
  );
  const { games } = await catalog.listGames({});
  const { moves } = await rules.listMoves({ state });
  const messages = [];
  for await (const message of analysis.analyze({ state, simulations: 64 })) {
    messages.push(message);
  }
  // A stream that would go on, given up after its first message.
  for await (const _ of analysis.analyze({ state })) {
    break;
  }
  const unknown = await errorOf(rules.describe({ state: { game: "chess" } }));
  const missing = await errorOf(analysis.analyze({})[Symbol.asyncIterator]().next());
  const late = await errorOf(
    analysis.chooseMove({ state, simulations: 10000 }, { timeoutMs: 1 }),
  );
  const admin = await errorOf(open("AdminService").drain({}));
  console.log(
    JSON.stringify({
      games: games.length,
      moves: moves.map(({ text }) => text),
      move: messages.at(-1).move,
      unknown: [Code[unknown.code], unknown.details.map(({ type }) => type)],
      missing: [Code[missing.code], missing.details.map(({ type }) => type)],
      late: Code[late.code],
      admin: Code[admin.code],
    }),
  );
}
