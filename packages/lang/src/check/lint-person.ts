import type { Expression } from '../ast/expression.js';
import type { OperatorName } from '../ast/operation-node.js';
import { w1204 } from '../diagnostics/codes/w1204.js';
import type { Fix } from '../diagnostics/diagnostic.js';
import { formatPath } from '../paths/path-syntax.js';
import { childExpressions } from './child-expressions.js';
import { expandedNode } from './fold-constant.js';
import type { RuleContext } from './rule-context.js';

const presence: ReadonlySet<OperatorName> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty', 'otherwise']);
const entities: ReadonlySet<string> = new Set(['origin', 'destination', 'related', 'entity']);

/** Returns the entities whose type is tested directly in an expression. */
function typedEntities(node: Expression): readonly string[] {
  if (node.kind !== 'operation') return [];
  return node.operands.flatMap((operand) =>
    operand.kind === 'path' && operand.steps.length === 2 && operand.steps[1] === 'type'
      ? [operand.steps[0] ?? '']
      : [],
  );
}

/** An item before which a type test could be inserted. */
interface Clause {
  readonly node: Expression;
  /** Whether it is unknown if the field is missing, and is not within a negated group. */
  readonly isPlain: boolean;
}

const junctions: ReadonlySet<Expression['kind']> = new Set(['and', 'or', 'atLeast']);

/** Returns whether a node can be true or false although one of its parts is unknown. */
const isLenient = (node: Expression): boolean =>
  ['none', 'aggregate', 'arrayLiteral'].includes(node.kind) || (node.kind === 'call' && node.name === 'if');

/** Returns the clause of a child node: an item of a group is a clause of its own, everything else belongs to the surrounding one. */
function clauseBelow(node: Expression, child: Expression, around: Clause): Clause {
  const isPlain = around.isPlain && !isLenient(node) && !(node.kind === 'not' && isGroup(child));
  return { node: junctions.has(node.kind) ? child : around.node, isPlain };
}

const isGroup = (node: Expression): boolean => junctions.has(node.kind) || node.kind === 'none' || node.kind === 'not';

/**
 * Inserts a type test. A clause that was unknown for every other type becomes false: a rule that ignores unknown conditions hits as before,
 * since no item is negated.
 */
function typeCheckFix(test: string, { node, isPlain }: Clause, ignoresUnknown: boolean): { fixes?: readonly Fix[] } {
  if (!node.range || !isPlain) return {};
  const { start, end } = node.range;
  const edits = [
    { range: { start, end: start }, newText: `(${test} and ` },
    { range: { start: end, end }, newText: ')' },
  ];
  return { fixes: [{ title: `\`${test} and …\``, safe: ignoresUnknown, edits }] };
}

/** Reports W1204: `origin.person.x` if nothing in the same conjunction tests that the origin is a person. */
export function lintPerson(root: Expression, ignoresUnknown: boolean, rule: RuleContext): void {
  const reported = new Set<string>();
  const visit = (written: Expression, typed: ReadonlySet<string>, clause: Clause): void => {
    const node = expandedNode(written, rule.resolutions);
    // Problems in a definition are reported at its use.
    if (node !== written) return;
    if (node.kind === 'path') {
      const [entity = '', kind = ''] = node.steps;
      const isPart = node.steps.length > 2 && entities.has(entity) && (kind === 'person' || kind === 'company');
      if (!isPart || typed.has(entity) || reported.has(`${entity}.${kind}`)) return;
      reported.add(`${entity}.${kind}`);
      const test = `${entity}.type = "${kind}"`;
      rule.findings.add(w1204, node, {
        message: `\`${formatPath(node.steps)}\` is only there when \`${entity}\` is a ${kind}`,
        help: `add \`${test} and\` before it`,
        ...typeCheckFix(test, clause, ignoresUnknown),
      });
      return;
    }
    if (node.kind === 'operation' && presence.has(node.operator)) return;
    const known =
      node.kind === 'and' ? new Set([...typed, ...node.items.flatMap((item) => typedEntities(item))]) : typed;
    for (const child of childExpressions(node)) visit(child, known, clauseBelow(node, child, clause));
  };
  visit(root, new Set(), { node: root, isPlain: true });
}
