// The `reverie` command is found where it is installed, and a line knows its scenario.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";

const require = createRequire(import.meta.url);
const esbuild = require("esbuild");

let folder;
let module;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reverie-"));
  const outfile = join(folder, "command.cjs");
  const entry = new URL("../src/command.ts", import.meta.url).pathname;
  esbuild.buildSync({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs" });
  module = require(outfile);
});

after(() => rmSync(folder, { recursive: true }));

function installed(place, name = "reverie", mode = 0o755) {
  mkdirSync(join(folder, place), { recursive: true });
  const path = join(folder, place, name);
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
}

const places = (changes) => ({ setting: "", path: "", windows: false, ...changes });

test("the chosen environment comes before the PATH", () => {
  const own = installed("environment/bin");
  const other = installed("elsewhere");
  const path = [join(folder, "empty"), join(folder, "elsewhere")].join(delimiter);
  const python = join(folder, "environment/bin/python");
  assert.equal(module.findCommand(places({ python, path })), own);
  assert.equal(module.findCommand(places({ path })), other);
  assert.equal(module.findCommand(places({ python: join(folder, "empty/python"), path })), other);
});

test("on Windows the command stands in Scripts", () => {
  const own = installed("windows/Scripts", "reverie.exe");
  const python = join(folder, "windows/python.exe");
  assert.equal(module.findCommand(places({ python, windows: true })), own);
});

test("a path in the settings is the only place that counts", () => {
  const path = join(folder, "elsewhere");
  installed("elsewhere");
  const setting = installed("own", "my-reverie");
  assert.equal(module.findCommand(places({ setting, path })), setting);
  assert.equal(module.findCommand(places({ setting: join(folder, "nowhere"), path })), undefined);
});

test("what can't be run isn't the command", () => {
  installed("plain", "reverie", 0o644);
  mkdirSync(join(folder, "folder/reverie"), { recursive: true });
  const path = [join(folder, "folder"), join(folder, "plain")].join(delimiter);
  assert.equal(module.findCommand(places({ path })), undefined);
});

test("a line knows its scenario", () => {
  const lines = ["scenario first-trip \"It crosses\"", "  given", "    boat: hen", "", "# between", "event cross", "  next player"];
  assert.equal(module.scenarioAt(lines, 0), "first-trip");
  assert.equal(module.scenarioAt(lines, 2), "first-trip");
  assert.equal(module.scenarioAt(lines, 4), "first-trip");
  assert.equal(module.scenarioAt(lines, 6), undefined);
});
