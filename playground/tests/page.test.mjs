// The page in Chromium, as people use it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, dealt, PYTHON, ROOT, served } from "./browser.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SLOWEST = Number(process.env.SLOWEST ?? 5000);

let server;
let used;
let page;

before(async () => {
  server = await served();
  used = await browser();
  page = used.page;
});

after(async () => {
  await used?.end();
  server?.end();
});

const text = (selector) => page.textContent(selector);
const count = (selector) => page.locator(selector).count();

async function answered(act) {
  const before = await text("#news");
  await act();
  await page.waitForFunction((old) => document.querySelector("#news").textContent !== old, before);
}

async function written(words) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(words);
}

/** Deal a certain game, which goes on long enough. */
async function begun() {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("about:blank");
  await page.goto(server.address);
  await dealt(page);
  await page.waitForSelector("#game option", { state: "attached" });
  await page.fill("#seed", "1");
  await page.click("#form button");
  await says("#command-line", /--seed 1$/);
}

async function says(selector, pattern) {
  await page.waitForFunction(
    ([where, source]) => new RegExp(source).test(document.querySelector(where).textContent),
    [selector, pattern.source],
    { timeout: 60_000 },
  );
}

test("the first table stands soon, and nothing comes from elsewhere", async (t) => {
  const times = [];
  for (let run = 0; run < 3; run += 1) {
    const fresh = await browser();
    const begun = performance.now();
    await fresh.page.goto(server.address);
    await dealt(fresh.page);
    times.push(Math.round(performance.now() - begun));
    assert.deepEqual(fresh.wrong, []);
    const elsewhere = fresh.asked.filter((url) => !url.startsWith(server.address) && !url.startsWith("data:"));
    assert.deepEqual(elsewhere, []);
    await fresh.end();
  }
  t.diagnostic(`time to the first table, in browsers never used: ${times.join(", ")} ms`);
  assert.ok(Math.min(...times) < SLOWEST, `${times} ms`);
});

test("ten answers are given, one is taken back, and why not explains", async () => {
  await begun();
  for (let number = 0; number < 10; number += 1) {
    await answered(() => page.locator("#answers button").first().click());
  }
  assert.equal(await page.locator("#undo").isEnabled(), true);
  await answered(() => page.click("#undo"));
  assert.equal(await page.locator("#redo").isEnabled(), true);
  await answered(() => page.click("#redo"));
  await answered(() => page.click("button[data-line=':why']"));
  await page.fill("#line", "why not sing a song");
  await answered(() => page.click("#command button"));
  assert.match(await text("#news"), /Not possible: this game has no answer `sing a song`/);
  assert.ok((await count("#answers button")) > 0);
  assert.match(await text("#command-line"), /^reverie play \w+ --seed \d+$/);
});

test("a slip is shown and mended, and the old rules stay in force meanwhile", async () => {
  await written("\nafter nothing\n  draw from dekc to discard\n");
  await says("#problem-count", /[1-9] problem/);
  assert.ok((await count(".cm-lintRange-error")) > 0);
  assert.match(await text("#notice"), /the old rules stay in force/);
  await answered(() => page.locator("#answers button").first().click());
  await page.locator(".cm-content").press("Control+z");
  await says("#problem-count", /no problems/);
  assert.equal(await page.locator("#notice").isVisible(), false);
  assert.ok((await count("#editor [class*=sort-]")) > 20);
});

test("a new module plays, and its scenario holds until it is wrong", async () => {
  await begun();
  await page.click("#new summary");
  await page.fill("#new-name", "mirrors");
  await page.click("#new-form button");
  await says("#command-line", /--with mirrors\.rules/);
  await says("#scenario-count", /it holds/);
  assert.equal(await page.inputValue("#file"), "mirrors.rules");
  await written("    discard: nothing at all\n");
  await page.waitForFunction(() => !/it holds/.test(document.querySelector("#scenario-count").textContent), null, { timeout: 60_000 });
});

test("a fix is taken", async () => {
  const before = await text(".cm-content");
  await page.selectOption("#file", `${await page.inputValue("#game")}/base.rules`);
  await page.waitForFunction((old) => document.querySelector(".cm-content").textContent !== old, before);
  await written("\nkind elf\ncards elf in dekc\n  | card | count |\n  | imp  | 2     |\n");
  await page.waitForSelector("#problems .fix", { timeout: 60_000 });
  await page.click("#problems .fix");
  await page.waitForFunction(() => !document.querySelector("#problems .fix"), null, { timeout: 60_000 });
});

test("a fix is taken from the list of the editor, after the text has changed above", async () => {
  await begun();
  await written("\nkind elf\ncards elf in dekc\n  | card | count |\n  | imp  | 2     |\n");
  await page.waitForSelector("#problems .fix", { timeout: 60_000 });
  await page.locator(".cm-content").press("Control+Shift+M");
  const action = page.locator(".cm-panel-lint .cm-diagnosticAction", { hasText: "Replace with deck" });
  await action.waitFor();
  await page.locator(".cm-content").press("Control+Home");
  await page.keyboard.insertText("# above\n");
  await action.first().click();
  await page.waitForFunction(() => !/in dekc/.test(document.querySelector(".cm-content").textContent));
});

