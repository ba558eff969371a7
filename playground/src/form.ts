/** The form in which a game is chosen: its modules, options, players and seed. */

import { element, found } from "./elements.ts";
import type { Entry, GameInfo, Setup } from "./shapes.ts";

export type Chosen = Pick<Setup, "game" | "modules" | "players" | "options" | "seed">;

export class Form {
  private readonly game = found<HTMLSelectElement>("game");
  private readonly modules = found("modules");
  private readonly options = found("options");
  private readonly players = found<HTMLSelectElement>("players");
  private readonly seed = found<HTMLInputElement>("seed");
  private readonly form = found<HTMLFormElement>("form");

  /** `deal` is called when a game is to be dealt, `changed` when another game is chosen. */
  constructor(
    private readonly games: GameInfo[],
    deal: (chosen: Chosen) => void,
    changed: (game: string) => void,
  ) {
    this.game.replaceChildren(...games.map((each) => element("option", { value: each.name }, each.title)));
    this.game.addEventListener("change", () => {
      this.showGame([], {});
      changed(this.game.value);
    });
    this.modules.addEventListener("change", () => this.showOptions(this.chosen().options));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      deal(this.chosen());
    });
  }

  /** What is chosen now. */
  chosen(): Chosen {
    const checked = this.modules.querySelectorAll<HTMLInputElement>("input:checked");
    const selects = this.options.querySelectorAll<HTMLSelectElement>("select");
    const changed = [...selects].filter((each) => each.value !== each.dataset["default"]);
    const seed = this.seed.value.trim();
    return {
      game: this.game.value,
      modules: [...checked].map((each) => each.value),
      options: Object.fromEntries(changed.map((each) => [each.name, each.value])),
      players: this.players.value ? Number(this.players.value) : null,
      seed: /^\d{1,16}$/.test(seed) ? Number(seed) : null,
    };
  }

  /** Show a choice. */
  show(chosen: Chosen): void {
    this.game.value = chosen.game;
    this.showGame(chosen.modules, chosen.options);
    this.players.value = chosen.players === null ? "" : String(chosen.players);
    this.seed.value = chosen.seed === null ? "" : String(chosen.seed);
  }

  /** Offer a module of one's own; it is chosen. */
  offer(path: string): void {
    if (!this.modules.querySelector(`input[value="${CSS.escape(path)}"]`)) this.addModule(path, `${path} (yours)`, true);
  }

  private info(): GameInfo {
    const info = this.games.find((each) => each.name === this.game.value) ?? this.games[0];
    if (!info) throw new Error("there is no game");
    return info;
  }

  private showGame(modules: string[], options: Record<string, string>): void {
    const info = this.info();
    this.modules.replaceChildren();
    for (const each of info.modules) this.addModule(each.name, each.title, modules.includes(each.name));
    for (const path of modules.filter((each) => each.endsWith(".rules"))) this.offer(path);
    const numbers = Array.from({ length: info.most - info.fewest + 1 }, (_, index) => String(info.fewest + index));
    this.players.replaceChildren(
      ...numbers.map((each, index) => element("option", { value: index ? each : "" }, each)),
    );
    this.showOptions(options);
  }

  private addModule(value: string, title: string, checked: boolean): void {
    const box = element("input", { type: "checkbox", value });
    box.checked = checked;
    this.modules.append(element("label", { class: "check" }, box, element("span", {}, title)));
  }

  private showOptions(chosen: Record<string, string>): void {
    const info = this.info();
    const picked = new Set(this.chosen().modules);
    const entries: Entry[] = [info, ...info.modules.filter((each) => picked.has(each.name))];
    const labels = entries.flatMap((entry) =>
      entry.options.map((option) => {
        const values = option.values.map((value) => element("option", { value }, value));
        const select = element("select", { name: option.name, "data-default": option.default }, ...values);
        select.value = chosen[option.name] ?? option.default;
        return element("label", { class: "field" }, element("span", {}, option.name), select);
      }),
    );
    this.options.replaceChildren(...labels);
    this.options.hidden = labels.length === 0;
  }
}
