// The manifest and the files that it names agree.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));
const { languages, grammars, commands } = manifest.contributes;

test("each file that is named exists", () => {
  for (const path of [manifest.icon, languages[0].configuration, grammars[0].path]) {
    assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), path);
  }
});

test("each command is carried out by the extension", () => {
  const source = read("src/extension.ts");
  for (const { command } of commands) assert.ok(source.includes(`registerCommand("${command}"`), command);
});

test("lines that open a block are indented, others aren't", () => {
  const { indentationRules, wordPattern } = JSON.parse(read("language-configuration.json"));
  const opens = new RegExp(indentationRules.increaseIndentPattern);
  for (const line of ["event cross(fare), move  [F-B1]", "  if any hen in boat", "scenario a \"What\"", "    else", "  given"]) {
    assert.match(line, opens);
  }
  for (const line of ["zone boat: line, public", "  move hen to boat", "# event"]) {
    assert.doesNotMatch(line, opens);
  }
  assert.equal("hen's two-way".match(new RegExp(wordPattern, "gu")).length, 2);
});

test("no address of a registry stands in the lock file", () => {
  assert.ok(!read("package-lock.json").includes('"resolved"'));
});
