// The program as a user runs it, with matches and its own HTTP door, for tests in a browser.
//
// KVINTET is the program, KVINTET_MODELS the folder of models. With KVINTET_PAGE (a folder, such as
// dist) the door delivers that page instead of the one in the program.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const program = process.env.KVINTET ?? join(web, "../build/release/cli/kvintet");
const models = process.env.KVINTET_MODELS ?? join(web, "../models");
const page = process.env.KVINTET_PAGE;
// A busy machine may need minutes to read all models.
const longestStartMs = 300_000;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export class Service {
  // Starts the program on free ports of this machine.
  async start() {
    this.folder = mkdtempSync(join(tmpdir(), "kvintet-web-"));
    this.ports = [await freePort(), await freePort()];
    this.url = `http://127.0.0.1:${this.ports[1]}`;
    await this.restart();
    return this;
  }

  // Starts the program again with the same matches, and waits until it answers.
  async restart() {
    this.said = "";
    this.server = spawn(
      program,
      [
        ...["serve", "--allow-root", "--trust-models", "--models", models],
        ...["--matches", join(this.folder, "matches"), "--listen", `127.0.0.1:${this.ports[0]}`],
        ...[
          "--http",
          `127.0.0.1:${this.ports[1]}`,
          "--set",
          "serve { threads: 1 max_match_plies: 1000 }",
        ],
        ...(page ? ["--set", `serve { http { page_folder: "${resolve(page)}" } }`] : []),
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    this.server.stderr.on("data", (text) => {
      this.said = (this.said + text).slice(-2000);
    });
    const end = Date.now() + longestStartMs;
    while (Date.now() < end && this.server.exitCode === null) {
      const answer = await fetch(`${this.url}/health`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`${program} does not answer at ${this.url}: ${this.said}`);
  }

  // Ends the program as a crash would.
  async crash() {
    const ended = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill("SIGKILL");
    await ended;
  }

  // Calls a method as another client would; an error has `code`.
  async call(service, method, request) {
    const answer = await fetch(`${this.url}/kvintet.v1.${service}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", "connect-protocol-version": "1" },
      body: JSON.stringify(request),
    });
    return answer.json();
  }

  stop() {
    this.server?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
