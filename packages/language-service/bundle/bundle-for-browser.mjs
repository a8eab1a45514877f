import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The service and the catalogue as one script for browsers: nothing of Node is in it, or it does not build.
 *
 * @param {'esm' | 'iife'} format `iife` puts everything into the global `tamis`
 * @returns {Promise<{text: string, minifiedBytes: number, gzipBytes: number, bytesByPackage: Record<string, number>}>}
 *   sizes in bytes; those by package are minified, before compression
 */
export async function bundleForBrowser(format = 'esm') {
  const result = await build({
    stdin: {
      contents: "export * from './src/index.ts';\nexport { libraryCatalogue } from '@tamis/library';",
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    format,
    globalName: 'tamis',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@tamis/source'],
    treeShaking: true,
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const [output] = result.outputFiles;
  const [{ inputs }] = Object.values(result.metafile.outputs);
  /** @type {Record<string, number>} */
  const bytesByPackage = {};
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.split('/src/')[0];
    bytesByPackage[name] = (bytesByPackage[name] ?? 0) + bytesInOutput;
  }
  const gzipBytes = gzipSync(output.contents, { level: 9 }).length;
  return { text: output.text, minifiedBytes: output.contents.length, gzipBytes, bytesByPackage };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, minifiedBytes, gzipBytes, bytesByPackage } = await bundleForBrowser();
  const file = process.argv[2];
  if (file !== undefined) writeFileSync(file, text);
  console.log(`${(gzipBytes / 1000).toFixed(1)} kB gzipped, ${(minifiedBytes / 1000).toFixed(1)} kB minified`);
  const heaviest = Object.entries(bytesByPackage).sort(([, a], [, b]) => b - a);
  for (const [name, bytes] of heaviest.slice(0, 15))
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${name}`);
}
