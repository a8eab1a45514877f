import type { Expression } from '../ast/expression.js';
import type { OperationNode, OperatorName } from '../ast/operation-node.js';
import { e0301 } from '../diagnostics/codes/e0301.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0304 } from '../diagnostics/codes/e0304.js';
import { e0306 } from '../diagnostics/codes/e0306.js';
import { e0308 } from '../diagnostics/codes/e0308.js';
import { e0311 } from '../diagnostics/codes/e0311.js';
import { e0312 } from '../diagnostics/codes/e0312.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Declaration } from '../catalogue/declaration.js';
import { compareNumeric, type Money, type Numeric } from '@tamis/stdx';
import type { Value } from '../values/value.js';
import type { Type, TypeKind } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { checkExpression } from './check-expression.js';
import { checkFuzzyOptions, checkOptionValues, type FuzzyValues } from './check-fuzzy-options.js';
import { checkAddresses, checkImpossibleValues } from './check-literals.js';
import { checkPattern } from './check-pattern.js';
import { foldConstant } from './fold-constant.js';
import { declarationName } from './declaration-name.js';
import { lintOperation } from './lint-operation.js';
import { resolveOverload, misplacedOperand } from './resolve-overload.js';
import { besideDay, rejectsFractionalMonths, rejectsMixedDurations } from './mixed-durations.js';
import { rejectsRecordEntity } from './rejects-record-entity.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';
import { formatPath } from '../paths/path-syntax.js';

/** Rejects (E0302) operational hours of a payment method, which has none: they would always be unknown. Returns `true` if it did. */
function rejectsHours(node: OperationNode, rule: RuleContext): boolean {
  const [, entity] = node.operands;
  if (!node.operator.endsWith('side_entity_operational_hours') || entity?.kind !== 'path') return false;
  if (formatPath(entity.steps.filter((step) => step !== 'current')) !== 'instrument') return false;
  rule.findings.add(e0302, entity, {
    message: 'an instrument has no operational hours',
    help: 'name `origin` or `destination`',
  });
  return true;
}

const searches: ReadonlySet<OperatorName> = new Set([
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'contains_any',
  'contains_none',
  'contains_all',
  'not_contains_all',
]);
const searchesBySimilarity: ReadonlySet<OperatorName> = new Set([
  'fuzzy_match_custom_list',
  'not_fuzzy_match_custom_list',
]);

const takesList: ReadonlySet<OperatorName> = new Set([
  'in',
  'not_in',
  'contains_any',
  'contains_none',
  ...searchesBySimilarity,
]);

