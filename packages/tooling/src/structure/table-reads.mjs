/** @typedef {import('./relative-imports.mjs').SourceFile} SourceFile */

const comment = /\/\*[\s\S]*?\*\/|(?<=^|[\s;,{(])\/\/[^\n]*/g;
const named = /\b(?:from|join|into|update|using|lock table|truncate)\s+(?:only\s+|lateral\s+)?([a-z_]+)\b/g;
const sources = 'apps/api/src/';
/** SQL that owners share with lower modules: only there may tables of other owners be read. */
export const sharedSql = `${sources}platform/database/shared-sql/`;

/** Returns the folder that a file of the API belongs to: `room/noun`, or `platform/…`. */
function ownerOf(path) {
  const [first, second, third] = path.slice(sources.length).split('/');
  return first === 'modules' ? `${second}/${third}` : `${first}/${second}`;
}

/**
 * Returns SQL that refers to a table outside of the folder that owns it, found by its words: `from`, `join`, `into`, `update`. Names of
 * tables composed at run time are not detected. Migrations, tests and the shared SQL of the platform may refer to every table.
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
 * Returns the words at positions where SQL expects a table, whether they are tables or not.
 *
 * @param {string} text
 * @returns {readonly string[]}
 */
export const tablesNamed = (text) => [...text.replace(comment, '').matchAll(named)].map(([, table = '']) => table);
