/** Calls the functions of Python in its worker. */

import type { Functions, Problem, Reply, Request } from "./shapes.ts";

/** Something can't be done: a sentence, and the problems of the rules, if there are some. */
export class Refused extends Error {
  constructor(
    sentence: string,
    readonly problems: Problem[] = [],
  ) {
    super(sentence);
  }
}

type Failed = { error?: string; problems?: Problem[] };

export class Python {
  private readonly worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
  private readonly waiting = new Map<number, { done: (text: string) => void; failed: (error: Error) => void }>();
  private last = 0;

  constructor(progress: (words: string) => void) {
    this.worker.addEventListener("message", (message: MessageEvent<Reply>) => {
      const reply = message.data;
      if ("progress" in reply) {
        progress(reply.progress);
        return;
      }
      const waiting = this.waiting.get(reply.number);
      this.waiting.delete(reply.number);
      if ("result" in reply) waiting?.done(reply.result);
      else waiting?.failed(new Refused(`The playground failed with an internal error: ${lastLine(reply.crash)}`));
    });
    this.worker.addEventListener("error", () => {
      const error = new Refused("Python can't be started in this browser.");
      for (const { failed } of this.waiting.values()) failed(error);
      this.waiting.clear();
    });
  }

  /** Call a function; throws `Refused` if it can't be carried out. */
  async call<Name extends keyof Functions>(name: Name, argument: Functions[Name][0]): Promise<Functions[Name][1]> {
    const number = ++this.last;
    const answered = new Promise<string>((done, failed) => this.waiting.set(number, { done, failed }));
    this.worker.postMessage({ number, name, argument: JSON.stringify(argument) } satisfies Request);
    const result = JSON.parse(await answered) as Functions[Name][1] & Failed;
    if (result.error !== undefined) throw new Refused(sentence(result.error));
    if (name !== "edit" && name !== "scenario" && result.problems) {
      throw new Refused("These rules can't be linked.", result.problems);
    }
    return result;
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

/** Words that begin small and have no full stop, as a sentence. */
export function sentence(words: string): string {
  const begun = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!…]$/.test(begun) ? begun : `${begun}.`;
}
