import type { AlertStatus } from './alert-enumerations.js';

/** Progress of the work on a record. Cases use these words; for an alert, `CLOSED` is called `RESOLVED`. */
export const workStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED', 'ESCALATED'] as const;
export type WorkStatus = (typeof workStatuses)[number];

const allowedTransitions: Readonly<Record<WorkStatus, readonly WorkStatus[]>> = {
  OPEN: ['IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  IN_PROGRESS: ['OPEN', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  PENDING_REVIEW: ['IN_PROGRESS', 'ESCALATED', 'CLOSED'],
  ESCALATED: ['IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
};

/** Returns the statuses to which the work on a record can change. */
export const transitionsFrom = (from: WorkStatus): readonly WorkStatus[] => allowedTransitions[from];

export const workStatusOf = (status: AlertStatus): WorkStatus => (status === 'RESOLVED' ? 'CLOSED' : status);
export const alertStatusOf = (status: WorkStatus): AlertStatus => (status === 'CLOSED' ? 'RESOLVED' : status);

/** Other words for a status that filters accept. */
const aliases = { PENDING: 'OPEN', ACKNOWLEDGED: 'IN_PROGRESS' } as const satisfies Record<string, WorkStatus>;

export const statusAliases = ['PENDING', 'ACKNOWLEDGED'] as const satisfies readonly (keyof typeof aliases)[];
export type StatusAlias = (typeof statusAliases)[number];

/** Returns the status that a filter word stands for. */
export const resolveStatusAlias = <S extends string>(
  word: S,
): Exclude<S, StatusAlias> | (typeof aliases)[StatusAlias] =>
  word in aliases ? aliases[word as StatusAlias] : (word as Exclude<S, StatusAlias>);
