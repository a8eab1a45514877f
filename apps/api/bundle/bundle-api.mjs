// Bundles the thousands of modules of the server into a few files, since finding and reading them took most of the four seconds of
// processor time that a process needed to start. Part of `npm run build`. Does nothing if nothing has changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBundle } from '../../../packages/tooling/src/make-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages that are not bundled, because they start files of their own, are not JavaScript, or load modules whose names are computed at run
 * time.
 */
const installed = [
  ...['@fastify/static', '@node-rs/argon2', 'pg', 'piscina', 'swagger-ui-dist', 'typeorm'],
  // Dependencies of the packages above, so that they are not loaded twice.
  ...['debug', 'reflect-metadata', 'tslib'],
];

/**
 * Packages that use the path of their folder only for features that the server does not use: logging in worker threads, and serving a
 * client script.
 */
const placeUnused = /node_modules\/(pino|thread-stream|socket\.io)\//;

/** Modules find files beside themselves, wherever they are joined. @type {import('esbuild').Plugin} */
const placesKept = {
  name: 'places kept',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (/\b__(dirname|filename)\b/.test(text) && !placeUnused.test(path))
        return { errors: [{ text: `${path} looks for files beside itself: leave its package as installed` }] };
      if (!text.includes('import.meta.url')) return undefined;
      const place = JSON.stringify(relative(join(root, 'dist/bundle'), path));
      const contents = text
        // Without this, modules that Nest looks up would be loaded a second time, from the installed package.
        .replace(/^const require = createRequire\(import\.meta\.url\);$/m, '')
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
      return { contents, loader: 'js' };
    });
  },
};

/** Optional parts of packages that nobody has installed. @type {import('esbuild').Plugin} */
const missingLeftOut = {
  name: 'missing left out',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'asked' || options.kind === 'entry-point') return undefined;
      const found = await resolve(path, { ...options, pluginData: 'asked' });
      return found.errors.length > 0 ? { external: true } : found;
    });
  },
};

/**
 * What keeps names also names each function that is made while the server runs, at every call of the one around it: a twentieth of the
 * main thread's time. One that is declared under its own name has it; of others only classes and functions with a prototype are asked
 * for theirs. @type {import('esbuild').Plugin}
 */
const namesOfClassesAlone = {
  name: 'names of classes alone',
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      const helper = 'var __name = (target, value) => __defProp(';
      const written = Object.keys(metafile.outputs).map((path) => join(root, path));
      const files = written.filter((path) => path.endsWith('.mjs'));
      const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
      const found = files.filter((path) => texts.get(path).includes(helper));
      if (found.length !== 1) return { errors: [{ text: 'the helper that keeps names has changed its form' }] };
      const sparing = helper.replace('=> ', '=> target.prototype === undefined ? target : ');
      for (const [path, text] of texts)
        writeFileSync(path, text.replaceAll(/^ *__name\((\w+), "\1"\);$/gm, '').replace(helper, sparing));
      return undefined;
    });
  },
};

await makeBundle(root, 'bundle/bundle-api.mjs', {
  entryPoints: {
    serve: 'dist/serve.js',
    administrate: 'dist/administrate.js',
    'replay-thread': 'dist/modules/insight/dry-runs/use-cases/replay-thread.js',
    'test-files': 'dist/modules/rules/rules/domain/test-files.js',
    // For the modules that are loaded before the server and add providers to it.
    providers: '@tamis/enrichment',
  },
  splitting: true,
  // Nest and TypeORM rely on the names of classes.
  keepNames: true,
  external: installed,
  plugins: [placesKept, missingLeftOut, namesOfClassesAlone],
  // For `node --enable-source-maps`.
  sourcemap: 'linked',
  sourcesContent: false,
});
