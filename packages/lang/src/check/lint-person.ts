import type { Expression } from '../ast/expression.js';
import type { OperatorName } from '../ast/operation-node.js';
import { w1204 } from '../diagnostics/codes/w1204.js';
import { formatPath } from '../paths/path-syntax.js';
import { childExpressions } from './child-expressions.js';
import { expandedNode } from './constant-value.js';
import type { RuleContext } from './rule-context.js';

const presence: ReadonlySet<OperatorName> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty', 'otherwise']);
const entities: ReadonlySet<string> = new Set(['origin', 'destination', 'related', 'entity']);

/** Entities whose type is asked about directly in an expression. */
function typedEntities(node: Expression): readonly string[] {
  if (node.kind !== 'operation') return [];
  return node.operands.flatMap((operand) =>
    operand.kind === 'path' && operand.steps.length === 2 && operand.steps[1] === 'type'
      ? [operand.steps[0] ?? '']
      : [],
  );
}

/** W1204: `origin.person.x` where nothing in the same conjunction says that the origin is a person. */
export function lintPerson(root: Expression, rule: RuleContext): void {
  const reported = new Set<string>();
  const visit = (written: Expression, typed: ReadonlySet<string>): void => {
    const node = expandedNode(written, rule.resolutions);
    // What stands in a definition is told where it is used.
    if (node !== written) return;
    if (node.kind === 'path') {
      const [entity = '', kind = ''] = node.steps;
      const isPart = node.steps.length > 2 && entities.has(entity) && (kind === 'person' || kind === 'company');
      if (!isPart || typed.has(entity) || reported.has(`${entity}.${kind}`)) return;
      reported.add(`${entity}.${kind}`);
      const test = `${entity}.type = "${kind}"`;
      rule.findings.add(w1204, node, {
        message: `\`${formatPath(node.steps)}\` is there only when \`${entity}\` is a ${kind}`,
        help: `add \`${test} and\` before it`,
      });
      return;
    }
    if (node.kind === 'operation' && presence.has(node.operator)) return;
    const known =
      node.kind === 'and' ? new Set([...typed, ...node.items.flatMap((item) => typedEntities(item))]) : typed;
    for (const child of childExpressions(node)) visit(child, known);
  };
  visit(root, new Set());
}
