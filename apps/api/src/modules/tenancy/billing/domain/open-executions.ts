import type { Queryable } from '../../../../platform/database/index.js';

/** Returns those of `executionIds` that have not ended. */
export type FindOpen = (
  client: Queryable,
  organizationId: string,
  executionIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * Knows executions that have not ended and have money reserved. Higher-level modules register theirs, because the ledger check cannot
 * depend on these modules.
 */
export class OpenExecutions {
  private readonly finders: FindOpen[] = [];

  register(...finders: readonly FindOpen[]): this {
    this.finders.push(...finders);
    return this;
  }

  async findOpen(...asked: Parameters<FindOpen>): Promise<ReadonlySet<string>> {
    const found: string[] = [];
    for (const find of this.finders) found.push(...(await find(...asked)));
    return new Set(found);
  }
}
