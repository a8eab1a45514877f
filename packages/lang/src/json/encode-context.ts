import type { Expression } from '../ast/expression.js';
import type { PathScope, PathTarget } from '../paths/path-scope.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { MetadataByNode } from './condition-metadata.js';

/** What a declared name stands for; the JSON of a membership test depends on it. */
export type NameKind = 'list' | 'const' | 'param' | 'define' | 'let';
export type DeclaredNames = ReadonlyMap<string, NameKind>;

/** What the JSON form of a rule depends on in addition to its tree. */
export interface EncodeContext {
  readonly target: PathTarget;
  readonly names: DeclaredNames;
  /** Ids and layout hints from decoding the same tree earlier. */
  readonly marks?: MetadataByNode;
}

/** Names and paths visible at one position in a rule. */
export interface EncodeScope extends PathScope {
  readonly names: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

export const encodeScope = (context: EncodeContext): EncodeScope => ({
  target: context.target,
  names: new Set(context.names.keys()),
  lists: new Set([...context.names].filter(([, kind]) => kind === 'list').map(([name]) => name)),
});

/** Returns the name that a path node stands for, if JSON represents it as a name rather than a field. */
export function nameOf(node: Expression, scope: EncodeScope): string | null {
  if (node.kind !== 'path') return null;
  const [only] = node.steps;
  return node.steps.length === 1 && only !== undefined && toJsonPath(node.steps, scope) === `$${only}` ? only : null;
}
