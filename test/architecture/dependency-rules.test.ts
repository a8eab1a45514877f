import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { dependencyRules } from '../../packages/tooling/dependency-rules.mjs';

const repository = resolve(__dirname, '../..');
const workspaces = ['grammar', 'packages/stdx', 'packages/lang', 'packages/library', 'packages/engine'];
const morePackages = [
  ...['packages/engine-pool', 'packages/reference', 'packages/testkit', 'packages/client'],
  'packages/identity-documents',
];
const installed = ['@codemirror/state', 'react', 'typeorm', '@nestjs/common', 'piscina', 'undici', 'undeclared'];

/** A file, its import statement, and the rules that this import breaks. */
type Example = readonly [file: string, imports: string, rules: readonly string[]];

const allowed: readonly Example[] = [
  ['grammar/src/parse.ts', '@tamis/stdx', []],
  ['packages/lang/src/lower.ts', '@tamis/grammar', []],
  ['packages/engine/src/compile.ts', '@tamis/library', []],
  ['packages/engine/src/even.ts', './odd.js', []],
  ['packages/engine-pool/src/worker.ts', 'piscina', []],
  ['packages/dry-run/src/files/read.ts', 'node:fs', []],
  ['packages/dry-run/src/files/thread.ts', 'node:worker_threads', []],
  ['packages/authoring/src/rule-tests/run.ts', '../importers/read.js', []],
  ['packages/testkit/src/compare.ts', '@tamis/reference', []],
  ['packages/engine/test/oracle.test.ts', '@tamis/reference', []],
  ['apps/api/src/modules/rules/rules/index.ts', './use-cases/add-rule.js', []],
  ['apps/api/src/modules/rules/rules/use-cases/add-rule.ts', '../persistence/rule.entity.js', []],
  ['apps/api/src/modules/rules/rules/persistence/rule.entity.ts', 'typeorm', []],
  ['apps/api/src/modules/rules/rules/use-cases/raise.ts', '../../../casework/alerts/index.js', []],
  ['apps/api/src/modules/casework/alerts/index.ts', '', []],
  ['apps/api/src/modules/delivery/webhooks/index.ts', '', []],
  ['apps/api/src/modules/insight/dry-runs/index.ts', '', []],
  ['apps/api/src/platform/database/data-source.ts', 'typeorm', []],
  ['apps/api/src/platform/egress/send.ts', 'node:https', []],
  ['apps/local/src/main.ts', '@tamis/stdx', []],
  ['apps/console/src/features/people/parts/form.tsx', 'react', []],
  ['apps/console/src/data/client.ts', '@tamis/client', []],
  ['packages/rule-editor/src/editor.ts', '@codemirror/state', []],
];

