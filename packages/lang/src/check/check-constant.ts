import { asDecimal, type Money, type Numeric } from '@tamis/stdx';
import type { ConstDeclaration } from '../ast/const-declaration.js';
import type { Expression } from '../ast/expression.js';
import type { ParamDeclaration } from '../ast/param-declaration.js';
import { e0313 } from '../diagnostics/codes/e0313.js';
import { e0316 } from '../diagnostics/codes/e0316.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { literalValue } from '../values/literal-value.js';
import type { Value } from '../values/value.js';
import type { CheckedParameter } from './checked-file.js';
import { checkExpression } from './check-expression.js';
import { arithmetic, foldConstant } from './fold-constant.js';
import { atSubject, type RuleContext } from './rule-context.js';

/** Returns the first part that is not allowed in a constant. */
function variablePart(node: Expression, rule: RuleContext): Expression | null {
  switch (node.kind) {
    case 'arrayLiteral':
      return node.items.map((item) => variablePart(item, rule)).find((each) => each !== null) ?? null;
    case 'operation':
      return arithmetic.has(node.operator)
        ? (node.operands.map((operand) => variablePart(operand, rule)).find((each) => each !== null) ?? null)
        : node;
    case 'path': {
      const [name = ''] = node.steps;
      return node.steps.length === 1 && rule.names.get(name)?.kind === 'const' ? null : node;
    }
    default:
      return literalValue(node) !== undefined ? null : node;
  }
}

function reportVariable(node: Expression, rule: RuleContext): void {
  const isParameter = node.kind === 'path' && rule.names.get(node.steps[0] ?? '')?.kind === 'param';
  rule.findings.add(e0316, node, {
    message: isParameter
      ? 'a parameter can change, so it cannot be part of a constant'
      : 'a constant can only use literals, arithmetic and other constants',
    help: 'write a `define` for what depends on the event',
  });
}

/** Returns the type of a constant expression, or `null` after reporting a problem. */
function checkConstantExpression(node: Expression, rule: RuleContext): Type | null {
  const variable = variablePart(node, rule);
  if (variable) {
    reportVariable(variable, rule);
    return null;
  }
  const type = checkExpression(node, atSubject, rule);
  if (!type) return null;
  if (foldConstant(node, rule.resolutions) === undefined) {
    rule.findings.add(e0316, node, { message: 'this has no value, or depends on the current date' });
    return null;
  }
  return type;
}

/** Checks a `const`. Returns `false` after reporting a problem. */
export const checkConst = ({ value }: ConstDeclaration, rule: RuleContext): boolean =>
  checkConstantExpression(value, rule) !== null;

const ordered: ReadonlySet<Type['kind']> = new Set(['number', 'money', 'duration', 'distance', 'date', 'datetime']);

const amountOf = (value: Value): Numeric =>
  typeof value === 'object' && 'amount' in value ? (value as Money).amount : (value as Numeric);

const days = (value: Value): Numeric => (typeof value === 'string' ? Date.parse(value) / 86_400_000 : 0);

const measure = (value: Value, type: Type) => asDecimal(type.kind === 'date' ? days(value) : amountOf(value));

const sameType = (a: Type, b: Type): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'money' || b.kind !== 'money' || a.currency === b.currency) &&
  (a.kind !== 'duration' || b.kind !== 'duration' || (a.calendar ?? false) === (b.calendar ?? false));

interface Bounds {
  readonly minimum: Value;
  readonly maximum: Value;
  readonly step: Value | null;
}

/** Returns why a parameter may not have a value, or `null` if it may. */
export function misplacedValue(value: Value, { minimum, maximum, step }: Bounds, type: Type): string | null {
  const at = measure(value, type);
  const low = measure(minimum, type);
  if (at.lt(low) || at.gt(measure(maximum, type))) return 'is outside the range';
  if (step === null) return null;
  const by = asDecimal(amountOf(step));
  return at.minus(low).mod(by).isZero() ? null : 'is between two steps of the range';
}

/** Checks the range and step of a parameter. Returns `null` after reporting a problem. */
function checkBounds(node: ParamDeclaration, type: Type, rule: RuleContext): Bounds | null | 'none' {
  const { minimum, maximum, step } = node;
  const parts = [minimum, maximum, step].filter((part) => part !== null);
  if (parts.length === 0) return 'none';
  const fail = (at: Expression, message: string): null => {
    rule.findings.add(e0313, at, { message });
    return null;
  };
  if (!ordered.has(type.kind)) return fail(parts[0] as Expression, `${typeName(type)} has no order and no range`);
  for (const part of parts) {
    const own = checkConstantExpression(part, rule);
    if (!own) return null;
    // The step between points in time is a duration.
    const wanted: Type =
      part === step && (type.kind === 'date' || type.kind === 'datetime') ? { kind: 'duration' } : type;
    if (!sameType(own, wanted)) return fail(part, `this is ${typeName(own)}, and the default is ${typeName(type)}`);
  }
  const value = (part: Expression | null): Value | undefined =>
    part ? foldConstant(part, rule.resolutions) : undefined;
  const [low, high, by] = [value(minimum), value(maximum), value(step)];
  if (low === undefined || high === undefined || !minimum || !maximum)
    return fail(parts[0] as Expression, 'a step needs a range');
  if (measure(low, type).gt(measure(high, type))) return fail(minimum, 'the first bound is greater than the second');
  if (step && by !== undefined && asDecimal(amountOf(by)).lte(0)) return fail(step, 'a step must be greater than zero');
  return { minimum: low, maximum: high, step: by ?? null };
}

/**
 * Checks a parameter. `setting` is the organization's own value, which is ignored if it is not valid. Returns `null` after reporting a
 * problem.
 */
export function checkParameter(
  node: ParamDeclaration,
  setting: Expression | undefined,
  rule: RuleContext,
): CheckedParameter | null {
  const type = checkConstantExpression(node.value, rule);
  if (!type) return null;
  const bounds = checkBounds(node, type, rule);
  const own = foldConstant(node.value, rule.resolutions);
  if (bounds === null || own === undefined) return null;
  const range = bounds === 'none' ? null : bounds;
  const misplaced = range && misplacedValue(own, range, type);
  if (misplaced) {
    rule.findings.add(e0313, node.value, { message: `the default ${misplaced}` });
    return null;
  }
  const set = range && setting ? fittingSetting(setting, range, type, rule) : null;
  return {
    declaration: node,
    name: node.name.text,
    type,
    value: set ? set.value : own,
    expression: set ? set.expression : node.value,
    default: own,
    range,
  };
}

function fittingSetting(
  expression: Expression,
  range: Bounds,
  type: Type,
  rule: RuleContext,
): { readonly value: Value; readonly expression: Expression } | null {
  const outer = rule.findings;
  rule.findings = outer.fork();
  const own = checkConstantExpression(expression, rule);
  rule.findings = outer;
  const value = own && foldConstant(expression, rule.resolutions);
  if (!own || value === undefined || value === null || !sameType(own, type)) return null;
  return misplacedValue(value, range, type) === null ? { value, expression } : null;
}
