import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { dependencyRules } from '../dependency-rules.mjs';

const folders = ['grammar', 'packages', 'apps', 'bench', 'test'];

/**
 * Holds the imports of a source tree against the dependency rules.
 *
 * @param {string} root directory with the layout of this repository
 * @returns {Promise<{ files: number, violations: { rule: string, from: string, to: string, comment: string }[] }>}
 */
export async function checkDependencies(root) {
  const { forbidden, options } = dependencyRules;
  const { output } = await cruise(
    folders.filter((folder) => existsSync(join(root, folder))),
    { ...options, ruleSet: { forbidden }, validate: true, baseDir: root },
  );
  const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]));
  const violations = output.summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
    comment: comments.get(rule.name) ?? '',
  }));
  return { files: output.modules.length, violations };
}