const forbidden: readonly Example[] = [
  ['packages/stdx/src/a.ts', '@tamis/grammar', ['order-stdx']],
  ['grammar/src/b.ts', '@tamis/lang', ['order-grammar']],
  ['packages/lang/src/c.ts', '@tamis/library', ['order-lang']],
  ['packages/library/src/d.ts', '@tamis/engine', ['order-library']],
  ['packages/engine/src/e.ts', '@tamis/engine-pool', ['order-engine']],
  [
    'packages/engine-pool/src/f.ts',
    '../../../apps/api/src/main.js',
    ['order-engine-pool', 'packages-do-not-import-apps'],
  ],
  ['packages/engine/src/forth.ts', './plan/back.js', ['no-cycles']],
  ['packages/engine/src/nowhere.ts', './missing.js', ['no-unresolved']],
  ['packages/engine/src/self-judged.ts', '@tamis/reference', ['reference-is-the-oracle']],
  ['apps/api/src/main.ts', '@tamis/testkit', ['testkit-and-tooling-are-for-development']],
  ['apps/local/src/start.ts', '../../api/src/main.js', ['apps-do-not-import-apps']],
  ['apps/local/src/by-path.ts', '../../../packages/engine/src/compile.js', ['packages-through-their-exports']],
  [
    'apps/api/src/modules/rules/rule-guards/use-cases/peek.ts',
    '../../rules/use-cases/add-rule.js',
    ['module-through-its-index'],
  ],
  [
    'apps/api/src/app.module.ts',
    './modules/rules/rules/use-cases/add-rule.js',
    ['module-through-its-index-from-outside'],
  ],
  ['apps/api/src/platform/auth/who.ts', '../../modules/rules/rules/index.js', ['platform-knows-no-module']],
  ['apps/api/src/modules/tenancy/members/use-cases/look-up.ts', '../../../insight/dry-runs/index.js', ['room-tenancy']],
  [
    'apps/api/src/modules/delivery/sockets/use-cases/look-up.ts',
    '../../../insight/dry-runs/index.js',
    ['room-delivery'],
  ],
  [
    'apps/api/src/modules/decisions/evaluations/use-cases/look-up.ts',
    '../../../insight/dry-runs/index.js',
    ['room-decisions'],
  ],
  ['apps/api/src/modules/rules/rules/use-cases/look-up.ts', '../../../insight/dry-runs/index.js', ['room-rules']],
  [
    'apps/api/src/modules/parties/entities/use-cases/look-up.ts',
    '../../../insight/dry-runs/index.js',
    ['room-parties'],
  ],
  [
    'apps/api/src/modules/events/transactions/use-cases/look-up.ts',
    '../../../insight/dry-runs/index.js',
    ['room-events'],
  ],
  [
    'apps/api/src/modules/enrichment/executions/use-cases/look-up.ts',
    '../../../insight/dry-runs/index.js',
    ['room-enrichment'],
  ],
  [
    'apps/api/src/modules/screening/watchlists/use-cases/look-up.ts',
    '../../../insight/dry-runs/index.js',
    ['room-screening'],
  ],
  ['apps/api/src/modules/kyc/images/look-up.ts', '../../insight/dry-runs/index.js', ['room-kyc']],
  ['apps/api/src/modules/ownership/graph/look-up.ts', '../../insight/dry-runs/index.js', ['room-ownership']],
  [
    'apps/api/src/modules/automations/executions/use-cases/look-up.ts',
    '../../../insight/dry-runs/index.js',
    ['room-automations'],
  ],
  [
    'apps/api/src/modules/insight/dry-runs/use-cases/look-up.ts',
    '../../../delivery/webhooks/index.js',
    ['room-insight'],
  ],
  ['apps/api/src/modules/casework/alerts/use-cases/ask-rules.ts', '../../../rules/rules/index.js', ['room-casework']],
  ['apps/api/src/modules/rules/rules/use-cases/answer.ts', '../http/controller.js', ['use-cases-know-no-http']],
  ['apps/api/src/modules/rules/rules/http/controller.ts', '@nestjs/common', []],
  ['apps/api/src/modules/rules/rules/domain/rule.ts', '@nestjs/common', ['domain-is-plain']],
  ['apps/api/src/modules/rules/rules/use-cases/query.ts', 'typeorm', ['typeorm-in-persistence']],
  ['packages/library/src/nested.ts', '@nestjs/common', ['nest-stays-in-apps']],
  ['packages/lang/src/read.ts', 'node:fs', ['no-io-in-the-language']],
  ['packages/library/src/call.ts', 'node:https', ['no-io-in-the-language']],
  ['packages/dry-run/src/run/read.ts', 'node:fs', ['no-io-in-the-language']],
  ['packages/dry-run/src/run/peek.ts', '../files/read.js', ['dry-runs-read-no-files']],
  ['packages/dry-run/src/run/thread.ts', 'node:worker_threads', ['threads-in-engine-pool']],
  ['packages/authoring/src/language-service/try.ts', '../rule-tests/run.js', ['editors-run-no-rules']],
  ['packages/screening/src/tax-ids/named.ts', '../names.js', ['tax-ids-stand-alone']],
  ['apps/api/src/modules/rules/rules/use-cases/call-home.ts', 'node:https', ['egress-is-one-place']],
  ['apps/api/src/platform/http/fetch.ts', 'undici', ['egress-is-one-place']],
  ['apps/api/src/thread.ts', 'node:worker_threads', ['threads-in-engine-pool']],
  ['apps/api/src/pool.ts', 'piscina', ['threads-in-engine-pool']],
  ['apps/local/src/borrowed.ts', 'undeclared', ['production-code-imports-declared-packages']],
  ['apps/console/src/features/rules/pages/list.tsx', '../../people/parts/form.js', ['feature-through-its-index']],
  ['apps/console/src/features/rules/queries.ts', '@tamis/client', ['console-asks-in-one-place']],
  ['apps/console/src/features/rules/model/sign.ts', 'react', ['models-show-nothing']],
  ['apps/console/src/features/rules/parts/text.tsx', '@codemirror/state', ['codemirror-in-rule-editor']],
  ['packages/rule-editor/src/read.ts', 'node:fs', ['pages-run-in-browsers']],
  ['apps/kyc-page/src/steps/zone.tsx', '@tamis/identity-documents', ['kyc-page-reads-zones-alone']],
  ['packages/stdx/src/alone.ts', '', ['no-orphans']],
];

