// Builds the pages of the console, with a compressed copy next to each file. Part of `npm run build`. Does nothing if nothing has changed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages, modifiedMs, newestMs } from '../../packages/tooling/src/build-pages.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');
const language = join(root, 'packages/authoring/dist/browser');

/** Builds the rules language for browsers, as the files that the worker of the editor loads. */
async function makeLanguage() {
  const made = join(language, 'tamis.js');
  const inputs = [
    'packages/lang/dist',
    'packages/library/dist',
    'grammar/dist',
    'packages/authoring/dist/language-service',
  ];
  const sources = [...inputs.map((path) => join(path, '.tsbuildinfo')), 'packages/authoring/dist/.tsbuildinfo'];
  if (modifiedMs(made) >= newestMs([...sources, 'packages/authoring/bundle'].map((path) => join(root, path)))) return;
  const { bundleForBrowser } = await import('../../packages/authoring/bundle/bundle-for-browser.mjs');
  mkdirSync(language, { recursive: true });
  for (const { name, text } of await bundleForBrowser()) writeFileSync(join(language, name), text);
}

await makeLanguage();
const others = [
  'packages/audit-chain/src',
  'packages/client/src',
  'packages/design-tokens',
  'packages/rule-editor/src',
  'package-lock.json',
].map((path) => join(root, path));
await buildPages({ folder, others: [...others, language] });
