// Chromium and the server of the page, for the tests.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PYTHON = process.env.PYTHON ?? join(ROOT, ".venv/bin/python");

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Start `reverie playground`; its address, and how to end it. */
export async function served() {
  const server = spawn(PYTHON, ["-m", "repl", "playground", "--port", "0"], { cwd: ROOT });
  let said = "";
  for await (const chunk of server.stdout) {
    said += chunk;
    const found = /http:\S+/.exec(said);
    if (found) return { address: found[0], end: () => server.kill() };
  }
  throw new Error(`the server doesn't start: ${said}`);
}

/** A browser that has never been used, with one page. */
export async function browser(settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "playground-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
    ...settings,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const wrong = [];
  const asked = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  const end = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { page, wrong, asked, end };
}

/** Wait until the game asks. */
export async function dealt(page) {
  await page.waitForSelector("#answers button", { timeout: 60_000 });
}
