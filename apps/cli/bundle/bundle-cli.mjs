// Bundles the thousand modules behind `tamis` into a few files, since finding and reading them took most of the time of a short command.
// Part of `npm run build`. Does nothing if nothing has changed.
import { relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { makeBundle } from '../../../packages/tooling/src/make-bundle.mjs';
import { bundleFile } from './bundle-files.mjs';

const isMade = await makeBundle(fileURLToPath(new URL('..', import.meta.url)), 'bundle/bundle-cli.mjs', {
  // Worker threads of a dry run start with a file of their own, which they look for next to the others.
  entryPoints: { main: 'dist/main.js', 'replay-part': '../../packages/dry-run/dist/files/parts/replay-part.js' },
  // One file per command, so that `--help` reads nothing of the language.
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
});
if (isMade) process.stdout.write(`bundled ${relative(process.cwd(), bundleFile)}\n`);
