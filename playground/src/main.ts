/** The page: a form that chooses a game, the game, and the rules file that is edited. */

import { Bench, problemsOf } from "./bench.ts";
import { found } from "./elements.ts";
import { Form, type Chosen } from "./form.ts";
import { Play } from "./play.ts";
import { Python } from "./python.ts";
import { BrokenLink, decoded, encoded } from "./share.ts";
import type { Functions, Move, Playing, Setup } from "./shapes.ts";

const BROKEN = "This link is damaged, so a new game was dealt. Ask for the link again: all of it, up to its last letter.";
const OLD_RULES = "The text has mistakes: the old rules stay in force until they are mended.";

class Page {
  private readonly python = new Python((words) => this.status(`${words} …`));
  private readonly play = new Play({
    answer: (id) => void this.act("answer", { id }),
    line: (line) => void this.act("line", { line }),
  });
  private readonly bench = new Bench(this.python, () => this.setup.game, {
    inForce: (playing) => this.show(playing, false),
    broken: (broken) => this.broken(broken),
    failed: (error) => this.failed(error),
  });
  private form: Form | null = null;
  private setup: Setup = {
    game: "", modules: [], players: null, options: {}, seed: null, texts: {}, moves: [], path: "",
  };

  async start(): Promise<void> {
    this.status("Loading Python …");
    const [link, damaged] = await this.link();
    const opened = await this.open(link ?? this.setup, true);
    const { games } = await this.python.call("games", {});
    this.form = new Form(
      games,
      (chosen) => void this.deal(chosen),
      (game) => void this.deal({ game, modules: [], players: null, options: {}, seed: null }),
    );
    this.form.show(this.setup);
    if (damaged) this.status(BROKEN);
    else if (opened) this.status("");
    this.wire();
  }

  private wire(): void {
    found("share").addEventListener("click", () => void this.share());
    found<HTMLFormElement>("new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.newModule(found<HTMLInputElement>("new-name").value.trim());
    });
    addEventListener("hashchange", () => void this.followed());
  }

  private async link(): Promise<[Setup | null, boolean]> {
    try {
      return [await decoded(location.hash), false];
    } catch (error) {
      if (error instanceof BrokenLink) return [null, true];
      throw error;
    }
  }

  private async followed(): Promise<void> {
    const [link, damaged] = await this.link();
    if (damaged) this.status("This link is damaged; the game stays as it is.");
    else if (link) await this.open(link, true);
  }

  /** Deal what the form says, under the rules as they are edited. */
  private async deal(chosen: Chosen): Promise<void> {
    const same = chosen.game === this.setup.game;
    const path = same ? this.bench.path : `${chosen.game}/base.rules`;
    await this.open({ ...chosen, texts: same ? this.bench.changed() : {}, moves: [], path }, !same);
  }

  /** Open a game; `files`: with its files in the editor. */
  private async open(setup: Setup, files: boolean): Promise<boolean> {
    try {
      const playing = await this.python.call("open", setup);
      this.setup = { ...setup, game: playing.game };
      this.broken(false);
      this.show(playing, true);
      this.form?.show(this.setup);
      this.status("");
      if (files) await this.bench.begin(setup.path || `${playing.game}/base.rules`, setup.texts);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private async act<Name extends "answer" | "line">(name: Name, argument: Functions[Name][0]): Promise<void> {
    try {
      this.show((await this.python.call(name, argument)) as Playing, false);
    } catch (error) {
      this.failed(error);
    }
  }

  private show(playing: Playing, fresh: boolean): void {
    this.setup = { ...this.setup, seed: playing.seed, moves: playing.moves };
    this.play.show(playing, fresh);
    found("command-line").textContent = playing.command;
  }

  private async newModule(name: string): Promise<void> {
    if (!name) return;
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    try {
      const { path, text } = await this.python.call("new", { game: this.setup.game, name, title });
      await this.bench.add(path, text);
      this.form?.offer(path);
      const chosen = this.form?.chosen();
      if (chosen) await this.deal(chosen);
      found<HTMLInputElement>("new-name").value = "";
      found<HTMLDetailsElement>("new").open = false;
    } catch (error) {
      this.failed(error);
    }
  }

  private async share(): Promise<void> {
    const setup: Setup = { ...this.setup, texts: this.bench.changed(), path: this.bench.path };
    history.replaceState(null, "", await encoded(setup));
    const moves: Move[] = setup.moves;
    const held = `It holds the game, the text and ${moves.length === 1 ? "1 answer" : `${moves.length} answers`}.`;
    try {
      await navigator.clipboard.writeText(location.href);
      this.status(`The link is copied. ${held}`);
    } catch {
      this.status(`The link is in the address bar. ${held}`);
    }
  }

  private broken(broken: boolean): void {
    const notice = found("notice");
    notice.textContent = broken ? OLD_RULES : "";
    notice.hidden = !broken;
  }

  private failed(error: unknown): void {
    this.status(error instanceof Error ? error.message : String(error));
    const problems = problemsOf(error);
    if (problems.length) this.bench.report(problems);
  }

  private status(words: string): void {
    found("status").textContent = words;
  }
}

const page = new Page();
page.start().catch((error: unknown) => {
  found("status").textContent = error instanceof Error ? error.message : String(error);
});
