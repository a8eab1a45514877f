import type { DatetimeLiteral } from '../ast/datetime-literal.js';
import type { PathNode } from '../ast/path-node.js';
import type { Expression } from '../ast/expression.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0303 } from '../diagnostics/codes/e0303.js';
import { e0307 } from '../diagnostics/codes/e0307.js';
import { e0310 } from '../diagnostics/codes/e0310.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { e0315 } from '../diagnostics/codes/e0315.js';
import { e0905 } from '../diagnostics/codes/e0905.js';
import { e0906 } from '../diagnostics/codes/e0906.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { w1113 } from '../diagnostics/codes/w1113.js';
import { w1315 } from '../diagnostics/codes/w1315.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { isCalendarDuration, literalValue } from '../values/literal-value.js';
import { checkAggregate } from './check-aggregate.js';
import { checkCall } from './check-call.js';
import { checkListType } from './check-lists.js';
import { checkOperation } from './check-operation.js';
import type { Resolution } from './semantic-model.js';
import { rejectsMixedDurations } from './mixed-durations.js';
import { resolvePath } from './resolve-path.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

type Checkers = {
  readonly [K in Expression['kind']]: (
    node: Extract<Expression, { kind: K }>,
    place: ExpressionScope,
    rule: RuleContext,
  ) => Type | null;
};

const bool: Type = { kind: 'bool' };
const number: Type = { kind: 'number' };

function checkItems(items: readonly Expression[], node: Expression, place: ExpressionScope, rule: RuleContext): Type {
  if (items.length > limits.itemsPerGroup && !isChain(node))
    rule.findings.add(e0913, node, {
      message: `a group has at most ${limits.itemsPerGroup} items, this one ${items.length}`,
    });
  for (const item of items) checkCondition(item, place, rule);
  return bool;
}

const isChain = (node: Expression): boolean => (node.kind === 'and' || node.kind === 'or') && node.style === 'chain';

function checkAtLeast(node: Extract<Expression, { kind: 'atLeast' }>, place: ExpressionScope, rule: RuleContext): Type {
  const count = literalValue(node.count);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > node.items.length)
    rule.findings.add(e0305, node.count, {
      message: `of ${node.items.length} items at least ${node.count.text} can never be true`,
      help: `write a whole number from 1 to ${node.items.length}`,
    });
  return checkItems(node.items, node, place, rule);
}

export function checkCurrency(code: string, at: SyntaxNode, rule: RuleContext): boolean {
  const known = rule.catalogue.words('currency');
  if (known.includes(code) || rule.currencies === 'any' || rule.currencies.has(code)) return true;
  const [closest] = didYouMean(code, [...known, ...rule.currencies]);
  rule.findings.add(e0310, at, {
    message: `\`${code}\` is not a currency`,
    ...(closest === undefined ? {} : { help: `did you mean \`${closest}\`?` }),
  });
  return false;
}

function checkArray(
  node: Extract<Expression, { kind: 'arrayLiteral' }>,
  place: ExpressionScope,
  rule: RuleContext,
): Type | null {
  if (node.items.length === 0) {
    rule.findings.add(e0307, node, { message: 'this list has no elements' });
    return null;
  }
  if (node.items.length > limits.listElements) {
    rule.findings.add(e0905, node, {
      message: `a list has at most ${limits.listElements} elements, this one ${node.items.length}`,
      help: 'put the values into a data list',
    });
    return null;
  }
  const types = node.items.map((item) => checkExpression(item, place, rule));
  if (types.includes(null)) return null;
  const element = types.find((type) => type?.kind !== 'any') ?? { kind: 'any' };
  const other = types.findIndex((type) => type && type.kind !== 'any' && type.kind !== element.kind);
  const wrong = node.items[other];
  if (wrong) {
    rule.findings.add(e0315, wrong, {
      message: `this is ${typeName(types[other] ?? number)}, the elements before are ${typeName(element)}`,
      help:
        wrong.kind === 'path'
          ? 'compare with a field for itself: `x in [ … ] or x = field`'
          : 'write every element in the same way, or compare with two lists joined by `or`',
    });
    return null;
  }
  const typed = types.filter((type): type is Type => type !== null && type.kind !== 'any');
  if (typed.length > 0 && rejectsMixedDurations(node, typed, rule)) return null;
  if (typed.length < types.length) return { kind: 'list', element: { kind: 'any' } };
  if (element.kind !== 'money') return { kind: 'list', element };
  const sameCurrency = types.every((type) => type?.kind === 'money' && type.currency === element.currency);
  return { kind: 'list', element: sameCurrency ? element : { kind: 'money' } };
}

