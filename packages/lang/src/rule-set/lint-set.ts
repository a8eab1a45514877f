import { analyseRules } from '../analysis/analyse-rules.js';
import { describeFinding } from '../analysis/describe-finding.js';
import { e0407 } from '../diagnostics/codes/e0407.js';
import { w1110 } from '../diagnostics/codes/w1110.js';
import { w1111 } from '../diagnostics/codes/w1111.js';
import { w1308 } from '../diagnostics/codes/w1308.js';
import { w1310 } from '../diagnostics/codes/w1310.js';
import { limits } from '../limits.js';
import type { Steps } from '../steps.js';
import type { CheckedMatrix } from '../check/checked-file.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { SetContext } from './check-files.js';
import { nameOf } from '../check/collect-names.js';
import { findInSet } from './find-in-set.js';
import type { DiagnosticBag } from '../check/diagnostic-bag.js';
import { lintCharacters } from './lint-characters.js';
import { lintDecimals } from './lint-decimals.js';
import { lintGovernance } from './lint-governance.js';
import { lintMixedLogic } from './lint-mixed-logic.js';

const findingsOf = (rule: CheckedRule, set: SetContext): DiagnosticBag | undefined =>
  set.files.find(({ name }) => name === rule.file)?.findings;

/** W1110: an unused name. Only reported if there are no errors: a rule whose check stopped early may use it. */
function lintUnused(set: SetContext): void {
  const isComplete = set.files.every(({ findings }) => findings.errors === 0);
  if (!isComplete) return;
  for (const declared of set.names.values()) {
    const file = set.files[declared.file];
    if (declared.used || declared.kind === 'rule' || declared.kind === 'matrix' || !file || file.isShared) continue;
    const name = nameOf(declared);
    file.findings.add(w1110, name, { message: `\`${name.text}\` is declared but never used`, help: 'remove it' });
  }
}

/** W1308: a trigger named by the rule is disabled in all its matrices. */
function lintTriggers(set: SetContext, rules: readonly CheckedRule[]): void {
  const { deadTriggers } = set.options;
  if (!deadTriggers) return;
  for (const rule of rules)
    for (const word of rule.declaration.on?.triggers ?? [])
      if (rule.matrices.length > 0 && rule.matrices.every((key) => deadTriggers(key).includes(word.text)))
        findingsOf(rule, set)?.add(w1308, word, {
          message: `\`${word.text}\` is switched off in ${rule.matrices.map((key) => `\`${key}\``).join(', ')}`,
          help: 'enable it in a matrix, or remove it',
        });
}

/** W1209: a rule reads something that is never available. */
function* lintAbsent(set: SetContext, rules: readonly CheckedRule[]): Steps<void> {
  const { absences } = set.options;
  if (!absences) return;
  for (const rule of rules) {
    const findings = findingsOf(rule, set);
    if (findings) absences(rule, findings);
    yield;
  }
}

/** W1111: a file that does not declare its language version. */
function lintPragma(set: SetContext): void {
  if (!set.options.lints?.pragma) return;
  const start = { line: 0, character: 0 };
  for (const { file, findings, isShared } of set.files) {
    if (isShared || file.languageVersion || file.declarations.length === 0) continue;
    const range = { start, end: start };
    findings.add(
      w1111,
      { kind: file.kind, range: file.range ? range : null },
      {
        message: 'the language version is missing',
        help: 'write `language 1` as the first line',
        ...(file.range
          ? { fixes: [{ title: 'write `language 1`', safe: true, edits: [{ range, newText: 'language 1\n\n' }] }] }
          : {}),
      },
    );
  }
}

/** W1310 for a rule, or E0407 if it is to be activated. */
function lintCost(set: SetContext, rules: readonly CheckedRule[]): void {
  for (const rule of rules)
    if (rule.cost > limits.costPerRule)
      findingsOf(rule, set)?.add(set.options.activation ? e0407 : w1310, rule.condition, {
        message: `this rule costs ${rule.cost}, but the budget is ${limits.costPerRule}`,
        help: 'use fewer windows, or plainer filters in them',
      });
}

/** Reports findings about several rules together. */
function lintTogether(set: SetContext, rules: readonly CheckedRule[], matrices: readonly CheckedMatrix[]): void {
  const { activation, lints } = set.options;
  const certain = lints?.analysis ? analyseRules(rules, { matrices }).map(describeFinding) : [];
  for (const { code, at, owner, parts } of [...findInSet(rules, matrices, { activation }), ...certain])
    set.files[set.names.get(owner.key.text)?.file ?? -1]?.findings.add(code, at, parts);
}

/** Reports findings about rules that are correct in themselves, and about the set as a whole. */
export function* lintSet(
  set: SetContext,
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
): Steps<void> {
  const { errorsOnly, activation } = set.options;
  lintPragma(set);
  lintUnused(set);
  lintMixedLogic(set);
  yield;
  lintCharacters(set);
  yield;
  lintDecimals(set);
  yield;
  if (!errorsOnly || activation) lintCost(set, rules);
  lintTriggers(set, rules);
  yield* lintAbsent(set, rules);
  lintGovernance(set, rules);
  lintTogether(set, rules, matrices);
}
