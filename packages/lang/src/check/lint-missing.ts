import type { Expression } from '../ast/expression.js';
import type { OperatorName } from '../ast/operation-node.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { w1203 } from '../diagnostics/codes/w1203.js';
import type { Fix } from '../diagnostics/diagnostic.js';
import { formatPath } from '../paths/path-syntax.js';
import { childExpressions } from './child-expressions.js';
import type { RuleContext } from './rule-context.js';

const negations: ReadonlySet<OperatorName> = new Set([
  'neq',
  'not_in',
  'not_contains',
  'not_starts_with',
  'not_ends_with',
  'not_between',
  'contains_none',
  'not_contains_all',
  'not_matches',
  'not_fuzzy_match',
  'not_fuzzy_match_custom_list',
  'not_before',
  'not_after',
  'not_within_last',
  'is_not_multiple_of',
  'not_within_distance',
  'not_outside_entity_operational_hours',
  'not_inside_entity_operational_hours',
]);
const presence: ReadonlySet<OperatorName> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty', 'otherwise']);

function everyNode(root: Expression, see: (node: Expression) => void): void {
  see(root);
  for (const child of childExpressions(root)) everyNode(child, see);
}

/** Returns the paths whose absence the rule tests for, or replaces. */
function handledPaths(roots: readonly Expression[]): ReadonlySet<string> {
  const handled = new Set<string>();
  for (const root of roots)
    everyNode(root, (node) => {
      const [first] = node.kind === 'operation' && presence.has(node.operator) ? node.operands : [];
      if (first?.kind === 'path') handled.add(formatPath(first.steps));
    });
  return handled;
}

/** Returns a fix that handles a missing field. */
function presenceCheckFix({ range }: Expression, path: string): { fixes?: readonly Fix[] } {
  if (!range) return {};
  const edits = [
    { range: { start: range.start, end: range.start }, newText: `(${path} is missing or ` },
    { range: { start: range.end, end: range.end }, newText: ')' },
  ];
  return { fixes: [{ title: `\`${path} is missing or …\``, safe: false, edits }] };
}

/** Returns what a `not` negates: a field, or the operands of a comparison. */
function negatedOperands(operand: Expression): readonly Expression[] {
  if (operand.kind !== 'operation') return [operand];
  return presence.has(operand.operator) ? [] : operand.operands;
}

/** Reports W1203: a negation over a field that may be missing, in a rule that does not handle missing data. */
export function lintMissing(declaration: RuleDeclaration, rule: RuleContext): void {
  if (!declaration.when || declaration.unknown) return;
  const handled = handledPaths([declaration.when, ...declaration.lets.map((each) => each.value)]);
  everyNode(declaration.when, (node) => {
    const [path] =
      node.kind === 'operation' && negations.has(node.operator)
        ? node.operands
        : node.kind === 'not'
          ? negatedOperands(node.operand)
          : [];
    if (path?.kind !== 'path') return;
    const found = rule.resolutions.get(path);
    const text = formatPath(path.steps);
    if (found?.kind !== 'field' || found.scope !== 'subject' || !found.field.nullable || handled.has(text)) return;
    rule.findings.add(w1203, node, {
      message: `unknown, not true, when \`${text}\` is missing`,
      help: `write \`${text} is missing or …\`, or add \`unknown review\` to the rule`,
      ...presenceCheckFix(node, text),
    });
  });
}
