/** @typedef {import('./relative-imports.mjs').SourceFile} SourceFile */

const comment = /\/\*[\s\S]*?\*\/|(?<=^|[\s;,{(])\/\/[^\n]*/g;
const named = /\b(?:from|join|into|update|using|lock table|truncate)\s+(?:only\s+|lateral\s+)?([a-z_]+)\b/g;
const sources = 'apps/api/src/';
/** What owners that stand above their readers let them read: nobody else names a table there. */
export const sharedSql = `${sources}platform/database/shared-sql/`;

/** The folder a file of the API belongs to: `room/noun`, or `platform/…`. */
function ownerOf(path) {
  const [first, second, third] = path.slice(sources.length).split('/');
  return first === 'modules' ? `${second}/${third}` : `${first}/${second}`;
}

/**
 * SQL outside the folder that owns a table and that names it, found by its words: `from`, `join`, `into`, `update`. What composes the
 * name of a table at run time is not seen. Migrations, tests and the shared SQL of the platform may name every table.
 *
 * @param {readonly SourceFile[]} files
 * @param {ReadonlyMap<string, string>} ownerOfTable
 * @returns {Readonly<Record<string, readonly string[]>>} tables by name, each with the files that name it
 */
export function tablesReadElsewhere(files, ownerOfTable) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const { path, text } of files) {
    if (!path.startsWith(sources) || path.startsWith(sharedSql) || /[.]test[.]ts$|\/database\/migrations\//.test(path))
      continue;
    for (const table of tablesNamed(text)) {
      const owner = ownerOfTable.get(table);
      if (owner === undefined || owner === ownerOf(path)) continue;
      found.set(table, (found.get(table) ?? new Set()).add(path.slice(sources.length)));
    }
  }
  return Object.fromEntries([...found].sort().map(([table, paths]) => [table, [...paths].sort()]));
}

/**
 * What stands where SQL names a table, be it one or not.
 *
 * @param {string} text
 * @returns {readonly string[]}
 */
export const tablesNamed = (text) => [...text.replace(comment, '').matchAll(named)].map(([, table = '']) => table);
