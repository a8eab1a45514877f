import type { Expression } from '../ast/expression.js';
import { e0203 } from '../diagnostics/codes/e0203.js';
import { e0212 } from '../diagnostics/codes/e0212.js';
import { e0301 } from '../diagnostics/codes/e0301.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0303 } from '../diagnostics/codes/e0303.js';
import { e0307 } from '../diagnostics/codes/e0307.js';
import { e0310 } from '../diagnostics/codes/e0310.js';
import { e0314 } from '../diagnostics/codes/e0314.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { e0315 } from '../diagnostics/codes/e0315.js';
import { e0905 } from '../diagnostics/codes/e0905.js';
import { e0906 } from '../diagnostics/codes/e0906.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { isCalendarDuration, literalValue } from '../values/literal-value.js';
import { checkAggregate } from './check-aggregate.js';
import { checkImpossibleValues } from './check-literals.js';
import { checkOperation } from './check-operation.js';
import { acceptsCount, bestFit, misplacedOperand } from './fit-signature.js';
import { resolvePath } from './resolve-path.js';
import type { Place, RuleContext } from './rule-context.js';

type Checkers = {
  readonly [K in Expression['kind']]: (
    node: Extract<Expression, { kind: K }>,
    place: Place,
    rule: RuleContext,
  ) => Type | null;
};

const bool: Type = { kind: 'bool' };
const number: Type = { kind: 'number' };

function checkItems(node: Extract<Expression, { kind: 'and' | 'or' }>, place: Place, rule: RuleContext): Type {
  for (const item of node.items) checkCondition(item, place, rule);
  return bool;
}

export function checkCurrency(code: string, at: SyntaxNode, rule: RuleContext): boolean {
  const known = rule.catalogue.words('currency');
  if (known.includes(code) || rule.currencies.has(code)) return true;
  const [closest] = didYouMean(code, known);
  rule.findings.add(e0310, at, {
    message: `\`${code}\` is not a currency`,
    ...(closest === undefined ? {} : { help: `did you mean \`${closest}\`?` }),
  });
  return false;
}

function checkArray(node: Extract<Expression, { kind: 'arrayLiteral' }>, place: Place, rule: RuleContext): Type | null {
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
    });
    return null;
  }
  if (types.some((type) => type?.kind === 'any')) return { kind: 'list', element: { kind: 'any' } };
  if (element.kind !== 'money') return { kind: 'list', element };
  const sameCurrency = types.every((type) => type?.kind === 'money' && type.currency === element.currency);
  return { kind: 'list', element: sameCurrency ? element : { kind: 'money' } };
}

function checkCall(node: Extract<Expression, { kind: 'call' }>, place: Place, rule: RuleContext): Type | null {
  const declaration = rule.catalogue.function(node.name);
  if (!declaration) {
    const [closest] = didYouMean(
      node.name,
      rule.catalogue.functions.map((each) => each.name),
    );
    rule.findings.add(e0203, node, {
      message: `there is no function \`${node.name}\``,
      ...(closest === undefined ? {} : { help: `did you mean \`${closest}\`?` }),
    });
    return null;
  }
  if (node.args.length > limits.argumentsPerCall) {
    rule.findings.add(e0913, node, {
      message: `a call takes at most ${limits.argumentsPerCall} arguments, this one has ${node.args.length}`,
    });
    return null;
  }
  const types = node.args.map((arg) => checkExpression(arg, place, rule));
  if (!declaration.signatures.some((signature) => acceptsCount(signature, node.args.length))) {
    rule.findings.add(e0212, node, {
      message: `\`${node.name}\` was given ${node.args.length} arguments`,
      help: `it is written \`${declaration.form}\``,
    });
    return null;
  }
  if (types.includes(null)) return null;
  const known = types as Type[];
  const fit = bestFit(declaration.signatures, known);
  if (!fit) {
    const index =
      misplacedOperand(
        declaration.signatures.filter((each) => acceptsCount(each, known.length)),
        known,
      ) ?? 0;
    rule.findings.add(e0301, node.args[index] ?? node, {
      message: `\`${declaration.form}\` does not take ${typeName(known[index] ?? number)} here`,
    });
    return null;
  }
  for (const { operand, accepts, expected } of fit.signature.constants ?? []) {
    const arg = node.args[operand];
    if (!arg) continue;
    const value = literalValue(arg);
    if (value === undefined) rule.findings.add(e0314, arg, { message: `this must be ${expected}, written here` });
    else if (!accepts(value)) rule.findings.add(e0305, arg, { message: `this is not ${expected}` });
    else continue;
    return null;
  }
  if (!checkImpossibleValues(node.args, fit.operandTypes, rule)) return null;
  rule.resolutions.set(node, { kind: 'application', declaration, ...fit });
  return fit.signature.result(fit.operandTypes);
}

const checkers: Checkers = {
  textLiteral: (node, _place, rule) => {
    if ([...node.value].length <= limits.textCodePoints) return { kind: 'text', collation: null };
    rule.findings.add(e0906, node, { message: `a text has at most ${limits.textCodePoints} characters` });
    return null;
  },
  numberLiteral: () => number,
  percentLiteral: () => number,
  moneyLiteral: (node, _place, rule) =>
    checkCurrency(node.currency, node, rule) ? { kind: 'money', currency: node.currency } : null,
  durationLiteral: (node) => (isCalendarDuration(node) ? { kind: 'duration', calendar: true } : { kind: 'duration' }),
  distanceLiteral: () => ({ kind: 'distance' }),
  dateLiteral: () => ({ kind: 'date' }),
  datetimeLiteral: () => ({ kind: 'datetime' }),
  booleanLiteral: () => bool,
  arrayLiteral: checkArray,
  path: (node, place, rule) => {
    const found = resolvePath(node, place, rule);
    if (found) rule.resolutions.set(node, found.resolution);
    return found?.type ?? null;
  },
  listReference: (node, _place, rule) => {
    const list = rule.bindList(node);
    if (list) rule.resolutions.set(node, { kind: 'list', list });
    return list ? { kind: 'listref' } : null;
  },
  call: checkCall,
  operation: checkOperation,
  convert: (node, place, rule) => {
    const type = checkExpression(node.operand, { ...place, wanted: 'money' }, rule);
    if (!checkCurrency(node.currency, node, rule) || !type) return null;
    if (type.kind === 'money') return { kind: 'money', currency: node.currency };
    rule.findings.add(e0302, node.operand, {
      message: `\`as ${node.currency}\` converts money, and this is ${typeName(type)}`,
    });
    return null;
  },
  and: checkItems,
  or: checkItems,
  not: (node, place, rule) => {
    checkCondition(node.operand, place, rule);
    return bool;
  },
  aggregate: checkAggregate,
};

/** The type of an expression; null when it, or a part of it, is wrong and was reported. */
export function checkExpression(node: Expression, place: Place, rule: RuleContext): Type | null {
  const check = checkers[node.kind] as (node: Expression, place: Place, rule: RuleContext) => Type | null;
  const type = check(node, place, rule);
  if (type) rule.types.set(node, type);
  return type;
}

/** An expression that must be true or false. */
export function checkCondition(node: Expression, place: Place, rule: RuleContext): void {
  const type = checkExpression(node, place, rule);
  if (!type || type.kind === 'bool') return;
  const help =
    type.kind === 'any' ? 'compare it: `… = true`' : 'compare it with something, or ask whether it `is present`';
  rule.findings.add(e0303, node, { message: `a condition must be true or false, and this is ${typeName(type)}`, help });
}
