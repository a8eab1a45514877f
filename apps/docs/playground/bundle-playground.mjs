import { createRequire } from 'node:module';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { withoutPages } from '../../../packages/authoring/bundle/plugins.mjs';

/** The package exports the code that reads its tables, but not the tables. */
const { default: block } = await import(
  new URL('block.js', pathToFileURL(createRequire(import.meta.url).resolve('any-ascii'))).href
);

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../../..');
const sample = 'apps/cli/dist/starter/sample-transactions.js';
const sampleSize = 1_000;
const seed = 7;

/** Replaces modules: the hash that the engine imports from Node, and the language without an engine. */
const replaced = {
  name: 'replaced',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
    onResolve({ filter: /^node:crypto$/ }, () => ({ path: join(folder, 'create-hash.ts') }));
    onResolve({ filter: /^@tamis\/authoring\/browser$/ }, () => ({ path: join(folder, 'whole-language.ts') }));
  },
};

/** The last block; each block has 256 characters and their notation in Latin letters. */
const lastBlock = 0x1f9;
/** Whether the block is bundled: Latin, Greek, Cyrillic and punctuation. */
const isNear = (/** @type {number} */ number) => number <= 5 || (number >= 0x1e && number <= 0x22);
const blocks = Array.from({ length: lastBlock + 1 }, (_, number) => [number, block(number)]).filter(([, text]) => text);
const blocksAs = (/** @type {boolean} */ near) =>
  JSON.stringify(Object.fromEntries(blocks.filter(([number]) => isNear(Number(number)) === near)));

/** Most character tables are for scripts that texts rarely use: the thread loads them when needed, and waits for them. */
const letters = {
  name: 'letters',
  setup(/** @type {import('esbuild').PluginBuild} */ { onLoad }) {
    onLoad({ filter: /any-ascii[\\/]block\.js$/ }, () => ({
      contents: `const near = ${blocksAs(true)};
let others = null;
function load() {
  const request = new XMLHttpRequest();
  request.open('GET', new URL('./letters.json', import.meta.url), false);
  request.send();
  return JSON.parse(request.responseText);
}
export default (number) => near[number] ?? (others ??= load())[number] ?? '';`,
      loader: 'js',
    }));
  },
};

/**
 * Builds the scripts of the playground, its threads, and the payments that it decides, all in one folder.
 *
 * @param {string} to
 * @returns {Promise<readonly string[]>} the files below the root that it was made from
 */
export async function bundlePlayground(to) {
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: {
      playground: join(folder, 'playground.ts'),
      'replay-worker': join(folder, 'replay-worker.ts'),
      'language-worker': join(folder, '../../../packages/rule-editor/src/language-worker.ts'),
    },
    outdir: to,
    bundle: true,
    // The threads share most of the code that they load.
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@tamis/source'],
    inject: [join(folder, 'no-buffer.ts')],
    plugins: [replaced, letters, withoutPages],
    logLevel: 'error',
  });
  const { sampleTables, sampleTransactions } = await import(pathToFileURL(join(root, sample)).href);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'sample.jsonl'), sampleTransactions(sampleSize, seed));
  writeFileSync(join(to, 'letters.json'), blocksAs(false));
  writeFileSync(join(to, 'sample-tables.json'), JSON.stringify(sampleTables));
  return [...Object.keys(metafile.inputs).filter((path) => existsSync(join(root, path))), sample].sort();
}
