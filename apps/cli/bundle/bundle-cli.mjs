// Joins the thousand modules behind `tamis` into a few files, as most of the time of a short command went into finding and
// reading them. Part of `npm run build`; does nothing when nothing has changed.
import { relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { makeBundle } from '../../../packages/tooling/src/make-bundle.mjs';
import { bundleFile } from './bundle-files.mjs';

const isMade = await makeBundle(fileURLToPath(new URL('..', import.meta.url)), 'bundle/bundle-cli.mjs', {
  // Threads of a dry run begin with a file of their own, which they look for beside the others.
  entryPoints: { main: 'dist/main.js', 'replay-part': '../../packages/dry-run/dist/files/parts/replay-part.js' },
  // A file for each command, so that `--help` reads none of the language.
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
});
if (isMade) process.stdout.write(`bundled ${relative(process.cwd(), bundleFile)}\n`);
