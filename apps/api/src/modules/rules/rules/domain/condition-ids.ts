import {
  decodeRule,
  reattachIds,
  type ConditionMetadata,
  type Expression,
  type MetadataByNode,
  type RuleDeclaration,
  type RuleJson,
} from '@tamis/lang';

/**
 * Returns ids and metadata of a rule's conditions: those sent by the caller, or otherwise those of the same conditions in the previous
 * form. No id is used twice.
 */
export function mergeMarks(rule: RuleDeclaration, own: MetadataByNode, before: RuleJson | null): MetadataByNode {
  const old = before === null ? null : decodeRule(before);
  if (!old?.rule?.when || !rule.when) return own;
  const kept = reattachIds({ tree: old.rule.when, marks: old.marks }, rule.when);
  const taken = new Set([...own.values()].map(({ id }) => id));
  const merged = new Map<Expression, ConditionMetadata>(own);
  for (const [node, { id, ...notes }] of kept) {
    const isFree = id !== undefined && !taken.has(id) && own.get(node)?.id === undefined;
    merged.set(node, { ...notes, ...(isFree && { id }), ...own.get(node) });
  }
  return merged;
}

type ConditionNode = NonNullable<RuleJson['conditions']>['conditions'][number];

const leafIds = (node: ConditionNode): readonly string[] =>
  'conditions' in node ? node.conditions.flatMap(leafIds) : [node.id];

/** Returns the ids of a form's conditions by leaf index in tree order; undefined if all are generated. */
export function conditionIdsOf({ conditions }: RuleJson): Readonly<Record<number, string>> | undefined {
  const ids = conditions?.conditions.flatMap(leafIds) ?? [];
  return ids.every((id, index) => id === `cond-${index + 1}`) ? undefined : { ...ids };
}
