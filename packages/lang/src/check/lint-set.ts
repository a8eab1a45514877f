import { analyseRules } from '../analysis/analyse-rules.js';
import { describeFinding } from '../analysis/describe-finding.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { e0407 } from '../diagnostics/codes/e0407.js';
import { e0904 } from '../diagnostics/codes/e0904.js';
import { e0908 } from '../diagnostics/codes/e0908.js';
import { w1110 } from '../diagnostics/codes/w1110.js';
import { w1111 } from '../diagnostics/codes/w1111.js';
import { w1308 } from '../diagnostics/codes/w1308.js';
import { w1310 } from '../diagnostics/codes/w1310.js';
import { w1313 } from '../diagnostics/codes/w1313.js';
import { limits } from '../limits.js';
import type { CheckedMatrix, CostReport } from './checked-file.js';
import type { CheckedRule } from './checked-rule.js';
import type { SetContext } from './check-files.js';
import { nameOf } from './collect-names.js';
import type { Findings } from './findings.js';
import { lintGovernance } from './lint-governance.js';
import { lintMixedLogic } from './lint-mixed-logic.js';

const findingsOf = (rule: CheckedRule, set: SetContext): Findings | undefined =>
  set.files.find(({ name }) => name === rule.file)?.findings;

/** W1110: a name nothing uses. Only where nothing else is wrong: a rule whose check stopped early may use it. */
function lintUnused(set: SetContext): void {
  const isComplete = set.files.every(({ findings }) => findings.errors === 0);
  if (!isComplete) return;
  for (const declared of set.names.values()) {
    const file = set.files[declared.file];
    if (declared.used || declared.kind === 'rule' || declared.kind === 'matrix' || !file || file.isShared) continue;
    const name = nameOf(declared);
    file.findings.add(w1110, name, { message: `\`${name.text}\` is declared and never used`, help: 'remove it' });
  }
}

function lintCost(
  set: SetContext,
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
  cost: CostReport,
): void {
  const code: DiagnosticCode = set.options.activation ? e0407 : w1310;
  const help = 'use fewer windows, or plainer filters in them';
  for (const rule of rules)
    if (rule.cost > limits.costPerRule)
      findingsOf(rule, set)?.add(code, rule.condition, {
        message: `this rule costs ${rule.cost}, the budget is ${limits.costPerRule}`,
        help,
      });
  for (const { key, declaration } of matrices) {
    const file = set.files[set.names.get(key)?.file ?? -1];
    const own = rules.filter((rule) => rule.matrices.includes(key));
    const found = cost.matrices.get(key) ?? 0;
    if (found > limits.costPerMatrix)
      file?.findings.add(code, declaration.key, {
        message: `the rules of this matrix cost ${found}, the budget is ${limits.costPerMatrix}`,
        help,
      });
    if (own.length > limits.rulesPerMatrix)
      file?.findings.add(e0904, declaration.key, {
        message: `a matrix has at most ${limits.rulesPerMatrix} rules, this one ${own.length}`,
      });
  }
  const [first] = rules;
  if (first && cost.aggregates > limits.aggregatesPerSet)
    findingsOf(first, set)?.add(e0908, first.declaration.key, {
      message: `a rule set has at most ${limits.aggregatesPerSet} different aggregates, this one ${cost.aggregates}`,
    });
}

/** W1308: a trigger the rule names is off in all its matrices. */
function lintTriggers(set: SetContext, rules: readonly CheckedRule[]): void {
  const { deadTriggers } = set.options;
  if (!deadTriggers) return;
  for (const rule of rules)
    for (const word of rule.declaration.on?.triggers ?? [])
      if (rule.matrices.length > 0 && rule.matrices.every((key) => deadTriggers(key).includes(word.text)))
        findingsOf(rule, set)?.add(w1308, word, {
          message: `\`${word.text}\` is switched off in ${rule.matrices.map((key) => `\`${key}\``).join(', ')}`,
          help: 'switch it on in a matrix, or leave it out',
        });
}

/** W1313: a rule opens alerts, and in each of its matrices one of higher priority stops it. */
function lintStopped(set: SetContext, rules: readonly CheckedRule[]): void {
  const stoppers = rules.filter((rule) => rule.stopOnMatch && rule.mode === 'live');
  for (const rule of rules) {
    const alerts = rule.actions.some((action) => action.kind === 'alertAction');
    if (!alerts || rule.matrices.length === 0) continue;
    const by = rule.matrices.map((key) =>
      stoppers.find((each) => each.priority > rule.priority && each.matrices.includes(key)),
    );
    const [stopper] = by;
    if (!stopper || by.includes(undefined)) continue;
    const { range } = stopper.declaration.key;
    findingsOf(rule, set)?.add(w1313, rule.declaration.key, {
      message: `its alerts are skipped when \`${stopper.key}\` hits`,
      help: `give it the priority ${stopper.priority}, or take \`stop on match\` out`,
      ...(range
        ? {
            related: [
              { range, ...(stopper.file === rule.file ? {} : { file: stopper.file }), message: 'this rule stops it' },
            ],
          }
        : {}),
    });
  }
}

/** W1111: a file that does not say which version of the language it is written in. */
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
        message: 'the version of the language is not named',
        help: 'write `language 1` as the first line',
        ...(file.range
          ? { fixes: [{ title: 'write `language 1`', safe: true, edits: [{ range, newText: 'language 1\n\n' }] }] }
          : {}),
      },
    );
  }
}

/** W1301, W1302, W1304. */
function lintCertain(set: SetContext, rules: readonly CheckedRule[], matrices: readonly CheckedMatrix[]): void {
  if (!set.options.lints?.analysis) return;
  for (const finding of analyseRules(rules, { matrices })) {
    const { code, at, parts } = describeFinding(finding);
    findingsOf(finding.rule, set)?.add(code, at, parts);
  }
}

/** Findings about rules that are right as they stand, and about the set as a whole. */
export function lintSet(
  set: SetContext,
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
  cost: CostReport,
): void {
  lintPragma(set);
  lintUnused(set);
  lintMixedLogic(set);
  lintCost(set, rules, matrices, cost);
  lintTriggers(set, rules);
  lintStopped(set, rules);
  lintGovernance(set, rules);
  lintCertain(set, rules, matrices);
}
