import type { Expression } from '../ast/expression.js';
import type { ConditionJson, ConditionsJson, LeafJson } from './condition-json.js';
import type { MetadataByNode } from './condition-metadata.js';
import { encodeScope, type EncodeContext } from './encode-context.js';
import { encodeGroup, groupOf } from './encode-group.js';
import { encodeLeaf } from './encode-leaf.js';

/** Returns the leaves below groups, in tree order. */
export function conditionLeaves(node: Expression): readonly Expression[] {
  const group = groupOf(node);
  return group === null ? [node] : group.items.flatMap(conditionLeaves);
}

/** Returns `cond-<n>` in tree order, skipping ids that are already in use. These are the ids of `encodeConditions` and `conditionItems`. */
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

/** Returns each leaf of a condition with its JSON form, in tree order. */
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

/** Consumes leaves from the iterator as it reaches them, in the order in which they were created. */
function encodeNode(node: Expression, leaves: Iterator<LeafJson>, context: EncodeContext): ConditionJson {
  const group = groupOf(node);
  if (group === null) return leaves.next().value as LeafJson;
  return encodeGroup(group, (item) => encodeNode(item, leaves, context), context.marks?.get(node));
}

/** Encodes the condition tree of a rule. The root is always a group: a condition with a single leaf is wrapped in an `AND`. */
export function encodeConditions(condition: Expression, context: EncodeContext): ConditionsJson {
  const leaves = encodeLeaves(condition, context).map(({ json }) => json);
  const root = encodeNode(condition, leaves.values(), context);
  return 'conditions' in root ? root : { operator: 'AND', conditions: [root] };
}
