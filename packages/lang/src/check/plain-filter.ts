import { costWeights } from '../catalogue/declaration.js';
import type { Expression } from '../ast/expression.js';
import { arithmetic, expandedNode } from './fold-constant.js';
import type { Resolution } from './semantic-model.js';

type Resolutions = ReadonlyMap<Expression, Resolution>;

const linkedEntities: ReadonlySet<string> = new Set(['originEntity', 'destinationEntity', 'instrument']);

/** Returns whether the field belongs to the record itself: linked entities change independently of the record. */
function isOwnField(node: Expression, resolutions: Resolutions): boolean {
  const found = resolutions.get(node);
  return found?.kind === 'field' && found.scope === 'record' && !linkedEntities.has(found.field.jsonPath[0] ?? '');
}

function isPlainValue(written: Expression, resolutions: Resolutions): boolean {
  const node = expandedNode(written, resolutions);
  switch (node.kind) {
    case 'path':
      return isOwnField(node, resolutions);
    case 'convert':
      return isPlainValue(node.operand, resolutions);
    case 'operation':
      return arithmetic.has(node.operator) && node.operands.every((operand) => isPlainValue(operand, resolutions));
    case 'arrayLiteral':
      return node.items.every((item) => isPlainValue(item, resolutions));
    case 'and':
    case 'or':
    case 'not':
    case 'none':
    case 'atLeast':
    case 'call':
    case 'aggregate':
    case 'listReference':
    case 'listTypeReference':
      return false;
    case 'textLiteral':
    case 'rawTextLiteral':
    case 'numberLiteral':
    case 'percentLiteral':
    case 'moneyLiteral':
    case 'durationLiteral':
    case 'distanceLiteral':
    case 'dateLiteral':
    case 'datetimeLiteral':
    case 'booleanLiteral':
      return true;
  }
}

/**
 * Returns whether a filter is a conjunction of comparisons between the record's own fields and constants. Its result for a record never
 * changes, so a window can be kept as running state per key (cost class c3).
 */
export function isPlainFilter(written: Expression, resolutions: Resolutions): boolean {
  const node = expandedNode(written, resolutions);
  if (node.kind === 'and') return node.items.every((item) => isPlainFilter(item, resolutions));
  if (node.kind === 'path') return isOwnField(node, resolutions);
  if (node.kind !== 'operation' || arithmetic.has(node.operator) || node.operator === 'otherwise') return false;
  const found = resolutions.get(node);
  return (
    found?.kind === 'application' &&
    costWeights[found.declaration.cost] < costWeights.c2 &&
    node.operands.every((operand) => isPlainValue(operand, resolutions))
  );
}
