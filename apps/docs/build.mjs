// Builds the site that the server shows at /docs: `npm run docs`. Does nothing if nothing has changed.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress, filesBelow } from '../../packages/tooling/src/build-pages.mjs';
import { apiPages } from './site/pages/api-pages.mjs';
import { codePages } from './site/pages/code-pages.mjs';
import { learnPages, writtenPages } from './site/pages/guide-pages.mjs';
import { bundlePlayground } from './playground/bundle-playground.mjs';
import { homePage, playPage } from './site/pages/home-page.mjs';
import { linkRewriter } from './site/pages/links.mjs';
import { changeOutsideCode } from './site/pages/page.mjs';
import { referencePages } from './site/pages/reference-pages.mjs';

/** @typedef {import('./site/pages/page.mjs').Page} Page */

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');
const source = join(folder, 'dist/source');
const pages = join(folder, 'dist/pages');
/** Records what the site was built from, because a clone sets new modification times on all files. */
const stamp = join(folder, 'dist/built-from');

const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

async function parts() {
  const { diagnosticCodes, shortenExample } = await import('../../packages/lang/dist/index.js');
  const { referenceEntries, referenceTables } = await import('../../packages/library/dist/manual/reference-manual.js');
  const diagnostics = diagnosticCodes.map((each) => ({ ...each, example: shortenExample(each) }));
  return {
    written: writtenPages(root),
    learn: learnPages(root),
    reference: referencePages(referenceEntries(), referenceTables()),
    codes: codePages(root, diagnostics, readJson('apps/api/generated/errors.json')),
    api: apiPages(readJson('apps/api/openapi.json')),
  };
}

/** Returns the menus by the beginning of an address. */
function sidebarOf({ written, learn, reference, codes, api }) {
  const language = [...learn.menu];
  const named = [...reference.menu, ...codes.menu];
  return {
    '/learn/': language,
    '/cookbook/': language,
    '/reference/': named,
    '/errors/': named,
    ...reference.menus,
    '/api/': api.menu,
    '/': written.menu,
  };
}

/**
 * @param {readonly Page[]} all
 * @returns {Map<string, string>} Markdown by file
 */
function textsOf(all) {
  const rewrite = linkRewriter(root, all);
  return new Map(all.map((page) => [`${page.path}.md`, escapeMustaches(rewrite(page))]));
}

/** Two braces would start an expression of the page's framework; in code they are text anyway. */
const escapeMustaches = (/** @type {string} */ text) =>
  changeOutsideCode(text, (part) => part.replaceAll('{{', '&#123;&#123;'));

function writeSource(texts, sidebar) {
  rmSync(source, { recursive: true, force: true });
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), text);
  }
  cpSync(join(folder, 'pictures'), join(source, 'pictures'), { recursive: true });
  writeFileSync(join(source, 'site.json'), JSON.stringify({ sidebar }));
}

/** Writes each page also as text, and a list of all pages for programs. */
function writeTwins(all, texts) {
  for (const [file, text] of texts) writeFileSync(join(pages, file), text);
  const lines = all.map(({ path, title }) => `- [${title}](/docs/${path}.md)`);
  writeFileSync(join(pages, 'llms.txt'), `# Tamis\n\nEvery page as Markdown:\n\n${lines.join('\n')}\n`);
}

/** Writes the hashes of the scripts in pages: the policy of the site allows only these scripts. */
function writePolicy() {
  const hashes = new Set();
  for (const name of filesBelow(pages).filter((each) => each.endsWith('.html'))) {
    const html = readFileSync(join(pages, name), 'utf8');
    for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
      if (!attributes.includes('src=') && text !== '')
        hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  writeFileSync(join(pages, 'script-hashes.json'), `${JSON.stringify([...hashes].sort(), null, 2)}\n`);
}

/**
 * Returns the digest of the sources of the site: the pages, the code that creates them, and the files from which the playground was
 * bundled.
 *
 * @param {Map<string, string>} texts
 * @param {object} sidebar
 * @param {readonly string[]} bundled files below the root
 */
function digestOf(texts, sidebar, bundled) {
  const digest = createHash('sha256').update(JSON.stringify([[...texts], sidebar]));
  const own = ['site', 'playground', 'pictures'].flatMap((name) =>
    filesBelow(join(folder, name)).map((file) => join(folder, name, file)),
  );
  const others = bundled.map((file) => join(root, file));
  for (const path of [...own, ...others, join(folder, 'build.mjs'), join(folder, 'package.json')].sort())
    digest.update(existsSync(path) ? readFileSync(path) : `no ${path}`);
  return digest.digest('hex');
}

/** A newly bundled file is imported by a previously bundled one, whose change is detected. */
const builtFrom = () => (existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : { bundled: [] });

const made = await parts();
const all = [homePage(), playPage(), ...Object.values(made).flatMap((part) => part.pages)];
const texts = textsOf(all);
const sidebar = sidebarOf(made);
const before = builtFrom();
if (before.digest !== digestOf(texts, sidebar, before.bundled)) {
  writeSource(texts, sidebar);
  process.env.NODE_ENV = 'production';
  const { build } = await import('vitepress');
  await build(join(folder, 'site'));
  const bundled = await bundlePlayground(join(pages, 'playground'));
  writeTwins(all, texts);
  compress(pages, /\.(js|css|html|svg|json|jsonl)$/);
  writePolicy();
  writeFileSync(stamp, JSON.stringify({ digest: digestOf(texts, sidebar, bundled), bundled }));
}
