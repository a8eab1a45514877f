import type { AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import type { PathNode } from '../ast/path-node.js';
import { w1311 } from '../diagnostics/codes/w1311.js';
import { formatPath } from '../paths/path-syntax.js';
import { childExpressions } from './child-expressions.js';
import type { RuleContext } from './rule-context.js';

/** Words that mean the record's own entity inside an aggregate and the current one outside. */
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

/** W1311: `origin.x` in a filter that nowhere says which of both it means with `current.`. */
export function lintWhere(node: AggregateNode, rule: RuleContext): void {
  if (!node.where) return;
  const paths = pathsIn(node.where);
  if (paths.some(({ steps }) => steps[0] === 'current')) return;
  const path = paths.find(({ steps }) => steps.length > 1 && ambiguousRoots.has(steps[0] ?? ''));
  const found = path && rule.resolutions.get(path);
  if (!path || found?.kind !== 'field' || found.scope !== 'record') return;
  const text = formatPath(path.steps);
  rule.findings.add(w1311, path, {
    message: `\`${text}\` is that of each record, not of the current event`,
    help: `write \`current.${text}\` for the current one`,
    ...(path.range
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
