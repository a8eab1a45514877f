import { folderCycles } from '../../packages/tooling/src/structure/folder-cycles.mjs';
import { relativeImports } from '../../packages/tooling/src/structure/relative-imports.mjs';
import { smallFiles } from '../../packages/tooling/src/structure/small-files.mjs';
import { readSourceFiles } from './source-files.js';

/** Maximum number of small files that may remain separate, by location. A number may only decrease. */
const smallFilesAllowed = { 'apps/api': 16, elsewhere: 22 };

const code = readSourceFiles().filter(({ path }) => /[.](tsx?|cts|mjs)$/.test(path) && !/[.]test[.]ts$/.test(path));
const imports = relativeImports(code);
const ofApi = (path: string) => path.startsWith('apps/api/');

describe('folders of every workspace', () => {
  test('have no dependency cycles', () => {
    const cycles = folderCycles(
      code.map(({ path }) => path),
      imports,
    );
    expect(cycles).toEqual([]);
  });
});

describe('small files', () => {
  const small = smallFiles(code, imports);

  test('with only one importer are merged into it, apart from a limited number', () => {
    expect(small.filter((path) => !ofApi(path)).length).toBeLessThanOrEqual(smallFilesAllowed.elsewhere);
    expect(small.filter(ofApi).length).toBeLessThanOrEqual(smallFilesAllowed['apps/api']);
  });
});

describe('structure checks', () => {
  const sources = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([path, text]) => ({ path: `packages/x/src/${path}`, text }));
  const cyclesOf = (texts: Readonly<Record<string, string>>) => {
    const files = sources(texts);
    return folderCycles(
      files.map(({ path }) => path),
      relativeImports(files),
    ).map((cycle) => cycle.map((part) => part.replace('packages/x/src/', '')));
  };

  test('detect a folder cycle, through type imports and nested folders', () => {
    const back = "import type { A } from '../../a/one.js';";
    expect(cyclesOf({ 'a/one.ts': "import '../b/c/two.js';", 'b/c/two.ts': back })).toEqual([['a', 'b']]);
    expect(cyclesOf({ 'a/one.ts': "export * from '../b/two.js';", 'b/two.ts': '', 'b/three.ts': back })).toEqual([]);
  });

  test('detect a cycle of a folder and its subfolder, but not through its index', () => {
    expect(
      cyclesOf({ 'a/one.ts': "import './b/two.js';", 'a/b/two.ts': "import '../three.js';", 'a/three.ts': '' }),
    ).toEqual([['a', 'a/b']]);
    expect(
      cyclesOf({
        'a/index.ts': "export * from './b/two.js';",
        'a/b/two.ts': "import '../three.js';",
        'a/three.ts': '',
      }),
    ).toEqual([]);
  });

  test('detect cycles of page folders', () => {
    expect(cyclesOf({ 'a/one.tsx': "import '../b/two.js';", 'b/two.tsx': "import '../a/one.js';" })).toEqual([
      ['a', 'b'],
    ]);
  });

  test('treat a file of src as its own unit, and allow such files to call each other', () => {
    expect(cyclesOf({ 'one.ts': "import './a/two.js';", 'a/two.ts': "import '../one.js';" })).toEqual([
      ['a', 'one.ts'],
    ]);
    expect(
      cyclesOf({ 'one.ts': "import './a/two.js';", 'a/two.ts': "import '../limits.js';", 'limits.ts': '' }),
    ).toEqual([]);
    expect(cyclesOf({ 'one.ts': "import './two.js';", 'two.ts': "import './one.js';" })).toEqual([]);
  });

  test('count a small file with one importer, and do not count a test as an importer', () => {
    const files = [
      ...sources({
        'one.ts': "import './small.js'; import './large.js';",
        'small.ts': '1;',
        'large.ts': '1;\n'.repeat(25),
      }),
      { path: 'packages/x/test/small.test.ts', text: "import '../src/small.js';" },
    ];
    expect(smallFiles(files, relativeImports(files))).toEqual(['packages/x/src/small.ts']);
    const shared = [...files, ...sources({ 'other.ts': "import './small.js';" })];
    expect(smallFiles(shared, relativeImports(shared))).toEqual([]);
  });
});
