import type { CstNode } from '@tamis/grammar';
import { e0105 } from '../diagnostics/codes/e0105.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import { nodeRange, optionalRange, type LowerContext } from './lower-context.js';

/** Checks clauses that may occur only once. `isFirst` returns `false` for a second one, which is reported (E0105). */
export class DuplicateClauseChecker {
  readonly #first = new Map<string, CstNode>();

  constructor(
    private readonly owner: string,
    private readonly context: LowerContext,
  ) {}

  isFirst(name: string, node: CstNode): boolean {
    const earlier = this.#first.get(name);
    if (!earlier) {
      this.#first.set(name, node);
      return true;
    }
    const place = nodeRange(earlier, this.context);
    this.context.diagnostics.push(
      createDiagnostic(e0105, {
        message: `\`${name}\` occurs twice in this ${this.owner}`,
        help: 'remove one of the two',
        ...optionalRange(nodeRange(node, this.context)),
        ...(place && { related: [{ range: place, message: 'the first one' }] }),
      }),
    );
    return false;
  }
}
