/** A game as the end of a link, compressed. Nothing is sent anywhere: browsers keep the part behind `#`. */

import type { Move, Setup } from "./shapes.ts";

const PREFIX = "#1-";
const LONGEST = 2_000_000;

/** The link is not one that a playground made, or a part of it is missing. */
export class BrokenLink extends Error {}

/** The part of a link behind `#`, with it. */
export async function encoded(setup: Setup): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(setup));
  const packed = await through(text, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The game in a link; null if there is none. Throws `BrokenLink`. */
export async function decoded(fragment: string): Promise<Setup | null> {
  if (fragment === "" || fragment === "#") return null;
  if (!fragment.startsWith(PREFIX)) throw new BrokenLink();
  try {
    const binary = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const text = await through(packed, new DecompressionStream("deflate-raw"), LONGEST);
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)));
  } catch {
    throw new BrokenLink();
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new BrokenLink();
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function checked(data: unknown): Setup {
  if (typeof data !== "object" || data === null) throw new BrokenLink();
  const found = data as Partial<Record<keyof Setup, unknown>>;
  const { game, path, seed, players } = found;
  if (typeof game !== "string" || typeof path !== "string") throw new BrokenLink();
  return {
    game,
    path,
    seed: seed === null ? null : whole(seed),
    players: players === null ? null : whole(players),
    modules: list(found.modules, word),
    options: words(found.options),
    texts: words(found.texts),
    moves: list(found.moves, move),
  };
}

function whole(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new BrokenLink();
  return value as number;
}

function word(value: unknown): string {
  if (typeof value !== "string") throw new BrokenLink();
  return value;
}

function list<T>(value: unknown, each: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new BrokenLink();
  return value.map(each);
}

function words(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BrokenLink();
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, word(text)]));
}

function move(value: unknown): Move {
  const parts = list(value, word);
  const [prompt, answer, player] = parts;
  if (parts.length !== 3 || prompt === undefined || answer === undefined || player === undefined) throw new BrokenLink();
  return [prompt, answer, player];
}
