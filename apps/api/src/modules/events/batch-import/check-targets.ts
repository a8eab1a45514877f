import { limits } from '../../../platform/limits.js';
import type { MappingTarget } from '../column-mappings/index.js';
import { transactionProblems } from '../transactions/index.js';
import { entityIdentifiers, userEventProblems } from '../user-events/index.js';

/** What rows are checked against. */
export interface CheckTarget {
  /** Rows that are checked; those beyond are counted. */
  readonly rows: number;
  /** Why the text of a record would be refused, by the path of the field. */
  readonly problems: (raw: string) => Readonly<Record<string, string>>;
  /** Fields one of which names the entity; none: nothing has to. */
  readonly identifiers: readonly string[];
}

export const checkTargets: Readonly<Partial<Record<MappingTarget, CheckTarget>>> = {
  transaction: { rows: limits.checkedPayments, problems: transactionProblems, identifiers: [] },
  user_event: { rows: limits.checkedUserEvents, problems: userEventProblems, identifiers: entityIdentifiers },
};
