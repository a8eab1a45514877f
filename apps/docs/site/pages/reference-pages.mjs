import { code, menuOf, slug } from './page.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../../../../packages/library/dist/manual/reference-manual.js').ReferenceEntry} Entry */

const kinds = /** @type {const} */ ({
  operator: 'Operators',
  function: 'Functions',
  aggregate: 'Aggregates',
  action: 'Actions',
});

const pathOf = (/** @type {Entry} */ { kind, name }) => `reference/${kinds[kind].toLowerCase()}/${slug(name)}`;

/**
 * Returns a page for each element that a rule can name.
 *
 * @param {readonly Entry[]} entries
 * @param {readonly { title: string, text: string }[]} tables
 * @returns {import('./page.mjs').Part}
 */
export function referencePages(entries, tables) {
  const pages = entries.map((entry) => ({ entry, page: entryPage(entry) }));
  const ofTables = tables.map(({ title, text }) => ({
    path: `reference/${slug(title)}`,
    title,
    text: `# ${title}\n\n${text}`,
  }));
  const groups = Object.entries(kinds).map(([kind, title]) => ({
    title,
    pages: pages.filter(({ entry }) => entry.kind === kind).map(({ page }) => page),
  }));
  const lists = groups.map(
    ({ title, pages: own }) =>
      `## ${title}\n\n${own.map(({ path, title: form }) => `[${code(form)}](/${path})`).join(' · ')}`,
  );
  const index = {
    path: 'reference/index',
    title: 'Overview',
    text: [
      '# Rule language reference',
      'Generated from the declarations that the checker and the evaluators use. Every example runs as a test.',
      ...lists,
      `## Tables\n\n${ofTables.map(({ path, title }) => `- [${title}](/${path})`).join('\n')}`,
    ].join('\n\n'),
  };
  return {
    pages: [index, ...pages.map(({ page }) => page), ...ofTables],
    menu: [menuOf('Reference', [index, ...ofTables])],
    // A menu is part of every page: one with all entries would be larger than most pages.
    menus: Object.fromEntries(
      groups.map(({ title, pages: own }) => [`/reference/${title.toLowerCase()}/`, [menuOf(title, own)]]),
    ),
  };
}

/**
 * @param {Entry} entry
 * @returns {Page}
 */
function entryPage(entry) {
  const { form, kind, text } = entry;
  const about = kind === 'aggregate' ? 'Inside it a bare name is a field of the record: `amount`, `status`.' : '';
  return { path: pathOf(entry), title: form, text: [`# ${code(form)}`, about, text].filter(Boolean).join('\n\n') };
}
