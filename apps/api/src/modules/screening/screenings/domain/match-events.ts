import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { StoredMatch } from './stored-match.js';

/** Creates the socket event for a match with a new state or assignee. */
export const matchUpdated = (
  organizationId: string,
  { id, entityId, state, assignedTo }: Pick<StoredMatch, 'id' | 'entityId' | 'state' | 'assignedTo'>,
): OutboxEvent => ({
  organizationId,
  event: 'screening-match:updated',
  payload: { matchId: id, entityId, state, assignedTo },
});

/** Creates the events for matches that are new, or whose state has changed. */
export function matchesUpdated(
  organizationId: string,
  before: readonly StoredMatch[],
  now: readonly StoredMatch[],
): readonly OutboxEvent[] {
  const standing = ({ state, endedAt }: StoredMatch): string => `${state} ${endedAt === null}`;
  const known = new Map(before.map((match) => [match.id, standing(match)]));
  return now
    .filter((match) => known.get(match.id) !== standing(match))
    .map((match) => matchUpdated(organizationId, match));
}
