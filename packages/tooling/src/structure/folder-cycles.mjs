import { posix } from 'node:path';
import { workspaceOf } from './relative-imports.mjs';

/** @typedef {import('./relative-imports.mjs').Import} Import */

/**
 * Returns folders that depend on each other in a cycle. Within each folder, its subfolders are compared, each with everything below it, and
 * so are its own files: as one unit in a folder inside `src`, but separately in `src` itself, and index files are always separate. Files of
 * `src` that call each other in a cycle are not a cycle of folders.
 *
 * @param {readonly string[]} files
 * @param {readonly Import[]} imports
 * @returns {readonly (readonly string[])[]} what is in one cycle, sorted
 */
export function folderCycles(files, imports) {
  const folders = new Set(files.flatMap(foldersAbove));
  return [...folders].flatMap((folder) => cyclesWithin(folder, imports)).sort((a, b) => (a.join() < b.join() ? -1 : 1));
}

/** Returns the folders of a file from its own up to `src`. */
function foldersAbove(/** @type {string} */ file) {
  const workspace = workspaceOf(file);
  const folders = [];
  if (workspace === undefined) return [];
  for (let folder = posix.dirname(file); folder !== workspace; folder = posix.dirname(folder)) folders.push(folder);
  return folders;
}

function cyclesWithin(/** @type {string} */ folder, /** @type {readonly Import[]} */ imports) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const { from, to } of imports) {
    const [user, used] = [partOf(folder, from), partOf(folder, to)];
    if (user === undefined || used === undefined || user === used) continue;
    graph.set(user, (graph.get(user) ?? new Set()).add(used));
  }
  const reached = new Map([...graph.keys()].map((part) => [part, reachedFrom(part, graph)]));
  const inCycle = [...graph.keys()].filter((part) => reached.get(part)?.has(part));
  const cycles = inCycle.map((part) =>
    inCycle.filter((other) => reached.get(part)?.has(other) && reached.get(other)?.has(part)).sort(),
  );
  const ofFolders = cycles.filter((cycle) => !cycle.every((part) => /[.]tsx?$/.test(part)));
  return [...new Map(ofFolders.map((cycle) => [cycle.join(), cycle])).values()];
}

/** Returns the subfolder that contains a file, or the folder itself for its own files. */
function partOf(/** @type {string} */ folder, /** @type {string} */ file) {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [first = '', ...below] = file.slice(folder.length + 1).split('/');
  if (below.length > 0) return `${folder}/${first}`;
  return folder.endsWith('/src') || first === 'index.ts' ? file : folder;
}

function reachedFrom(/** @type {string} */ start, /** @type {ReadonlyMap<string, ReadonlySet<string>>} */ graph) {
  const reached = new Set(graph.get(start));
  for (const part of reached) for (const next of graph.get(part) ?? []) reached.add(next);
  return reached;
}
