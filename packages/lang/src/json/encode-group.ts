import type { Expression } from '../ast/expression.js';
import type { GroupStyle } from '../ast/group-style.js';
import type { GroupJson, GroupOperatorJson } from './condition-json.js';
import { encodeNumber } from './encode-literal.js';

/** A node with conditions under it. */
export interface Group {
  readonly operator: GroupOperatorJson;
  readonly items: readonly Expression[];
  readonly style: GroupStyle;
  /** Of `AT_LEAST`, as the text has it. */
  readonly count: string | null;
}

const group = (
  operator: GroupOperatorJson,
  items: readonly Expression[],
  style: GroupStyle = 'chain',
  count: string | null = null,
): Group => ({ operator, items, style, count });

/** Null: a leaf. */
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

/** `style` is written where the group stands in braces by choice, or where an earlier reading found a hint of its own. */
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
