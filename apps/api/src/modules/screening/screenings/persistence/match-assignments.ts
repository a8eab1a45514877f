import type { Transaction } from '../../../../platform/database/index.js';
import type { AssignableWork } from '../../../casework/assignments/index.js';
import type { StoredMatch } from '../domain/stored-match.js';

/** The data of a match that is needed to assign it. */
export type AssignableMatch = AssignableWork & Pick<StoredMatch, 'state' | 'endedAt'>;

const columns = `id, entity_id as "entityId", state, ended_at as "endedAt", assigned_to as "assignedTo"`;

/** Locks the match against other changes until the transaction ends. */
export async function lockMatch(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<AssignableMatch | null> {
  const { rows } = await client.query<AssignableMatch>({
    name: 'screening-match-lock',
    text: `select ${columns} from screening_matches where organization_id = $1 and id = $2 for no key update`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

/**
 * Returns the unassigned open match with the highest score. A match that another transaction has locked is waited for, and skipped if it
 * was assigned.
 */
export async function lockNextMatch(
  client: Transaction,
  organizationId: string,
  lists: readonly string[] | null,
): Promise<AssignableMatch | null> {
  const { rows } = await client.query<AssignableMatch>({
    name: 'screening-match-next',
    text: `select ${columns} from screening_matches
      where organization_id = $1 and ended_at is null and state = 'open' and assigned_to is null and ($2::text[] is null or list = any($2))
      order by score desc, id desc limit 1 for no key update`,
    values: [organizationId, lists],
  });
  return rows[0] ?? null;
}

/** Returns and locks some open matches that are assigned to a person. */
export async function lockMatchesOf(
  client: Transaction,
  organizationId: string,
  userId: string,
  most: number,
): Promise<readonly AssignableMatch[]> {
  const { rows } = await client.query<AssignableMatch>(
    `select ${columns} from screening_matches
     where organization_id = $1 and ended_at is null and state = 'open' and assigned_to = $2 limit $3 for no key update`,
    [organizationId, userId, most],
  );
  return rows;
}

export async function saveMatchAssignee(
  client: Transaction,
  organizationId: string,
  { id }: AssignableMatch,
  assignedTo: string | null,
): Promise<void> {
  await client.query({
    name: 'screening-match-assign',
    text: `update screening_matches set assigned_to = $3, assigned_at = case when $3::uuid is null then null else now() end
      where organization_id = $1 and id = $2`,
    values: [organizationId, id, assignedTo],
  });
}
