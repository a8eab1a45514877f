/**
 * A page of the site, as Markdown.
 *
 * @typedef {object} Page
 * @property {string} path where it stands below `/docs/`, without an ending: `errors/E0201`
 * @property {string} title as it stands in menus
 * @property {string} text Markdown, from its first heading on
 * @property {string} [source] the file it is made from: what its links are relative to
 */

/**
 * A group of a menu.
 *
 * @typedef {object} Menu
 * @property {string} text
 * @property {readonly { text: string, link: string }[]} items
 * @property {boolean} [collapsed]
 */

/**
 * Pages that stand together in one menu.
 *
 * @typedef {object} Part
 * @property {readonly Page[]} pages
 * @property {readonly Menu[]} menu
 * @property {Record<string, readonly Menu[]>} [menus] those of pages below an address
 */

/** Returns the anchor of a heading in the form that GitHub uses, because links in the sources are written for both. */
export const slug = (/** @type {string} */ heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** A bar would end a table cell, and so would a line break. */
export const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

export const code = (/** @type {string} */ text) => `\`${text}\``;

/**
 * @param {string} text
 * @param {string} [language]
 */
export const block = (text, language = '') => `\`\`\`${language}\n${text.replace(/\n+$/, '')}\n\`\`\``;

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`).join('\n');

const fenced = /(^```[\s\S]*?^```)/m;

/**
 * Changes the parts of the text that are not fenced code.
 *
 * @param {string} text
 * @param {(part: string) => string} change
 */
export const changeOutsideCode = (text, change) =>
  text
    .split(fenced)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');

/**
 * @param {string} text
 * @param {readonly Page[]} pages
 * @param {boolean} [collapsed]
 * @returns {Menu}
 */
export const menuOf = (text, pages, collapsed) => ({
  text,
  items: pages.map(({ path, title }) => ({ text: title, link: `/${path}` })),
  ...(collapsed !== undefined && { collapsed }),
});
