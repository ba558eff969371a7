// Pack the Python of the page: bytecode made by the Python that will run it, and results that are slow to compute.
//
//   node pack.mjs SITE OUT
//
// SITE holds the installed packages. OUT gets code.zip (imported from the archive), data.zip (the rules of the games and
// the cache of their models and of the grammar, unpacked at the start), stdlib.zip, and the files of Pyodide.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { loadPyodide } from "pyodide";

const [site, out] = process.argv.slice(2);
if (!site || !out) throw new Error("node pack.mjs SITE OUT");
const pyodide = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

function put(python, path, content) {
  python.FS.mkdirTree(dirname(path));
  python.FS.writeFile(path, content);
}

mkdirSync(out, { recursive: true });
const python = await loadPyodide({ env: { HOME: "/home/pyodide", REVERIE_HOME: "/pack/data/cache-home" } });
for (const path of files(site)) put(python, `/pack/site/${relative(site, path).replaceAll("\\", "/")}`, readFileSync(path));
put(python, "/pack/stdlib.zip", readFileSync(join(pyodide, "python_stdlib.zip")));
put(python, "/pack/packing.py", readFileSync(new URL("packing.py", import.meta.url)));
python.runPython(`
import sys
sys.path.insert(0, "/pack")
import packing
packing.main()
`);
for (const name of ["code.zip", "data.zip", "stdlib.zip"]) {
  writeFileSync(join(out, name), python.FS.readFile(`/pack/out/${name}`));
}
for (const name of ["pyodide.asm.mjs", "pyodide.asm.wasm"]) copyFileSync(join(pyodide, name), join(out, name));
const lock = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
writeFileSync(join(out, "pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
