import type { PathNode } from '../ast/path-node.js';
import type { PathScope } from '../paths/path-scope.js';
import { formatPath } from '../paths/path-syntax.js';

/** Returns the scope within the parentheses of an aggregate over that source. */
export const recordScope = <P extends { readonly scope: PathScope }>(place: P, source: PathNode): P => ({
  ...place,
  scope: { ...place.scope, record: formatPath(source.steps) },
});