/** Returns the type kind of the other side, if obvious, for ranking the suggestions for a misspelled field. */
function expectedKind(node: OperationNode, index: number): TypeKind | undefined {
  if (index === 1 && takesList.has(node.operator)) return 'listref';
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

const literalInQuotes = /^(?:\d+(?:\.\d+)?(?: ?[A-Z]{3,5})?|true|false)$/;

/** A number, an amount or `true` in quotes is the most common reason for a text where none is accepted. */
function withoutQuotes(node: OperationNode, { findings }: RuleContext): Pick<Partial<Diagnostic>, 'help' | 'fixes'> {
  const quoted = node.operands.find((operand) => operand.kind === 'textLiteral' && literalInQuotes.test(operand.value));
  if (quoted?.kind !== 'textLiteral') return {};
  return {
    help: `write \`${quoted.value}\` without the quotes`,
    ...findings.replacementFix(quoted, quoted.value, false),
  };
}

/** Operators whose sides or bounds must have the same type. */
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

const joinWithOr = (items: readonly string[]): string =>
  [...items.slice(0, -2), items.slice(-2).join(' and ')].join(', ');

function reportTypeMismatch(
  node: OperationNode,
  declaration: Declaration,
  types: readonly Type[],
  rule: RuleContext,
): void {
  if (node.operator === 'otherwise') {
    rule.findings.add(e0304, node, { message: `one side is ${types.map(typeName).join(', the other is ')}` });
    return;
  }
  const differ = comparisons.has(node.operator) && types.some((type) => type.kind !== types[0]?.kind);
  const index = differ ? null : misplacedOperand(declaration.signatures, types);
  if (index !== null) {
    const operand = node.operands[index];
    rule.findings.add(e0302, operand ?? node, {
      message: `\`${declaration.form}\` does not take ${typeName(types[index] ?? { kind: 'any' })}`,
      ...withoutQuotes(node, rule),
    });
    return;
  }
  rule.findings.add(e0301, node, {
    message: `\`${declaration.form}\` between ${joinWithOr(types.map(typeName))}`,
    ...withoutQuotes(node, rule),
  });
}

/** Returns whether two constants of the same kind are in the wrong order. */
function rangeIsEmpty(
  low: Expression | undefined,
  high: Expression | undefined,
  types: readonly Type[],
  rule: RuleContext,
): boolean {
  const [a, b] = [low && foldConstant(low, rule.resolutions), high && foldConstant(high, rule.resolutions)];
  if (a === undefined || b === undefined || types[1]?.kind !== types[2]?.kind) return false;
  const kind = types[1]?.kind;
  if (kind === 'date' || kind === 'text') return kind === 'date' && (a as string) > (b as string);
  if (kind === 'money')
    return (
      (a as Money).currency === (b as Money).currency && compareNumeric((a as Money).amount, (b as Money).amount) > 0
    );
  const ordered = kind === 'number' || kind === 'distance' || kind === 'duration' || kind === 'datetime';
  return ordered && isNumeric(a) && isNumeric(b) && compareNumeric(a, b) > 0;
}

const isNumeric = (value: Value): value is Numeric =>
  typeof value === 'number' || (typeof value === 'object' && 'toFixed' in value);

/** Returns whether a search text, or an element of a list of them, is empty: it would match everything. */
const isEmptySearch = (value: Value | undefined): boolean =>
  value === '' || (Array.isArray(value) && (value as readonly unknown[]).includes(''));

const isPattern: ReadonlySet<OperatorName> = new Set(['matches', 'not_matches']);

/** Checks what types alone do not reveal. Returns `false` if something was reported. */
function checkMeaning(node: OperationNode, types: readonly Type[], rule: RuleContext): boolean {
  const { operator, operands } = node;
  const [first, second, third] = operands;
  if (rejectsMixedDurations(node, types, rule) || rejectsFractionalMonths(node, types, rule)) return false;
  if (searches.has(operator) && second && isEmptySearch(foldConstant(second, rule.resolutions))) {
    rule.findings.add(e0306, second, { message: 'there is nothing to search for' });
    return false;
  }
  if (isPattern.has(operator) && second && !checkPattern(second, rule)) return false;
  if ((operator === 'between' || operator === 'not_between') && rangeIsEmpty(second, third, types, rule)) {
    rule.findings.add(e0308, node, {
      message: 'the first bound is greater than the second',
      help: 'swap the bounds',
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

const presence: ReadonlySet<OperatorName> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);

/** The presence of a field concerns the stored data, regardless of its type: a value of the wrong type is present. */
function readTypes(node: OperationNode, types: readonly Type[], rule: RuleContext): readonly Type[] {
  const [operand] = node.operands;
  const isField = operand !== undefined && rule.resolutions.get(operand)?.kind === 'field';
  return presence.has(node.operator) && isField ? [{ kind: 'any' }] : types;
}

/** Rejects money in `multiple of`: after a conversion, it would be a multiple only by chance. */
function rejectsMoney(node: OperationNode, types: readonly Type[], rule: RuleContext): boolean {
  const [, divisor] = node.operands;
  const isMultiple = node.operator === 'is_multiple_of' || node.operator === 'is_not_multiple_of';
  if (!isMultiple || types[1]?.kind !== 'money' || !divisor) return false;
  rule.findings.add(e0312, divisor, {
    message: 'this is money, and a converted amount is round only by accident',
    help: 'write a bare number for the amount in its own currency',
  });
  return true;
}

/** Returns the declaration for the operands, and the further operands written. */
function applicable(
  node: OperationNode,
  types: readonly Type[],
  rule: RuleContext,
): { declaration: Declaration; all: readonly Type[]; options: FuzzyValues | null } | null {
  const name = declarationName(node, types, rule);
  const declaration = name && rule.catalogue.operator(name);
  if (!declaration) return null;
  const options = checkFuzzyOptions(node, rule);
  if (options === 'reported') return null;
  return { declaration, all: [...types, ...(options?.types ?? [])], options };
}

/** Checks everything written with an operator sign or operator words. */
export function checkOperation(node: OperationNode, place: ExpressionScope, rule: RuleContext): Type | null {
  const own = node.operands.map((operand, index) => {
    const { expectedKind: _outer, ...below } = place;
    const wanted = expectedKind(node, index);
    return checkExpression(operand, wanted === undefined ? below : { ...below, expectedKind: wanted }, rule);
  });
  // Also if the term has an error, which a message that names the match must not repeat.
  if (searchesBySimilarity.has(node.operator)) rule.matchTerms.push(node);
  if (own.includes(null)) return null;
  const types = besideDay(node, own as Type[], rule);
  if (rejectsMoney(node, types, rule) || rejectsHours(node, rule)) return null;
  if (rejectsRecordEntity(node, types, place, rule)) return null;
  const found = applicable(node, types, rule);
  if (!found) return null;
  const { declaration, all, options } = found;
  const fit = resolveOverload(declaration.signatures, all);
  if (!fit) {
    reportTypeMismatch(node, declaration, all, rule);
    return null;
  }
  if (!checkOptionValues(node, fit.signature, options, rule) || !checkMeaning(node, fit.operandTypes, rule))
    return null;
  if (declaration.name.endsWith('in_ip_range') && !checkAddresses(node.operands[1], rule)) return null;
  if (!rule.findings.errorsOnly) lintOperation(node, types, rule);
  rule.resolutions.set(node, {
    kind: 'application',
    declaration,
    signature: fit.signature,
    operandTypes: readTypes(node, fit.operandTypes, rule),
    ...(options ? { implied: options.values } : {}),
  });
  return fit.signature.result(fit.operandTypes);
}
