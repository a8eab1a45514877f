import type { AlertStatus } from './alert-enumerations.js';

/** Where the work on a record is. Cases say so in these words; an alert that is `CLOSED` is called `RESOLVED`. */
export const workStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED', 'ESCALATED'] as const;
export type WorkStatus = (typeof workStatuses)[number];

const allowedTransitions: Readonly<Record<WorkStatus, readonly WorkStatus[]>> = {
  OPEN: ['IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  IN_PROGRESS: ['OPEN', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  PENDING_REVIEW: ['IN_PROGRESS', 'ESCALATED', 'CLOSED'],
  ESCALATED: ['IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
};

/** Where the work on a record can go from here. */
export const transitionsFrom = (from: WorkStatus): readonly WorkStatus[] => allowedTransitions[from];

export const workStatusOf = (status: AlertStatus): WorkStatus => (status === 'RESOLVED' ? 'CLOSED' : status);
export const alertStatusOf = (status: WorkStatus): AlertStatus => (status === 'CLOSED' ? 'RESOLVED' : status);

/** Other words for a status that filters understand. */
const aliases = { PENDING: 'OPEN', ACKNOWLEDGED: 'IN_PROGRESS' } as const satisfies Record<string, WorkStatus>;

export const statusAliases = ['PENDING', 'ACKNOWLEDGED'] as const satisfies readonly (keyof typeof aliases)[];
export type StatusAlias = (typeof statusAliases)[number];

/** The status that a word of a filter means. */
export const resolveStatusAlias = <S extends string>(
  word: S,
): Exclude<S, StatusAlias> | (typeof aliases)[StatusAlias] =>
  word in aliases ? aliases[word as StatusAlias] : (word as Exclude<S, StatusAlias>);
