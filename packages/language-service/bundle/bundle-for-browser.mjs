import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the functions of the library compute with. An editor reads their declarations and never evaluates. */
const evaluationOnly = /^(?:libphonenumber-js|stdnum|ibantools|double-metaphone)(?:\/|$)/;

/** A module with the names of another, none of which can be called. */
async function leftOut(/** @type {string} */ path) {
  const names = Object.keys(await import(path));
  return `
const left = () => { throw new Error('${path} is not part of an editor'); };
const nothing = new Proxy(left, { get: () => nothing });
${names.map((name) => (name === 'default' ? 'export default nothing;' : `export const ${name} = nothing;`)).join('\n')}`;
}

/** @type {import('esbuild').Plugin} */
const withoutEvaluation = {
  name: 'without-evaluation',
  setup(bundler) {
    bundler.onResolve({ filter: evaluationOnly }, ({ path }) => ({ path, namespace: 'left-out' }));
    bundler.onLoad({ filter: /.*/, namespace: 'left-out' }, async ({ path }) => ({
      contents: await leftOut(path),
      loader: 'js',
    }));
  },
};

/**
 * Examples of diagnostics are pages of the manual.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutPages = {
  name: 'without-pages',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]diagnostics[\\/]codes[\\/][ew]\d+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/\n {2}example: (?:\{\n[^]*?\n {2}\}|\{[^\n]*\}),\n/, '\n'),
      loader: 'ts',
    }));
  },
};

/**
 * The parser's runtime asks for a general library of which the newer one has the same functions, smaller.
 *
 * @type {import('esbuild').Plugin}
 */
const smallerLibrary = {
  name: 'smaller-library',
  setup(bundler) {
    bundler.onResolve({ filter: /^lodash-es$/ }, ({ resolveDir }) =>
      bundler.resolve('es-toolkit/compat', { kind: 'import-statement', resolveDir }),
    );
  },
};

const entries = {
  service: "export * from './src/index.ts';",
  'service and catalogue': "export * from './src/index.ts';\nexport { libraryCatalogue } from '@tamis/library';",
};

/**
 * A script for browsers: nothing of Node is in it, or it does not build.
 *
 * @param {keyof typeof entries} entry
 * @param {'esm' | 'iife'} format `iife` puts everything into the global `tamis`
 * @returns {Promise<{text: string, minifiedBytes: number, gzipBytes: number, bytesByPackage: Record<string, number>}>}
 *   sizes in bytes; those by package are minified, before compression
 */
export async function bundleForBrowser(entry, format = 'esm') {
  const result = await build({
    stdin: { contents: entries[entry], resolveDir: root },
    bundle: true,
    minify: true,
    format,
    globalName: 'tamis',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@tamis/source'],
    plugins: [withoutEvaluation, withoutPages, smallerLibrary],
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const [output] = result.outputFiles;
  // The bundler leaves out what is not used; the other finds shorter words for what is.
  const { code: text = '' } = await minify(output.text, {
    module: format === 'esm',
    ecma: 2020,
    compress: {},
  });
  const [{ inputs }] = Object.values(result.metafile.outputs);
  /** @type {Record<string, number>} */
  const bytesByPackage = {};
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.split('/src/')[0];
    bytesByPackage[name] = (bytesByPackage[name] ?? 0) + bytesInOutput;
  }
  const bytes = Buffer.from(text);
  return { text, minifiedBytes: bytes.length, gzipBytes: gzipSync(bytes, { level: 9 }).length, bytesByPackage };
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** `node bundle-for-browser.mjs [FILE]` prints the sizes, and writes the script with the catalogue to FILE. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  for (const entry of /** @type {const} */ (['service', 'service and catalogue'])) {
    const { text, minifiedBytes, gzipBytes, bytesByPackage } = await bundleForBrowser(entry);
    console.log(`${entry}: ${kilobytes(gzipBytes)} gzipped, ${kilobytes(minifiedBytes)} minified`);
    const heaviest = Object.entries(bytesByPackage).sort(([, a], [, b]) => b - a);
    for (const [name, bytes] of heaviest.slice(0, 10)) console.log(`${kilobytes(bytes).padStart(12)}  ${name}`);
    if (file !== undefined && entry !== 'service') writeFileSync(file, text);
  }
}
