import type { Expression } from '../ast/expression.js';
import type { ConditionJson, ConditionsJson, LeafJson } from './condition-json.js';
import type { MetadataByNode } from './condition-metadata.js';
import { encodeScope, type EncodeContext } from './encode-context.js';
import { encodeGroup, groupOf } from './encode-group.js';
import { encodeLeaf } from './encode-leaf.js';

/** Leaves below groups, in tree order. */
export function conditionLeaves(node: Expression): readonly Expression[] {
  const group = groupOf(node);
  return group === null ? [node] : group.items.flatMap(conditionLeaves);
}

/** `cond-<n>` in tree order, stepping over ids that were given. The ids of `encodeConditions` and `conditionItems`. */
function leafIds(leaves: readonly Expression[], marks: MetadataByNode | undefined): string[] {
  const taken = new Set([...(marks?.values() ?? [])].map((mark) => mark.id));
  let last = 0;
  return leaves.map((leaf) => {
    const given = marks?.get(leaf)?.id;
    last++;
    while (given === undefined && taken.has(`cond-${last}`)) last++;
    return given ?? `cond-${last}`;
  });
}

/** Each leaf of a condition with its JSON form, in tree order. */
export function encodeLeaves(
  condition: Expression,
  context: EncodeContext,
): readonly { node: Expression; json: LeafJson }[] {
  const scope = encodeScope(context);
  const leaves = conditionLeaves(condition);
  const ids = leafIds(leaves, context.marks);
  return leaves.map((node, index) => ({
    node,
    json: encodeLeaf(node, ids[index] ?? '', context.marks?.get(node) ?? {}, scope),
  }));
}

/** Takes its leaves from the front of the list as it comes to them, which is the order they were made in. */
function encodeNode(node: Expression, leaves: Iterator<LeafJson>, context: EncodeContext): ConditionJson {
  const group = groupOf(node);
  if (group === null) return leaves.next().value as LeafJson;
  return encodeGroup(group, (item) => encodeNode(item, leaves, context), context.marks?.get(node));
}

/** The condition tree of a rule. The root is always a group: a condition that is a single leaf stands in an `AND`. */
export function encodeConditions(condition: Expression, context: EncodeContext): ConditionsJson {
  const leaves = encodeLeaves(condition, context).map(({ json }) => json);
  const root = encodeNode(condition, leaves.values(), context);
  return 'conditions' in root ? root : { operator: 'AND', conditions: [root] };
}
