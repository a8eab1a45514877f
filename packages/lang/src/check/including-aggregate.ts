import type { AggregateName, AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import type { OperationNode } from '../ast/operation-node.js';
import { expandedNode } from './fold-constant.js';
import { childExpressions } from './child-expressions.js';
import type { RuleContext } from './rule-context.js';

/** Aggregates that are compared with a single value. A count or a sum is meant to include the current record. */
const ofOneValue: ReadonlySet<AggregateName> = new Set(['avg', 'min', 'max', 'median', 'p90', 'p95', 'p99', 'stddev']);

function everyNode(root: Expression, rule: RuleContext, see: (node: Expression) => void): void {
  const node = expandedNode(root, rule.resolutions);
  see(node);
  const resolution = rule.resolutions.get(node);
  if (resolution?.kind === 'let') {
    const named = [...rule.lets.values()][resolution.index];
    if (named) everyNode(named.declaration.value, rule, see);
  }
  if (node.kind !== 'aggregate') for (const child of childExpressions(node)) everyNode(child, rule, see);
}

/** Returns the stored field from which an aggregate is computed. */
function aggregatedField(node: AggregateNode, rule: RuleContext): readonly string[] | null {
  let { value } = node;
  while (value?.kind === 'convert') value = value.operand;
  const found = value ? rule.resolutions.get(expandedNode(value, rule.resolutions)) : undefined;
  return found?.kind === 'field' && found.scope === 'record' ? found.field.jsonPath : null;
}

/** Returns a comparison of a field of the current record with an aggregate of the same field that includes the record. */
export function includingAggregate(
  node: OperationNode,
  rule: RuleContext,
): { readonly aggregate: AggregateNode; readonly field: readonly string[] } | null {
  const fields = new Map<string, readonly string[]>();
  const aggregates: AggregateNode[] = [];
  for (const operand of node.operands)
    everyNode(operand, rule, (each) => {
      const found = rule.resolutions.get(each);
      if (found?.kind === 'field' && found.scope === 'subject' && each.kind === 'path')
        fields.set(found.field.jsonPath.join('.'), each.steps);
      if (each.kind === 'aggregate' && !each.prior && ofOneValue.has(each.function)) aggregates.push(each);
    });
  for (const aggregate of aggregates) {
    const field = fields.get(aggregatedField(aggregate, rule)?.join('.') ?? '');
    if (field && aggregate.source.steps.join('.') === 'transactions') return { aggregate, field };
  }
  return null;
}
