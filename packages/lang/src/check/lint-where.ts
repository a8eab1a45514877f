import type { AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import type { PathNode } from '../ast/path-node.js';
import { w1311 } from '../diagnostics/codes/w1311.js';
import { formatPath } from '../paths/path-syntax.js';
import { childExpressions } from './child-expressions.js';
import type { RuleContext } from './rule-context.js';

/** Names that refer to the record's own entity within an aggregate and to the current one outside. */
const ambiguousRoots: ReadonlySet<string> = new Set([
  'origin',
  'destination',
  'instrument',
  'originAccount',
  'destinationAccount',
]);

function pathsIn(node: Expression): readonly PathNode[] {
  return node.kind === 'path' ? [node] : childExpressions(node).flatMap(pathsIn);
}

const isOfRecord = (path: PathNode, rule: RuleContext): boolean => {
  const found = rule.resolutions.get(path);
  return found?.kind === 'field' && found.scope === 'record';
};

/**
 * Whether the other operand depends on the record: compared with a constant, a field of the current event would be the same for all
 * records.
 */
function isBesideRecord(path: PathNode, node: Expression, rule: RuleContext): boolean {
  const children = childExpressions(node);
  if (!children.includes(path)) return children.some((child) => isBesideRecord(path, child, rule));
  return children.some((child) => child !== path && pathsIn(child).some((each) => isOfRecord(each, rule)));
}

/** Reports W1311: `origin.x` in a filter that never uses `current.` to distinguish the two. */
export function lintWhere(node: AggregateNode, rule: RuleContext): void {
  if (!node.where) return;
  const paths = pathsIn(node.where);
  if (paths.some(({ steps }) => steps[0] === 'current')) return;
  const path = paths.find(({ steps }) => steps.length > 1 && ambiguousRoots.has(steps[0] ?? ''));
  if (!path || !isOfRecord(path, rule)) return;
  // If the current event has no such field, nobody can mean it.
  if (!rule.targets.every((target) => rule.catalogue.schema.field(target, path.steps))) return;
  const text = formatPath(path.steps);
  rule.findings.add(w1311, path, {
    message: `\`${text}\` is that of each record, not of the current event`,
    help: `write \`current.${text}\` for the current one`,
    ...(path.range && isBesideRecord(path, node.where, rule)
      ? {
          fixes: [
            {
              title: `replace with \`current.${text}\``,
              safe: false,
              edits: [{ range: path.range, newText: `current.${text}` }],
            },
          ],
        }
      : {}),
  });
}
