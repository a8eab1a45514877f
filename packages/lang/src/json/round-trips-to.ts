import type { Expression } from '../ast/expression.js';
import type { PathScope } from '../paths/path-scope.js';
import { DecodeContext, positionAt, type DecodePosition } from './decode-context.js';
import { sameTree } from '../ast/same-tree.js';

/** The proof that a JSON form loses nothing: reading it back gives the tree it was made from, and no diagnostics. */
export function roundTripsTo(
  tree: Expression,
  scope: PathScope,
  read: (context: DecodeContext, place: DecodePosition) => Expression | null,
): boolean {
  const context = new DecodeContext();
  const back = read(context, positionAt('', scope));
  return back !== null && context.diagnostics.length === 0 && sameTree(tree, back);
}
