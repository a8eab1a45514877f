import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { playLink } from '../../playground/play-link.mjs';
import { block, menuOf, slug } from './page.mjs';

/** @typedef {import('./page.mjs').Page} Page */

/** The pages that are files of the repository, by the menu that contains them. */
const written = {
  'Begin here': { 'start/index': 'apps/docs/start.md', 'start/console': 'apps/docs/console.md' },
  'For API clients': {
    'guide/api': 'apps/docs/api.md',
    'guide/imports': 'apps/docs/imports.md',
    'guide/enrichment': 'apps/docs/enrichment.md',
    'guide/screening': 'apps/docs/screening.md',
    'guide/partners': 'apps/docs/partners.md',
    'guide/ownership': 'apps/docs/ownership.md',
    'guide/automations': 'apps/docs/automations.md',
    'guide/kyc': 'apps/docs/kyc.md',
    'guide/documents': 'apps/docs/documents.md',
    'guide/lists': 'apps/docs/lists.md',
  },
  'For operators': {
    'operate/index': 'apps/docs/operations.md',
    'operate/settings': 'apps/api/SETTINGS.md',
    'operate/benchmarks': 'apps/docs/benchmarks.md',
    'operate/measure': 'bench/README.md',
  },
  'Work on Tamis': {
    'internals/architecture': 'apps/docs/architecture.md',
    'internals/adding': 'apps/docs/adding.md',
    'internals/testing': 'apps/docs/testing.md',
    'internals/glossary': 'apps/docs/glossary.md',
    'internals/decisions': 'apps/docs/decisions.md',
  },
};

const titleOf = (/** @type {string} */ text) => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';

/**
 * @param {string} root
 * @param {string} path
 * @param {string} source
 * @returns {Page}
 */
function pageOf(root, path, source) {
  const text = readFileSync(join(root, source), 'utf8');
  return { path, title: titleOf(text), text, source };
}

/**
 * Returns all manually written pages about the product, except the guide of the language.
 *
 * @param {string} root of the repository
 * @returns {import('./page.mjs').Part}
 */
export function writtenPages(root) {
  const parts = Object.entries(written).map(([text, files]) => ({
    text,
    pages: Object.entries(files).map(([path, source]) => pageOf(root, path, source)),
  }));
  const providers = folderPages(root, 'apps/docs/providers', 'guide/providers');
  const decisions = folderPages(root, 'packages/decisions', 'internals/decisions');
  return {
    pages: [...parts.flatMap(({ pages }) => pages), ...providers, ...decisions],
    menu: [
      ...parts.map(({ text, pages }) => menuOf(text, pages)),
      menuOf('Data from outside', providers, true),
      menuOf('Decisions', decisions, true),
    ],
  };
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} under
 * @returns {readonly Page[]}
 */
function folderPages(root, folder, under) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) =>
    pageOf(root, `${under}/${name === 'README.md' ? 'index' : basename(name, '.md')}`, `${folder}/${name}`),
  );
}

const guide = 'grammar/LANGUAGE.md';

/**
 * Returns the guide of the language, with a page for each chapter, and the rule sets to copy from.
 *
 * @param {string} root of the repository
 * @returns {import('./page.mjs').Part}
 */
export function learnPages(root) {
  const [first, ...chapters] = readFileSync(join(root, guide), 'utf8').split(/^## /m);
  const pages = chapters.map((text) => {
    const [heading = ''] = text.split('\n', 1);
    const title = heading.replace(/^\d+\. /, '');
    return {
      path: `learn/${slug(title)}`,
      title,
      text: withLinks(`# ${title}\n${text.slice(heading.length)}`),
      source: guide,
    };
  });
  const begin = { path: 'learn/index', title: 'The guide', text: first ?? '', source: guide };
  const about = pageOf(root, 'learn/language', 'apps/docs/language.md');
  const cookbook = rulesetPages(root);
  return {
    pages: [begin, ...pages, about, ...cookbook],
    menu: [menuOf('The rule language', [begin, ...pages, about]), menuOf('Cookbook', cookbook)],
  };
}

/** Returns the path of a part of the guide, by its anchor in the original file. */
export const chapterOf = (/** @type {string} */ anchor) => `learn/${anchor.replace(/^\d+-/, '')}`;

/**
 * @param {string} root
 * @returns {readonly Page[]}
 */
function rulesetPages(root) {
  const folder = 'rules-fixtures/rulesets';
  const pages = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.rules'))
    .map((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8');
      const words = basename(name, '.rules').replaceAll('-', ' ');
      const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
      const about = leadingComment(text);
      const path = `cookbook/${basename(name, '.rules')}`;
      return {
        path,
        title,
        text: withLinks(`# ${title}\n\n${about}\n\n${block(text, 'rules')}\n`),
        source: `${folder}/${name}`,
      };
    });
  const list = pages.map(({ path, title, source }) => {
    const about = leadingComment(readFileSync(join(root, source), 'utf8')).split(/(?<=[.:])\s/, 1)[0];
    return `- [${title}](/${path}): ${about}`;
  });
  const text = `# Cookbook\n\nComplete rule sets with their tests. Copy one, change its parameters, run \`tamis test\`.\n\n${list.join('\n')}\n`;
  return [{ path: 'cookbook/index', title: 'All sets', text, source: `${folder}/` }, ...pages];
}

/** Returns the comment of a rule file before its first declaration. */
const leadingComment = (/** @type {string} */ text) =>
  (/^(?:\/\/.*\n)+/m.exec(text)?.[0] ?? '')
    .replaceAll(/^\/\/ ?/gm, '')
    .replaceAll('\n', ' ')
    .trim();

/** Adds a link to the playground below each complete rule. */
const withLinks = (/** @type {string} */ text) =>
  text.replaceAll(/^```rules\n([\s\S]*?)^```$/gm, (whole, /** @type {string} */ rules) =>
    /^rule /m.test(rules) ? `${whole}\n\n[Try it](${playLink(rules)})` : whole,
  );
