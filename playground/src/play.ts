/** The game: its table, the question with its answers, and the news. Buttons, or the numbers of answers as keys. */

import { button, element, found } from "./elements.ts";
import type { Choice, GameEvent, Group, Playing } from "./shapes.ts";
import { showTable } from "./table.ts";

const MOST_NEWS = 200;
const ONE_KEY = 9;

/** Events that show where the game stands; without one, the question is still the same. */
const SCENE = new Set(["table", "asked", "handover", "ended"]);

export interface Acts {
  answer: (id: string) => void;
  line: (line: string) => void;
}

export class Play {
  private readonly section = found("play");
  private readonly table = found("table");
  private readonly question = found("question");
  private readonly before = found("before");
  private readonly answers = found("answers");
  private readonly news = found("news");
  private readonly line = found<HTMLInputElement>("line");
  private readonly undo = found<HTMLButtonElement>("undo");
  private readonly redo = found<HTMLButtonElement>("redo");
  private groups: Group[] = [];

  constructor(private readonly acts: Acts) {
    for (const each of document.querySelectorAll<HTMLButtonElement>("button[data-line]")) {
      each.addEventListener("click", () => acts.line(each.dataset["line"] ?? ""));
    }
    found<HTMLFormElement>("command").addEventListener("submit", (event) => {
      event.preventDefault();
      const line = this.line.value.trim();
      this.line.value = "";
      if (line) acts.line(line);
    });
    this.section.addEventListener("keydown", (event) => this.key(event));
  }

  /** Show what came of an action; `fresh`: it is another game, and the old news are gone. */
  show(playing: Playing, fresh: boolean): void {
    if (fresh) this.news.replaceChildren();
    const focused = this.answers.contains(document.activeElement);
    if (playing.events.some((event) => SCENE.has(event.event))) this.clear(playing.over);
    const lines = playing.events.flatMap((event) => this.event(event));
    if (lines.length) this.report(lines);
    this.undo.disabled = playing.undoable === 0;
    this.redo.disabled = playing.redoable === 0;
    if (focused) this.answers.focus();
  }

  private clear(over: boolean): void {
    this.groups = [];
    this.question.textContent = over ? "The game is over." : "";
    this.before.textContent = "";
    this.answers.replaceChildren();
  }

  /** Report lines in the news. */
  report(lines: string[]): void {
    this.news.append(element("div", { class: "said" }, ...lines.map((line) => element("p", {}, line))));
    while (this.news.childElementCount > MOST_NEWS) this.news.firstElementChild?.remove();
    this.news.scrollTop = this.news.scrollHeight;
  }

  private event(event: GameEvent): string[] {
    switch (event.event) {
      case "table":
        if (event.rows) showTable(this.table, event.rows);
        return [];
      case "asked":
        this.ask(event);
        return [];
      case "handover":
        this.question.textContent = event.lines.join(" ");
        this.table.replaceChildren();
        this.answers.replaceChildren(button(["Sit down"], () => this.acts.line("")));
        return [];
      default:
        return event.lines;
    }
  }

  private ask(event: GameEvent): void {
    this.question.textContent = event.text ?? "";
    this.before.textContent = event.before ? `So far: ${event.before}` : "";
    this.groups = event.groups ?? [];
    this.answers.replaceChildren(...this.groups.map((group, index) => this.group(group, `group-${index}`)));
  }

  private group(group: Group, id: string): HTMLElement {
    const buttons = group.answers.map((choice) =>
      button([element("kbd", {}, String(choice.number)), " ", ...this.words(choice, group.head)],
        () => this.acts.answer(choice.id), { class: "answer" }),
    );
    const list = element("div", { class: "buttons" }, ...buttons);
    if (!group.head) return element("div", { class: "group" }, list);
    const head = element("p", { class: "head", id }, group.head);
    return element("div", { class: "group", role: "group", "aria-labelledby": id }, head, list);
  }

  /** The words of an answer; those that stand at the head of its group are there for screen readers. */
  private words(choice: Choice, head: string): (Node | string)[] {
    return head && choice.full.startsWith(head)
      ? [element("span", { class: "unseen" }, `${head} `), choice.words]
      : [choice.words];
  }

  /** Keys answer only while the focus is in the game, and never while somebody types. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === "u" && !this.undo.disabled) this.undo.click();
    else if (event.key === "r" && !this.redo.disabled) this.redo.click();
    else if (/^\d$/.test(event.key)) this.number(event);
  }

  private number(event: KeyboardEvent): void {
    const choices = this.groups.flatMap((group) => group.answers);
    event.preventDefault();
    if (choices.length > ONE_KEY) {
      this.line.value = event.key;
      this.line.focus();
      return;
    }
    const choice = choices.find((each) => String(each.number) === event.key);
    if (!choice) return;
    this.answers.focus();
    this.acts.answer(choice.id);
  }
}
