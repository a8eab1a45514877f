import type { Transaction } from '../../../../platform/database/index.js';
import type { Validation } from '../domain/validation.js';

/** Returns the unassigned validation that has waited longest for a review, locked so that nobody else takes or decides it. */
export async function lockNextReview(
  client: Transaction,
  organizationId: string,
): Promise<Pick<Validation, 'id' | 'entityId' | 'status' | 'assignedTo'> | null> {
  const { rows } = await client.query<Pick<Validation, 'id' | 'entityId' | 'status' | 'assignedTo'>>({
    name: 'kyc-review-next',
    text: `select id, entity_id as "entityId", status, assigned_to as "assignedTo" from kyc_validations
      where organization_id = $1 and status = 'in_review' and assigned_to is null
      order by created_at, id limit 1 for no key update`,
    values: [organizationId],
  });
  return rows[0] ?? null;
}

export async function saveReviewer(
  client: Transaction,
  organizationId: string,
  { id }: Pick<Validation, 'id'>,
  assignedTo: string | null,
): Promise<void> {
  await client.query({
    name: 'kyc-review-assign',
    text: `update kyc_validations set assigned_to = $3, assigned_at = case when $3::uuid is null then null else now() end
      where organization_id = $1 and id = $2`,
    values: [organizationId, id, assignedTo],
  });
}
