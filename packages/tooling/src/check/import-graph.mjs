import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const isCode = (path) => /\.(ts|cts|mjs|cjs)$/.test(path);
const literal = /(['"`])((?:\.{1,2}\/|@tamis\/)[^'"`\s$]+)\1/g;

/**
 * What each file of the repository names: what it imports, starts or reads, as far as a path stands in its text.
 *
 * @param {string} root
 * @param {readonly string[]} paths of the files, relative to the root
 * @returns {{ texts: Map<string, string>, named: Map<string, readonly string[]> }}
 */
export function readImports(root, paths) {
  const known = new Set(paths);
  const entries = readEntries(root, paths);
  const texts = new Map(paths.filter(isCode).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const named = new Map();
  for (const [path, text] of texts) {
    const found = [...text.matchAll(literal)].flatMap(([, , name]) => entries.get(name) ?? besides(path, name, known));
    named.set(path, [...new Set(found)]);
  }
  return { texts, named };
}

/** The source of each workspace package, by its name. */
function readEntries(root, paths) {
  const manifests = paths.filter((path) => path.endsWith('/package.json') && existsSync(join(root, path)));
  return new Map(
    manifests.flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return Object.entries(exports).flatMap(([entry, target]) => {
        const source = target['@tamis/source'] ?? target;
        return typeof source === 'string' ? [[join(name, entry), join(dirname(path), source)]] : [];
      });
    }),
  );
}

/** The file of a relative path. What is built stands for its source. */
function besides(path, name, known) {
  const file = join(dirname(path), name).replace('/dist/', '/src/');
  const bare = file.replace(/\.(js|mjs|cjs)$/, '');
  return [file, `${bare}.ts`, `${bare}.cts`, `${bare}.mjs`, `${bare}/index.ts`].find((each) => known.has(each)) ?? [];
}

/**
 * All files that lead to some others; the search does not go on behind a file that `isEnd`.
 *
 * @param {Iterable<string>} starts
 * @param {Map<string, readonly string[]>} edges
 * @param {(path: string) => boolean} [isEnd]
 */
export function closure(starts, edges, isEnd = () => false) {
  const found = new Set(starts);
  for (const path of found) if (!isEnd(path)) for (const next of edges.get(path) ?? []) found.add(next);
  return found;
}

/** @param {Map<string, readonly string[]>} edges */
export function reversed(edges) {
  const back = new Map();
  for (const [from, targets] of edges) for (const to of targets) back.set(to, [...(back.get(to) ?? []), from]);
  return back;
}
