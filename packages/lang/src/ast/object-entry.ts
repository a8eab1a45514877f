import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { PathNode } from './path-node.js';
import type { TextLiteral } from './text-literal.js';
import type { ObjectValue } from './object-value.js';

/** `key: value` in an object. A text key is used if the key is not a path. */
export interface ObjectEntry extends SyntaxNode {
  readonly kind: 'objectEntry';
  readonly key: PathNode | TextLiteral;
  readonly value: ObjectValue;
}

export const objectEntry = (
  key: PathNode | TextLiteral,
  value: ObjectValue,
  range: SourceRange | null = null,
): ObjectEntry => freezeNode({ kind: 'objectEntry', key, value, range });
