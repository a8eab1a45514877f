import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { tablesReadElsewhere } from '../../packages/tooling/src/structure/table-reads.mjs';
import { ownerOfTable, tablesOfOwners } from '../../packages/tooling/table-owners.mjs';
import { readSourceFiles, repository } from './source-files.js';
import { factStatements, tableDebts } from './table-debts.js';

const sources = readSourceFiles();

describe('a table', () => {
  const schema = readFileSync(join(repository, 'apps/api/generated/schema.sql'), 'utf8');
  const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name);
  const partitions = [...schema.matchAll(/^alter table \w+ attach partition (\w+)/gm)].map(([, name = '']) => name);

  test('has one owner, which is a folder of the API', () => {
    expect([...ownerOfTable.keys()].sort()).toEqual(tables.filter((name) => !partitions.includes(name)).sort());
    expect(Object.values(tablesOfOwners).flat()).toHaveLength(ownerOfTable.size);
    const folders = Object.keys(tablesOfOwners).map((owner) =>
      owner.startsWith('platform/') ? `apps/api/src/${owner}` : `apps/api/src/modules/${owner}`,
    );
    const missing = folders.filter(
      (folder) => !sources.some(({ path }) => path.startsWith(`${folder}/`) || path === `${folder}.ts`),
    );
    expect(missing).toEqual([]);
  });

  test('is read and written by its owner alone, but for the debts that are listed', () => {
    const elsewhere = Object.entries(tablesReadElsewhere(sources, ownerOfTable)).flatMap(([table, paths]) => {
      const debts = paths.filter((path) => !factStatements.includes(path));
      return debts.length === 0 ? [] : [[table, debts] as const];
    });
    expect(Object.fromEntries(elsewhere)).toEqual(tableDebts);
  });
});

describe('the measure', () => {
  const found = (path: string, text: string) =>
    tablesReadElsewhere([{ path: `apps/api/src/${path}`, text }], new Map([['notes', 'casework/notes']]));

  test('sees what a statement reads and writes elsewhere, on any line', () => {
    for (const text of [
      '`select a\n from notes n`',
      "'insert into notes (id)'",
      "'update notes set a = 1'",
      "'delete from notes'",
    ])
      expect(found('modules/rules/rules/store.ts', text)).toEqual({ notes: ['modules/rules/rules/store.ts'] });
    expect(found('platform/audit/x.ts', "'select from a join notes on true'")).toEqual({
      notes: ['platform/audit/x.ts'],
    });
  });

  test('leaves the owner, tests, migrations and comments alone', () => {
    const read = '`select from notes`';
    expect(found('modules/casework/notes/persistence/store.ts', read)).toEqual({});
    expect(found('modules/rules/rules/rules.e2e.test.ts', read)).toEqual({});
    expect(found('platform/database/migrations/one.ts', read)).toEqual({});
    expect(found('modules/rules/rules/store.ts', '// what comes from notes\n/* or from notes */')).toEqual({});
  });
});
