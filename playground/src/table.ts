/** The table: a row for each entry, with its label. */

import { element } from "./elements.ts";
import type { Piece, Row } from "./shapes.ts";

/** Show the rows of a table in a list of descriptions. */
export function showTable(place: HTMLElement, rows: Row[]): void {
  place.replaceChildren(...rows.flatMap((row) => [row, ...row.beside]).map(shown));
}

function shown(row: Row): HTMLElement {
  const label = row.label.replace(/:$/, "");
  const value = element("dd", {}, ...row.pieces.map(piece));
  return element("div", { class: row.short ? "row short" : "row" }, element("dt", {}, label), value);
}

function piece(each: Piece): Node | string {
  if (each.style === "") return each.text;
  const made = element("span", { class: `piece tint-${each.style}` }, each.text);
  if (each.plain && each.plain !== each.text) {
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", each.plain);
  }
  return made;
}
