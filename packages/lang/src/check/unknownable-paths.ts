import type { Expression } from '../ast/expression.js';
import type { OperatorName } from '../ast/operation-node.js';
import { formatPath } from '../paths/path-syntax.js';
import { childExpressions } from './child-expressions.js';
import type { CheckedLet } from './checked-rule.js';
import { expandedNode } from './fold-constant.js';
import type { Resolution } from './semantic-model.js';

/** Operators that are not unknown if their first operand is missing. */
const forgiving: ReadonlySet<OperatorName> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty', 'otherwise']);

/** Returns the JSON paths of the subject that can make the condition unknown, sorted. */
export function unknownablePaths(
  condition: Expression,
  lets: readonly CheckedLet[],
  resolutions: ReadonlyMap<Expression, Resolution>,
): readonly string[] {
  const paths = new Set<string>();
  const visit = (written: Expression): void => {
    const node = expandedNode(written, resolutions);
    const resolution = resolutions.get(node);
    if (resolution?.kind === 'let') {
      const named = lets[resolution.index];
      if (named) visit(named.value);
    } else if (resolution?.kind === 'aggregate') {
      for (const { alternatives } of resolution.window.links)
        for (const { subjectPath } of alternatives.flat()) paths.add(formatPath(subjectPath));
      if (resolution.window.window.kind === 'since') visit(resolution.window.window.start);
    } else if (resolution?.kind === 'field' && resolution.scope === 'subject' && resolution.field.nullable) {
      paths.add(formatPath(resolution.field.jsonPath));
    }
    if (node.kind === 'aggregate') {
      for (const each of [node.value, node.where]) if (each) subjectPaths(each);
      return;
    }
    const skipped = node.kind === 'operation' && forgiving.has(node.operator) ? 1 : 0;
    for (const child of childExpressions(node).slice(skipped)) visit(child);
  };
  // A record with a missing field is skipped, whereas a missing field of the current event leaves the result for every record undetermined.
  const subjectPaths = (written: Expression): void => {
    const node = expandedNode(written, resolutions);
    const resolution = resolutions.get(node);
    if (resolution?.kind === 'let') visit(node);
    if (resolution?.kind === 'field' && resolution.scope === 'subject') visit(node);
    for (const child of childExpressions(node)) subjectPaths(child);
  };
  visit(condition);
  return [...paths].sort();
}
