import type { Expression } from '../ast/expression.js';
import type { OperationNode, OperatorName } from '../ast/operation-node.js';
import { e0301 } from '../diagnostics/codes/e0301.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0304 } from '../diagnostics/codes/e0304.js';
import { e0306 } from '../diagnostics/codes/e0306.js';
import { e0308 } from '../diagnostics/codes/e0308.js';
import { e0309 } from '../diagnostics/codes/e0309.js';
import { e0311 } from '../diagnostics/codes/e0311.js';
import { w1102 } from '../diagnostics/codes/w1102.js';
import { w1305 } from '../diagnostics/codes/w1305.js';
import type { Declaration } from '../catalogue/declaration.js';
import { compareNumeric, type Money, type Numeric } from '@tamis/stdx';
import type { Type, TypeKind } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { literalValue } from '../values/literal-value.js';
import type { ListBinding } from './checked-rule.js';
import { checkExpression } from './check-expression.js';
import { checkImpossibleValues } from './check-literals.js';
import { bestFit, misplacedOperand } from './fit-signature.js';
import type { Place, RuleContext } from './rule-context.js';

const searches: ReadonlySet<OperatorName> = new Set([
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
]);
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
/** Kinds a data list can hold (language manual 3.1). */
const listable: ReadonlySet<TypeKind> = new Set([
  'text',
  'number',
  'ip',
  'entity',
  'enum',
  'country',
  'currency',
  'any',
  'list',
]);

/** The kind of the other side, where it is plain to see, orders the suggestions for a misspelt field. */
function wantedKind(node: OperationNode, index: number): TypeKind | undefined {
  const other = node.operands.find((operand, at) => at !== index && operand.kind !== 'path');
  switch (other?.kind) {
    case 'textLiteral':
      return 'text';
    case 'numberLiteral':
    case 'percentLiteral':
      return 'number';
    case 'moneyLiteral':
      return 'money';
    case 'booleanLiteral':
      return 'bool';
    case 'durationLiteral':
      return 'duration';
    case 'distanceLiteral':
      return 'distance';
    default:
      return undefined;
  }
}

function boundList(node: Expression | undefined, rule: RuleContext): ListBinding | null {
  const resolution = node ? rule.resolutions.get(node) : undefined;
  return resolution?.kind === 'list' ? resolution.list : null;
}

function checkMembership(node: OperationNode, value: Type, list: ListBinding, rule: RuleContext): Type | null {
  const [left] = node.operands;
  if (left && !listable.has(value.kind)) {
    rule.findings.add(e0302, left, { message: `${typeName(value)} cannot be looked up in a data list` });
    return null;
  }
  rule.resolutions.set(node, { kind: 'membership', list, negated: node.operator === 'not_in' });
  return { kind: 'bool' };
}

function reportMisfit(node: OperationNode, declaration: Declaration, types: readonly Type[], rule: RuleContext): void {
  if (node.operator === 'otherwise') {
    rule.findings.add(e0304, node, { message: `one side is ${types.map(typeName).join(', the other is ')}` });
    return;
  }
  const index = misplacedOperand(declaration.signatures, types);
  if (index !== null) {
    const operand = node.operands[index];
    rule.findings.add(e0302, operand ?? node, {
      message: `\`${declaration.form}\` does not take ${typeName(types[index] ?? { kind: 'any' })}`,
    });
    return;
  }
  rule.findings.add(e0301, node, { message: `\`${declaration.form}\` between ${types.map(typeName).join(' and ')}` });
}

const isCalendar = (type: Type): boolean => type.kind === 'duration' && type.calendar === true;

/** The lower and the upper constant of a range, comparable with each other. */
function rangeIsEmpty(low: Expression | undefined, high: Expression | undefined): boolean {
  const [a, b] = [low && literalValue(low), high && literalValue(high)];
  if (a === undefined || b === undefined || low?.kind !== high?.kind) return false;
  switch (low?.kind) {
    case 'numberLiteral':
    case 'percentLiteral':
    case 'distanceLiteral':
    case 'durationLiteral':
    case 'datetimeLiteral':
      return compareNumeric(a as Numeric, b as Numeric) > 0;
    case 'dateLiteral':
      return (a as string) > (b as string);
    case 'moneyLiteral':
      return (
        (a as Money).currency === (b as Money).currency && compareNumeric((a as Money).amount, (b as Money).amount) > 0
      );
    default:
      return false;
  }
}

