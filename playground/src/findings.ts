/** The lists under the editor: problems of the text, and its scenarios with ✓ or ✗. */

import { marked, words } from "./editor.ts";
import { button, element, found } from "./elements.ts";
import type { Fix, Problem, ScenarioHead, ScenarioResult } from "./shapes.ts";

export const MOST_LISTED = 20;

export interface Going {
  go: (place: number) => void;
  scenario: (head: ScenarioHead) => void;
  mend: (fix: Fix) => void;
}

/** List problems, each with the way to its line and with its fixes. */
export function listProblems(problems: Problem[], going: Going): void {
  const shown = problems.slice(0, MOST_LISTED).map((problem) => problemItem(problem, going));
  const more = problems.length - shown.length;
  if (more > 0) shown.push(element("li", {}, `${more} more`));
  found("problems").replaceChildren(...shown);
  found("problem-count").textContent = counted(problems.length, "problem");
}

function problemItem(problem: Problem, going: Going): HTMLLIElement {
  const { from, fixes } = problem;
  const item = element("li", { class: "problem" });
  if (from !== null) item.append(button([`Line ${problem.line}`], () => going.go(from), { class: "link" }));
  else if (problem.where) item.append(element("span", { class: "where" }, problem.where));
  item.append(words(problem));
  for (const fix of fixes) item.append(button(marked(fix.title), () => going.mend(fix), { class: "fix" }));
  return item;
}

/** List scenarios; those that weren't played yet have no result. */
export function listScenarios(heads: ScenarioHead[], results: Map<string, ScenarioResult>, going: Going): void {
  const items = heads.map((head) => scenarioItem(head, results.get(head.id), going));
  found("scenarios").replaceChildren(...items);
  found("scenario-count").textContent = summary(heads, results);
}

function scenarioItem(head: ScenarioHead, result: ScenarioResult | undefined, going: Going): HTMLLIElement {
  const [sign, said, kind] = result ? (result.ok ? ["✓", "holds", "ok"] : ["✗", "fails", "bad"]) : ["·", "waits", "open"];
  const item = element(
    "li",
    { class: `scenario ${kind}` },
    element("span", { class: "sign", role: "img", "aria-label": said ?? "" }, sign ?? ""),
    button([head.title], () => going.scenario(head), { class: "link" }),
  );
  for (const problem of result?.problems ?? []) {
    const text = problem.help ? `${problem.message}; ${problem.help}` : problem.message;
    item.append(element("p", {}, ...marked(text)));
  }
  return item;
}

function summary(heads: ScenarioHead[], results: Map<string, ScenarioResult>): string {
  if (!heads.length) return "none in this file";
  const failed = heads.filter((head) => results.get(head.id)?.ok === false).length;
  const left = heads.filter((head) => !results.has(head.id)).length;
  if (left) return `${heads.length - left} of ${heads.length} played`;
  return failed ? `${failed} of ${heads.length} fail` : heads.length === 1 ? "it holds" : `all ${heads.length} hold`;
}

/** A number with a noun. */
export function counted(number: number, noun: string): string {
  return number === 0 ? `no ${noun}s` : number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
