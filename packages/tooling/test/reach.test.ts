import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { readImports } from '../src/check/import-graph.mjs';
import { reachedTests } from '../src/check/reach.mjs';

const api = 'apps/api';
const sources: Readonly<Record<string, string>> = {
  'packages/lang/package.json': '{"name":"@tamis/lang","exports":{".":{"@tamis/source":"./src/index.ts"}}}',
  'packages/lang/src/index.ts': "export * from './print.js';",
  'packages/lang/src/print.ts': 'export const print = 1;',
  'packages/lang/test/print.test.ts': "import { print } from '../src/index.js';",
  'packages/stdx/src/index.ts': '',
  'packages/stdx/test/stdx.test.ts': "import '../src/index.js';",
  [`${api}/src/create-app.ts`]: "import './app.module.js';",
  [`${api}/src/main.ts`]: "import './create-app.js';",
  [`${api}/src/app.module.ts`]:
    "import './modules/cases/cases.controller.js'; import './modules/lists/lists.controller.js';",
  [`${api}/src/modules/cases/cases.controller.ts`]: "import './close-case.js'; @Controller('cases/:id/notes')",
  [`${api}/src/modules/cases/close-case.ts`]: "import '@tamis/lang';",
  [`${api}/src/modules/lists/lists.controller.ts`]: "@Controller('lists')",
  [`${api}/src/platform/pool.ts`]: '',
  [`${api}/test/support/start.ts`]: "import '../../src/create-app.js';",
  [`${api}/test/cases.e2e.test.ts`]: "import './support/start.js'; call('/cases/1');",
  [`${api}/test/lists.e2e.test.ts`]: "import './support/start.js'; call('/lists');",
  [`${api}/test/process.e2e.test.ts`]: "const main = '../dist/main.js'; call('/health');",
  [`${api}/test/samples.test.ts`]: "read('rows.csv');",
  'samples/rows.csv': '',
  [`${api}/sql/1.sql`]: '',
};

describe('tests affected by a change', () => {
  let root = '';
  const reachedBy = (...touched: string[]): string[] =>
    reachedTests(touched, Object.keys(sources), readImports(root, Object.keys(sources)));

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'tamis-reach-'));
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const asking = ['cases', 'lists', 'process'].map((name) => `${api}/test/${name}.e2e.test.ts`);

  it('include a changed test itself, and tests that import a source directly or indirectly', () => {
    expect(reachedBy(`${api}/test/samples.test.ts`)).toEqual([`${api}/test/samples.test.ts`]);
    expect(reachedBy('packages/stdx/src/index.ts')).toEqual(['packages/stdx/test/stdx.test.ts']);
  });

  it('include tests that call a route of an affected controller, also across packages', () => {
    expect(reachedBy(`${api}/src/modules/cases/close-case.ts`)).toEqual([asking[0]]);
    expect(reachedBy(`${api}/src/modules/lists/lists.controller.ts`)).toEqual([asking[1]]);
    expect(reachedBy('packages/lang/src/print.ts')).toEqual([asking[0], 'packages/lang/test/print.test.ts']);
  });

  it('include every test that calls the API when all modules depend on the change', () => {
    expect(reachedBy(`${api}/src/create-app.ts`)).toEqual(asking);
    expect(reachedBy(`${api}/src/main.ts`)).toEqual([asking[2]]);
  });

  it('include tests that name a changed file that is not source code', () => {
    expect(reachedBy('samples/rows.csv')).toEqual([`${api}/test/samples.test.ts`]);
  });

  it('include all tests when imports cannot tell', () => {
    const all = Object.keys(sources).filter((path) => path.endsWith('.test.ts'));
    expect(reachedBy(`${api}/sql/1.sql`)).toEqual(all);
    expect(reachedBy('packages/lang/package.json')).toEqual(all);
  });
});
