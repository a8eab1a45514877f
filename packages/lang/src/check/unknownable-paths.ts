import type { Expression } from '../ast/expression.js';
import type { OperatorName } from '../ast/operation-node.js';
import { formatPath } from '../paths/path-syntax.js';
import { childExpressions } from './child-expressions.js';
import type { CheckedLet, Resolution } from './checked-rule.js';

/** Operators whose first operand may be missing without making them unknown. */
const forgiving: ReadonlySet<OperatorName> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty', 'otherwise']);

/** JSON paths of the subject that can make the condition unknown, sorted. */
export function unknownablePaths(
  condition: Expression,
  lets: readonly CheckedLet[],
  resolutions: ReadonlyMap<Expression, Resolution>,
): readonly string[] {
  const paths = new Set<string>();
  const visit = (node: Expression): void => {
    const resolution = resolutions.get(node);
    if (resolution?.kind === 'let') {
      const named = lets[resolution.index];
      if (named) visit(named.value);
    } else if (resolution?.kind === 'aggregate') {
      for (const link of resolution.window.links) paths.add(formatPath(link.subjectPath));
    } else if (resolution?.kind === 'field' && resolution.scope === 'subject' && resolution.field.nullable) {
      paths.add(formatPath(resolution.field.jsonPath));
    }
    if (node.kind === 'aggregate') return;
    const skipped = node.kind === 'operation' && forgiving.has(node.operator) ? 1 : 0;
    for (const child of childExpressions(node).slice(skipped)) visit(child);
  };
  visit(condition);
  return [...paths].sort();
}
