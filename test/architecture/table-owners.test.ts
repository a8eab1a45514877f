import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sharedSql, tablesNamed, tablesReadElsewhere } from '../../packages/tooling/src/structure/table-reads.mjs';
import { ownerOfTable, tablesOfOwners } from '../../packages/tooling/table-owners.mjs';
import { readSourceFiles, repository } from './source-files.js';

const sources = readSourceFiles();

/** Tables whose owners provide SQL to the layers below them. The list may only become shorter: code that can import the owner does so. */
const sharedTables = [
  ...[
    'alerts',
    'child_opt_ins',
    'child_shares',
    'dry_runs',
    'entities',
    'entity_accounts',
    'evaluations',
    'library_names',
  ],
  ...['organizations', 'relationships', 'transactions', 'user_events', 'users', 'window_marks'],
];

describe('database table', () => {
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

  test('is read and written only by its owner', () => {
    expect(tablesReadElsewhere(sources, ownerOfTable)).toEqual({});
  });

  test('is named in the shared SQL only when its owner is a layer above its readers', () => {
    const shared = sources.filter(({ path }) => path.startsWith(sharedSql));
    const tables = shared.flatMap(({ text }) => tablesNamed(text)).filter((name) => ownerOfTable.has(name));
    expect([...new Set(tables)].sort()).toEqual(sharedTables);
  });
});

describe('table ownership check', () => {
  const found = (path: string, text: string) =>
    tablesReadElsewhere([{ path: `apps/api/src/${path}`, text }], new Map([['notes', 'casework/notes']]));

  test('detects reads and writes of a foreign table, on any line of a statement', () => {
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

  test('ignores the owner, tests, migrations, the shared SQL and comments', () => {
    const read = '`select from notes`';
    expect(found('modules/casework/notes/persistence/store.ts', read)).toEqual({});
    expect(found('modules/rules/rules/rules.e2e.test.ts', read)).toEqual({});
    expect(found('platform/database/shared-sql/notes.ts', read)).toEqual({});
    expect(found('platform/database/migrations/one.ts', read)).toEqual({});
    expect(found('modules/rules/rules/store.ts', '// what comes from notes\n/* or from notes */')).toEqual({});
  });
});