/** Meaning that types alone do not show. False when something was reported. */
function checkMeaning(node: OperationNode, types: readonly Type[], rule: RuleContext): boolean {
  const { operator, operands } = node;
  const [first, second, third] = operands;
  if (types.every((type) => type.kind === 'duration') && types.some(isCalendar) && !types.every(isCalendar)) {
    rule.findings.add(e0309, node, {
      message: 'one side has a fixed length, the other is counted in months or years',
      help: 'write days (`d`) or weeks (`w`) on both sides',
    });
    return false;
  }
  if (searches.has(operator) && second?.kind === 'textLiteral' && second.value === '') {
    rule.findings.add(e0306, second, { message: 'there is nothing to look for' });
    return false;
  }
  if ((operator === 'between' || operator === 'not_between') && rangeIsEmpty(second, third)) {
    rule.findings.add(e0308, node, {
      message: 'the first bound is greater than the second',
      help: 'exchange the bounds',
    });
    return false;
  }
  if (operator === 'add' || operator === 'subtract') {
    const currencies = types.map((type) => (type.kind === 'money' ? type.currency : undefined));
    const [left, right] = currencies;
    if (left !== undefined && right !== undefined && left !== right) {
      rule.findings.add(e0311, node, {
        message: `one side is in ${left}, the other in ${right}`,
        help: `convert one of them: \`… as ${left}\``,
      });
      return false;
    }
  }
  return first === undefined || checkImpossibleValues(operands, types, rule);
}

function lint(node: OperationNode, types: readonly Type[], rule: RuleContext): void {
  const { operator, operands } = node;
  if (
    comparisons.has(operator) &&
    types.some((type) => type.kind === 'money') &&
    types.some((type) => type.kind === 'number')
  ) {
    const at = operands[types.findIndex((type) => type.kind === 'number')] ?? node;
    rule.findings.add(w1305, at, {
      message: 'this number has no currency',
      help: 'write a currency behind it, such as `USD`',
    });
  }
  const literal = operands.find((operand) => operand.kind === 'booleanLiteral');
  if (operator === 'eq' && literal?.kind === 'booleanLiteral' && types.every((type) => type.kind === 'bool')) {
    rule.findings.add(w1102, node, {
      message: `\`= ${String(literal.value)}\` is not needed`,
      help: literal.value ? 'leave it out' : 'write `not` before the field',
    });
  }
}

const presence: ReadonlySet<OperatorName> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);

/** Presence of a field is a question about what is stored, whatever its type: a value that does not fit is present. */
function readTypes(node: OperationNode, types: readonly Type[], rule: RuleContext): readonly Type[] {
  const [operand] = node.operands;
  const isField = operand !== undefined && rule.resolutions.get(operand)?.kind === 'field';
  return presence.has(node.operator) && isField ? [{ kind: 'any' }] : types;
}

/** Everything written with an operator sign or operator words. */
export function checkOperation(node: OperationNode, place: Place, rule: RuleContext): Type | null {
  const declaration = rule.catalogue.operator(node.operator);
  if (!declaration) throw new Error(`the catalogue lacks the operator ${node.operator}`);
  const own = node.operands.map((operand, index) => {
    const wanted = wantedKind(node, index);
    return checkExpression(
      operand,
      wanted === undefined ? { record: place.record } : { record: place.record, wanted },
      rule,
    );
  });
  if (own.includes(null)) return null;
  const types = own as Type[];
  if (node.operator === 'in' || node.operator === 'not_in') {
    const list = boundList(node.operands[1], rule);
    if (list && types[0]) return checkMembership(node, types[0], list, rule);
  }
  const fit = bestFit(declaration.signatures, types);
  if (!fit) {
    reportMisfit(node, declaration, types, rule);
    return null;
  }
  if (!checkMeaning(node, fit.operandTypes, rule)) return null;
  lint(node, types, rule);
  rule.resolutions.set(node, {
    kind: 'application',
    declaration,
    signature: fit.signature,
    operandTypes: readTypes(node, fit.operandTypes, rule),
  });
  return fit.signature.result(fit.operandTypes);
}
