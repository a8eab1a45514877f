import type { Expression } from '../ast/expression.js';
import type { GroupStyle } from '../ast/group-style.js';
import type { GroupJson, GroupOperatorJson } from './condition-json.js';
import { encodeNumber } from './encode-literal.js';

/** A node that contains conditions. */
export interface Group {
  readonly operator: GroupOperatorJson;
  readonly items: readonly Expression[];
  readonly style: GroupStyle;
  /** Count of `AT_LEAST`, as written in the text. */
  readonly count: string | null;
}

const group = (
  operator: GroupOperatorJson,
  items: readonly Expression[],
  style: GroupStyle = 'chain',
  count: string | null = null,
): Group => ({ operator, items, style, count });

/** Returns `null` for a leaf. */
export function groupOf(node: Expression): Group | null {
  switch (node.kind) {
    case 'and':
      return group('AND', node.items, node.style);
    case 'or':
      return group('OR', node.items, node.style);
    case 'not':
      return group('NOT', [node.operand]);
    case 'none':
      return group('NONE', node.items);
    case 'atLeast':
      return group('AT_LEAST', node.items, 'chain', node.count.text);
    default:
      return null;
  }
}

/** Encodes a group. `style` is written if the author chose braces, or an earlier decoding found an explicit hint. */
export function encodeGroup<Child>(
  { operator, items, style, count }: Group,
  child: (item: Expression) => Child,
  marks: { readonly id?: string; readonly style?: string } = {},
): GroupJson<Child> {
  const hint = style === 'block' ? style : marks.style;
  return {
    operator,
    ...(count === null ? {} : { count: encodeNumber(count) }),
    conditions: items.map(child),
    ...(marks.id === undefined ? {} : { id: marks.id }),
    ...(hint === undefined ? {} : { style: hint }),
  };
}
