import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const modifiedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When the newest file below some folders, or of some files, was changed. */
export function newestMs(paths) {
  return Math.max(
    ...paths.flatMap((path) => {
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [modifiedMs(path)];
      return readdirSync(path, { recursive: true }).map((name) => modifiedMs(join(path, name)));
    }),
  );
}

export const filesBelow = (path) =>
  readdirSync(path, { recursive: true }).filter((name) => statSync(join(path, name)).isFile());

/** Servers send these as they are. */
export function compress(folder, names) {
  for (const name of filesBelow(folder).filter((each) => names.test(each))) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Builds the pages of an app with each file compressed beside it. Does nothing when nothing that they are made of has changed. */
export async function buildPages({ folder, others }) {
  const pages = join(folder, 'dist/pages');
  const stamp = join(pages, 'index.html');
  const own = ['src', 'index.html', 'vite.config.mjs', 'build.mjs'].map((path) => join(folder, path));
  if (modifiedMs(stamp) >= newestMs([...own, ...others])) return;
  // The tests say `test`, and libraries would bring what they tell developers.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(folder, 'vite.config.mjs'), logLevel: 'warn' });
  compress(join(pages, 'assets'), /\.(js|css)$/);
  // What is written last says that all is there.
  writeFileSync(stamp, readFileSync(stamp));
}
