/** The text of a rules file, with its colours and with problems under the words. */

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { ChangeSet, EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { element } from "./elements.ts";
import type { Colour, Fix, Problem } from "./shapes.ts";

export type Severity = "error" | "warning";

const colouring = StateEffect.define<DecorationSet>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const found = transaction.effects.find((effect) => effect.is(colouring));
    return found ? (found.value as DecorationSet) : shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  private readonly view: EditorView;
  private readonly extensions;
  /** The changes since the problems were underlined. */
  private since = ChangeSet.empty(0);

  constructor(place: HTMLElement, changed: () => void) {
    this.extensions = [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      search({ top: true }),
      colours,
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Text of the rules file", spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        this.since = this.since.compose(update.changes);
        changed();
      }),
    ];
    this.view = new EditorView({ parent: place, state: this.state("") });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Show another file; its history begins here. */
  open(text: string): void {
    this.view.setState(this.state(text));
    this.since = ChangeSet.empty(this.view.state.doc.length);
  }

  /** Colour the text, unless it has changed since. */
  colour(text: string, found: Colour[]): void {
    if (text !== this.text) return;
    const builder = new RangeSetBuilder<Decoration>();
    for (const [from, to, name] of found) {
      if (from < to && to <= text.length) builder.add(from, to, Decoration.mark({ class: `sort-${name}` }));
    }
    this.view.dispatch({ effects: colouring.of(builder.finish()) });
  }

  /** Underline problems, unless the text has changed since. */
  underline(text: string, found: [Problem, Severity][]): void {
    if (text !== this.text) return;
    const diagnostics = found.flatMap(([problem, severity]) => this.diagnostic(problem, severity));
    this.since = ChangeSet.empty(this.view.state.doc.length);
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Move the cursor to a place, and the focus with it. */
  go(to: number): void {
    const at = Math.min(to, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  /** Carry out a fix, where its places are by now. */
  mend(fix: Fix): void {
    const changes = fix.edits.map(({ from, to, text }) => {
      const begin = this.since.mapPos(from, 1);
      return { from: begin, to: Math.max(begin, this.since.mapPos(to, -1)), insert: text };
    });
    this.view.dispatch({ changes });
  }

  private state(doc: string): EditorState {
    return EditorState.create({ doc, extensions: this.extensions });
  }

  private diagnostic(problem: Problem, severity: Severity): Diagnostic[] {
    const length = this.view.state.doc.length;
    if (problem.from === null || problem.to === null) return [];
    const from = Math.min(problem.from, length);
    const to = Math.min(Math.max(problem.to, from), length);
    const actions = problem.fixes.map((fix) => ({ name: fix.title.replaceAll("`", ""), apply: () => this.mend(fix) }));
    return [{ from, to, severity, message: problem.message, actions, renderMessage: () => words(problem) }];
  }
}

/** The words of a problem: what is wrong, what is meant by the underlined words, and what to do. */
export function words(problem: Problem): HTMLElement {
  const lines = [element("p", { class: "message" }, ...marked(problem.message))];
  if (problem.label) lines.push(element("p", {}, ...marked(problem.label)));
  for (const each of problem.related) lines.push(element("p", {}, ...marked(`${each.text} (${each.where})`)));
  if (problem.help) lines.push(element("p", { class: "help" }, ...marked(problem.help)));
  return element("div", { class: "problem-words" }, ...lines);
}

/** A text with its words in backticks as code. */
export function marked(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? element("code", {}, part) : part));
}
