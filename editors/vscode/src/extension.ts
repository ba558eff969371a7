// Starts the language server, and adds what it can't do by itself: a terminal in which a game is played.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { findCommand, scenarioAt } from "./command";

const INSTALL = "pip install 'reverie[editor]'";

/** The commands of the server's code lenses: the first is carried out here, the second by the server. */
const PLAY = "reverie.playFrom";
const RUN = "reverie.runScenario";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("reverie.restartServer", restart),
    vscode.commands.registerCommand("reverie.playFromHere", () => here(PLAY)),
    vscode.commands.registerCommand("reverie.runHere", () => here(RUN)),
    vscode.commands.registerCommand(PLAY, inTerminal),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("reverie.command")) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(): Promise<void> {
  await client?.dispose();
  client = undefined;
  await start();
}

async function start(): Promise<void> {
  const command = await found();
  if (!command) return missing();
  client = new LanguageClient(
    "reverie",
    "Reverie",
    { command, args: ["language-server"], options: { env: { ...process.env, PYTHONUTF8: "1" } } },
    { documentSelector: [{ language: "reverie" }] },
  );
  try {
    await client.start();
  } catch {
    client = undefined;
    await missing();
  }
}

async function found(): Promise<string | undefined> {
  return findCommand({
    setting: vscode.workspace.getConfiguration("reverie").get("command", ""),
    python: await interpreter(),
    path: process.env.PATH ?? "",
    windows: process.platform === "win32",
  });
}

/** The interpreter that the Python extension has chosen, if it is installed. */
async function interpreter(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension("ms-python.python");
  if (!extension) return undefined;
  try {
    const api = (await extension.activate()) as {
      environments?: { getActiveEnvironmentPath(resource?: vscode.Uri): { path: string } };
    };
    return api.environments?.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri).path;
  } catch {
    return undefined;
  }
}

async function missing(): Promise<void> {
  const message = `The language server doesn't start. Install it with ${INSTALL}, in the Python environment chosen here.`;
  const answer = await vscode.window.showWarningMessage(message, "Copy Command", "Settings");
  if (answer === "Copy Command") await vscode.env.clipboard.writeText(INSTALL);
  if (answer === "Settings") await vscode.commands.executeCommand("workbench.action.openSettings", "reverie.command");
}

/** Carries out what the server offers above the scenario in which the cursor stands. */
async function here(name: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { document, selection } = editor;
  const id = scenarioAt(document.getText().split(/\r?\n/), selection.active.line);
  if (!id) {
    await vscode.window.showInformationMessage("No scenario stands here: place the cursor in one.");
    return;
  }
  if (!client) return missing();
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider",
    document.uri,
    1_000,
  );
  const command = lenses.map((lens) => lens.command).find((each) => each?.command === name && each.arguments?.at(-1) === id);
  if (!command) {
    await vscode.window.showInformationMessage(`The game of ${id} isn't known yet: save the file in the folder of its game.`);
    return;
  }
  await document.save();
  await vscode.commands.executeCommand(name, ...(command.arguments ?? []));
}

/** Opens a terminal in which `reverie` runs with some arguments. */
async function inTerminal(...words: string[]): Promise<void> {
  const command = await found();
  if (!command) return missing();
  const terminal = vscode.window.createTerminal({
    name: `Reverie: ${words.at(-1) ?? ""}`,
    shellPath: command,
    shellArgs: words,
  });
  terminal.show();
}
