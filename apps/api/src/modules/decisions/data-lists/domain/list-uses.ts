import type { Queryable } from '../../../../platform/database/index.js';

/** A rule that uses a list. */
export interface ListUse {
  readonly ruleId: string;
  readonly key: string;
  readonly name: string;
  /** Status of the rule. Rules that are `active` or `shadow` are evaluated. */
  readonly status: string;
  readonly version: number;
  /** Whether its conditions read the list. */
  readonly reads: boolean;
  /** Whether its actions add to the list. */
  readonly writes: boolean;
}

/** Finds the users of lists. Implemented by the module `rules`: rules depend on lists, so lists cannot depend on rules. */
export abstract class ListUsage {
  /** Waits for rules that are being published, and lets no other be published until the transaction ends. */
  abstract lock(client: Queryable, organizationId: string): Promise<void>;

  /** Returns the rules that use a list, except archived ones. */
  abstract findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListUse[]>;
}

/** An automation that adds to a list. */
export interface ListAutomation {
  readonly id: string;
  readonly name: string;
}

/** Finds automations that add to lists. Implemented by the module `automations`. */
export abstract class ListAutomations {
  /** Returns the automations that are not archived, by name. */
  abstract findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListAutomation[]>;
}

/** Finds what keeps entities from being created because of a list. Implemented by the module `parties`. */
export abstract class ListBlocks {
  /** Returns the ids of the creation blocks of a list, oldest first. */
  abstract findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly string[]>;
}

const runningStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

export const isRunning = ({ status }: ListUse): boolean => runningStatuses.has(status);