describe('dependency rules', () => {
  let tree: string;
  let broken: Map<string, string[]>;

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'tamis-dependencies-'));
    writeTree(tree);
    broken = brokenRulesByFile(tree);
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test.each(allowed)('allow %s to import %s', (file) => {
    expect(broken.get(file) ?? []).toEqual([]);
  });

  test.each(forbidden)('forbid %s to import "%s"', (file, _imports, rules) => {
    expect([...new Set(broken.get(file))].sort()).toEqual([...rules].sort());
  });

  test('have an example each in this test', () => {
    const shown = new Set(forbidden.flatMap(([, , rules]) => rules));
    expect(dependencyRules.forbidden.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  test('explain what they protect', () => {
    expect(dependencyRules.forbidden.filter(({ comment }) => comment.length < 20)).toEqual([]);
  });
});

function writeTree(root: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of installed) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'dist/index.js' }));
    write(`node_modules/${name}/dist/index.js`, '');
  }
  mkdirSync(join(root, 'node_modules/@tamis'));
  const declared = [
    '@codemirror/state',
    'react',
    'typeorm',
    '@nestjs/common',
    'piscina',
    'undici',
    ...[...workspaces, ...morePackages].map(packageName),
  ];
  const dependencies = Object.fromEntries(declared.map((name) => [name, '*']));
  for (const folder of [
    ...workspaces,
    ...morePackages,
    'packages/rule-editor',
    'apps/api',
    'apps/local',
    'apps/console',
    'apps/kyc-page',
  ]) {
    const name = packageName(folder);
    const exports = { '.': { '@tamis/source': './src/index.ts' } };
    write(`${folder}/package.json`, JSON.stringify({ name, type: 'module', exports, dependencies }));
    symlinkSync(join(root, folder), join(root, 'node_modules', name));
    if (folder.startsWith('apps/')) continue;
    write(`${folder}/src/index.ts`, `export const name = '${name}';\n`);
  }
  write('packages/authoring/src/importers/read.ts', 'export const value = 1;\n');
  write('packages/screening/src/names.ts', 'export const value = 1;\n');
  // Complete the two import cycles.
  write('packages/engine/src/plan/back.ts', "import '../forth.js';\n");
  write('packages/engine/src/odd.ts', "import './even.js';\n");
  for (const [file, imports] of [...allowed, ...forbidden]) {
    write(file, imports === '' ? 'export const value = 1;\n' : `import '${imports}';\nexport const value = 1;\n`);
  }
}

function packageName(folder: string): string {
  return `@tamis/${folder.slice(folder.lastIndexOf('/') + 1)}`;
}

function brokenRulesByFile(root: string): Map<string, string[]> {
  const script = join(repository, 'packages/tooling/src/check-dependencies.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, '--json', root], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const violations = JSON.parse(stdout) as { rule: string; from: string }[];
  const byFile = new Map<string, string[]>();
  for (const { rule, from } of violations) byFile.set(from, [...(byFile.get(from) ?? []), rule]);
  return byFile;
}
