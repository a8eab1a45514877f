import type { EntityStatus } from './entity-statuses.js';

/** Rank of each status by restrictiveness. Statuses that only users or time set are ranked among those that rules set. */
const ranks: Readonly<Record<EntityStatus, number>> = {
  deleted: 11,
  blocked: 10,
  rejected: 9,
  suspended: 8,
  under_review: 7,
  pending_verification: 6,
  awaiting_information: 5,
  expired: 4,
  inactive: 3,
  not_started: 2,
  active: 1,
  approved: 0,
};

const rankByStatus: ReadonlyMap<string, number> = new Map(Object.entries(ranks));

/** An unknown status is the least restrictive. */
const rank = (status: string): number => rankByStatus.get(status) ?? -1;

/** Returns the most restrictive of some statuses, or `null` if there are none. */
export function strictestStatus(statuses: readonly string[]): string | null {
  return statuses.reduce<string | null>(
    (best, status) => (best === null || rank(status) > rank(best) ? status : best),
    null,
  );
}
