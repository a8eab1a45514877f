// node check-dependencies.mjs [--json] [ROOT]: checks the imports of a source tree against the dependency rules.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cruise } from 'dependency-cruiser';
import { dependencyRules } from '../dependency-rules.mjs';

const folders = ['grammar', 'packages', 'apps', 'bench', 'test'];
const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const root = resolve(positionals[0] ?? fileURLToPath(new URL('../../..', import.meta.url)));

const { forbidden, options } = dependencyRules;
const { output } = await cruise(
  folders.filter((folder) => existsSync(join(root, folder))),
  { ...options, ruleSet: { forbidden }, validate: true, baseDir: root },
);
const violations = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));

if (values.json) {
  console.log(JSON.stringify(violations));
} else {
  for (const { rule, from, to } of violations) {
    const { comment } = forbidden.find(({ name }) => name === rule);
    console.log(from === to ? `${from}: ${rule}\n  ${comment}` : `${from} -> ${to}: ${rule}\n  ${comment}`);
  }
  console.log(`${output.modules.length} files, ${violations.length} forbidden imports`);
}
process.exitCode = violations.length > 0 ? 1 : 0;