test("what is written right before another file is opened stays, and is in force", async () => {
  await begun();
  const shown = (words, is) =>
    page.waitForFunction(
      ([each, wanted]) => document.querySelector(".cm-content").textContent.includes(each) === wanted,
      [words, is],
    );
  const head = await text(".cm-line");
  const [path, other] = await page.locator("#file option").evaluateAll((options) => options.map((each) => each.value));
  await written("\nzone attic: heap, hidden, limit # Written last.\n");
  await page.selectOption("#file", other);
  await shown("Written last", false);
  await says("#notice", /./);
  await page.selectOption("#file", path);
  await shown(head, true);
  await page.click(".cm-content");
  await page.keyboard.press("Control+End");
  await shown("Written last", true);
});

test("a link holds the game, the text and the answers", async () => {
  await begun();
  await page.click("#new summary");
  await page.fill("#new-name", "echoes");
  await page.click("#new-form button");
  await says("#command-line", /--with echoes\.rules/);
  await says("#scenario-count", /it holds/);
  for (let number = 0; number < 3; number += 1) {
    await answered(() => page.locator("#answers button").first().click());
  }
  const shown = [await text("#table"), await text("#answers"), await text("#command-line")];
  await page.click("#share");
  await says("#status", /3 answers/);
  const link = page.url();
  assert.ok(link.length > server.address.length + 100);
  const other = await browser();
  await other.page.goto(link);
  await dealt(other.page);
  const there = [];
  for (const id of ["#table", "#answers", "#command-line"]) there.push(await other.page.textContent(id));
  assert.deepEqual(there, shown);
  assert.equal(await other.page.inputValue("#file"), "echoes.rules");
  await other.end();
});

test("a damaged link is a sentence", async () => {
  const other = await browser();
  await other.page.goto(`${server.address}#1-abc`);
  await dealt(other.page);
  await other.page.waitForFunction(() => /damaged/.test(document.querySelector("#status").textContent));
  await other.end();
});

test("the keyboard is enough", async () => {
  await page.goto("about:blank");
  await page.goto(server.address);
  await dealt(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("href")), "#play");
  await page.keyboard.press("Enter");
  for (let number = 0; number < 5; number += 1) {
    await answered(async () => {
      await page.keyboard.press("1");
      if (await page.evaluate(() => document.activeElement.id === "line")) await page.keyboard.press("Enter");
    });
  }
  await page.locator("#answers").focus();
  await answered(() => page.keyboard.press("u"));
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "answer");
  await answered(() => page.keyboard.press("Enter"));
  const order = [];
  for (let number = 0; number < 60; number += 1) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.className));
    if (order.at(-1).includes("cm-content")) break;
  }
  assert.deepEqual(order.filter((id) => ["line", "news", "file"].includes(id)), ["line", "news", "file"]);
  await page.keyboard.press("Tab");
  assert.doesNotMatch(await page.evaluate(() => document.activeElement.className), /cm-content/);
});

for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 400]) {
    test(`axe finds nothing at ${width} pixels, ${scheme}`, async () => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 860 });
      await page.goto("about:blank");
      await page.goto(server.address);
      await dealt(page);
      await page.click("#more summary");
      await answered(() => page.locator("#answers button").first().click());
      await written("\nafter nothing\n  draw from dekc to discard\n");
      await says("#problem-count", /[1-9] problem/);
      await page.addScriptTag({ path: AXE });
      const found = await page.evaluate(() => globalThis.axe.run(document));
      const wrong = found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`);
      assert.deepEqual(wrong, []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
    });
  }
}

test("fifty games are those of the command line", { timeout: 600_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "games-"));
  const games = execFileSync(PYTHON, [join(ROOT, "playground/tests/games.py")], {
    cwd: folder, env: { ...process.env, PYTHONPATH: ROOT }, maxBuffer: 1e8,
  });
  const expected = JSON.parse(games);
  await page.goto("about:blank");
  await page.goto(`${server.address}style.css`);
  const found = await page.evaluate(async (all) => {
    const worker = new Worker("worker.js", { type: "module" });
    const call = (name, argument) =>
      new Promise((done, failed) => {
        worker.onmessage = ({ data }) => {
          if (data.crash) failed(new Error(data.crash));
          else if (data.result) done(JSON.parse(data.result));
        };
        worker.postMessage({ number: 1, name, argument: JSON.stringify(argument) });
      });
    const digests = [];
    for (const { digest, ...setup } of all) {
      await call("open", { ...setup, texts: {} });
      digests.push((await call("digest", {})).digest);
    }
    return digests;
  }, expected);
  assert.equal(expected.length, 50);
  assert.deepEqual(found, expected.map((each) => each.digest));
  const ended = expected.reduce((sum, each) => sum + each.answers, 0);
  t.diagnostic(`${expected.length} games, ${ended} answers, the same digests`);
});
