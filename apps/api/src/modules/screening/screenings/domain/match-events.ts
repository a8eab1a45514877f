import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { StoredMatch } from './stored-match.js';

/** What sockets are told of a match whose state or assignee is another one. */
export const matchUpdated = (
  organizationId: string,
  { id, entityId, state, assignedTo }: Pick<StoredMatch, 'id' | 'entityId' | 'state' | 'assignedTo'>,
): OutboxEvent => ({
  organizationId,
  event: 'screening-match:updated',
  payload: { matchId: id, entityId, state, assignedTo },
});

/** Of matches that were not there before, or stand otherwise. */
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