function checkText(
  node: Extract<Expression, { kind: 'textLiteral' | 'rawTextLiteral' }>,
  _place: ExpressionScope,
  rule: RuleContext,
): Type | null {
  if ([...node.value].length <= limits.textCodePoints) return { kind: 'text', collation: null };
  rule.findings.add(e0906, node, { message: `a text has at most ${limits.textCodePoints} characters` });
  return null;
}

const millisecondDigits = 3;

function checkInstant(node: DatetimeLiteral, _place: ExpressionScope, rule: RuleContext): Type {
  const fraction = /\.(\d+)/.exec(node.text)?.[1] ?? '';
  if (/[1-9]/.test(fraction.slice(millisecondDigits)))
    rule.findings.add(w1315, node, {
      message: `of \`${fraction}\` only the first three digits count`,
      help: 'write at most three digits after the seconds',
      ...rule.findings.replacementFix(node, node.text.replace(fraction, fraction.slice(0, millisecondDigits))),
    });
  return { kind: 'datetime' };
}

/** Reports W1113 for a field that is only supported for existing rules. */
function lintDeprecated(node: PathNode, resolution: Resolution, rule: RuleContext): void {
  if (resolution.kind !== 'field' || !resolution.field.deprecated) return;
  const { successor } = resolution.field.deprecated;
  rule.findings.add(w1113, node, {
    message: `\`${resolution.field.path}\` is deprecated`,
    help: `use \`${successor}\``,
  });
}

const checkers: Checkers = {
  textLiteral: checkText,
  rawTextLiteral: checkText,
  numberLiteral: () => number,
  percentLiteral: () => number,
  moneyLiteral: (node, _place, rule) =>
    checkCurrency(node.currency, node, rule) ? { kind: 'money', currency: node.currency } : null,
  durationLiteral: (node) => (isCalendarDuration(node) ? { kind: 'duration', calendar: true } : { kind: 'duration' }),
  distanceLiteral: () => ({ kind: 'distance' }),
  dateLiteral: () => ({ kind: 'date' }),
  datetimeLiteral: checkInstant,
  booleanLiteral: () => bool,
  arrayLiteral: checkArray,
  path: (node, place, rule) => {
    const found = resolvePath(node, place, rule);
    if (!found) return null;
    rule.resolutions.set(node, found.resolution);
    lintDeprecated(node, found.resolution, rule);
    return found.type;
  },
  listReference: (node, _place, rule) => {
    const list = rule.bindList(node);
    if (list) rule.resolutions.set(node, { kind: 'list', list });
    return list ? { kind: 'listref' } : null;
  },
  call: checkCall,
  operation: checkOperation,
  convert: (node, place, rule) => {
    const type = checkExpression(node.operand, { ...place, expectedKind: 'money' }, rule);
    if (!checkCurrency(node.currency, node, rule) || !type) return null;
    if (type.kind === 'money') return { kind: 'money', currency: node.currency };
    rule.findings.add(e0302, node.operand, {
      message: `\`as ${node.currency}\` converts money, but this is ${typeName(type)}`,
    });
    return null;
  },
  listTypeReference: (node, _place, rule) => {
    if (!checkListType(node.type, node, rule)) return null;
    rule.resolutions.set(node, { kind: 'listType', listType: node.type });
    return { kind: 'listref' };
  },
  and: (node, place, rule) => checkItems(node.items, node, place, rule),
  or: (node, place, rule) => checkItems(node.items, node, place, rule),
  none: (node, place, rule) => checkItems(node.items, node, place, rule),
  atLeast: checkAtLeast,
  not: (node, place, rule) => {
    checkCondition(node.operand, place, rule);
    return bool;
  },
  aggregate: checkAggregate,
};

/** Returns the type of an expression, or `null` if a problem in it was reported. */
export function checkExpression(node: Expression, place: ExpressionScope, rule: RuleContext): Type | null {
  const check = checkers[node.kind] as (node: Expression, place: ExpressionScope, rule: RuleContext) => Type | null;
  const type = check(node, place, rule);
  if (type) rule.types.set(node, type);
  return type;
}

/** Checks an expression that must be true or false. */
export function checkCondition(node: Expression, place: ExpressionScope, rule: RuleContext): void {
  const type = checkExpression(node, place, rule);
  if (!type || type.kind === 'bool') return;
  const help =
    type.kind === 'any' ? 'compare it: `… = true`' : 'compare it with something, or check whether it `is present`';
  rule.findings.add(e0303, node, { message: `a condition must be true or false, but this is ${typeName(type)}`, help });
}
