/** Elements of the page, made and found. */

type Child = Node | string;

/** A new element with attributes (a class as `class`) and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The element of the page with an id. */
export function found<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as Kind;
}

/** A button that does something. */
export function button(words: Child[], act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, ...words);
  made.addEventListener("click", act);
  return made;
}

/** Do something once nothing has asked for it for a while. */
export function later(milliseconds: number, act: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, milliseconds);
  };
}
