import type { Expression } from '../ast/expression.js';
import { sameTree } from '../ast/same-tree.js';
import type { ConditionMetadata, MetadataByNode } from './condition-metadata.js';
import { groupOf } from './encode-group.js';

/** A previous condition with its JSON metadata. */
export interface AnnotatedCondition {
  readonly tree: Expression;
  readonly marks: MetadataByNode;
}

/** A group or leaf with its position, given as the path from the root. */
interface LocatedNode {
  readonly node: Expression;
  readonly position: string;
  /** Equal for equal subtrees. */
  readonly shape: string;
}

const withoutLayout = (key: string, value: unknown): unknown =>
  key === 'range' || key === 'style' ? undefined : value;

/** Returns groups and leaves from the root down, in text order. */
function locatedNodes(node: Expression, position = ''): readonly LocatedNode[] {
  const below = groupOf(node)?.items ?? [];
  const shape = JSON.stringify(node, withoutLayout);
  return [{ node, position, shape }, ...below.flatMap((item, index) => locatedNodes(item, `${position}.${index}`))];
}

/** Returns the subject of a comparison. A note on a field is kept only with the field. */
const subjectOf = (node: Expression): Expression | undefined => (node.kind === 'operation' ? node.operands[0] : node);

/** A node that only replaces another at its position keeps the id and layout. It keeps a note only if it concerns the same field. */
function carryOver(marks: ConditionMetadata, from: Expression, to: Expression): ConditionMetadata {
  const { countryMetadata: _note, ...others } = marks;
  return sameTree(subjectOf(from), subjectOf(to)) ? marks : others;
}

/**
 * Returns the ids, layout hints and notes for an edited condition: those of the same subtree, preferably at the same position, otherwise
 * those of the node of the same kind that was at that position. No mark is used twice. For `encodeRule` and `conditionItems` of `after`.
 */
export function reattachIds(before: AnnotatedCondition, after: Expression): MetadataByNode {
  const old = locatedNodes(before.tree).filter(({ node }) => before.marks.has(node));
  const now = locatedNodes(after);
  const free = new Set(old);
  const found = new Map<Expression, ConditionMetadata>();
  const byShape = new Map<string, LocatedNode[]>();
  const byPosition = new Map<string, LocatedNode>();
  for (const each of old) {
    byShape.set(each.shape, [...(byShape.get(each.shape) ?? []), each]);
    byPosition.set(each.position, each);
  }
  const take = (from: LocatedNode | undefined, to: LocatedNode): void => {
    const marks = from !== undefined && free.delete(from) ? before.marks.get(from.node) : undefined;
    if (from !== undefined && marks !== undefined) found.set(to.node, carryOver(marks, from.node, to.node));
  };
  const passes: readonly ((to: LocatedNode) => LocatedNode | undefined)[] = [
    (to) => byShape.get(to.shape)?.find((from) => from.position === to.position),
    (to) => byShape.get(to.shape)?.find((from) => free.has(from)),
    (to) => {
      const from = byPosition.get(to.position);
      return from?.node.kind === to.node.kind ? from : undefined;
    },
  ];
  for (const pass of passes) for (const to of now) if (!found.has(to.node)) take(pass(to), to);
  return found;
}
