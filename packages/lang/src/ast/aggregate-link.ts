import type { PathNode } from './path-node.js';

/** Which records are related to the current one. Several links are combined with `and`. */
export type AggregateLink =
  /** `from origin`: records whose sender is this sender; `to origin`: records whose recipient is this sender; `involving`: either. */
  | { readonly kind: 'from' | 'to' | 'involving'; readonly path: PathNode }
  /** `between a and b`: either direction of the pair. */
  | { readonly kind: 'between'; readonly first: PathNode; readonly second: PathNode }
  /** `per a.b, c`: records with the same values of these fields as the current record. */
  | { readonly kind: 'per'; readonly paths: readonly PathNode[] };
