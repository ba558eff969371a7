/** The shapes of `repl/playground`: what goes to Python and comes back, as JSON. */

export interface Setting {
  name: string;
  values: string[];
  default: string;
}

export interface Entry {
  name: string;
  title: string;
  options: Setting[];
}

export interface GameInfo extends Entry {
  fewest: number;
  most: number;
  modules: Entry[];
}

/** Everything that determines a game: what a link holds. The game "" is the first one. */
export interface Setup {
  game: string;
  modules: string[];
  players: number | null;
  options: Record<string, string>;
  seed: number | null;
  texts: Record<string, string>;
  moves: Move[];
  /** The file that is open in the editor. */
  path: string;
}

/** An answer: its prompt, its words, its player. */
export type Move = [prompt: string, answer: string, player: string];

export interface Piece {
  text: string;
  style: string;
  plain: string;
}

export interface Row {
  label: string;
  text: string;
  short: boolean;
  pieces: Piece[];
  beside: Row[];
}

export interface Choice {
  number: number;
  words: string;
  id: string;
  full: string;
  module: string;
}

export interface Group {
  head: string;
  answers: Choice[];
}

export interface GameEvent {
  event: string;
  lines: string[];
  rows?: Row[];
  again?: boolean;
  player?: string;
  text?: string;
  before?: string;
  groups?: Group[];
}

/** What a fix does, and the edits of the text that do it. */
export interface Fix {
  title: string;
  edits: { from: number; to: number; text: string }[];
}

export interface Problem {
  from: number | null;
  to: number | null;
  line: number;
  code: string;
  message: string;
  label: string;
  help: string;
  where: string;
  related: { text: string; where: string; from?: number; to?: number; line?: number }[];
  /** Found after the problems are shown. */
  fixes: Fix[];
}

export interface Playing {
  events: GameEvent[];
  undoable: number;
  redoable: number;
  over: boolean;
  game: string;
  seed: number;
  command: string;
  moves: Move[];
}

export interface Edited extends Partial<Playing> {
  problems: Problem[];
  in_force: boolean;
  module: string;
}

export interface ScenarioHead {
  id: string;
  title: string;
  line: number;
  path: string;
}

export interface ScenarioResult {
  id: string;
  ok: boolean;
  problems: Problem[];
}

/** A stretch of text and its colour: from, to, and the name of a class of tokens. */
export type Colour = [from: number, to: number, name: string];

/** The functions of `repl/playground/bridge.py`: what each takes and returns. */
export interface Functions {
  games: [Record<string, never>, { games: GameInfo[] }];
  files: [{ game: string; path?: string }, { files: string[]; text?: string }];
  open: [Setup, Playing];
  edit: [{ path: string; text: string }, Edited];
  fixes: [{ path: string; number: number }, { fixes: Fix[] }];
  colours: [{ text: string }, { colours: Colour[] }];
  line: [{ line: string }, Playing];
  answer: [{ id: string }, Playing];
  scenarios: [{ path: string }, { scenarios: ScenarioHead[] }];
  scenario: [{ path: string; id: string }, ScenarioResult];
  new: [{ game: string; name: string; title: string }, { path: string; text: string }];
  digest: [Record<string, never>, { digest: string; answers: number }];
}

export type Request = { number: number; name: keyof Functions; argument: string };

export type Reply = { number: number; result: string } | { number: number; crash: string } | { progress: string };
