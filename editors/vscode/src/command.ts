// Finds the `reverie` command: of the setting, of the chosen Python environment, or on the PATH. Knows no editor.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** What a command is looked for in. */
export interface Places {
  /** The path in the settings; empty if there is none. */
  setting: string;
  /** The Python interpreter that is chosen for the workspace. */
  python?: string;
  /** The PATH. */
  path: string;
  windows: boolean;
}

/** Where the command is, or undefined if it is nowhere. A path in the settings is the only place that counts. */
export function findCommand(places: Places): string | undefined {
  if (places.setting) return runs(places.setting) ? places.setting : undefined;
  const name = places.windows ? "reverie.exe" : "reverie";
  const folders = places.python ? beside(places.python, places.windows) : [];
  folders.push(...places.path.split(delimiter).filter(Boolean));
  return folders.map((folder) => join(folder, name)).find(runs);
}

/** The folders in which an environment keeps its commands. */
function beside(python: string, windows: boolean): string[] {
  const folder = dirname(python);
  return windows ? [folder, join(folder, "Scripts")] : [folder];
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The id of the scenario that a line of a text (from 0) belongs to. */
export function scenarioAt(lines: readonly string[], line: number): string | undefined {
  for (let number = line; number >= 0; number--) {
    const found = /^\s*scenario\s+([a-z][a-z0-9-]*)/.exec(lines[number]);
    if (found) return found[1];
    if (/^[^\s#]/.test(lines[number])) return undefined;
  }
  return undefined;
}
