import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { chapterOf } from './guide-pages.mjs';
import { changeOutsideCode } from './page.mjs';

/** @typedef {import('./page.mjs').Page} Page */

/** Files of the repository that are represented by other pages of the site. */
const standFor = {
  'grammar/generated/REFERENCE.md': 'reference/index',
  'apps/api/generated/ERRORS.md': 'errors/index',
  'apps/api/openapi.json': 'api/index',
  'rules-fixtures/rulesets': 'cookbook/index',
  'README.md': 'index',
};
const guide = 'grammar/LANGUAGE.md';
const link = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * Rewrites links for the site: links between files of the repository lead to pages, and links to code are replaced by its path.
 *
 * @param {string} root of the repository
 * @param {readonly Page[]} pages
 * @returns {(page: Page) => string} the text of a page; throws where a link leads nowhere
 */
export function linkRewriter(root, pages) {
  const paths = new Map(pages.filter(({ source }) => source).map(({ source, path }) => [source, path]));
  const pageOf = (/** @type {string} */ file, /** @type {string} */ anchor) =>
    file === guide ? (anchor ? chapterOf(anchor) : 'learn/index') : (standFor[file] ?? paths.get(file));

  const rewrite = (/** @type {Page} */ { source, path }) =>
    function target(
      /** @type {string} */ whole,
      /** @type {string} */ mark,
      /** @type {string} */ text,
      /** @type {string} */ to,
    ) {
      if (/^(https?:|mailto:|\/)/.test(to) || source === undefined) return whole;
      const [file = '', anchor = ''] = to.split('#');
      if (file === '' && source !== guide) return whole;
      const full = file === '' ? source : normalize(join(dirname(source), file)).replace(/\/$/, '');
      if (mark === '!') return `![${text}](${pictureOf(path, full)})`;
      const found = pageOf(full, anchor);
      if (found !== undefined)
        return `[${text}](/${found.replace(/(^|\/)index$/, '$1')}${anchor && full !== guide ? `#${anchor}` : ''})`;
      if (!existsSync(join(root, full))) throw new Error(`${source}: the link to ${to} leads nowhere`);
      // Code is read in the repository, because the site does not contain it.
      return text.includes('`') ? text : `${text} (\`${full}\`)`;
    };
  return (page) => changeOutsideCode(page.text, (part) => part.replaceAll(link, rewrite(page)));
}

/**
 * @param {string} page
 * @param {string} file
 */
const pictureOf = (page, file) => `${'../'.repeat(page.split('/').length - 1)}${file.replace(/^apps\/docs\//, '')}`;
