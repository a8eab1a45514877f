import type { OperationNode, OperatorName } from '../ast/operation-node.js';
import { w1102 } from '../diagnostics/codes/w1102.js';
import { w1208 } from '../diagnostics/codes/w1208.js';
import { w1303 } from '../diagnostics/codes/w1303.js';
import { w1305 } from '../diagnostics/codes/w1305.js';
import { w1307 } from '../diagnostics/codes/w1307.js';
import { w1309 } from '../diagnostics/codes/w1309.js';
import { w1317 } from '../diagnostics/codes/w1317.js';
import { formatPath } from '../paths/path-syntax.js';
import { printExpression } from '../print/print-expression.js';
import type { Type } from '../types/type.js';
import { foldConstant, expandedNode } from './fold-constant.js';
import { includingAggregate } from './including-aggregate.js';
import type { RuleContext } from './rule-context.js';

const comparisons: ReadonlySet<OperatorName> = new Set([
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'not_between',
]);
const equalities: ReadonlySet<OperatorName> = new Set(['eq', 'neq']);

function lintMoney(node: OperationNode, types: readonly Type[], rule: RuleContext): void {
  if (!comparisons.has(node.operator) || !types.some((type) => type.kind === 'money')) return;
  const bare = types.findIndex((type) => type.kind === 'number');
  if (bare >= 0)
    rule.findings.add(w1305, node.operands[bare] ?? node, {
      message: 'this number has no currency',
      help: 'write a currency after it, such as `USD`',
    });
  const currencies = new Set(types.map((type) => (type.kind === 'money' ? type.currency : undefined)));
  if (equalities.has(node.operator) && currencies.size > 1 && !currencies.has(undefined))
    rule.findings.add(w1307, node, {
      message: `one side is in ${[...currencies].join(', the other in ')}`,
      help: 'compare with `between`, or in one currency',
    });
}

function lintBoolean(node: OperationNode, types: readonly Type[], rule: RuleContext): void {
  const literal = node.operands.find((operand) => operand.kind === 'booleanLiteral');
  if (node.operator !== 'eq' || literal?.kind !== 'booleanLiteral' || !types.every((type) => type.kind === 'bool'))
    return;
  const other = node.operands.find((operand) => operand !== literal);
  const isSimple = other?.kind === 'path' || other?.kind === 'call';
  const text = other && `${literal.value ? '' : 'not '}${printExpression(other)}`;
  rule.findings.add(w1102, node, {
    message: `\`= ${String(literal.value)}\` is redundant`,
    help: literal.value ? 'remove it' : 'write `not` before the field',
    ...(isSimple && text ? rule.findings.replacementFix(node, text) : {}),
  });
}

/** Reports a comparison of two fields declared with different collations. */
function lintCollation(node: OperationNode, types: readonly Type[], rule: RuleContext): void {
  const collations = new Set(types.map((type) => (type.kind === 'text' ? type.collation : null)));
  if (equalities.has(node.operator) && collations.has('cs') && collations.has('ci'))
    rule.findings.add(w1309, node, {
      message: 'only one side distinguishes case and accents: both are ignored',
      help: 'write `exact(…)` or `folded(…)` around one side',
    });
}

function lintOtherwise(node: OperationNode, rule: RuleContext): void {
  const [first] = node.operands;
  if (node.operator !== 'otherwise' || !first) return;
  const value = expandedNode(first, rule.resolutions);
  const found = rule.resolutions.get(value);
  const isPresent =
    found?.kind === 'now' ||
    (found?.kind === 'field' && !found.field.nullable && found.scope === 'subject') ||
    foldConstant(value, rule.resolutions) !== undefined;
  if (isPresent)
    rule.findings.add(w1208, node, {
      message: `\`${value.kind === 'path' ? formatPath(value.steps) : printExpression(value)}\` is never missing`,
      help: 'remove `otherwise`',
    });
}

/** `>` starts after the entire day and `<=` includes it. An author who thinks of the first moment of the day is off by one day. */
const dayOfInstant: Partial<Readonly<Record<OperatorName, { readonly says: string; readonly insteadOf: string }>>> = {
  gt: { says: 'this is true from the next day on', insteadOf: '`>=` with the first day that counts' },
  lte: { says: 'this is true until the end of that day', insteadOf: '`<` with the first day that does not count' },
};

function lintDays(node: OperationNode, types: readonly Type[], rule: RuleContext): void {
  const found = dayOfInstant[node.operator];
  const day = node.operands[1];
  if (!found || !day || types[0]?.kind !== 'datetime' || expandedNode(day, rule.resolutions).kind !== 'dateLiteral')
    return;
  rule.findings.add(w1317, day, { message: found.says, help: `write ${found.insteadOf}, or a time of the day` });
}

/** Reports a comparison of the current value with an aggregate that includes it. */
function lintSelf(node: OperationNode, rule: RuleContext): void {
  if (!comparisons.has(node.operator)) return;
  const found = includingAggregate(node, rule);
  if (!found) return;
  const { start } = found.aggregate.source.range ?? {};
  rule.findings.add(w1303, found.aggregate, {
    message: `the current \`${formatPath(found.field)}\` is one of the values of this \`${found.aggregate.function}\``,
    help: `write \`prior ${formatPath(found.aggregate.source.steps)}\` to exclude it`,
    ...(start
      ? {
          fixes: [
            {
              title: 'exclude the current record',
              safe: false,
              edits: [{ range: { start, end: start }, newText: 'prior ' }],
            },
          ],
        }
      : {}),
  });
}

/** Reports what is valid but may not be what was intended. */
export function lintOperation(node: OperationNode, types: readonly Type[], rule: RuleContext): void {
  lintMoney(node, types, rule);
  lintBoolean(node, types, rule);
  lintCollation(node, types, rule);
  lintOtherwise(node, rule);
  lintSelf(node, rule);
  lintDays(node, types, rule);
}
