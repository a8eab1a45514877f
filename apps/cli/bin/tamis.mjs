#!/usr/bin/env node
// Committed, so that `npx tamis` is linked before the first build.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  process.stderr.write('tamis is not built yet: run `npm run build` first\n');
  process.exitCode = 3;
}
