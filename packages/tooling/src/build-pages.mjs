import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const modifiedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Returns the time of the latest change to the files, or to any file below the folders. */
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

/** Compresses files, which servers then send as they are. */
export function compress(folder, names) {
  for (const name of filesBelow(folder).filter((each) => names.test(each))) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Builds the pages of an app, with a compressed copy next to each file. Does nothing if none of their inputs have changed. */
export async function buildPages({ folder, others }) {
  const pages = join(folder, 'dist/pages');
  const stamp = join(pages, 'index.html');
  const own = ['src', 'index.html', 'vite.config.mjs', 'build.mjs'].map((path) => join(folder, path));
  if (modifiedMs(stamp) >= newestMs([...own, ...others])) return;
  // In tests the value is `test`, with which libraries would include their messages for developers.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(folder, 'vite.config.mjs'), logLevel: 'warn' });
  compress(join(pages, 'assets'), /\.(js|css)$/);
  // The file that is written last marks the output as complete.
  writeFileSync(stamp, readFileSync(stamp));
}
