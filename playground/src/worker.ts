/** Python in a worker, so that the page never waits for it. Answers calls in the order in which they come. */

import { loadPyodide } from "pyodide";
import type { Reply, Request } from "./shapes.ts";

type Call = (name: string, argument: string) => string;

const HOME = "/home/pyodide";
const say = (reply: Reply): void => postMessage(reply);

async function bytes(name: string): Promise<Uint8Array> {
  const found = await fetch(name);
  if (!found.ok) throw new Error(`${name} can't be loaded (${found.status})`);
  return new Uint8Array(await found.arrayBuffer());
}

async function start(): Promise<Call> {
  const code = bytes("python/code.zip");
  const data = bytes("python/data.zip");
  const python = await loadPyodide({
    indexURL: new URL("python/", location.href).href,
    stdLibURL: new URL("python/stdlib.zip", location.href).href,
    lockFileURL: new URL("python/pyodide-lock.json", location.href).href,
    env: { HOME, REVERIE_HOME: "/lib/reverie/home" },
  });
  say({ progress: "Loading the games" });
  python.FS.writeFile("/lib/reverie.zip", await code);
  python.unpackArchive(await data, "zip", { extractDir: "/lib/reverie" });
  return python.runPython(`
import os, sys
sys.path[:0] = ["/lib/reverie", "/lib/reverie.zip"]
os.makedirs("${HOME}/bench", exist_ok=True)
os.chdir("${HOME}/bench")
from repl.playground.bridge import Bridge
Bridge().call
`) as Call;
}

const started = start();

addEventListener("message", async (message: MessageEvent<Request>) => {
  const { number, name, argument } = message.data;
  try {
    const call = await started;
    say({ number, result: call(name, argument) });
  } catch (error) {
    say({ number, crash: String(error instanceof Error ? error.message : error) });
  }
});
