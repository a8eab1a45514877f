import type { Expression } from '../ast/expression.js';
import { sameTree } from '../ast/same-tree.js';
import type { ConditionMetadata, MetadataByNode } from './condition-metadata.js';
import { groupOf } from './encode-group.js';

/** A condition as it stood, with what JSON kept of it. */
export interface AnnotatedCondition {
  readonly tree: Expression;
  readonly marks: MetadataByNode;
}

/** A group or leaf and where it stands: the way to it from the root. */
interface LocatedNode {
  readonly node: Expression;
  readonly position: string;
  /** Equal for equal subtrees. */
  readonly shape: string;
}

const withoutLayout = (key: string, value: unknown): unknown =>
  key === 'range' || key === 'style' ? undefined : value;

/** Groups and leaves from the root down, in the order of the text. */
function locatedNodes(node: Expression, position = ''): readonly LocatedNode[] {
  const below = groupOf(node)?.items ?? [];
  const shape = JSON.stringify(node, withoutLayout);
  return [{ node, position, shape }, ...below.flatMap((item, index) => locatedNodes(item, `${position}.${index}`))];
}

/** What a condition compares; a note on a field goes with the field only. */
const subjectOf = (node: Expression): Expression | undefined => (node.kind === 'operation' ? node.operands[0] : node);

/** A node that only stands where the other stood keeps its id and layout, and a note only while it is about the same field. */
function carryOver(marks: ConditionMetadata, from: Expression, to: Expression): ConditionMetadata {
  const { countryMetadata: _note, ...others } = marks;
  return sameTree(subjectOf(from), subjectOf(to)) ? marks : others;
}

/**
 * Ids, layout hints and notes of an edited condition: those of the same subtree, preferably at the same place, else those of what
 * stood at the same place and was of the same kind. No mark is given twice. For `encodeRule` and `conditionItems` of `after`.
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
