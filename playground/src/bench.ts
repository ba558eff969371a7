/** The file that is edited: checked, coloured and tested while somebody writes, and put in force when nothing is wrong. */

import { Editor, type Severity } from "./editor.ts";
import { element, found, later } from "./elements.ts";
import { listProblems, listScenarios, MOST_LISTED } from "./findings.ts";
import { Refused, type Python } from "./python.ts";
import type { Edited, Fix, Playing, Problem, ScenarioHead, ScenarioResult } from "./shapes.ts";

const PAUSE = 300;

export interface Heard {
  /** The game goes on under the new text. */
  inForce: (playing: Playing) => void;
  /** The text is broken, or mended without a change to the game. */
  broken: (broken: boolean) => void;
  failed: (error: unknown) => void;
}

export class Bench {
  path = "";
  private readonly texts: Record<string, string> = {};
  private checked = "";
  private readonly editor: Editor;
  private readonly select = found<HTMLSelectElement>("file");
  private readonly originals = new Map<string, string>();
  private problems: Problem[] = [];
  private heads: ScenarioHead[] = [];
  private results = new Map<string, ScenarioResult>();
  private turn = 0;

  constructor(
    private readonly python: Python,
    private readonly game: () => string,
    private readonly heard: Heard,
  ) {
    const check = later(PAUSE, () => void this.check());
    this.editor = new Editor(found("editor"), () => {
      this.turn += 1;
      check();
    });
    this.select.addEventListener("change", () => void this.open(this.select.value).catch(heard.failed));
  }

  /** Forget all changes and show a file of a game, with the texts that a link holds. */
  async begin(path: string, texts: Record<string, string>): Promise<void> {
    this.path = "";
    for (const each of Object.keys(this.texts)) delete this.texts[each];
    Object.assign(this.texts, texts);
    this.originals.clear();
    await this.open(path);
  }

  /** Show a file; what was written in another one stays. */
  async open(path: string): Promise<void> {
    const { files, text = "" } = await this.python.call("files", { game: this.game(), path });
    const own = Object.keys(this.texts).filter((each) => !each.includes("/"));
    const paths = [...new Set([...files, ...own])];
    this.select.replaceChildren(...paths.map((each) => element("option", { value: each }, each)));
    const left = this.unchecked();
    this.select.value = path;
    this.path = path;
    if (!(path in this.texts)) this.originals.set(path, text);
    this.checked = this.texts[path] ?? text;
    this.editor.open(this.checked);
    this.problems = [];
    this.results = new Map();
    this.heads = [];
    this.show();
    const turn = (this.turn += 1);
    if (left) await this.put(left.path, left.text);
    if (turn === this.turn) await this.examine(turn, this.editor.text);
  }

  /** Add a new file with a text, and show it. */
  async add(path: string, text: string): Promise<void> {
    this.texts[path] = text;
    await this.python.call("edit", { path, text });
    await this.open(path);
  }

  /** Show problems of the rules that belong to no change of the text. */
  report(problems: Problem[]): void {
    this.problems = problems;
    this.show();
  }

  /** Check the text as it is now. */
  private async check(): Promise<void> {
    const [turn, text, path] = [this.turn, this.editor.text, this.path];
    if (!path) return;
    try {
      const edited = await this.put(path, text);
      if (turn !== this.turn) return;
      this.problems = edited.problems;
      this.results = new Map();
      this.show();
      await this.examine(turn, text);
    } catch (error) {
      this.heard.failed(error);
    }
  }

  /** All changed texts, as they are now. */
  changed(): Record<string, string> {
    this.unchecked();
    return { ...this.texts };
  }

  /** What was written in the file that is shown since it was checked. */
  private unchecked(): { path: string; text: string } | null {
    const { path, editor } = this;
    if (!path || editor.text === this.checked) return null;
    this.texts[path] = editor.text;
    return { path, text: editor.text };
  }

  /** Put the text of a file in force if nothing is wrong with it. */
  private async put(path: string, text: string): Promise<Edited> {
    this.texts[path] = text;
    if (path === this.path) this.checked = text;
    const edited = await this.python.call("edit", { path, text });
    if (this.originals.get(path) === text && this.texts[path] === text) delete this.texts[path];
    if (edited.in_force) this.heard.inForce(edited as Playing);
    this.heard.broken(edited.problems.length > 0);
    return edited;
  }

  /** Colour the text and play its scenarios, one after the other, until it changes. */
  private async examine(turn: number, text: string): Promise<void> {
    const { colours } = await this.python.call("colours", { text });
    this.editor.colour(text, colours);
    if (turn === this.turn && this.problems.length) await this.findFixes(turn);
    if (turn !== this.turn || this.problems.length) return;
    this.heads = (await this.python.call("scenarios", { path: this.path })).scenarios;
    this.show();
    for (const { id, path } of this.heads) {
      if (turn !== this.turn) return;
      this.results.set(id, await this.python.call("scenario", { path, id }));
      if (turn === this.turn) this.show();
    }
  }

  /** Offer fixes, one problem after the other, until the text changes: each fix is tried, which takes time. */
  private async findFixes(turn: number): Promise<void> {
    for (const [number, problem] of this.problems.slice(0, MOST_LISTED).entries()) {
      if (problem.from === null) continue;
      problem.fixes = (await this.python.call("fixes", { path: this.path, number })).fixes;
      if (turn !== this.turn) return;
      if (problem.fixes.length) this.show();
    }
  }

  private async goTo(head: ScenarioHead): Promise<void> {
    if (head.path !== this.path) await this.open(head.path);
    this.editor.go(start(this.editor.text, head.line));
  }

  private show(): void {
    const own = this.heads.filter((head) => head.path === this.path);
    const failing = own.flatMap((head) => this.results.get(head.id)?.problems ?? []);
    const all: [Problem, Severity][] = [
      ...this.problems.map((each): [Problem, Severity] => [each, "error"]),
      ...failing.map((each): [Problem, Severity] => [each, "warning"]),
    ];
    this.editor.underline(this.editor.text, all);
    const going = {
      go: (place: number) => this.editor.go(place),
      scenario: (head: ScenarioHead) => void this.goTo(head).catch(this.heard.failed),
      mend: (fix: Fix) => this.editor.mend(fix),
    };
    listProblems(this.problems, going);
    listScenarios(this.heads, this.results, going);
  }
}

/** Where a line (from 1) begins. */
function start(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf("\n", at);
    if (end < 0) return at;
    at = end + 1;
  }
  return at;
}

/** Problems that an error carries. */
export function problemsOf(error: unknown): Problem[] {
  return error instanceof Refused ? error.problems : [];
}
