import type { Queryable } from '../../../../platform/database/index.js';

/** A rule that names a list. */
export interface ListUse {
  readonly ruleId: string;
  readonly key: string;
  readonly name: string;
  /** Of the rule; `active` and `shadow` run. */
  readonly status: string;
  readonly version: number;
  /** Its conditions ask the list. */
  readonly reads: boolean;
  /** Its actions add to the list. */
  readonly writes: boolean;
}

/** Who uses lists. The room `rules` provides it: texts of rules are bound to lists, so lists know no rules. */
export abstract class ListUsage {
  /** The rules that name a list, archived ones left out. */
  abstract findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListUse[]>;
}

/** An automation that adds to a list. */
export interface ListAutomation {
  readonly id: string;
  readonly name: string;
}

/** Automations that add to lists. The room `automations` provides it. */
export abstract class ListAutomations {
  /** Those that are not archived, by their names. */
  abstract findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListAutomation[]>;
}

const runningStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

export const isRunning = ({ status }: ListUse): boolean => runningStatuses.has(status);
