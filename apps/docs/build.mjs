// Builds the site that the server shows at /docs. Part of `npm run build`; does nothing when nothing has changed.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { apiPages } from './site/pages/api-pages.mjs';
import { codePages } from './site/pages/code-pages.mjs';
import { learnPages, writtenPages } from './site/pages/guide-pages.mjs';
import { bundlePlayground } from './playground/bundle-playground.mjs';
import { homePage, playPage } from './site/pages/home-page.mjs';
import { linkRewriter } from './site/pages/links.mjs';
import { referencePages } from './site/pages/reference-pages.mjs';

/** @typedef {import('./site/pages/page.mjs').Page} Page */

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');
const source = join(folder, 'dist/source');
const pages = join(folder, 'dist/pages');
/** Says which texts the site was built from: a clone sets the time of every file. */
const stamp = join(folder, 'dist/built-from');

const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

async function parts() {
  const { diagnosticCodes } = await import('../../packages/lang/dist/index.js');
  const { referenceEntries, referenceTables } = await import('../../packages/library/dist/manual/reference-manual.js');
  return {
    written: writtenPages(root),
    learn: learnPages(root),
    reference: referencePages(referenceEntries(), referenceTables()),
    codes: codePages(root, diagnosticCodes, readJson('apps/api/generated/errors.json')),
    api: apiPages(readJson('apps/api/openapi.json')),
  };
}

/** Menus by the beginning of an address. */
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

/** Two braces would begin an expression of the page's framework; in code they are text anyway. */
const escapeMustaches = (/** @type {string} */ text) =>
  text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) => (part.startsWith('```') ? part : part.replaceAll('{{', '&#123;&#123;')))
    .join('');

function writeSource(texts, sidebar) {
  rmSync(source, { recursive: true, force: true });
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), text);
  }
  cpSync(join(folder, 'pictures'), join(source, 'pictures'), { recursive: true });
  writeFileSync(join(source, 'site.json'), JSON.stringify({ sidebar }));
}

/** Each page also stands there as text, and a list of all for programs that read. */
function writeTwins(all, texts) {
  for (const [file, text] of texts) writeFileSync(join(pages, file), text);
  const lines = all.map(({ path, title }) => `- [${title}](/docs/${path}.md)`);
  writeFileSync(join(pages, 'llms.txt'), `# Tamis\n\nEvery page as Markdown:\n\n${lines.join('\n')}\n`);
}

const filesBelow = (/** @type {string} */ path) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(path, name)).isFile());

/** The scripts that stand in pages: the policy of the site lets these run and no others. */
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

/** Servers send these as they are. */
function compress() {
  for (const name of filesBelow(pages).filter((each) => /\.(js|css|html|svg|json|jsonl)$/.test(each)))
    writeFileSync(join(pages, `${name}.gz`), gzipSync(readFileSync(join(pages, name))));
}

/** What the site is made of: the pages, and the code that makes them. */
function digestOf(texts, sidebar) {
  const digest = createHash('sha256').update(JSON.stringify([[...texts], sidebar]));
  const own = ['site', 'playground', 'pictures'].flatMap((name) =>
    filesBelow(join(folder, name)).map((file) => join(folder, name, file)),
  );
  for (const path of [...own, join(folder, 'build.mjs'), join(folder, 'package.json')].sort())
    digest.update(readFileSync(path));
  return digest.digest('hex');
}

const made = await parts();
const all = [homePage(), playPage(), ...Object.values(made).flatMap((part) => part.pages)];
const texts = textsOf(all);
const sidebar = sidebarOf(made);
const digest = digestOf(texts, sidebar);
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  writeSource(texts, sidebar);
  process.env.NODE_ENV = 'production';
  const { build } = await import('vitepress');
  await build(join(folder, 'site'));
  await bundlePlayground(join(pages, 'playground'));
  writeTwins(all, texts);
  compress();
  writePolicy();
  writeFileSync(stamp, digest);
}
