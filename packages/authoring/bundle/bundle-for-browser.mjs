import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { libraryCatalogue } from '@tamis/library';
import { build } from 'esbuild';
import { minify } from 'terser';
import { laterParts, withoutEvaluation, withoutPages } from './plugins.mjs';
import { smallerPackages } from './smaller-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const targets = /** @type {const} */ (['transaction', 'person', 'company', 'userEvent']);

/** Returns the texts of the catalogue by kind or owner, and name, in the form in which they are loaded after the first part. */
function documentationOf(/** @type {typeof libraryCatalogue} */ { operators, functions, aggregates, schema }) {
  const kinds = { operator: operators, function: functions, aggregate: aggregates };
  const declarations = Object.entries(kinds).flatMap(([kind, members]) =>
    members.map(({ name, documentation, examples }) => [
      `${kind} ${name}`,
      { documentation, examples: examples.slice(0, 2).map(({ text, result }) => ({ text, result })) },
    ]),
  );
  const owned = [
    ...targets.flatMap((target) => schema.fields(target).map((field) => ({ owner: 'subject', field }))),
    ...schema.sources.flatMap(({ name }) => schema.recordFields(name).map((field) => ({ owner: name, field }))),
  ];
  return {
    declarations: Object.fromEntries(declarations),
    fields: Object.fromEntries(owned.map(({ owner, field }) => [`${owner} ${field.path}`, field.description])),
  };
}

/** Returns the part to which an output file belongs, according to its entry point. */
function partOf(/** @type {string} */ name, /** @type {string | undefined} */ entry) {
  if (name === 'tamis.js') return 'first';
  if (entry?.includes('documentation')) return 'documentation';
  if (entry?.includes('pattern-problem')) return 'patterns';
  if (entry?.includes('describe-set')) return 'analysis';
  return 'shared';
}

/**
 * Builds scripts for browsers, as ES modules: `tamis.js`, and the files it loads later. They contain nothing from Node; otherwise the build
 * fails.
 *
 * @returns {Promise<{name: string, part: string, text: string, gzipBytes: number, minifiedBytes: number, imports: readonly string[],
 *   bytesByPackage: Record<string, number>}[]>}
 *   sizes in bytes; those by package are minified, before compression; `imports`: files it cannot do without
 */
export async function bundleForBrowser() {
  const result = await build({
    entryPoints: { tamis: join(root, 'bundle/browser-entry.mjs') },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    outdir: 'browser',
    minify: true,
    drop: ['console'],
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@tamis/source'],
    plugins: [laterParts(documentationOf(libraryCatalogue)), withoutEvaluation, withoutPages, smallerPackages],
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return Promise.all(
    result.outputFiles.map(async ({ path, text: bundled }) => {
      // The bundler removes unused code, and the minifier shortens the rest.
      const { code: text = '' } = await minify(bundled, {
        module: true,
        ecma: 2020,
        compress: { passes: 3, pure_getters: true, keep_fargs: false },
      });
      const name = basename(path);
      const { inputs, imports, entryPoint } = result.metafile.outputs[`browser/${name}`];
      /** @type {Record<string, number>} */
      const bytesByPackage = {};
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const from = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.split('/src/')[0];
        bytesByPackage[from] = (bytesByPackage[from] ?? 0) + bytesInOutput;
      }
      const bytes = Buffer.from(text);
      return {
        name,
        part: partOf(name, entryPoint),
        text,
        minifiedBytes: bytes.length,
        gzipBytes: gzipSync(bytes, { level: 9 }).length,
        imports: imports
          .filter(({ kind }) => kind === 'import-statement')
          .map(({ path: imported }) => basename(imported)),
        bytesByPackage,
      };
    }),
  );
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Returns the files that a page must load before it can check rules: the first file and the files it depends on. */
export const firstFiles = (/** @type {Awaited<ReturnType<typeof bundleForBrowser>>} */ files) => {
  const needed = new Set(['tamis.js']);
  for (const name of needed)
    for (const each of files.find((file) => file.name === name)?.imports ?? []) needed.add(each);
  return files.filter(({ name }) => needed.has(name));
};

/** `node bundle-for-browser.mjs [FOLDER]` prints the sizes, and writes the files to FOLDER. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  const files = await bundleForBrowser();
  const first = firstFiles(files);
  const sum = (/** @type {typeof files} */ of) => kilobytes(of.reduce((total, { gzipBytes }) => total + gzipBytes, 0));
  console.log(
    `to check rules (service, catalogue): ${sum(first)} gzipped; with everything that is loaded later: ${sum(files)}`,
  );
  for (const { name, part, gzipBytes, minifiedBytes, bytesByPackage } of files) {
    console.log(`${part}: ${kilobytes(gzipBytes)} gzipped, ${kilobytes(minifiedBytes)} minified  ${name}`);
    const heaviest = Object.entries(bytesByPackage).sort(([, a], [, b]) => b - a);
    for (const [from, bytes] of heaviest.slice(0, 8)) console.log(`${kilobytes(bytes).padStart(12)}  ${from}`);
  }
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
  }
}
