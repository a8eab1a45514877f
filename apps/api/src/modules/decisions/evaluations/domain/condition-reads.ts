import {
  childExpressions,
  type AggregateNode,
  type CheckedRule,
  type Expression,
  type FieldDeclaration,
  type PathNode,
} from '@tamis/lang';

/** What a condition reads: fields of the subject by their path, and aggregates, each with its node in the syntax tree. */
export interface ConditionReads {
  readonly fields: ReadonlyMap<string, { readonly node: Expression; readonly field: FieldDeclaration }>;
  readonly aggregates: readonly AggregateNode[];
}

/** Returns what the condition of a rule reads, including reads in named expressions. */
export function conditionReadsOf(rule: CheckedRule): ConditionReads {
  const fields = new Map<string, { node: Expression; field: FieldDeclaration }>();
  const aggregates: AggregateNode[] = [];
  const walk = (written: Expression | PathNode): void => {
    const node = rule.meaning.expanded(written);
    const resolution = rule.meaning.resolution(node);
    if (resolution?.kind === 'field') {
      if (resolution.scope === 'subject') fields.set(resolution.field.path, { node, field: resolution.field });
      return;
    }
    if (resolution?.kind === 'let') {
      walk(rule.lets[resolution.index]!.value);
      return;
    }
    if (node.kind === 'aggregate') aggregates.push(node);
    childExpressions(node).forEach(walk);
  };
  walk(rule.condition);
  return { fields, aggregates };
}
