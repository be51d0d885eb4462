// A service with matches, and the page in front of it, for tests in a browser.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const program = process.env.KVINTET ?? join(web, "../build/release/cli/kvintet");
const models = process.env.KVINTET_MODELS ?? join(web, "../models");

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function answers(url) {
  for (let i = 0; i < 120; i += 1) {
    const answer = await fetch(`${url}/kvintet.v1.CatalogService/ListGames`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`nothing answers at ${url}`);
}

export class Service {
  // Starts both, on free ports of this machine.
  async start() {
    this.folder = mkdtempSync(join(tmpdir(), "kvintet-web-"));
    this.ports = [await freePort(), await freePort()];
    this.url = `http://127.0.0.1:${this.ports[1]}`;
    this.startServer();
    const service = `http://127.0.0.1:${this.ports[0]}`;
    const door = [join(web, "dev/proxy.mjs"), String(this.ports[1]), service];
    this.door = spawn(process.execPath, door, { stdio: "ignore" });
    await answers(this.url);
    return this;
  }

  startServer() {
    this.server = spawn(
      program,
      [
        ...["serve", "--allow-root", "--trust-models", "--models", models],
        ...["--matches", join(this.folder, "matches"), "--listen", `127.0.0.1:${this.ports[0]}`],
        ...["--set", "serve { threads: 1 }"],
      ],
      { stdio: "ignore" },
    );
  }

  // Ends the server as a crash would, and starts it again with the same matches.
  async crash() {
    const ended = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill("SIGKILL");
    await ended;
  }

  async restart() {
    this.startServer();
    await answers(this.url);
  }

  stop() {
    this.door?.kill();
    this.server?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
