import { asDecimal, type Money, type Numeric } from '@tamis/stdx';
import type { Expression } from '../ast/expression.js';
import type { OperatorName } from '../ast/operation-node.js';
import { w1401 } from '../diagnostics/codes/w1401.js';
import { w1402 } from '../diagnostics/codes/w1402.js';
import { w1403 } from '../diagnostics/codes/w1403.js';
import { w1404 } from '../diagnostics/codes/w1404.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Value } from '../values/value.js';
import type { CheckedRule } from './checked-rule.js';
import type { CheckedTest } from './checked-test.js';
import type { SetContext } from './check-files.js';
import { childExpressions } from './child-expressions.js';
import type { Findings } from './findings.js';

const bounded: ReadonlySet<OperatorName> = new Set(['lt', 'lte', 'gt', 'gte', 'between', 'not_between']);

/** A comparison of a field of the subject with a constant. */
interface Threshold {
  readonly node: Expression;
  readonly path: string;
  readonly value: Value;
}

function thresholdsOf(rule: CheckedRule): readonly Threshold[] {
  const found: Threshold[] = [];
  const visit = (written: Expression): void => {
    const node = rule.meaning.expanded(written);
    if (node.kind === 'operation' && bounded.has(node.operator)) {
      const [left, ...bounds] = node.operands;
      const field = left && rule.meaning.resolution(rule.meaning.expanded(left));
      for (const bound of bounds) {
        const value = rule.meaning.constant(bound);
        if (field?.kind === 'field' && field.scope === 'subject' && value !== undefined)
          found.push({ node: written, path: formatPath(field.field.jsonPath), value });
      }
    }
    if (node.kind !== 'aggregate') for (const child of childExpressions(node)) visit(child);
  };
  visit(rule.condition);
  for (const { value } of rule.lets) visit(value);
  return found;
}

const comparable = (value: Value): string => {
  if (typeof value === 'object' && 'amount' in value && 'currency' in value) {
    const money = value as Money;
    return `${asDecimal(money.amount).toString()} ${money.currency}`;
  }
  return typeof value === 'string' ? value : asDecimal(value as Numeric).toString();
};

const isComparable = (value: Value | undefined): value is Value =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (typeof value === 'object' && ('toFixed' in value || 'amount' in value));

/** Values the tests of a rule set a field to. */
function testedValues(path: string, tests: readonly CheckedTest[]): ReadonlySet<string> {
  const values = new Set<string>();
  for (const { declaration, fields, meaning, varied } of tests) {
    for (const [entry, field] of fields) {
      if (formatPath(field.jsonPath) !== path || entry.value.kind === 'object' || entry.value.kind === 'objectList')
        continue;
      const value = meaning.constant(entry.value);
      if (isComparable(value)) values.add(comparable(value));
    }
    for (const step of declaration.steps) {
      if (step.kind !== 'varyStep' || !varied || formatPath(varied.jsonPath) !== path) continue;
      for (const { value: node } of step.cases) {
        const value = meaning.constant(node);
        if (isComparable(value)) values.add(comparable(value));
      }
    }
  }
  return values;
}

/** W1402: no test stands on a threshold and beside it. */
function lintBoundaries(rule: CheckedRule, tests: readonly CheckedTest[], findings: Findings): void {
  for (const { node, path, value } of thresholdsOf(rule)) {
    if (!isComparable(value)) continue;
    const tested = testedValues(path, tests);
    if (tested.has(comparable(value)) && tested.size > 1) continue;
    findings.add(w1402, node, {
      message: `no test stands on this threshold and beside it`,
      help: 'add a `vary` with the threshold itself and the value next to it',
    });
    return;
  }
}

function lintReview(rule: CheckedRule, today: string | undefined, findings: Findings): void {
  const due: unknown = rule.meta['reviewBy'];
  const day =
    typeof due === 'string' ? due : typeof due === 'object' && due !== null && '$date' in due ? due.$date : undefined;
  if (typeof day !== 'string' || today === undefined || day >= today) return;
  findings.add(w1404, rule.declaration.meta ?? rule.declaration.key, {
    message: `this rule was to be reviewed by ${day}`,
    help: 'review it and write the next date',
  });
}

/** W1401 to W1404: what a rule needs besides being right. */
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
    else lintBoundaries(rule, rule.tests, findings);
    if (rule.owner === null)
      findings.add(w1403, at, { message: `\`${rule.key}\` has no owner`, help: 'add `owner "…"`' });
    lintReview(rule, lints.today, findings);
  }
}
