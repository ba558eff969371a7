// The TextMate grammar gives every token of every rules file of the project the sort that the parser's tokens have.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..", "..");
const GRAMMAR = join(HERE, "..", "syntaxes", "reverie.tmLanguage.json");

/** The Python that has the project's packages. */
function python() {
  const own = ["bin/python", "Scripts/python.exe"].map((path) => join(ROOT, ".venv", path));
  return process.env.REVERIE_PYTHON ?? own.find(existsSync) ?? "python3";
}

function expected() {
  if (process.env.REVERIE_TOKENS) return JSON.parse(readFileSync(process.env.REVERIE_TOKENS, "utf8"));
  const options = { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 };
  return JSON.parse(execFileSync(python(), ["-m", "editors.tokens"], options));
}

async function grammar() {
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  return registry.loadGrammar("source.reverie");
}

/** The innermost scope of each character of a text, without its last part. */
function scopes(rules, text) {
  const found = new Array(text.length).fill("");
  let stack = textmate.INITIAL;
  let offset = 0;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = rules.tokenizeLine(line, stack);
    for (const { startIndex, endIndex, scopes } of tokens) {
      found.fill(scopes.at(-1).replace(/\.reverie$/, ""), offset + startIndex, offset + endIndex);
    }
    stack = ruleStack;
    offset += line.length + 1;
  }
  return found;
}

/** The tokens of a file that the grammar classifies otherwise. */
function differences(rules, { file, text, tokens }) {
  const characters = Array.from(text);
  const own = scopes(rules, text);
  const units = [0];
  for (const character of characters) units.push(units.at(-1) + character.length);
  return tokens.flatMap(([start, end, scope]) => {
    const [from, to] = [units[start], units[end]];
    const wrong = own.slice(from, to).find((each, at) => each !== scope && text[from + at] !== " ");
    if (wrong === undefined) return [];
    const line = text.slice(0, from).split("\n").length;
    return [`${file}:${line}: ${text.slice(from, to)} is ${scope}, not ${wrong}: ${text.split("\n")[line - 1].trim()}`];
  });
}

test("every token of every rules file is classified as the parser reads it", async () => {
  const rules = await grammar();
  const files = expected();
  const found = files.flatMap((file) => differences(rules, file));
  const count = files.reduce((sum, { tokens }) => sum + tokens.length, 0);
  if (!process.env.REVERIE_TOKENS) assert.ok(count > 150_000, `only ${count} tokens`);
  if (process.env.ALL) console.log(found.join("\n"));
  assert.deepEqual(found.slice(0, 40), [], `${found.length} of ${count} tokens differ`);
});
