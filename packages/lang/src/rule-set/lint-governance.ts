import { w1401 } from '../diagnostics/codes/w1401.js';
import { w1403 } from '../diagnostics/codes/w1403.js';
import { w1404 } from '../diagnostics/codes/w1404.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { SetContext } from './check-files.js';
import type { DiagnosticBag } from '../check/diagnostic-bag.js';

function lintReview(rule: CheckedRule, today: string | undefined, findings: DiagnosticBag): void {
  const due: unknown = rule.meta['reviewBy'];
  const day =
    typeof due === 'string' ? due : typeof due === 'object' && due !== null && '$date' in due ? due.$date : undefined;
  if (typeof day !== 'string' || today === undefined || day >= today) return;
  findings.add(w1404, rule.declaration.meta ?? rule.declaration.key, {
    message: `this rule should have been reviewed by ${day}`,
    help: 'review it and write the next date',
  });
}

/** W1401, W1403, W1404: requirements for a rule apart from being correct. W1402 is reported when tests are run. */
export function lintGovernance(set: SetContext, rules: readonly CheckedRule[]): void {
  const { lints } = set.options;
  if (!lints?.governance) return;
  for (const rule of rules) {
    const findings = set.files.find(({ name }) => name === rule.file)?.findings;
    if (!findings) continue;
    const named = set.files.some(({ file }) =>
      file.tests.some((test) => test.rules.some((word) => word.text === rule.key)),
    );
    const at = rule.declaration.key;
    if (rule.declaration.tests.length === 0 && !named)
      findings.add(w1401, at, {
        message: `\`${rule.key}\` has no test`,
        help: 'write a case that hits and one that does not',
      });
    if (rule.owner === null)
      findings.add(w1403, at, { message: `\`${rule.key}\` has no owner`, help: 'add `owner "…"`' });
    lintReview(rule, lints.today, findings);
  }
}
