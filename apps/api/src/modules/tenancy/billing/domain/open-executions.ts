import type { Queryable } from '../../../../platform/database/index.js';

/** Those of `executionIds` that have not ended. */
export type FindOpen = (
  client: Queryable,
  organizationId: string,
  executionIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * Knows what has not ended and has money set aside. Rooms above register what they know of: the check of the ledger cannot know what
 * stands above it.
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
